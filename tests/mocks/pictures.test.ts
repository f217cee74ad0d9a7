import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureAt } from '../../mocks/origin/files.ts';
import { MOCK_RIVAL, MOCK_STAR } from '../../mocks/sessions/session-people.ts';
import { IMAGE_SIZES, sizedImage } from '../../src/core/room/layout/image-sizes.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures');

test('S36 the offline room serves each picture of each path set in every size, and no file outside of the fixtures', () => {
  const plain = join(FIXTURES, 'images/avatar-3.jpg');
  for (const { path, sizes } of Object.values(IMAGE_SIZES)) {
    for (const size of sizes) expect(fixtureAt(FIXTURES, `/images${path}avatar-3_${size}x${size}.jpg`)).toBe(plain);
    expect(fixtureAt(FIXTURES, `/images${path}avatar-3.jpg`)).toBe(plain);
  }
  expect(fixtureAt(FIXTURES, '/images/avatar-3.jpg')).toBe(plain);
  expect(fixtureAt(FIXTURES, '/images/userlogo/../../../package_45x45.json')).toBeNull();
  expect(fixtureAt(FIXTURES, '/images/userlogo/none_45x45.jpg')).toBeNull();
});

test('S36 the stars of the mock have portraits in several sizes', () => {
  for (const { userLogo } of [MOCK_STAR, MOCK_RIVAL]) {
    const { src } = sizedImage(userLogo, 34);
    expect(src).toMatch(/_45x45\.jpg$/);
    expect(fixtureAt(FIXTURES, src.replace('/fixtures', ''))).not.toBeNull();
  }
});
