import { constants, gunzipSync, gzipSync, type ZlibOptions } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32 } from '../../src/wire/crc32.ts';
import { inflateGzip, MAX_INFLATED_BYTES } from '../../src/wire/inflate.ts';
import { rounds } from '../rounds.ts';
import { seeded } from '../seeded.ts';

const { Z_DEFAULT_STRATEGY, Z_FILTERED, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = constants;
const WORDS = ['星河不打烊', 'chat', '%7B%22', '/fixtures/images/medal-star.svg', 'aaaaaaaa', '\n', '0', '大家一起来'];

/** Bytes of every kind: repeated words, noise, long runs, few symbols. */
function someBytes(rng: ReturnType<typeof seeded>): Uint8Array<ArrayBuffer> {
  const size = rng.pick([0, 1, 2, 30, 258, 400, 3_000, 40_000]);
  switch (rng.int(4)) {
    case 0:
      return new Uint8Array(rng.bytes(size));
    case 1:
      return new Uint8Array(size).fill(rng.int(256));
    case 2:
      return Uint8Array.from({ length: size }, () => rng.int(3));
    default: {
      const text = Array.from({ length: Math.ceil(size / 5) }, () => rng.pick(WORDS)).join('');
      return new TextEncoder().encode(text).slice(0, size);
    }
  }
}

const someOptions = (rng: ReturnType<typeof seeded>): ZlibOptions => ({
  level: rng.int(10),
  windowBits: 9 + rng.int(7),
  memLevel: 1 + rng.int(9),
  strategy: rng.pick([Z_DEFAULT_STRATEGY, Z_FILTERED, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE]),
});

test('S3 600 contents that zlib compressed, with any strategy and level, are inflated to the same bytes', () => {
  const rng = seeded(91);
  for (let round = 0; round < rounds(600); round++) {
    const bytes = someBytes(rng);
    const read = inflateGzip(gzipSync(bytes, someOptions(rng)));
    expect(read.ok && Buffer.compare(read.value, bytes)).toBe(0);
  }
});

test('S3 of 4,000 damaged streams the same ones are accepted as by zlib', () => {
  const rng = seeded(92);
  let taken = 0;
  for (let round = 0; round < rounds(4_000); round++) {
    const whole = gzipSync(someBytes(rng).subarray(0, 400), someOptions(rng));
    const damaged = new Uint8Array(rng.flip(whole));
    const read = inflateGzip(damaged);
    // zlib accepts any bytes after the end of a stream, and unused flags in the header: `inflateGzip` refuses both.
    if (!read.ok && /head that is none|flags that are none/.test(read.error.detail)) continue;
    let expected: Uint8Array | null = null;
    try {
      expected = gunzipSync(damaged);
    } catch {
      // zlib refuses it, so `inflateGzip` has to refuse it.
    }
    expect(read.ok, `round ${round}`).toBe(expected !== null);
    if (read.ok && expected !== null) expect(Buffer.compare(read.value, expected)).toBe(0);
    if (read.ok) taken++;
  }
  // Some damaged streams are still valid: time and system in the header, for example, may have any value.
  expect(taken).toBeGreaterThan(rounds(100));
});

const plain = new TextEncoder().encode('one two one two one two');
const packed = gzipSync(plain);
const withHead = (flags: number, ...extra: readonly number[]): Uint8Array => {
  const head = [...packed.subarray(0, 10)];
  head[3] = flags;
  return Uint8Array.from([...head, ...extra, ...packed.subarray(10)]);
};
const CHECKED_HEAD = [...packed.subarray(0, 3), 2, ...packed.subarray(4, 10)];
const headSum = crc32(Uint8Array.from(CHECKED_HEAD)) & 0xffff;

test.each([
  ['an extra field', withHead(4, 3, 0, 9, 9, 9)],
  ['a name', withHead(8, 65, 66, 0)],
  ['a comment', withHead(16, 67, 0)],
  ['a name and a comment', withHead(24, 65, 0, 67, 0)],
  ['a checksum of the head', withHead(2, headSum & 0xff, headSum >> 8)],
])('S3 a gzip header with %s is skipped', (_what, bytes) => {
  const read = inflateGzip(bytes);
  expect(read.ok && Buffer.compare(read.value, plain)).toBe(0);
});

test.each([
  ['an extra field that runs over the end', withHead(4, 255, 255)],
  ['a name without an end', Uint8Array.from([...withHead(8).subarray(0, 10), 65, 66])],
  ['a wrong checksum of the head', withHead(2, 1, 2)],
  ['a flag that is none', withHead(32)],
  ['another method', packed.map((byte, at) => (at === 2 ? 7 : byte))],
  ['something behind its end', Uint8Array.from([...packed, 1, 2, 3])],
  ['a size that is not its own', packed.map((byte, at) => (at === packed.length - 4 ? byte ^ 1 : byte))],
])('S3 a gzip with %s is refused by name', (_what, bytes) => {
  expect(inflateGzip(bytes)).toMatchObject({ ok: false, error: { code: 'WIRE_BAD_COMPRESSION' } });
});

test('S3 several gzip members are one content, and a member cannot copy from the one before it', () => {
  const read = inflateGzip(Uint8Array.from([...packed, ...gzipSync(Uint8Array.of(1, 2))]));
  expect(read.ok && [...read.value]).toEqual([...plain, 1, 2]);
  // One literal byte, then a copy from two bytes back, which is before the start of this member.
  const dictionary = Uint8Array.from([...packed.subarray(0, 10), 0x4b, 0x04, 0x52, 0x00, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(inflateGzip(Uint8Array.from([...packed, ...dictionary])).ok).toBe(false);
});

test('S3 a declared size that the content does not have is refused as damage, and a content over the limit as too long', () => {
  const lying = packed.slice();
  lying.set([0xff, 0xff, 0xff, 0xff], lying.length - 4);
  expect(inflateGzip(lying)).toMatchObject({ ok: false, error: { code: 'WIRE_BAD_COMPRESSION' } });
  expect(inflateGzip(gzipSync(new Uint8Array(MAX_INFLATED_BYTES + 1)))).toMatchObject({
    ok: false,
    error: { code: 'WIRE_INFLATED_TOO_LONG' },
  });
});
