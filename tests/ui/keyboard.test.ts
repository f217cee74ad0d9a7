import { expect, test } from 'vitest';
import { aboveKeyboard } from '../../src/ui/keyboard.ts';

const area = { windowHeight: 844, height: 844, top: 0, scale: 1, isTyping: true };

test('S20 a keyboard over the page leaves the part above it, wherever the browser scrolled to', () => {
  expect(aboveKeyboard({ ...area, height: 508 })).toEqual({ topPx: 0, heightPx: 508 });
  expect(aboveKeyboard({ ...area, height: 508.4, top: 96.7 })).toEqual({ topPx: 97, heightPx: 508 });
  expect(aboveKeyboard({ ...area, height: 508, top: -12 })).toEqual({ topPx: 0, heightPx: 508 });
});

test('S20 the bars of the browser and a zoom of the viewer are no keyboard', () => {
  expect(aboveKeyboard(area)).toBeNull();
  expect(aboveKeyboard({ ...area, height: 760 })).toBeNull();
  expect(aboveKeyboard({ ...area, height: 422, scale: 2 })).toBeNull();
});

test('S20 a window that is lower than the page is no keyboard while no field has the focus', () => {
  expect(aboveKeyboard({ ...area, height: 508, isTyping: false })).toBeNull();
});
