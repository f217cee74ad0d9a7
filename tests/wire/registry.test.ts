import { expect, test } from 'vitest';
import { COMMAND, type Command } from '../../src/core/socket/outgoing.ts';
import { codecOf, readPush } from '../../src/wire/all-families.ts';
import { readBody, CORE } from '../../src/wire/body.ts';
import { commandText, encodeCommand } from '../../src/wire/encode-command.ts';
import { readCommand, encodePush } from '../../src/wire/server-side.ts';
import { readEnvelope, readFrame } from '../../src/wire/frame.ts';
import { MESSAGE_CLASSES, rowOf, ROWS } from '../../src/wire/registry.ts';
import type { FieldType, Schema } from '../../src/wire/schema.ts';
import { readTextContent, readTextMessage } from '../../src/wire/text-message.ts';
import { rounds } from '../rounds.ts';
import { CHAT_FIELDS, LOGIN_FIELDS, LOGIN_OPTIONAL } from '../spec/document-2.ts';
import { type Seeded, seeded } from '../../src/wasm/tests/seeded.ts';

function read(bytes: Uint8Array): ReturnType<typeof readPush> {
  const frame = readFrame(bytes);
  if (!frame.ok) return frame;
  const envelope = readEnvelope(frame.value.payload);
  return envelope.ok ? readPush(frame.value.command, envelope.value) : envelope;
}

const schemaOf = (id: number): Schema => {
  const row = rowOf(id)!;
  return codecOf(row.family)[row.schema]!;
};

/** A body with every field of its schema filled. */
function filled(schema: Schema, random: Seeded): Record<string, unknown> {
  const value = (type: FieldType): unknown => {
    if (type === 'text') return `字 ${random.int(1000)}`;
    if (type === 'number') return 1 + random.int(2 ** 31 - 2);
    if (type === 'flag') return true;
    return type === 'bytes' ? random.bytes(4) : filled(type, random);
  };
  return Object.fromEntries(
    Object.entries(schema.fields).map(([name, { type, isList }]) => [name, isList ? [value(type), value(type)] : value(type)]),
  );
}

test('S9 no two rows have the same number or name', () => {
  expect(new Set(ROWS.map((row): number => row.id)).size).toBe(ROWS.length);
  expect(new Set(ROWS.map((row) => row.name)).size).toBe(ROWS.length);
});

test('S9 every message has a class, and only a state has a key, whose fields are in its schema', () => {
  for (const row of ROWS) {
    expect(MESSAGE_CLASSES).toContain(row.messageClass);
    if (row.messageClass !== 'state') expect(row.key).toEqual([]);
    for (const name of row.key) expect(Object.keys(schemaOf(row.id).fields)).toContain(name);
  }
  // Messages that end, refuse or confirm a login must never wait behind chat traffic.
  for (const id of [901, 211, 202]) expect(rowOf(id)?.messageClass).toBe('own');
});

test.each(ROWS)('S9 $name ($id) is read as it was encoded, in each compression and codec', ({ id, name }) => {
  const body = filled(schemaOf(id), seeded(id));
  for (const compression of ['none', 'gzip', 'snappy'] as const)
    for (const codec of ['protobuf', 'json'] as const)
      expect(read(encodePush({ id, body, compression, codec }))).toEqual({ ok: true, value: { name, body } });
});

test.each(ROWS)('S9 $name ($id) without any field is read as a body of defaults that can be cloned', ({ id }) => {
  const empty = read(encodePush({ id, body: {} }));
  expect(empty.ok && Object.keys(empty.value.body)).toEqual(Object.keys(schemaOf(id).fields));
  expect(empty.ok && structuredClone(empty.value.body)).toEqual(empty.ok && empty.value.body);
  expect(read(encodePush({ id, body: {}, codec: 'json' }))).toEqual(empty);
});

test('S8 angle brackets are escaped and spacing characters stripped in every string, nested ones included', () => {
  const hostile = '<b>\u202e\u2028x</b>';
  const clean = '&lt;b&gt;x&lt;/b&gt;';
  const body = { sendername: hostile, chatmsg: hostile, userExt: { medalList: [{ name: hostile }] } };
  for (const codec of ['protobuf', 'json'] as const)
    expect(read(encodePush({ id: 501, body, codec }))).toMatchObject({
      ok: true,
      value: { body: { sendername: clean, chatmsg: clean, userExt: { medalList: [{ name: clean }] } } },
    });
});

test('S3 JSON cannot change a prototype, and fields that the schema does not name are dropped', () => {
  const body = readBody(CORE['Chat']!, JSON.parse('{"__proto__":{"polluted":true},"constructor":{"x":1},"chatmsg":"hi","extra":1}'));
  expect(body).toMatchObject({ ok: true, value: { chatmsg: 'hi' } });
  expect(body.ok && 'extra' in body.value).toBe(false);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(body.ok && Object.getPrototypeOf(body.value)).toBe(Object.prototype);
});

test('S8 a JSON string message has the same fields, with numbers as text and flags as 0 or 1', () => {
  const message = readTextMessage(
    JSON.stringify({
      cmd: 501,
      content: { chatmsg: 'hi', userid: '12', issecrect: 1 },
      ext: '%7B%7D',
      ack: 1,
      rpt: 0,
      msgId: 7,
      offset: '88',
      time: 1_700_000_000,
    }),
  );
  expect(message.ok && message.value.delivery).toEqual({
    offset: 88,
    wantsAck: true,
    isRetransmit: false,
    msgId: '7',
    timeMs: 1_700_000_000_000,
  });
  expect(message.ok && readTextContent(rowOf(501)!, CORE, message.value)).toMatchObject({
    ok: true,
    value: { body: { chatmsg: 'hi', userid: 12, issecrect: true, ext: '%7B%7D' } },
  });
  const error = readTextMessage('{"cmd":901,"type":1,"status":0,"errno":622,"msg":"<x>"}');
  expect(error.ok && readTextContent(rowOf(901)!, CORE, error.value)).toMatchObject({
    ok: true,
    value: { name: 'error', body: { cmd: 0, errno: 622, msg: '&lt;x&gt;' } },
  });
  // The one cmd is the number of the message: the command that it answers is known by the fields of a line.
  const commandOf = (fields: object): unknown => {
    const read = readTextMessage(JSON.stringify({ cmd: 901, status: 0, ...fields }));
    const message = read.ok ? readTextContent(rowOf(901)!, CORE, read.value) : read;
    return message.ok && message.value.name === 'error' ? message.value.body.cmd : null;
  };
  expect([{ uuid: 'u1' }, { seq: 5 }, { uuid: '', seq: 0 }, { content: { cmd: 502, uuid: 'u1' } }].map(commandOf)).toEqual([
    501, 501, 0, 502,
  ]);
});

test('S3 each of 2,000 damaged envelopes is read or refused by name, and none throws', () => {
  const random = seeded(12);
  for (let round = 0; round < rounds(2_000); round++) {
    const frame = readFrame(encodePush({ id: 501, body: { chatmsg: 'x' }, msgId: 'abc', offset: 5 }));
    const payload = random.pick([random.flip(frame.ok ? frame.value.payload : new Uint8Array()), random.bytes(random.int(60))]);
    const result = readEnvelope(payload);
    if (!result.ok) expect(result.error.code).toBe('WIRE_BAD_ENVELOPE');
  }
});

/** Each text of a command is the name of its field. */
const textsOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));
const NUMBERS = { roomid: 1001, kugouid: 7, clientid: 100, v: 20240801, screen: 1, platid: 7 };
const EMPTY = Object.fromEntries(LOGIN_FIELDS.map((name) => [name, '']));
const COMMANDS = [
  { id: COMMAND.login, fields: { ...textsOf([...LOGIN_FIELDS, ...LOGIN_OPTIONAL]), ...NUMBERS, cmd: 201 } },
  { id: COMMAND.relogin, fields: { ...EMPTY, ...NUMBERS, cmd: 2201, kugouid: 0, screen: 0 } },
  { id: COMMAND.quit, fields: { cmd: 202, roomid: 1001 } },
  {
    id: COMMAND.chat,
    fields: {
      ...textsOf([...CHAT_FIELDS, 'gameId']),
      cmd: 501,
      receiverid: 1,
      receiveruserid: 2,
      issecrect: 1,
      seq: 1_700_000_000_000,
      v: 20240801,
      paraAbnor: 0,
    },
  },
  { id: COMMAND.verify, fields: { cmd: 502, code: 'c', key: 'k' } },
  { id: COMMAND.ack, fields: { cmd: 211, msgId: 'm', offset: 9_007_199_254_740_000 } },
  { id: COMMAND.screen, fields: { cmd: 410001, screen: 1 } },
] as unknown as readonly Command[];

test.each(COMMANDS)('S5 command $id reaches the server with every field, as bytes and as text', (command) => {
  const frame = readFrame(encodeCommand(command));
  const back = frame.ok ? readCommand(frame.value) : frame;
  expect(back.ok && { ...back.value.fields }).toMatchObject(
    Object.fromEntries(Object.entries(command.fields).filter(([, value]) => value !== 0 && value !== '')),
  );
  expect(JSON.parse(commandText(command))).toEqual(command.fields);
});

test('S4 optional fields that a login does not have are missing at the server, not empty', () => {
  const { entryid: _entry, offset: _offset, ...fields } = COMMANDS[0]!.fields as Readonly<Record<string, unknown>>;
  const frame = readFrame(encodeCommand({ id: COMMAND.login, fields } as unknown as Command));
  const back = frame.ok ? readCommand(frame.value) : frame;
  if (!back.ok) throw new Error(back.error.detail);
  expect(Object.keys(back.value.fields).toSorted()).toEqual(Object.keys(fields).toSorted());
});
