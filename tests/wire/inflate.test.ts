import { gzip } from 'pako';
import snappy from 'snappyjs';
import { expect, test } from 'vitest';
import { MAX_INFLATED_BYTES, inflateGzip, inflateSnappy } from '../../src/wire/inflate.ts';
import { rounds } from '../rounds.ts';
import { seeded } from '../seeded.ts';

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
  const bomb = gzip(new Uint8Array(64 * 1_048_576));
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
  ['no snappy length', 'snappy', new Uint8Array()],
  ['an endless snappy length', 'snappy', new Uint8Array(8).fill(0x80)],
  ['cut snappy', 'snappy', compressSnappy(text).subarray(0, -3)],
  ['snappy that declares too much', 'snappy', new Uint8Array([9, 0, 65])],
  ['snappy that declares too little', 'snappy', new Uint8Array([1, 4, 65, 66])],
  ['a snappy copy from before the start', 'snappy', new Uint8Array([5, 0, 65, 1, 9])],
  ['a snappy copy of offset 0', 'snappy', new Uint8Array([5, 0, 65, 1, 0])],
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
