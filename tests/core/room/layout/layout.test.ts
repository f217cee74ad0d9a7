import { expect, test } from 'vitest';
import {
  decidePolicy,
  fit,
  layoutRoom,
  PLAIN_ROOM,
  pageShape,
  POLICY_WHYS,
  readFit,
  showsMounts,
  type LayoutCase,
  type PolicyWhy,
} from '../../../../src/core/room/layout/layout.ts';
import { PAGE_FRAME } from '../../../../src/core/room/layout/page-frame.ts';

const BASE: LayoutCase = { ...PLAIN_ROOM, viewport: { width: 1_280, height: 800 }, media: { width: 852, height: 480 } };
const BOX = { width: 800, height: 400 };

test.each([
  [1, 'exact fit', { x: 0, y: 0, width: 800, height: 400 }],
  [2, 'no border', { x: 0, y: -200, width: 800, height: 800 }],
  [3, 'show all', { x: 200, y: 0, width: 400, height: 400 }],
  [4, 'fixed width', { x: 0, y: -200, width: 800, height: 800 }],
  [5, 'fixed height', { x: 200, y: 0, width: 400, height: 400 }],
  [6, 'aspect-based: far from the box, all is shown', { x: 200, y: 0, width: 400, height: 400 }],
] as const)('P4 resolution policy %i: %s', (policy, _name, box) => {
  expect(fit(policy, BOX, { width: 300, height: 300 })).toEqual(box);
});

test('P4 fixed width and fixed height keep their side for any picture', () => {
  expect(fit(4, BOX, { width: 1_600, height: 400 })).toEqual({ x: 0, y: 100, width: 800, height: 200 });
  expect(fit(5, BOX, { width: 1_600, height: 400 })).toEqual({ x: -400, y: 0, width: 1_600, height: 400 });
});

test('P4 aspect-based crops slightly instead of showing a narrow border', () => {
  expect(fit(6, BOX, { width: 840, height: 400 })).toEqual({ x: -20, y: 0, width: 840, height: 400 });
});

test('P4 a picture or box without a size causes no division by zero', () => {
  for (const policy of [1, 2, 3, 4, 5, 6] as const) {
    expect(fit(policy, BOX, { width: 0, height: 0 })).toEqual({ x: 0, y: 0, ...BOX });
    expect(fit(policy, { width: 0, height: 0 }, { width: 10, height: 10 })).toEqual({ x: 0, y: 0, width: 0, height: 0 });
  }
});

test('P4 the default video fills its stage beside the chat', () => {
  const { stage, video, orientation, compact } = layoutRoom(BASE);
  expect(orientation).toBe('horizontal');
  expect(compact).toBe(false);
  expect(stage.width / stage.height).toBeCloseTo(852 / 480, 2);
  expect(video).toEqual({ x: 0, y: 0, width: stage.width, height: stage.height });
  expect(stage.width + PAGE_FRAME.chatWidth + 2 * PAGE_FRAME.padding + PAGE_FRAME.gap).toBeLessThanOrEqual(1_280);
});

test('P4 a vertical room resizes the stream area', () => {
  const { stage, orientation, video } = layoutRoom({ ...BASE, isVertical: true, media: { width: 540, height: 960 } });
  expect(orientation).toBe('vertical');
  expect(stage.height).toBeGreaterThan(stage.width);
  expect(video.width).toBe(stage.width);
  expect(Math.abs(video.height - stage.height)).toBeLessThanOrEqual(1);
});

test('P4 on a phone the stage is as wide as the screen; a vertical room fills it', () => {
  const viewport = { width: 390, height: 844 };
  expect(layoutRoom({ ...BASE, viewport })).toMatchObject({ compact: true, stage: { width: 390, height: 220 } });
  const vertical = layoutRoom({ ...BASE, viewport, isVertical: true, media: { width: 540, height: 960 } });
  expect(vertical.stage).toEqual({ x: 0, y: 0, ...viewport });
  expect(vertical.policy).toBe(2);
  expect(vertical.video.height).toBeGreaterThanOrEqual(844);
});

test.each([
  ['a desktop', 1_280, 800, false, 'beside'],
  ['a tablet on its side', 1_180, 820, false, 'beside'],
  ['a portrait tablet', 820, 1_180, false, 'compact'],
  ['a split screen', 760, 900, false, 'compact'],
  ['a portrait tablet in a vertical room', 820, 1_180, true, 'beside'],
  ['a phone', 390, 844, true, 'compact'],
  ['a phone with an open keyboard', 390, 420, false, 'compact'],
  ['a small phone with an open keyboard', 360, 310, false, 'compact'],
  ['a desktop at a zoom of 400 %', 320, 180, false, 'compact'],
  ['a phone on its side', 844, 390, false, 'low'],
  ['a small phone on its side', 568, 320, true, 'low'],
] as const)('P4 the shape of the page on %s', (_name, width, height, isVertical, shape) => {
  const layout = layoutRoom({ ...BASE, viewport: { width, height }, isVertical });
  expect(pageShape({ ...BASE, viewport: { width, height }, isVertical })).toBe(shape);
  expect([layout.compact, layout.low]).toEqual([shape === 'compact', shape === 'low']);
  // The picture is never tiny in any window, and keeps its aspect ratio.
  expect((layout.stage.width * layout.stage.height) / (width * height)).toBeGreaterThan(0.22);
  if (!isVertical) expect(Math.abs(layout.stage.width / layout.stage.height - 852 / 480)).toBeLessThan(0.02);
});

test.each([
  ['a desktop', 1_280, 800, false, 340, 940],
  ['a vertical room', 1_280, 800, true, 340, 940],
  ['a phone on its side', 844, 390, false, 300, 544],
] as const)(
  'P4 theatre mode on %s: one column beside a stage as high as the window allows',
  (_name, width, height, isVertical, side, widest) => {
    const wanted = { ...BASE, viewport: { width, height }, isVertical, isTheatre: true };
    expect(layoutRoom(wanted)).toMatchObject({ low: true, compact: false, side, theatre: true });
    expect(layoutRoom(wanted).stage.width).toBeLessThanOrEqual(widest);
    // Without the chat only the picture is shown: as wide as the window if its aspect ratio allows.
    const alone = layoutRoom({ ...wanted, hidesChat: true });
    expect(alone).toMatchObject({ side: 0, chat: false });
    expect(alone.stage.width === width || alone.stage.height === height).toBe(true);
  },
);

test('P4 a narrow window has no theatre mode, and a stage beside the chat uses the space of a hidden chat', () => {
  expect(layoutRoom({ ...BASE, viewport: { width: 390, height: 844 }, isTheatre: true })).toMatchObject({ compact: true, low: false });
  const beside = (hidesChat: boolean): number => layoutRoom({ ...BASE, viewport: { width: 1_280, height: 1_024 }, hidesChat }).stage.width;
  expect(beside(true)).toBeGreaterThan(beside(false) + 200);
  expect(layoutRoom({ ...BASE, isVertical: true, hidesChat: true }).side).toBe(PAGE_FRAME.verticalSideWidth);
});

test('P4 the compact stage leaves half of the height to the chat', () => {
  expect(layoutRoom({ ...BASE, viewport: { width: 740, height: 500 } }).stage.height).toBe(250);
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

test('P4 P11 mount effects are hidden in lite mode, award rooms and match rooms', () => {
  expect(layoutRoom(BASE).mounts).not.toBeNull();
  for (const change of [{ isLite: true }, { isAwardRoom: true }, { isMatchRoom: true }]) {
    expect(showsMounts({ ...BASE, ...change })).toBe(false);
    expect(layoutRoom({ ...BASE, ...change }).mounts).toBeNull();
  }
});

test('P4 the mount box is 830x468 of the 852x480 stage', () => {
  const width = 852 + PAGE_FRAME.chatWidth + 2 * PAGE_FRAME.padding + PAGE_FRAME.gap;
  const { stage, mounts } = layoutRoom({ ...BASE, viewport: { width, height: 2_000 } });
  expect(stage).toMatchObject({ width: 852, height: 480 });
  expect(mounts).toEqual({ x: 11, y: 6, width: 830, height: 468 });
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

test('P4 every reason of a policy is reached, and some room chooses each policy', () => {
  const reached = new Set<string>();
  const policies = new Set<number>();
  for (const picture of ['auto', 'fit', 'fill'] as const)
    for (const liveLayout of [0, 1, 2, 3, 4, 5, 6, 7])
      for (const kind of ['normal', 'live', 'channel', 'vertical', 'embed'] as const)
        for (const isVertical of [true, false])
          for (const isCompact of [true, false]) {
            const { policy, why } = decidePolicy({ fit: picture, liveLayout, kind, isVertical, isCompact });
            reached.add(why);
            policies.add(policy);
          }
  expect([...reached].sort()).toEqual([...POLICY_WHYS].sort());
  expect([...policies].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(['fit', 'fill', 'auto', 3, null, undefined, 'x'].map(readFit)).toEqual(['fit', 'fill', 'auto', 'auto', 'auto', 'auto', 'auto']);
});
