import { expect, test } from 'vitest';
import { cleanReceived } from '../../src/core/socket/cleaning.ts';
import { crc32 } from '../../src/wire/crc32.ts';
import { readShownText, readText } from '../../src/wire/utf8.ts';
import { WireFault } from '../../src/wire/wire-fault.ts';
import { seeded } from '../seeded.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const PARTS = [
  'a',
  'Z9',
  '~',
  '<b>',
  '\u0000',
  'é',
  '߿',
  '大家',
  '晚风',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\ud7ff',
  '\ue000',
  '￿',
  '😀',
  '𠮷',
];

/** What the platform's decoder says: the text, or null for what is no UTF-8. */
function decoded(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

function attempt(read: () => string): string | null {
  try {
    return read();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(WireFault);
    return null;
  }
}

test('S3 S8 30,000 texts, whole, damaged and seen before, are read as the platform’s decoder reads them, and shown cleaned', () => {
  const rng = seeded(71);
  const encoder = new TextEncoder();
  let bad = 0;
  for (let round = 0; round < 30_000; round++) {
    // Few parts, so that many texts come again and others share their place.
    const text = Array.from({ length: rng.int(rng.pick([2, 6, 12, 90])) }, () => rng.pick(PARTS)).join('');
    const whole = encoder.encode(text);
    const bytes = rng.int(4) === 0 ? rng.flip(whole) : whole;
    // Somewhere among other bytes, which belong to it as little as what was read before.
    const from = rng.int(9);
    const among = rng.bytes(from + bytes.length + 5);
    among.set(bytes, from);
    const expected = decoded(bytes);
    if (expected === null) bad++;
    expect(attempt(() => readText(among, from, from + bytes.length))).toBe(expected);
    const shown = expected === null ? null : cleanReceived(expected);
    expect(attempt(() => readShownText(among, from, from + bytes.length))).toBe(shown);
    expect(attempt(() => readShownText(among, from, from + bytes.length))).toBe(shown);
  }
  expect(bad).toBeGreaterThan(1_000);
});

test('S3 texts that differ in one byte, or in zeros at their end, are told apart however often they come', () => {
  const texts = ['', '\0', '\0\0', 'a', 'a\0', ...Array.from({ length: 3_000 }, (_, i) => `/avatar-${i}.jpg`)].map((text) => ({
    text,
    bytes: new TextEncoder().encode(text),
  }));
  for (let round = 0; round < 3; round++) for (const { text, bytes } of texts) expect(readShownText(bytes, 0, bytes.length)).toBe(text);
});

test('S3 the checksum is CRC-32 at every length and beginning, also over more than one block', () => {
  const rng = seeded(72);
  const byBits = (bytes: Uint8Array): number => {
    let crc = -1;
    for (const byte of bytes) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
    return ~crc >>> 0;
  };
  const sizes = [...Array.from({ length: 70 }, (_, size) => size), 4_079, 4_080, 4_081, 4_095, 4_096, 4_097, 8_192, 12_345];
  for (const size of sizes) {
    const bytes = rng.bytes(size + 16);
    for (const from of [0, 1, 3, 4, 16]) expect(crc32(bytes, from), `${size} from ${from}`).toBe(byBits(bytes.subarray(from)));
  }
});
