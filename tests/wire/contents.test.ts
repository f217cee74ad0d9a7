import { expect, test } from 'vitest';
import { codecOf } from '../../src/wire/all-families.ts';
import { readContents } from '../../src/wire/contents.ts';
import { encodeBody } from '../../src/wire/encode-push.ts';
import { readProtobuf } from '../../src/wire/body.ts';
import { readMessage } from '../../src/wire/envelope.ts';
import { readExtension } from '../../src/wire/ext.ts';
import { type Kept, pack, transferOf } from '../../src/wire/packed.ts';
import { type AnyRow, ROWS, type RoomMessage } from '../../src/wire/registry.ts';
import type { Schema } from '../../src/wire/schema.ts';
import { randomBody } from '../random-body.ts';
import { rounds } from '../rounds.ts';
import { type Seeded, seeded } from '../seeded.ts';

const schemaOf = (row: AnyRow): Schema => codecOf(row.family)[row.schema]!;

/** The packed contents after the transfer between the two workers. */
const crossed = (kept: readonly Kept[]): ReturnType<typeof pack> => {
  const packed = pack(kept);
  return structuredClone(packed, { transfer: transferOf(packed) });
};

/** The same message when it is read before the transfer. */
function readHere(row: AnyRow, timeMs: number, plain: Uint8Array): RoomMessage {
  const read = readProtobuf(schemaOf(row), plain);
  if (!read.ok) throw new Error(read.error.detail);
  const body = read.value;
  const ext: unknown = Reflect.get(body, 'ext');
  const extended = typeof ext === 'string' && ext !== '' ? { userExt: readExtension(ext) ?? Reflect.get(body, 'userExt'), ext: '' } : {};
  return { id: row.id, name: row.name, timeMs, body: { ...body, ...extended } } as RoomMessage;
}

function randomKept(rng: Seeded): { readonly kept: Kept; readonly expected: RoomMessage } {
  const row = rng.pick(ROWS);
  const timeMs = rng.int(2 ** 31);
  const fields = randomBody(schemaOf(row), rng);
  if (rng.int(4) > 0) {
    const plain = encodeBody(row.id, fields);
    return { kept: { row, timeMs, plain }, expected: readHere(row, timeMs, plain) };
  }
  const message = readMessage(row, schemaOf(row), { ...fields, ext: '' });
  if (!message.ok) throw new Error(message.error.detail);
  return { kept: { row, timeMs, plain: null, message: message.value }, expected: { id: row.id, timeMs, ...message.value } };
}

test('S9 the messages of a thousand random batches reach the room worker unchanged and in order', () => {
  const rng = seeded(491);
  for (let round = 0; round < rounds(1_000); round++) {
    const batch = Array.from({ length: rng.int(12) }, () => randomKept(rng));
    const { messages, failures } = readContents(crossed(batch.map(({ kept }) => kept)));
    expect(messages).toEqual(batch.map(({ expected }) => expected));
    expect(failures.size).toBe(0);
  }
});

test('S3 S9 damaged contents are counted under one name, and every other message of the batch is read', () => {
  const rng = seeded(492);
  let bad = 0;
  for (let round = 0; round < rounds(500); round++) {
    const batch = Array.from({ length: 6 }, () => {
      const { kept, expected } = randomKept(rng);
      if (kept.plain === null || rng.int(2) === 0) return { kept, expected };
      return { kept: { ...kept, plain: rng.flip(kept.plain.subarray(0, rng.int(kept.plain.length + 1))) }, expected: null };
    });
    const { messages, failures } = readContents(crossed(batch.map(({ kept }) => kept)));
    const whole = batch.flatMap(({ expected }) => (expected === null ? [] : [expected]));
    const survivors = batch.flatMap(({ kept, expected }) => {
      if (expected !== null) return [expected];
      const row = ROWS.find(({ id }) => id === kept.row.id)!;
      return readProtobuf(schemaOf(row), kept.plain).ok ? [readHere(row, kept.timeMs, kept.plain)] : [];
    });
    expect(messages).toEqual(survivors);
    expect(messages).toEqual(expect.arrayContaining(whole));
    const lost = batch.length - messages.length;
    expect(failures.get('WIRE_BAD_PROTOBUF')?.count ?? 0).toBe(lost);
    bad += lost;
  }
  expect(bad).toBeGreaterThan(rounds(100));
});

test('S20 the text of ext is dropped once it is parsed; an unreadable ext is counted', () => {
  const row = ROWS.find(({ name }) => name === 'chat')!;
  const ext = encodeURIComponent(JSON.stringify({ vipData: { c: 3 } }));
  const kept = [ext, '%E0%A4%A', ''].map((text) => ({ row, timeMs: 1, plain: encodeBody(row.id, { chatmsg: 'x', ext: text }) }));
  const { messages, badExts } = readContents(crossed(kept));
  expect(messages).toMatchObject([
    { body: { ext: '', userExt: { vipData: { c: 3 } } } },
    { body: { ext: '', userExt: null } },
    { body: { ext: '' } },
  ]);
  expect(badExts).toBe(1);
});
