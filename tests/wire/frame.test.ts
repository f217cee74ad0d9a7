import { expect, test } from 'vitest';
import { crc32 } from '../../src/wire/crc32.ts';
import { encodeFrame, FRAME_HEADER_BYTES, MAX_FRAME_BYTES, readFrame } from '../../src/wire/frame.ts';
import { seeded } from '../seeded.ts';

const payload = new TextEncoder().encode('a payload');
const good = (): Uint8Array<ArrayBuffer> => encodeFrame({ kind: 'push', command: 501, payload });
const changed = (at: number, value: number): Uint8Array => {
  const bytes = good();
  bytes[at] = value;
  return bytes;
};

test('S3 the checksum is the CRC-32 of zlib: the standard check value for 123456789, and 0 for no bytes', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array())).toBe(0);
});

test('S3 a frame has marker, version, type, command, length, checksum and payload, in this order and big-endian', () => {
  const bytes = good();
  expect([...bytes.subarray(0, 12)]).toEqual([0x46, 0x4c, 1, 2, 0, 0, 501 >> 8, 501 & 255, 0, 0, 0, payload.length]);
  expect(new DataView(bytes.buffer).getUint32(12)).toBe(crc32(payload));
  expect(readFrame(bytes)).toEqual({ ok: true, value: { kind: 'push', command: 501, payload } });
  expect(readFrame(encodeFrame({ kind: 'command', command: 410001, payload: new Uint8Array() }))).toMatchObject({
    ok: true,
    value: { kind: 'command', command: 410001 },
  });
});

test('S3 a frame inside a larger buffer is read', () => {
  const bytes = good();
  const larger = new Uint8Array(bytes.length + 20);
  larger.set(bytes, 7);
  expect(readFrame(larger.subarray(7, 7 + bytes.length))).toMatchObject({ ok: true, value: { command: 501, payload } });
});

test.each([
  ['nothing', new Uint8Array(), 'WIRE_TOO_SHORT'],
  ['half a header', good().subarray(0, FRAME_HEADER_BYTES - 1), 'WIRE_TOO_SHORT'],
  ['a cut payload', good().subarray(0, -1), 'WIRE_TOO_SHORT'],
  ['bytes after the payload', new Uint8Array([...good(), 0]), 'WIRE_TOO_LONG'],
  ['more than a mebibyte', new Uint8Array(MAX_FRAME_BYTES + 1), 'WIRE_TOO_LONG'],
  ['another marker', changed(0, 0x47), 'WIRE_BAD_MARKER'],
  ['another version', changed(2, 2), 'WIRE_BAD_MARKER'],
  ['an unknown type', changed(3, 9), 'WIRE_BAD_MARKER'],
  ['a length of four gibibytes', changed(8, 0xff), 'WIRE_TOO_SHORT'],
  ['a wrong checksum', changed(15, good()[15]! ^ 1), 'WIRE_BAD_CHECKSUM'],
  ['a payload bit that flipped', changed(20, good()[20]! ^ 4), 'WIRE_BAD_CHECKSUM'],
] as const)('S3 %s is refused by name', (_what, bytes, code) => {
  expect(readFrame(bytes)).toMatchObject({ ok: false, error: { code } });
});

test('S3 a frame of the largest allowed size is read', () => {
  const bytes = encodeFrame({ kind: 'push', command: 1, payload: new Uint8Array(MAX_FRAME_BYTES - FRAME_HEADER_BYTES) });
  expect(readFrame(bytes).ok).toBe(true);
});

test('S3 2,000 damaged frames are never read with another payload and never throw', () => {
  const random = seeded(3);
  for (let round = 0; round < 2_000; round++) {
    const bytes = encodeFrame({ kind: 'push', command: random.int(1_000_000), payload: random.bytes(random.int(80)) });
    const damaged = random.int(3) === 0 ? bytes.slice(0, random.int(bytes.length)) : random.flip(bytes);
    const read = readFrame(damaged);
    // Only type and command are outside the checksum: with a flipped bit there a frame may still be valid, with an unchanged payload.
    if (read.ok) expect(read.value.payload).toEqual(bytes.subarray(FRAME_HEADER_BYTES));
    else expect(read.error.code).toMatch(/^WIRE_/);
  }
});

test('S3 the checksum equals a bitwise CRC-32 for every length and start', () => {
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
