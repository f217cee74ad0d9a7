import { expect, test } from 'vitest';
import { IMAGE_SIZES, sizedImage } from '../../../../src/core/room/layout/image-sizes.ts';

test('S36 user logos are available from 45 to 640, and the sizes of every set increase', () => {
  const { sizes } = IMAGE_SIZES['user-logo'];
  expect([sizes[0], sizes.at(-1)]).toEqual([45, 640]);
  for (const { sizes: all } of Object.values(IMAGE_SIZES)) expect(all.toSorted((a: number, b: number) => a - b)).toEqual(all);
  expect(Object.keys(IMAGE_SIZES)).toEqual(['user-logo', 'room-cover', 'clan', 'snapshot', 'star-cover']);
});

test('S36 sizedImage chooses the smallest sufficient size, and larger ones for dense screens', () => {
  expect(sizedImage('https://img.test/userlogo/7/a.jpg', 46)).toEqual({
    src: 'https://img.test/userlogo/7/a_85x85.jpg',
    srcSet:
      'https://img.test/userlogo/7/a_85x85.jpg 85w, https://img.test/userlogo/7/a_100x100.jpg 100w, https://img.test/userlogo/7/a_165x165.jpg 165w',
  });
  expect(sizedImage('https://img.test/userlogo/7/a_45x45.png', 9_999).src).toBe('https://img.test/userlogo/7/a_640x640.png');
});

test('S36 the path determines the set, so that every picture gets a size of its own set', () => {
  const inSet = (path: string) => sizedImage(`https://img.test${path}a.jpg`, 150).src;
  expect(Object.values(IMAGE_SIZES).map(({ path }) => inSet(path))).toEqual([
    'https://img.test/userlogo/a_165x165.jpg',
    'https://img.test/roomcover/a_240x240.jpg',
    'https://img.test/clan/a_200x200.jpg',
    'https://img.test/snapshot/a_160x160.jpg',
    'https://img.test/starcover/a_150x150.jpg',
  ]);
});

test.each(['/fixtures/images/avatar-1.jpg', 'https://img.test/userlogo/a.svg', 'https://img.test/userlogo/a.jpg?x=1', ''])(
  'S36 %s has one size and is not changed',
  (url) => {
    expect(sizedImage(url, 46)).toEqual({ src: url, srcSet: '' });
  },
);
