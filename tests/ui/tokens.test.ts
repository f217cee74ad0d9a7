import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync('src/ui/tokens.css', 'utf8');
const token = (name: string): string => {
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(css)?.[1];
  if (value === undefined) throw new Error(`no --${name}`);
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
test.each(['ink', 'ink-2', 'ink-3', 'rose-ink', 'amber', 'teal', 'blue', 'violet', 'good', 'bad'])(
  'text in --%s is readable (AA) on every surface',
  (ink) => {
    for (const surface of SURFACES) expect(contrast(token(ink), token(surface)), surface).toBeGreaterThanOrEqual(4.5);
  },
);

test('white text is readable on filled buttons, from one end to the other', () => {
  const ends = token('brand-button').match(/#[0-9a-f]{6}/gi) ?? [];
  expect(ends).toHaveLength(2);
  for (const end of ends) expect(contrast('#ffffff', end)).toBeGreaterThanOrEqual(4.5);
});

test('S36 toasts lie at 55000', () => {
  expect(token('layer-toast')).toBe('55000');
});
