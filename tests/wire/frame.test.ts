import snappy from 'snappyjs';
import { expect, test } from 'vitest';
import { cleanReceived, stripHidden } from '../../src/core/socket/cleaning.ts';
import { seeded } from '../../src/wasm/tests/seeded.ts';
import { readProtobuf, CORE } from '../../src/wire/body.ts';
import { crc32, encodeFrame, FRAME_HEADER_BYTES, readFrame, readEnvelope } from '../../src/wire/frame.ts';
import { inflateGzip, inflateSnappy, MAX_INFLATED_BYTES } from '../../src/wire/inflate.ts';
import { rounds } from '../rounds.ts';
import { gzip } from 'pako';

const payload = new TextEncoder().encode('a payload');
const good = (): Uint8Array<ArrayBuffer> => encodeFrame({ kind: 'push', command: 501, payload });
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

test('S3 several gzip members are one content', () => {
  const read = inflateGzip(Uint8Array.from([...gzip(payload), ...gzip(Uint8Array.of(1, 2))]));
  expect(read.ok && [...read.value]).toEqual([...payload, 1, 2]);
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
