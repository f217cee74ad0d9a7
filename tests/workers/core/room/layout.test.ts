import { expect, test } from 'vitest';
import { fit, layoutRoom, showsMounts, type LayoutCase } from '../../../../src/workers/core/room/layout.ts';
import { PAGE_FRAME } from '../../../../src/workers/core/room/page-frame.ts';

const BASE: LayoutCase = {
  viewport: { width: 1_280, height: 800 },
  isVertical: false,
  media: { width: 852, height: 480 },
  isLite: false,
  isAwardRoom: false,
  isMatchRoom: false,
};
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

test('P4 fixed width and fixed height keep their side whatever the picture', () => {
  expect(fit(4, BOX, { width: 1_600, height: 400 })).toEqual({ x: 0, y: 100, width: 800, height: 200 });
  expect(fit(5, BOX, { width: 1_600, height: 400 })).toEqual({ x: -400, y: 0, width: 1_600, height: 400 });
});

test('P4 aspect-based cuts a little rather than showing a narrow border', () => {
  expect(fit(6, BOX, { width: 840, height: 400 })).toEqual({ x: -20, y: 0, width: 840, height: 400 });
});

test('P4 a picture or a box without a size is no division by zero', () => {
  for (const policy of [1, 2, 3, 4, 5, 6] as const) {
    expect(fit(policy, BOX, { width: 0, height: 0 })).toEqual({ x: 0, y: 0, ...BOX });
    expect(fit(policy, { width: 0, height: 0 }, { width: 10, height: 10 })).toEqual({ x: 0, y: 0, width: 0, height: 0 });
  }
});

test('P4 the default video fills its stage, beside the chat', () => {
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

test('P4 a phone: the stage is as wide as the screen; a vertical room fills it', () => {
  const viewport = { width: 390, height: 844 };
  expect(layoutRoom({ ...BASE, viewport })).toMatchObject({ compact: true, stage: { width: 390, height: 220 } });
  const vertical = layoutRoom({ ...BASE, viewport, isVertical: true, media: { width: 540, height: 960 } });
  expect(vertical.stage).toEqual({ x: 0, y: 0, ...viewport });
  expect(vertical.policy).toBe(2);
  expect(vertical.video.height).toBeGreaterThanOrEqual(844);
});

test('P4 whatever the window, boxes are whole, never negative in size, and the video stands in the middle of its stage', () => {
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

test('P4 P11 mount effects are hidden in lite mode, in award rooms and in match rooms', () => {
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
