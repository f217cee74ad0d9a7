import { expect, test } from 'vitest';
import { splitStickers, STICKERS } from '../../../../src/ui/chat/send/stickers.ts';

/** Repeated here, so that a change of the limit fails a test. */
const MAX_STICKERS = 6;

const shown = (text: string): readonly string[] => splitStickers(text).map((part) => (typeof part === 'string' ? part : `<${part.en}>`));
const whole = (text: string): string =>
  splitStickers(text)
    .map((part) => (typeof part === 'string' ? part : part.code))
    .join('');

test('S20 sticker codes in a line are drawn, everything else stays text, and nothing is lost', () => {
  const lines = {
    '[喵开心]': ['<happy cat>'],
    '唱得好[喵喜欢][喵大哭]！': ['唱得好', '<cat in love>', '<crying cat>', '！'],
    '[喵没有] [开心] [喵': ['[喵没有] [开心] [喵'],
    '[[喵开心]]': ['[', '<happy cat>', ']'],
    没有: ['没有'],
  };
  for (const [line, parts] of Object.entries(lines)) {
    expect(shown(line)).toEqual(parts);
    expect(whole(line)).toBe(line);
  }
});

test('S20 in a line full of codes a few are drawn and the others stay text', () => {
  const line = '[喵开心]'.repeat(40);
  expect(splitStickers(line).filter((part) => typeof part !== 'string')).toHaveLength(MAX_STICKERS);
  expect(whole(line)).toBe(line);
});

test('S20 each sticker has its own code and name, and a drawing without a request', () => {
  expect(new Set(STICKERS.map(({ code }) => code)).size).toBe(STICKERS.length);
  expect(new Set(STICKERS.map(({ en }) => en)).size).toBe(STICKERS.length);
  for (const { code, picture } of STICKERS) {
    expect(shown(code)).toHaveLength(1);
    expect(decodeURIComponent(picture)).toMatch(/^data:image\/svg\+xml,<svg .*<\/svg>$/);
  }
});
