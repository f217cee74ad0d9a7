import snappy from 'snappyjs';
import { expect, test } from 'vitest';
import { cleanReceived, stripHidden } from '../../src/core/socket/cleaning.ts';
import { seeded } from '../../src/wasm/tests/seeded.ts';
import { readProtobuf } from '../../src/wire/body.ts';
import { CORE } from '../../src/wire/core-codec.ts';
import { crc32, encodeFrame, FRAME_HEADER_BYTES, MAX_FRAME_BYTES, readFrame, readEnvelope } from '../../src/wire/frame.ts';
import { inflateGzip, inflateSnappy, MAX_INFLATED_BYTES } from '../../src/wire/inflate.ts';
import { rounds } from '../rounds.ts';
import { gzipSync } from 'node:zlib';
import { gzip } from 'pako';

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

const text = new TextEncoder().encode('the same words again and again, '.repeat(200));
const compressSnappy = (bytes: Uint8Array): Uint8Array => snappy.compress(new Uint8Array(bytes));

test.each([
  ['nothing', new Uint8Array()],
  ['words', text],
  ['noise', seeded(1).bytes(70_000)],
  ['exactly the limit', new Uint8Array(MAX_INFLATED_BYTES)],
])('S3 gzip and snappy inflate to the original bytes: %s', (_what, bytes) => {
  for (const read of [inflateGzip(gzip(bytes)), inflateSnappy(compressSnappy(bytes))]) {
    expect(read.ok).toBe(true);
    expect(read.ok && Buffer.compare(read.value, bytes)).toBe(0);
  }
});

test('S3 a gzip bomb is stopped while it inflates', () => {
  const bomb = gzip(new Uint8Array(16 * 1_048_576));
  expect(bomb.length).toBeLessThan(100_000);
  expect(inflateGzip(bomb)).toMatchObject({ ok: false, error: { code: 'WIRE_INFLATED_TOO_LONG' } });
});

test('S3 a gzip bomb in many members is stopped too', () => {
  const member = gzip(new Uint8Array(1_048_576));
  const bomb = new Uint8Array(member.length * 6);
  for (let i = 0; i < 6; i++) bomb.set(member, i * member.length);
  expect(inflateGzip(bomb)).toMatchObject({ ok: false, error: { code: 'WIRE_INFLATED_TOO_LONG' } });
});

test('S3 a snappy bomb is refused by its declared length', () => {
  expect(inflateSnappy(compressSnappy(new Uint8Array(MAX_INFLATED_BYTES + 1)))).toMatchObject({
    ok: false,
    error: { code: 'WIRE_INFLATED_TOO_LONG' },
  });
  expect(inflateSnappy(new Uint8Array([0xff, 0xff, 0xff, 0xff, 0x0f]))).toMatchObject({
    ok: false,
    error: { code: 'WIRE_INFLATED_TOO_LONG' },
  });
});

test.each([
  ['cut gzip', 'gzip', gzip(text).subarray(0, -9)],
  ['gzip with a wrong CRC', 'gzip', gzip(text).map((byte, at, all) => (at === all.length - 6 ? byte ^ 1 : byte))],
  ['zlib instead of gzip', 'gzip', new Uint8Array([0x78, 0x9c, 0x03, 0x00, 0x00, 0x00, 0x00, 0x01])],
  ['no gzip at all', 'gzip', text],
  ['cut snappy', 'snappy', compressSnappy(text).subarray(0, -3)],
  // snappyjs alone never returns for this input, because it reads the length of the literal as -5.
  ['a snappy literal of nearly four gibibytes', 'snappy', new Uint8Array([10, 0xfc, 0xfa, 0xff, 0xff, 0xff, 1, 2, 3, 4, 5])],
] as const)('S3 %s is refused', (_what, form, bytes) => {
  const read = form === 'gzip' ? inflateGzip(bytes) : inflateSnappy(bytes);
  expect(read).toMatchObject({ ok: false, error: { code: 'WIRE_BAD_COMPRESSION' } });
});

test('S3 each of 1,500 damaged streams is inflated within the limit or refused, and none throws', () => {
  const random = seeded(7);
  for (let round = 0; round < rounds(1_500); round++) {
    const bytes = random.bytes(random.int(200));
    const source = random.pick([bytes, text.subarray(0, random.int(600))]);
    const gzipped = random.flip(gzip(source));
    const snapped = random.pick([random.flip(compressSnappy(source)), random.bytes(random.int(40))]);
    for (const read of [inflateGzip(gzipped), inflateSnappy(snapped)]) {
      if (read.ok) expect(read.value.length).toBeLessThanOrEqual(MAX_INFLATED_BYTES);
      else expect(read.error.code).toMatch(/^WIRE_(BAD_COMPRESSION|INFLATED_TOO_LONG)$/);
    }
  }
});

const plain = new TextEncoder().encode('one two one two one two');
const packed = gzipSync(plain);
const withHead = (flags: number, ...extra: readonly number[]): Uint8Array => {
  const head = [...packed.subarray(0, 10)];
  head[3] = flags;
  return Uint8Array.from([...head, ...extra, ...packed.subarray(10)]);
};

test.each([
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

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const PARTS = Array.from('aZ9~<>\u0000é߿大家晚风\u2028\u202e\ufeff\ud7ff\ue000￿😀𠮷');

/** Text by the platform's decoder; null for bytes that are not UTF-8. */
function decoded(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

/** A message whose only field is these bytes. */
function messageOf(field: number, bytes: Uint8Array): Uint8Array {
  const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >> 7];
  return Uint8Array.from([field * 8 + 2, ...length, ...bytes]);
}

test('S3 S8 10,000 whole and damaged texts are read as by the platform’s decoder: shown texts cleaned, ids unchanged', () => {
  const rng = seeded(71);
  const encoder = new TextEncoder();
  let bad = 0;
  for (let round = 0; round < rounds(10_000); round++) {
    const text = Array.from({ length: rng.int(rng.pick([2, 6, 12, 90])) }, () => rng.pick(PARTS)).join('');
    const whole = encoder.encode(text);
    const bytes = rng.int(4) === 0 ? rng.flip(whole) : whole;
    const expected = decoded(bytes);
    if (expected === null) bad++;
    // Field 4 of a chat line is the sender's name, field 4 of an envelope the message id.
    const line = readProtobuf(CORE['Chat']!, messageOf(4, bytes));
    const envelope = readEnvelope(messageOf(4, bytes.subarray(0, 64)));
    if (expected === null) expect(line).toMatchObject({ ok: false, error: { code: 'WIRE_BAD_PROTOBUF' } });
    else expect(line).toMatchObject({ ok: true, value: { sendername: cleanReceived(stripHidden(expected)) } });
    if (bytes.length <= 64) expect(envelope.ok ? envelope.value.msgId : null).toBe(expected);
  }
  expect(bad).toBeGreaterThan(rounds(300));
});
