import { expect, test } from 'vitest';

import { en } from '../../../src/ui/text/en.ts';
import { formatCount, formatNumber } from '../../../src/ui/text/numbers.ts';
import { chooseLanguage, firstLetter, formatDuration } from '../../../src/ui/text/text.ts';
import { zhCN } from '../../../src/ui/text/zh-CN.ts';

function keysOf(text: object, path = ''): string[] {
  return Object.entries(text).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${path}${key}.`) : [`${path}${key}:${typeof value}`],
  );
}

test('both languages have the same keys, and English contains no Chinese except the name of the other language', () => {
  expect(keysOf(en)).toEqual(keysOf(zhCN));
  const { switchLanguage, ...rest } = en;
  expect(switchLanguage).toBe('中文');
  expect(JSON.stringify(rest)).not.toMatch(/\p{Script=Han}/u);
});

test('S30 the loading text is the specified one', () => {
  expect(zhCN.loading).toBe('加载中...');
});

test.each([
  ['en', null, 'zh-CN', 'en'],
  ['en', 'zh-CN', 'zh-CN', 'en'],
  [null, 'en', 'zh-CN', 'en'],
  ['zh-CN', 'en', 'en-US', 'zh-CN'],
  ['xx', 'en', 'zh-CN', 'en'],
  ['<script>', '{"a":1}', 'zh-TW', 'zh-CN'],
  [null, null, 'zh', 'zh-CN'],
  [null, null, 'en-GB', 'en'],
  [null, null, 'de', 'en'],
  [null, null, '', 'en'],
])('P2 the language of ?lang=%s with %s stored in a browser with %s is %s', (asked, stored, browser, language) => {
  expect(chooseLanguage(asked, stored, browser)).toBe(language);
});

test.each([
  [0, '0', '0'],
  [9_999, '9999', '9,999'],
  [10_000, '1万', '10K'],
  [999_999, '99.9万', '999.9K'],
  [12_860, '1.2万', '12.8K'],
  [384_210, '38.4万', '384.2K'],
  [123_456_789, '1.2亿', '123.4M'],
  [-5, '0', '0'],
  [Number.NaN, '0', '0'],
  [Number.POSITIVE_INFINITY, '0', '0'],
])('%s people are written as %s and %s', (n, chinese, english) => {
  expect(formatCount(n, 'zh-CN')).toBe(chinese);
  expect(formatCount(n, 'en')).toBe(english);
});

test('coins are written with all digits, in groups', () => {
  expect([formatNumber(1_234_567, 'zh-CN'), formatNumber(1_234_567, 'en')]).toEqual(['1,234,567', '1,234,567']);
});

test.each([
  [0, '00:00'],
  [59.9, '00:59'],
  [3_599, '59:59'],
  [5_025, '1:23:45'],
  [-10, '00:00'],
])('%s seconds are written as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test('the placeholder letter of a portrait is a whole character', () => {
  expect(firstLetter('🎤主播')).toBe('🎤');
  expect(firstLetter('')).toBe('');
});
