import { readFileSync } from 'node:fs';
import protobuf from 'protobufjs';
import { expect, test } from 'vitest';
import { codecOf } from '../../src/wire/all-families.ts';
import { readPush } from '../../src/wire/read-push.ts';
import { encodeBody } from '../../src/wire/encode-push.ts';
import { readProtobuf } from '../../src/wire/body.ts';
import { ROWS, rowOf } from '../../src/wire/registry.ts';
import type { Schema } from '../../src/wire/schema.ts';
import { randomBody } from '../random-body.ts';
import { rounds } from '../rounds.ts';
import { seeded } from '../seeded.ts';

/** The same .proto files, read by the reflection of protobufjs, which does not use the generated code. */
const PROTOS: Readonly<Record<string, readonly string[]>> = {
  core: ['chat', 'gift', 'session', 'user'].map((name) => `src/wire/proto/received/${name}.proto`),
  ...Object.fromEntries(
    ['pk', 'music', 'orders', 'games', 'headline', 'community', 'people'].map((name) => [
      name,
      ['src/wire/proto/received/user.proto', `src/wire/families/${name}/messages.proto`],
    ]),
  ),
};
const ROOTS = new Map(
  Object.entries(PROTOS).map(([family, files]) => {
    const text = files.map((file) => readFileSync(file, 'utf8').replace(/^(syntax|import) .*$/gm, ''));
    return [family, protobuf.parse(`syntax = "proto3";\n${text.join('\n')}`, { keepCase: true }).root];
  }),
);
const typeOf = (id: number): protobuf.Type => {
  const { family, schema } = rowOf(id)!;
  return ROOTS.get(family)!.lookupType(schema);
};
const schemaOf = (id: number): Schema => codecOf(rowOf(id)!.family)[rowOf(id)!.schema]!;

test('S9 1,000 messages of all kinds have the same content by the generated code and by reflection', () => {
  const rng = seeded(41);
  for (let round = 0; round < rounds(1_000); round++) {
    const { id } = rng.pick(ROWS);
    const type = typeOf(id);
    const bytes = type.encode(type.fromObject(randomBody(schemaOf(id), rng))).finish();
    const expected = type.toObject(type.decode(bytes), { longs: Number, defaults: true, arrays: true });
    // Reflection omits missing messages; a body has null.
    expect(readProtobuf(schemaOf(id), bytes)).toEqual({ ok: true, value: withNulls(schemaOf(id), expected) });
  }
});

test('S9 the mock backend encodes the same bytes as reflection', () => {
  const rng = seeded(42);
  // The acknowledgement holds the one unsigned field, which has no negative numbers to compare.
  const rows = ROWS.filter(({ name }) => name !== 'ack');
  for (let round = 0; round < rounds(1_000); round++) {
    const { id } = rng.pick(rows);
    const body = randomBody(schemaOf(id), rng);
    const type = typeOf(id);
    expect(Buffer.from(encodeBody(id, body)).toString('hex')).toBe(
      Buffer.from(type.encode(type.fromObject(body)).finish()).toString('hex'),
    );
  }
});

test('S9 64-bit numbers are exact to 2^53 on both sides of zero', () => {
  const type = typeOf(501);
  for (const userid of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 35, 2 ** 49 + 1, -(2 ** 40)]) {
    expect(readProtobuf(schemaOf(501), encodeBody(501, { userid }))).toMatchObject({ value: { userid } });
    expect(Number(type.decode(encodeBody(501, { userid }))['userid' as never])).toBe(userid);
  }
});

test('S3 each of 5,000 damaged messages is read with every field or refused by name', () => {
  const rng = seeded(43);
  for (let round = 0; round < rounds(5_000); round++) {
    const { id } = rng.pick(ROWS);
    const whole = encodeBody(id, randomBody(schemaOf(id), rng));
    const content = rng.flip(whole.subarray(0, rng.int(whole.length + 1)));
    const read = readPush(id, {
      content,
      compression: 'none',
      codec: 'protobuf',
      offset: 0,
      wantsAck: false,
      isRetransmit: false,
      msgId: '',
      timeMs: 0,
    });
    if (read.ok) expect(Object.values(read.value.body)).not.toContain(undefined);
    else expect(read.error.code).toBe('WIRE_BAD_PROTOBUF');
  }
});

function withNulls(schema: Schema, value: object): object {
  return Object.fromEntries(
    Object.entries(schema.fields).map(([name, { type, isList }]) => {
      const found: unknown = Reflect.get(value, name);
      if (isList) return [name, ((found ?? []) as object[]).map((item) => (typeof type === 'string' ? item : withNulls(type, item)))];
      if (typeof type !== 'string') return [name, found === undefined || found === null ? null : withNulls(type, found)];
      return [name, found ?? { number: 0, flag: false, text: '', bytes: new Uint8Array() }[type]];
    }),
  );
}
