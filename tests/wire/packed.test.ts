import { expect, test } from 'vitest';
import { codecOf } from '../../src/wire/all-families.ts';
import { type Kept, Packer, Unpacker } from '../../src/wire/packed.ts';
import { ROWS, type AnyRow, type RoomMessage } from '../../src/wire/registry.ts';
import { UNPACKERS } from '../../src/wire/unpackers.ts';
import type { FieldType, Schema } from '../../src/wire/schema.ts';
import { seeded, type Seeded } from '../seeded.ts';

const NUMBERS = [0, 1, -1, 2 ** 31, -(2 ** 31), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
const TEXTS = ['', 'a', '歌王', '🎤', '__proto__', '\u0000', '\ud800', 'x'.repeat(2_000)];

function value(type: FieldType, random: Seeded): unknown {
  if (type === 'number') return random.pick(NUMBERS);
  if (type === 'flag') return random.pick([true, false]);
  if (type === 'text') return random.pick(TEXTS);
  if (typeof type === 'object') return random.pick([null, () => body(type, random)])?.() ?? null;
  throw new Error('no push holds bytes');
}

/** As the socket worker makes it: every field there, `ext` read into `userExt` and gone. */
function body(schema: Schema, random: Seeded): object {
  return Object.fromEntries(
    Object.entries(schema.fields)
      .filter(([key]) => key !== 'ext')
      .map(([key, { type, isList }]) => {
        if (!isList) return [key, value(type, random)];
        // What a list holds is never missing.
        const item = (): unknown => (typeof type === 'object' ? body(type, random) : value(type, random));
        return [key, Array.from({ length: random.int(4) }, item)];
      }),
  );
}

function keptOf(row: AnyRow, random: Seeded): Kept {
  const schema = codecOf(row.family)[row.schema]!;
  return {
    message: { id: row.id, name: row.name, timeMs: random.int(2 ** 31), body: body(schema, random) } as RoomMessage,
    family: row.family,
    schema,
  };
}

const messagesOf = (kept: readonly Kept[]): readonly RoomMessage[] => kept.map(({ message }) => message);

test('S9 a thousand batches of every message there is cross to the room worker as they were', () => {
  const random = seeded(491);
  const packer = new Packer();
  const unpacker = new Unpacker(UNPACKERS);
  for (let round = 0; round < 1_000; round++) {
    const batch = Array.from({ length: random.int(12) }, () => keptOf(random.pick(ROWS), random));
    expect(unpacker.unpack(structuredClone(packer.pack(batch)))).toEqual(messagesOf(batch));
  }
});

test('S9 what kind a message is of crosses once, and again from a worker that was started again', () => {
  const random = seeded(5);
  const batch = ROWS.map((row) => keptOf(row, random));
  const unpacker = new Unpacker(UNPACKERS);
  for (const packer of [new Packer(), new Packer()]) {
    const first = packer.pack(batch);
    expect(first.newKinds).toHaveLength(ROWS.length);
    expect(unpacker.unpack(first)).toEqual(messagesOf(batch));
    const again = packer.pack(batch.toReversed());
    expect(again.newKinds).toEqual([]);
    expect(unpacker.unpack(again)).toEqual(messagesOf(batch.toReversed()));
  }
});

test('S9 a batch larger than any before it is whole, and the text of ext never crosses', () => {
  const random = seeded(6);
  const row = ROWS.find(({ name }) => name === 'chat')!;
  const batch = Array.from({ length: 3_000 }, () => keptOf(row, random));
  const withExt = batch.map(({ message, ...rest }) => ({
    message: { ...message, body: Object.assign({}, message.body, { ext: 'secret' }) } as RoomMessage,
    ...rest,
  }));
  const unpacker = new Unpacker(UNPACKERS);
  const packer = new Packer();
  expect(unpacker.unpack(packer.pack(withExt))).toEqual(messagesOf(batch));
  expect(unpacker.unpack(packer.pack(batch.slice(0, 1)))).toEqual(messagesOf(batch.slice(0, 1)));
});
