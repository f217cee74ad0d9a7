import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { repositoryFiles } from '../../scripts/repository-files.ts';

const css = readFileSync('src/ui/tokens.css', 'utf8');
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

/** The value of a declaration as six hexadecimal digits; null for gradients and translucent colours. */
function colourOf(value: string, theme: Theme): string | null {
  const name = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  const colour = name !== undefined && THEMES[theme].includes(`--${name}:`) ? token(name, theme) : value;
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(colour)?.[1];
  return digits === undefined ? null : `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`;
}

test('P3 a rule that sets text and background has readable text in both themes', () => {
  const sheets = repositoryFiles().filter((file) => /^src\/(ui|features)\/.*\.css$/.test(file));
  const unreadable: string[] = [];
  let compared = 0;
  for (const sheet of sheets) {
    for (const [, selector, rule] of readFileSync(sheet, 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      const declared = new Map([...rule!.matchAll(/(?:^|\s)([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value!]));
      for (const theme of ['dark', 'light'] as const) {
        const [ground, ink] = ['background', 'color'].map((name) => colourOf(declared.get(name) ?? '', theme));
        if (ground == null || ink == null) continue;
        compared++;
        if (contrast(ground, ink) < 4.5) unreadable.push(`${sheet} ${selector!.trim()} in the ${theme} theme`);
      }
    }
  }
  expect(compared).toBeGreaterThan(20);
  expect(unreadable).toEqual([]);
});

test('white text is readable on filled buttons, from one end to the other', () => {
  const ends = token('brand-button').match(/#[0-9a-f]{6}/gi) ?? [];
  expect(ends).toHaveLength(2);
  for (const end of ends) expect(contrast('#ffffff', end)).toBeGreaterThanOrEqual(4.5);
});

test('S36 toasts have z-index 55000', () => {
  expect(token('layer-toast')).toBe('55000');
});
