import { describe, expect, test } from 'vitest';
import { sizedImage } from '../../../../src/core/room/layout/image-sizes.ts';
import {
  decidePolicy,
  fit,
  type LayoutCase,
  layoutRoom,
  RESOLUTION_POLICY,
  pageShape,
  PLAIN_ROOM,
  type PolicyWhy,
  roomLayout,
} from '../../../../src/core/room/layout/layout.ts';
import type { RoomInfo } from '../../../../src/core/room/start/live-info.ts';
import { STORED_KEYS } from '../../../../src/core/room/start/stored.ts';

const BASE: LayoutCase = { ...PLAIN_ROOM, viewport: { width: 1_280, height: 800 }, media: { width: 852, height: 480 } };
const BOX = { width: 800, height: 400 };

test('P4 a picture or box without a size causes no division by zero', () => {
  for (const policy of [1, 2, 3, 4, 5, 6] as const) {
    expect(fit(policy, BOX, { width: 0, height: 0 })).toEqual({ x: 0, y: 0, ...BOX });
    expect(fit(policy, { width: 0, height: 0 }, { width: 10, height: 10 })).toEqual({ x: 0, y: 0, width: 0, height: 0 });
  }
});

test('P4 in any window all boxes are whole numbers without negative sizes, and the video is centred in its stage', () => {
  for (let width = 1; width < 4_000; width += 173)
    for (let height = 1; height < 2_400; height += 131)
      for (const isVertical of [false, true]) {
        const media = isVertical ? { width: 540, height: 960 } : BASE.media;
        const { stage, video, mounts } = layoutRoom({ ...BASE, viewport: { width, height }, isVertical, media });
        for (const { x, y, ...size } of [stage, video, mounts ?? stage]) {
          expect([x, y, size.width, size.height].every(Number.isInteger)).toBe(true);
          expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(0);
        }
        expect(Math.abs(video.x * 2 + video.width - stage.width)).toBeLessThanOrEqual(1);
      }
});

test.each([
  ['the viewer wants the whole picture', 3, { fit: 'fit', liveLayout: 1 }],
  ['the viewer wants a full stage', 2, { fit: 'fill', liveLayout: 3 }],
  ['the room names its layout', 1, { liveLayout: 1 }],
  ['the room names its layout', 4, { liveLayout: 4, kind: 'channel' }],
  ['the room names its layout', 5, { liveLayout: 5 }],
  ['portrait on a narrow screen', 2, { isVertical: true, viewport: { width: 390, height: 844 } }],
  ['a vertical room', 5, { isVertical: true, kind: 'vertical' }],
  ['a channel', 3, { kind: 'channel' }],
  ['an embedded room', 4, { kind: 'embed' }],
  ['slight differences are cut away', 6, {}],
  ['slight differences are cut away', 6, { liveLayout: 7 }],
] as const satisfies readonly [PolicyWhy, number, Partial<LayoutCase>][])('P4 %s: policy %i', (why, policy, change) => {
  const facts = { ...BASE, ...change };
  expect(layoutRoom(facts)).toMatchObject({ policy, fit: facts.fit });
  expect(decidePolicy({ ...facts, isCompact: pageShape(facts) === 'compact' })).toEqual({ policy, why });
});

describe('page shapes', () => {
  const RESIZE_DEBOUNCE_MS = 200;

  const BASE: LayoutCase = { ...PLAIN_ROOM, viewport: { width: 1_280, height: 800 } };
  const sized = (width: number, height: number) => ({ viewport: { width, height } });

  /** Numbers are calculated by hand from the table PAGE_FRAME. */
  test.each([
    ['beside the chat, limited by the width', sized(1_280, 800), [16, 144, 888, 500]],
    ['beside the chat, limited by the height', sized(1_920, 700), [16, 144, 845, 476]],
    ['beside a hidden chat', { hidesChat: true }, [16, 144, 1_022, 576]],
    ['not below its minimum height', sized(1_280, 485), [16, 144, 479, 270]],
    ['on a phone', sized(390, 844), [0, 48, 390, 220]],
    ['in a small window, at half of its height', sized(740, 500), [148, 48, 444, 250]],
    ['portrait on a phone', { ...sized(390, 844), isVertical: true }, [0, 0, 390, 844]],
    ['portrait', { isVertical: true }, [16, 72, 401, 712]],
    ['portrait, as wide as its stream', { isVertical: true, media: { width: 1_080, height: 1_350 } }, [16, 72, 570, 712]],
    ['portrait with a stream in landscape', { isVertical: true, media: { width: 1_920, height: 1_080 } }, [16, 72, 401, 712]],
    ['portrait with a square stream', { isVertical: true, media: { width: 500, height: 500 } }, [16, 72, 401, 712]],
    ['portrait in a narrow window', { ...sized(800, 1_400), isVertical: true }, [16, 72, 336, 1_312]],
    ['on a phone on its side', sized(844, 390), [0, 42, 544, 306]],
    ['portrait on a phone on its side', { ...sized(844, 390), isVertical: true }, [0, 0, 544, 390]],
    ['in theatre mode', { isTheatre: true }, [0, 135, 940, 530]],
    ['portrait in theatre mode', { isTheatre: true, isVertical: true }, [0, 0, 940, 800]],
  ] as const)('P4 the stage has its position and size %s', (_name, change, [x, y, width, height]) => {
    expect(layoutRoom({ ...BASE, ...change }).stage).toEqual({ x, y, width, height });
  });

  test.each([
    ['a desktop', {}, { compact: false, low: false, side: 348, hasTheatre: true, theatre: false }],
    ['a desktop without chat', { hidesChat: true }, { compact: false, low: false, side: 0, hasTheatre: true, chat: false }],
    ['a vertical room', { isVertical: true }, { compact: false, low: false, side: 420, hasTheatre: true, orientation: 'vertical' }],
    ['a vertical room without chat', { isVertical: true, hidesChat: true }, { side: 420 }],
    [
      'theatre mode',
      { isTheatre: true },
      { compact: false, low: true, side: 340, hasTheatre: true, theatre: true, orientation: 'horizontal' },
    ],
    ['theatre mode without chat', { isTheatre: true, hidesChat: true, isVertical: true }, { low: true, side: 0, hasTheatre: true }],
    [
      'a phone',
      { ...sized(390, 844), isTheatre: true },
      { compact: true, low: false, side: 0, hasTheatre: false, theatre: true, chat: true },
    ],
    ['a phone on its side', sized(844, 390), { compact: false, low: true, side: 300, hasTheatre: false }],
    ['a phone on its side without chat', { ...sized(844, 390), hidesChat: true, isVertical: true }, { low: true, side: 0 }],
  ] as const)('P4 the page of %s', (_name, change, expected) => {
    expect(layoutRoom({ ...BASE, ...change })).toMatchObject(expected);
  });

  const shape = (width: number, height: number, isVertical = false, isTheatre = false) =>
    pageShape({ ...sized(width, height), isVertical, isTheatre });
  test('P4 a stream of unknown size is laid out as the usual one of its orientation', () => {
    for (const media of [
      { width: 0, height: 0 },
      { width: 640, height: 0 },
      { width: 0, height: 640 },
    ]) {
      const { stage, video, picture } = layoutRoom({ ...BASE, media });
      expect(video).toEqual(fit(RESOLUTION_POLICY.aspectBased, stage, { width: 852, height: 480 }));
      expect(picture).toEqual(media);
      const portrait = layoutRoom({ ...BASE, ...sized(390, 844), media, isVertical: true });
      expect(portrait.video).toEqual(fit(RESOLUTION_POLICY.noBorder, portrait.stage, { width: 540, height: 960 }));
    }
    expect(layoutRoom({ ...BASE, media: { width: 640, height: 480 } }).video).toEqual({ x: 111, y: 0, width: 667, height: 500 });
  });

  test('P4 the shape of the page changes exactly at its widths and heights', () => {
    expect([shape(759, 700), shape(760, 700)]).toEqual(['compact', 'beside']);
    expect([shape(1_023, 1_366), shape(1_024, 1_366)]).toEqual(['compact', 'beside']);
    expect([shape(1_023, 1_023), shape(1_023, 1_024)]).toEqual(['beside', 'compact']);
    expect([shape(1_023, 1_366, true), shape(759, 1_366, true)]).toEqual(['beside', 'compact']);
    expect([shape(900, 479), shape(900, 480)]).toEqual(['low', 'beside']);
    expect([shape(480, 479), shape(481, 479)]).toEqual(['compact', 'low']);
    expect([shape(1_280, 800, false, true), shape(390, 844, false, true), shape(844, 390, false, true)]).toEqual([
      'theatre',
      'compact',
      'low',
    ]);
    expect(RESIZE_DEBOUNCE_MS).toBe(200);
  });

  test('P11 the box of mounts is centred in the stage, and as wide as a portrait stage', () => {
    expect(layoutRoom(BASE).mounts).toEqual({ x: 12, y: 6, width: 865, height: 488 });
    expect(layoutRoom({ ...BASE, isVertical: true }).mounts).toEqual({ x: 0, y: 243, width: 401, height: 226 });
  });

  test.each([
    ['a crop of 12 percent', 6, { width: 1_000, height: 440 }, { x: -54, y: 0, width: 909, height: 400 }],
    ['no crop of 13 percent', 6, { width: 1_000, height: 435 }, { x: 0, y: 26, width: 800, height: 348 }],
  ] as const)('P4 a resolution policy shows %s', (_name, policy, media, box) => {
    expect(fit(policy, { width: 800, height: 400 }, media)).toEqual(box);
  });

  const ROOM = { isVertical: false, kind: 'normal', isAwardRoom: false, isMatchRoom: false, liveLayout: 0 } as RoomInfo;
  const laidOut = (room: RoomInfo | undefined, stored: Readonly<Record<string, unknown>> = {}, isLite = false) =>
    roomLayout({ ...sized(1_280, 800), room, media: BASE.media, isLite, read: (key) => stored[key] });

  test('P4 before live info the layout is that of a normal room', () => {
    expect(laidOut(undefined)).toEqual(layoutRoom(BASE));
    expect(laidOut(ROOM)).toEqual(layoutRoom(BASE));
  });

  test('P4 the viewer’s stored choices decide about picture, theatre and chat, and invalid values are ignored', () => {
    expect(laidOut(ROOM, { [STORED_KEYS.pictureFit]: 'fill' })).toMatchObject({ fit: 'fill', policy: 2 });
    expect(laidOut(ROOM, { [STORED_KEYS.pictureFit]: 'fit' })).toMatchObject({ fit: 'fit', policy: 3 });
    expect(laidOut(ROOM, { [STORED_KEYS.pictureFit]: 'wide' })).toMatchObject({ fit: 'auto' });
    expect(laidOut(ROOM, { [STORED_KEYS.theatre]: true })).toMatchObject({ theatre: true, low: true, chat: true });
    expect(laidOut(ROOM, { [STORED_KEYS.chatHidden]: true })).toMatchObject({ theatre: false, chat: false });
    for (const value of [false, 1, 'true', null])
      expect(laidOut(ROOM, { [STORED_KEYS.theatre]: value, [STORED_KEYS.chatHidden]: value })).toMatchObject({
        theatre: false,
        chat: true,
      });
  });
});

test.each([
  ['/userlogo/a.jpg', [45, 85, 100, 165, 200, 360, 640]],
  ['/roomcover/a.jpg', [120, 240, 320, 480, 640]],
  ['/clan/a.jpg', [45, 100, 200]],
  ['/snapshot/a.jpg', [160, 320, 640]],
  ['/starcover/a.jpg', [150, 300, 450, 640]],
] as const)('S36 a picture of %s is requested in the smallest of its sizes that is wide enough: %j', (url, sizes) => {
  const widths = [1, ...sizes.slice(0, -1).map((size) => size + 1)];
  expect(widths.map((width) => sizedImage(url, width).src)).toEqual(sizes.map((size) => url.replace('a.jpg', `a_${size}x${size}.jpg`)));
});

test('S36 sizedImage chooses the smallest sufficient size, and larger ones for dense screens', () => {
  expect(sizedImage('https://img.test/userlogo/7/a.jpg', 46)).toEqual({
    src: 'https://img.test/userlogo/7/a_85x85.jpg',
    srcSet:
      'https://img.test/userlogo/7/a_85x85.jpg 85w, https://img.test/userlogo/7/a_100x100.jpg 100w, https://img.test/userlogo/7/a_165x165.jpg 165w',
  });
  expect(sizedImage('https://img.test/userlogo/7/a_45x45.png', 9_999).src).toBe('https://img.test/userlogo/7/a_640x640.png');
});

test.each(['/fixtures/images/avatar-1.jpg', 'https://img.test/userlogo/a.svg', 'https://img.test/userlogo/a.jpg?x=1', ''])(
  'S36 %s has one size and is not changed',
  (url) => {
    expect(sizedImage(url, 46)).toEqual({ src: url, srcSet: '' });
  },
);
