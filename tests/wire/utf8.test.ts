import { expect, test } from 'vitest';
import { cleanReceived } from '../../src/core/socket/cleaning.ts';
import { codecOf } from '../../src/wire/all-families.ts';
import { crc32 } from '../../src/wire/crc32.ts';
import { encodeBody } from '../../src/wire/encode-push.ts';
import { Reader } from '../../src/wire/reader.ts';
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

test('S3 S8 30,000 texts, whole and damaged, are read as the platform’s decoder reads them, and shown cleaned', () => {
  const rng = seeded(71);
  const encoder = new TextEncoder();
  let bad = 0;
  for (let round = 0; round < 30_000; round++) {
    const text = Array.from({ length: rng.int(rng.pick([2, 6, 12, 90])) }, () => rng.pick(PARTS)).join('');
    const whole = encoder.encode(text);
    const bytes = rng.int(4) === 0 ? rng.flip(whole) : whole;
    // Somewhere among other bytes, which do not belong to it.
    const from = rng.int(9);
    const among = rng.bytes(from + bytes.length + 5);
    among.set(bytes, from);
    const expected = decoded(bytes);
    if (expected === null) bad++;
    expect(attempt(() => readText(among, from, from + bytes.length))).toBe(expected);
    const shown = expected === null ? null : cleanReceived(expected);
    expect(attempt(() => readShownText(among, from, from + bytes.length))).toBe(shown);
  }
  expect(bad).toBeGreaterThan(1_000);
});

test('S3 S8 a text that stands twice in a message is read twice, and one that nearly is the one before is another', () => {
  const rng = seeded(73);
  const codec = codecOf('core')['Chat']!;
  let same = 0;
  for (let round = 0; round < 5_000; round++) {
    const parts = Array.from({ length: rng.int(5) }, () => rng.pick(PARTS));
    const sendername = parts.join('');
    const changed = parts.map((part) => (rng.int(6) === 0 ? rng.pick(PARTS) : part)).join('');
    const nickname = rng.int(2) === 0 ? sendername : changed;
    if (nickname === sendername) same++;
    const read = codec.read(new Reader(encodeBody(501, { sendername, nickname, chatmsg: sendername, fanstags: '' })));
    const [first, second] = [cleanReceived(sendername), cleanReceived(nickname)];
    expect(read).toMatchObject({ sendername: first, nickname: second, chatmsg: first, fanstags: '' });
  }
  expect(same).toBeGreaterThan(2_500);
});

test('S3 a reader that is given the next message remembers nothing of the one before', () => {
  const codec = codecOf('core')['Chat']!;
  const [one, other] = [encodeBody(501, { sendername: 'aaaa' }), encodeBody(501, { sendername: 'bbbb' })];
  const reader = new Reader(one);
  expect(codec.read(reader)).toMatchObject({ sendername: 'aaaa' });
  expect(codec.read(reader.over(other, 0, other.length))).toMatchObject({ sendername: 'bbbb' });
  expect(() => codec.read(reader.over(other, 0, other.length - 1))).toThrow('outside');
  expect(codec.read(reader.over(one, 0, one.length))).toMatchObject({ sendername: 'aaaa' });
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
