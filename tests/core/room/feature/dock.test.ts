import { expect, test } from 'vitest';
import { unwrapCallback } from '../../../../src/core/room/feature/callback-text.ts';
import {
  asksToShow,
  DOCK_LIMITS,
  DOCK_REASONS,
  type DockItem,
  type DockSlot,
  placeFeatures,
  stillOpen,
} from '../../../../src/core/room/feature/dock.ts';
import { seeded } from '../../../../src/wasm/tests/seeded.ts';

const MAX_DOCKED = 24;
const PRESS_SETTLES_MS = 250;

const WIDE = { isCompact: false, isVertical: false, isFailed: false };
const PHONE = { ...WIDE, isCompact: true };
const item = (name: string, weight: number, wants: DockSlot = 'stage-strip', isCollapsed = false): DockItem => ({
  name,
  weight,
  wants,
  isCollapsed,
});
const placesOf = (...args: Parameters<typeof placeFeatures>): Readonly<Record<string, string>> =>
  Object.fromEntries(placeFeatures(...args).map(({ name, place }) => [name, place]));

test('S37 the dock shows two strips over the picture, moves the third to the side and the lightest to the list, and drops none', () => {
  const items = [item('a', 1), item('b', 2), item('c', 3), item('d', 4), item('e', 5)];
  expect(placesOf(items, WIDE, '')).toEqual({ e: 'stage-strip', d: 'stage-strip', c: 'side', b: 'side', a: 'list' });
  expect(placesOf(items, { ...WIDE, isVertical: true }, '')).toEqual({
    e: 'stage-strip',
    d: 'stage-strip',
    c: 'side',
    b: 'list',
    a: 'list',
  });
});

test('S37 a phone shows one strip and lists the other features; one of them opens as a sheet without moving the strip', () => {
  const items = [item('pk', 9), item('songs', 2), item('packet', 3, 'side')];
  expect(placesOf(items, PHONE, '')).toEqual({ pk: 'stage-strip', packet: 'list', songs: 'list' });
  expect(placesOf(items, PHONE, 'songs')).toEqual({ pk: 'stage-strip', packet: 'list', songs: 'sheet' });
  // The tip of a failed player covers the picture's lower part, and in a portrait room the strip is beside it.
  const failed = { ...PHONE, isFailed: true };
  expect([placesOf(items, failed, '').pk, placesOf(items, { ...failed, isVertical: true }, '').pk]).toEqual(['list', 'stage-strip']);
  // Sheets exist only on phones: in a larger window the feature returns to its place.
  expect(placesOf(items, WIDE, 'songs').songs).toBe('stage-strip');
});

test('S37 no place exceeds its limit for any set of features, and every reason is reached', () => {
  const rng = seeded(15);
  const random = (): number => rng.next();
  const slots: readonly DockSlot[] = ['stage-strip', 'side', 'bottom'];
  const reasons = new Set<string>();
  for (let round = 0; round < 300; round++) {
    const items = Array.from({ length: Math.floor(random() * 40) }, (_, at) =>
      item(`m${at}`, Math.floor(random() * 5), slots[Math.floor(random() * 3)], random() < 0.2),
    );
    const frame = { isCompact: random() < 0.5, isVertical: random() < 0.5, isFailed: random() < 0.5 };
    const placed = placeFeatures(items, frame, 'm3');
    expect(placed.length).toBe(Math.min(items.length, MAX_DOCKED));
    for (const slot of slots) {
      const limit = DOCK_LIMITS[frame.isCompact ? 'compact' : 'wide'][slot];
      expect(placed.filter(({ place }) => place === slot).length).toBeLessThanOrEqual(limit);
    }
    expect(placeFeatures(items.toReversed(), frame, 'm3')).toEqual(placed);
    for (const { why } of placed) reasons.add(why);
  }
  expect([...reasons].sort()).toEqual([...DOCK_REASONS].sort());
});

test('S37 a sheet closes with its feature; a feature that starts again does not open by itself', () => {
  const open = { sheet: 'pk', isListOpen: true };
  expect(stillOpen(open, ['pk', 'songs'])).toEqual(open);
  expect(stillOpen(open, ['songs'])).toEqual({ sheet: '', isListOpen: true });
  expect(stillOpen(open, [])).toEqual({ sheet: '', isListOpen: false });
});

test('S37 a press on a row that has just changed counts for its previous label', () => {
  for (const isShown of [true, false]) {
    expect(asksToShow(isShown, Infinity)).toBe(!isShown);
    expect(asksToShow(isShown, PRESS_SETTLES_MS)).toBe(!isShown);
    expect(asksToShow(isShown, PRESS_SETTLES_MS - 1)).toBe(isShown);
  }
});

const NAME = `a${'b'.repeat(127)}`;
test.each([
  '{"a":1}',
  'cb({"a":1})',
  ' cb ( {"a":1} ) ; \r\n',
  '$._x9({"a":1})',
  ' /**/ cb({"a":1})',
  'typeof cb === \'function\' && cb({"a":1});',
  '\ufeff\u00a0\t\v\ftypeof\tcb\n==\r\'function\'\n&&\ncb({"a":1})\u00a0',
  'typeofcb({"a":1})',
  `${NAME}({"a":1})`,
])('S9 the answer %j is unwrapped', (text) => {
  expect(unwrapCallback(text)).toEqual({ ok: true, value: { a: 1 } });
});

test.each([
  '',
  'cb()',
  'cb(12',
  'cb[12)',
  'cb({"a":1}',
  'cb({"a":1});x',
  'cb({"a":1};)',
  'c-b({"a":1})',
  '/**//**/cb({"a":1})',
  'typeof cb = \'function\' && cb({"a":1})',
  'typeof cb === \'object\' && cb({"a":1})',
  `${NAME}b({"a":1})`,
  '<html>',
])('S9 the answer %j is refused and logged with its start', (text) => {
  expect(unwrapCallback(text)).toEqual({ ok: false, error: { code: 'HTTP_BAD_BODY', detail: `not JSON: ${text.slice(0, 60)}` } });
});
