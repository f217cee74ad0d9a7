import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chooseLanguage } from '../../src/design/language.ts';
import { counted } from '../../src/ui/text/counted.ts';
import { en } from '../../src/ui/text/en.ts';
import { formatCount } from '../../src/ui/text/numbers.ts';
import { formatDuration } from '../../src/ui/text/text.ts';
import { zhCN } from '../../src/ui/text/zh-CN.ts';

test('an English number has its noun: singular, plural, and a shortened number', () => {
  expect([0, 1, 2, '1', '12.3K', 1.5].map((count) => counted(count, 'line'))).toEqual([
    '0 lines',
    '1 line',
    '2 lines',
    '1 line',
    '12.3K lines',
    '1.5 lines',
  ]);
  expect([1, 3].map((count) => counted(count, 'message waits', 'messages wait'))).toEqual(['1 message waits', '3 messages wait']);
  expect([en.followers('1'), en.followers('306.5K'), en.chatQueued(1), en.logLines(2)]).toEqual([
    '1 follower',
    '306.5K followers',
    '1 message is waiting',
    '2 lines',
  ]);
});

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

test.each([
  [0, '00:00'],
  [59.9, '00:59'],
  [3_599, '59:59'],
  [5_025, '1:23:45'],
  [-10, '00:00'],
])('%s seconds are written as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

const css = readFileSync('src/design/tokens.css', 'utf8');
/** The declarations of one theme; the shared ones are in the first block. */
const THEMES = {
  dark: css.slice(0, css.indexOf(":root[data-theme='light']")),
  light: css.slice(css.indexOf(":root[data-theme='light']")),
} as const;
type Theme = keyof typeof THEMES;
const token = (name: string, theme: Theme = 'dark'): string => {
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(THEMES[theme])?.[1];
  if (value === undefined) throw new Error(`no --${name} in the ${theme} theme`);
  return value.trim();
};

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
function contrast(one: string, two: string): number {
  const [dark, light] = [luminance(one), luminance(two)].toSorted((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

const SURFACES = ['bg', 'surface', 'surface-2'];
const INKS = ['ink', 'ink-2', 'ink-3', 'rose-ink', 'amber', 'teal', 'blue', 'violet', 'good', 'bad', 'name', 'warm', 'bad-ink'];
test.each((['dark', 'light'] as const).flatMap((theme) => INKS.map((ink) => [ink, theme] as const)))(
  'P3 text in --%s is readable (AA) on every surface of the %s theme',
  (ink, theme) => {
    for (const surface of SURFACES) expect(contrast(token(ink, theme), token(surface, theme)), surface).toBeGreaterThanOrEqual(4.5);
  },
);

test('P3 the light theme has a value for every colour of the dark one', () => {
  const names = (part: string): readonly string[] => [...part.matchAll(/--([\w-]+):/g)].map(([, name]) => name!);
  const dark = names(THEMES.dark.slice(THEMES.dark.indexOf("[data-ground='dark']")));
  expect(names(THEMES.light)).toEqual(dark);
});

test('white text is readable on filled buttons, from one end to the other', () => {
  const ends = token('brand-button').match(/#[0-9a-f]{6}/gi) ?? [];
  expect(ends).toHaveLength(2);
  for (const end of ends) expect(contrast('#ffffff', end)).toBeGreaterThanOrEqual(4.5);
});
