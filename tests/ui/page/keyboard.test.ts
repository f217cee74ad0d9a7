import { expect, test } from 'vitest';
import { aboveKeyboard } from '../../../src/ui/page/keyboard.ts';

const area = { windowHeight: 844, height: 844, top: 0, scale: 1, isTyping: true };

test('S20 a keyboard over the page leaves the area above it, for any scroll position', () => {
  expect(aboveKeyboard({ ...area, height: 508 })).toEqual({ topPx: 0, heightPx: 508 });
  expect(aboveKeyboard({ ...area, height: 508.4, top: 96.7 })).toEqual({ topPx: 97, heightPx: 508 });
  expect(aboveKeyboard({ ...area, height: 508, top: -12 })).toEqual({ topPx: 0, heightPx: 508 });
});

test('S20 browser toolbars and a zoom do not count as a keyboard', () => {
  expect(aboveKeyboard(area)).toBeNull();
  expect(aboveKeyboard({ ...area, height: 760 })).toBeNull();
  expect(aboveKeyboard({ ...area, height: 422, scale: 2 })).toBeNull();
});

test('S20 without a focused field a smaller window does not count as a keyboard', () => {
  expect(aboveKeyboard({ ...area, height: 508, isTyping: false })).toBeNull();
});
