import { expect, test } from 'vitest';
import { layoutRoom, PLAIN_ROOM, type LayoutCase } from '../../../../src/core/room/layout/layout.ts';
import { stageOnPage } from '../../../../src/core/room/stage/stage-on-page.ts';

const CASE: LayoutCase = { ...PLAIN_ROOM, viewport: { width: 1_280, height: 800 } };

test.each([
  ['beside its chat', {}, { x: 16, y: 144 }],
  ['beside its chat in a window too wide for it', { viewport: { width: 2_000, height: 800 } }, { x: 309, y: 144 }],
  ['alone where the chat is put away', { viewport: { width: 2_000, height: 800 }, hidesChat: true }, { x: 489, y: 144 }],
  ['upright beside everything', { isVertical: true }, { x: 223.5, y: 72 }],
  ['on a phone', { viewport: { width: 390, height: 844 } }, { x: 0, y: 48, width: 390 }],
  ['on a phone that is low for its width', { viewport: { width: 700, height: 700 } }, { x: 39.5, y: 48 }],
  ['upright on a phone', { viewport: { width: 390, height: 844 }, isVertical: true }, { x: 0, y: 0, width: 390, height: 844 }],
  ['on a phone on its side', { viewport: { width: 844, height: 390 } }, { x: 0, y: 42 }],
  ['in the theatre', { isTheatre: true }, { x: 0, y: 135 }],
] satisfies (readonly [string, Partial<LayoutCase>, object])[])(
  'P3 the early stage is positioned %s like the rendered page',
  (_where, given, place) => {
    const input = { ...CASE, ...given };
    const layout = layoutRoom(input);
    const box = stageOnPage(layout, input.viewport);
    expect(box).toMatchObject(place);
    expect([box.width, box.height]).toEqual([layout.stage.width, layout.stage.height]);
  },
);

test('P3 a scroll bar reduces the centred width, never the padding', () => {
  const layout = layoutRoom(CASE);
  expect(stageOnPage(layout, { width: 1_265, height: 800 }).x).toBe(16);
  const upright = layoutRoom({ ...CASE, viewport: { width: 390, height: 844 }, isVertical: true });
  expect(stageOnPage(upright, { width: 375, height: 844 })).toEqual({ x: 0, y: 0, width: 375, height: 844 });
  const wide = layoutRoom({ ...CASE, viewport: { width: 2_000, height: 800 } });
  expect(stageOnPage(wide, { width: 1_985, height: 800 }).x).toBe(301.5);
});
