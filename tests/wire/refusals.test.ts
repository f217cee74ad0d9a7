/** The details of refused bytes: an engineer who reads them in a log has nothing else to find the cause. */
import protobuf from 'protobufjs';
import { expect, test, vi } from 'vitest';
import type { Result } from '../../src/core/errors.ts';
import { seeded } from '../../src/wasm/tests/seeded.ts';
import { codecOf, readPush } from '../../src/wire/all-families.ts';
import { readBody, readProtobuf, CORE } from '../../src/wire/body.ts';
import { readCommand, encodeBody, encodeMessage } from '../../src/wire/server-side.ts';
import {
  CODEC,
  COMPRESSION,
  plainContent,
  readContent,
  readEnvelope,
  encodeFrame,
  MAX_FRAME_BYTES,
  readFrame,
} from '../../src/wire/frame.ts';
import { inflateGzip, inflateSnappy, MAX_INFLATED_BYTES } from '../../src/wire/inflate.ts';
import { rowOf, ROWS } from '../../src/wire/registry.ts';
import type { Schema } from '../../src/wire/schema.ts';
import { readTextContent, readTextMessage } from '../../src/wire/text-message.ts';
import { randomBody } from '../random-body.ts';
import { rounds } from '../rounds.ts';
import { readFileSync } from 'node:fs';
import { gzip, Inflate } from 'pako';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const frame = encodeFrame({ kind: 'push', command: 501, payload: bytes('payload') });
/** The bytes with another value at a place, counted from the end if it is below zero. */
const changed = (whole: Uint8Array, at: number, change: (byte: number) => number): Uint8Array =>
  whole.map((byte, place) => (place === (at + whole.length) % whole.length ? change(byte) : byte));
const frameWith = (at: number, value: number): Uint8Array => changed(frame, at, () => value);
const envelope = (fields: object): Uint8Array => encodeMessage('Envelope', fields);
const chat = rowOf(501)!;
const quiet = { compression: 'none', codec: 'json' } as const;
const json = (text: string): Result<unknown> => readContent(chat, CORE, { ...quiet, content: bytes(text) });
const chatOf = (...content: readonly number[]): Result<unknown> => readProtobuf(CORE['Chat']!, Uint8Array.from(content));
const times = (length: number, value: number): readonly number[] => Array.from({ length }, () => value);
const packed = gzip(bytes('one two one two one two'));
const gzipWith = (at: number, change: (byte: number) => number): Result<unknown> => inflateGzip(changed(packed, at, change));
const tooLarge = gzip(new Uint8Array(MAX_INFLATED_BYTES + 1));
const refusalOf = (read: Result<unknown>): string => (read.ok ? 'read' : `${read.error.code.replace('WIRE_', '')} ${read.error.detail}`);

test.each<[what: string, read: Result<unknown>, refusal: string | RegExp]>([
  ['nothing', readFrame(new Uint8Array()), 'TOO_SHORT 0 bytes'],
  ['a short frame', readFrame(new Uint8Array(15)), 'TOO_SHORT 15 bytes'],
  ['a long frame', readFrame(new Uint8Array(MAX_FRAME_BYTES + 1)), 'TOO_LONG 1048577 bytes'],
  ['a marker', readFrame(frameWith(0, 0x47)), 'BAD_MARKER marker 0x474c'],
  ['a version', readFrame(frameWith(2, 2)), 'BAD_MARKER version 2'],
  ['a type', readFrame(frameWith(3, 9)), 'BAD_MARKER type 9'],
  ['a length', readFrame(frameWith(11, 8)), 'TOO_SHORT payload of 8 bytes, 7 are there'],
  ['bytes after a frame', readFrame(Uint8Array.from([...frame, 0])), 'TOO_LONG payload of 7 bytes, 8 are there'],
  ['a checksum', readFrame(frameWith(16, 0)), 'BAD_CHECKSUM command 501'],
  ['a flipped bit', readFrame(changed(frame, -1, (byte) => byte ^ 4)), 'BAD_CHECKSUM command 501'],
  ['a compression', readEnvelope(envelope({ compression: 9 })), 'BAD_ENVELOPE compression 9'],
  ['a codec', readEnvelope(envelope({ codec: 7 })), 'BAD_ENVELOPE codec 7'],
  ['a message id', readEnvelope(envelope({ msgId: 'x'.repeat(65) })), 'BAD_ENVELOPE message id of 65 characters'],
  ['an offset', readEnvelope(envelope({ offset: -1 })), 'BAD_ENVELOPE an offset or a time below zero or beyond 2^53'],
  ['a time', readEnvelope(envelope({ time: -1 })), 'BAD_ENVELOPE an offset or a time below zero or beyond 2^53'],
  ['a time beyond 2^53', readEnvelope(envelope({ time: 2 ** 54 })), 'BAD_ENVELOPE an offset or a time below zero or beyond 2^53'],
  ['an envelope', readEnvelope(Uint8Array.of(10, 9)), /^BAD_ENVELOPE RangeError: index out of range/],
  ['a content', plainContent(chat, { compression: 'none', content: new Uint8Array(65_537) }), 'TOO_LONG chat: 65537 bytes'],
  [
    'a content that inflates',
    plainContent(rowOf(901)!, { compression: 'gzip', content: tooLarge }),
    'TOO_LONG error: gzip: more than 16384 bytes',
  ],
  ['an unknown schema', readContent(chat, {}, { ...quiet, content: bytes('{}') }), 'UNKNOWN_MESSAGE chat: no schema Chat in core'],
  ['JSON', json('{'), /^BAD_JSON SyntaxError/],
  ['JSON that is not UTF-8', readContent(chat, CORE, { ...quiet, content: Uint8Array.of(0x22, 0xff, 0x22) }), /^BAD_JSON TypeError/],
  ['a JSON list', json('[]'), 'BAD_FIELDS Chat is not an object'],
  ['a JSON number', json('1'), 'BAD_FIELDS Chat is not an object'],
  ['null', json('null'), 'BAD_FIELDS Chat is not an object'],
  ['protobuf', chatOf(34, 9, 65), /^BAD_PROTOBUF Chat: RangeError/],
  ['protobuf text that is not UTF-8', chatOf(0x6a, 2, 0xc3, 0x28), /^BAD_PROTOBUF Chat: TypeError/],
  ['groups nested for ever', chatOf(...times(5_000, 0x63)), /^BAD_PROTOBUF Chat: Error/],
  ['a number beyond 2^53', chatOf(8, ...times(7, 0xff), 0x7f), 'BAD_PROTOBUF Chat.senderid is wrong: number'],
  ['a number without end', chatOf(8, ...times(12, 0x80)), /^BAD_PROTOBUF Chat: Error/],
  ['an unknown push', readPush(123_456, { ...quiet, content: bytes('{}') } as never), 'UNKNOWN_MESSAGE 123456'],
  ['a text without a schema', readTextContent(chat, {}, { chars: 1, source: {} }), 'UNKNOWN_MESSAGE chat: no schema Chat in core'],
  ['a long text', readTextContent(chat, CORE, { chars: 65_537, source: {} }), 'TOO_LONG chat: 65537 characters'],
  ['the longest text', readTextContent(chat, CORE, { chars: 65_536, source: {} }), 'read'],
  ['a text beyond a frame', readTextMessage(' '.repeat(MAX_FRAME_BYTES + 1)), 'TOO_LONG 1048577 characters'],
  ['a text that fills a frame', readTextMessage('{"cmd":501}'.padEnd(MAX_FRAME_BYTES)), 'read'],
  ['an empty text', readTextMessage(''), /^BAD_JSON SyntaxError/],
  ['a text that is no JSON', readTextMessage('hello'), /^BAD_JSON SyntaxError/],
  ['a text of a list', readTextMessage('[1]'), 'BAD_FIELDS no object'],
  ['a text of null', readTextMessage('null'), 'BAD_FIELDS no object'],
  ['a text without cmd', readTextMessage('{}'), 'BAD_FIELDS cmd is no count'],
  ['a text with a cmd below zero', readTextMessage('{"cmd":-1}'), 'BAD_FIELDS cmd is no count'],
  ['a push as a command', readCommand({ kind: 'push', command: 501, payload: new Uint8Array() }), 'BAD_ENVELOPE not a command'],
  ['an unknown command', readCommand({ kind: 'command', command: 999, payload: new Uint8Array() }), 'UNKNOWN_MESSAGE 999'],
  ['a damaged command', readCommand({ kind: 'command', command: 501, payload: Uint8Array.of(18, 9) }), /^BAD_PROTOBUF RangeError/],
  ['a gzip bomb', inflateGzip(tooLarge), 'INFLATED_TOO_LONG gzip: more than 4194304 bytes'],
  [
    'a gzip bomb of many members',
    inflateGzip(Uint8Array.from(Array.from({ length: 6 }, () => [...gzip(new Uint8Array(1_048_576))]).flat())),
    'INFLATED_TOO_LONG gzip: more than 4194304 bytes',
  ],
  ['no gzip', inflateGzip(bytes('text')), /^BAD_COMPRESSION gzip: incorrect header check/],
  ['a cut gzip', inflateGzip(packed.subarray(0, -9)), /^BAD_COMPRESSION gzip: /],
  ['a gzip with a wrong CRC', gzipWith(-6, (byte) => byte ^ 1), /^BAD_COMPRESSION gzip: /],
  ['a gzip with a wrong size', gzipWith(-4, (byte) => byte ^ 1), /^BAD_COMPRESSION gzip: /],
  // The declared size alone is damage, not a content that is too long.
  ['a gzip with a size of gibibytes', gzipWith(-1, () => 0xff), /^BAD_COMPRESSION gzip: /],
  ['a gzip with a flag that is none', gzipWith(3, () => 32), /^BAD_COMPRESSION gzip: /],
  ['a gzip of another method', gzipWith(2, () => 7), /^BAD_COMPRESSION gzip: /],
  ['bytes after a gzip', inflateGzip(Uint8Array.from([...packed, 1, 2, 3])), /^BAD_COMPRESSION gzip: /],
  ['zlib instead of gzip', inflateGzip(Uint8Array.of(0x78, 0x9c, 3, 0, 0, 0, 0, 1)), /^BAD_COMPRESSION gzip: /],
  // One literal byte, then a copy from two bytes back, which is before the start of this member.
  [
    'a member that copies from the one before it',
    inflateGzip(Uint8Array.from([...packed, ...packed.subarray(0, 10), 0x4b, 4, 0x52, ...times(9, 0)])),
    /^BAD_COMPRESSION gzip: /,
  ],
  ['no snappy length', inflateSnappy(new Uint8Array()), 'BAD_COMPRESSION snappy: no length'],
  ['a snappy length over five bytes', inflateSnappy(Uint8Array.of(...times(5, 0x80), 0)), 'BAD_COMPRESSION snappy: no length'],
  ['a snappy bomb', inflateSnappy(Uint8Array.of(0x81, 0x80, 0x80, 0x02)), 'INFLATED_TOO_LONG snappy: 4194305 bytes'],
  ['the longest snappy length', inflateSnappy(Uint8Array.of(...times(4, 0xff), 0x0f)), 'INFLATED_TOO_LONG snappy: 4294967295 bytes'],
  ['a snappy literal length', inflateSnappy(Uint8Array.of(9, 0xf4, 1)), 'BAD_COMPRESSION snappy: a literal length is cut'],
  ['a snappy literal', inflateSnappy(Uint8Array.of(2, 4, 65)), 'BAD_COMPRESSION snappy: a literal is cut'],
  // snappyjs alone never returns for this input, because it reads the length of the literal as -5.
  [
    'a snappy literal of nearly four gibibytes',
    inflateSnappy(Uint8Array.of(10, 0xfc, 0xfa, 0xff, 0xff, 0xff, 1, 2, 3, 4, 5)),
    'BAD_COMPRESSION snappy: a literal is cut',
  ],
  ['a snappy copy', inflateSnappy(Uint8Array.of(5, 0, 65, 2, 1)), 'BAD_COMPRESSION snappy: a copy is cut'],
  ['a long snappy copy', inflateSnappy(Uint8Array.of(5, 0, 65, 3, 1, 0, 0)), 'BAD_COMPRESSION snappy: a copy is cut'],
  ['a snappy offset', inflateSnappy(Uint8Array.of(5, 0, 65, 1, 9)), 'BAD_COMPRESSION snappy: a copy starts outside'],
  ['a snappy offset of zero', inflateSnappy(Uint8Array.of(5, 0, 65, 1, 0)), 'BAD_COMPRESSION snappy: a copy starts outside'],
  ['a snappy offset with high bits', inflateSnappy(Uint8Array.of(5, 0, 65, 0x21, 1)), 'BAD_COMPRESSION snappy: a copy starts outside'],
  ['more than snappy declares', inflateSnappy(Uint8Array.of(1, 4, 65, 66)), 'BAD_COMPRESSION snappy: more than it declares'],
  ['less than snappy declares', inflateSnappy(Uint8Array.of(9, 0, 65)), 'BAD_COMPRESSION snappy: less than it declares'],
])('S3 S8 S9 the refusal of %s has its code and its cause', (_what, read, refusal) => {
  if (typeof refusal === 'string') expect(refusalOf(read)).toBe(refusal);
  else expect(refusalOf(read)).toMatch(refusal);
});

test.each<[what: string, bytes: readonly number[], text: string]>([
  ['an empty content', [0], ''],
  ['a literal with one byte of length', [3, 0xf0, 2, 65, 66, 67], 'ABC'],
  ['a literal with two bytes of length', [3, 0xf4, 2, 0, 65, 66, 67], 'ABC'],
  ['a literal with four bytes of length', [3, 0xfc, 2, 0, 0, 0, 65, 66, 67], 'ABC'],
  ['a copy of one byte of offset', [6, 4, 65, 66, 1, 2], 'ABABAB'],
  ['a copy of two bytes of offset', [5, 4, 65, 66, 10, 2, 0], 'ABABA'],
  ['a copy of four bytes of offset', [4, 4, 65, 66, 7, 2, 0, 0, 0], 'ABAB'],
])('S3 snappy with %s is read', (_what, given, text) => {
  const read = inflateSnappy(Uint8Array.from(given));
  expect(read.ok && new TextDecoder().decode(read.value)).toBe(text);
});

test('S3 the numbers of compression and codec in an envelope are read as their names', () => {
  for (const [compression, number] of Object.entries(COMPRESSION))
    expect(readEnvelope(envelope({ compression: number }))).toMatchObject({ ok: true, value: { compression } });
  for (const [codec, number] of Object.entries(CODEC))
    expect(readEnvelope(envelope({ codec: number }))).toMatchObject({ ok: true, value: { codec } });
  expect(readEnvelope(envelope({ msgId: 'x'.repeat(64) })).ok).toBe(true);
});

test('S3 a compressed content is inflated only up to the limit of its message', () => {
  // 4 MB of zeros in 4 kB: 65 times the limit of an error message.
  const bomb = gzip(new Uint8Array(4_000_000));
  let inflated = 0;
  const spy = vi.spyOn(Inflate.prototype, 'onData').mockImplementation((chunk) => void (inflated += (chunk as Uint8Array).length));
  expect(plainContent(rowOf(901)!, { compression: 'gzip', content: bomb })).toMatchObject({ error: { code: 'WIRE_TOO_LONG' } });
  spy.mockRestore();
  expect(inflated).toBeLessThanOrEqual(rowOf(901)!.maxBytes);
});

const deliveryOf = (fields: object): unknown => {
  const read = readTextMessage(JSON.stringify({ cmd: 501, ...fields }));
  return read.ok ? read.value.delivery : read.error.code;
};
const delivery = (fields: object = {}): object => ({ offset: 0, wantsAck: false, isRetransmit: false, msgId: '', timeMs: 0, ...fields });

test.each<[fields: object, expected: unknown]>([
  [{}, delivery()],
  [{ ack: true, rpt: 1 }, delivery({ wantsAck: true, isRetransmit: true })],
  [{ ack: 0, rpt: false }, delivery()],
  [{ ack: null, rpt: null, msgId: null, offset: null, time: null }, delivery()],
  [{ content: null, ext: null, ack: 1, msgId: 'm' }, delivery({ wantsAck: true, msgId: 'm' })],
  [{ ack: '1', rpt: 'true' }, delivery({ wantsAck: true, isRetransmit: true })],
  [{ ack: 2 }, delivery()],
  [{ offset: '12', msgId: 'x'.repeat(64) }, delivery({ offset: 12, msgId: 'x'.repeat(64) })],
  [{ offset: 1.5 }, delivery()],
  [{ offset: '-1' }, delivery()],
  [{ offset: '1'.repeat(17) }, delivery()],
  [{ offset: ' 1' }, delivery({ offset: 1 })],
  [{ offset: Number.MAX_SAFE_INTEGER }, delivery({ offset: Number.MAX_SAFE_INTEGER })],
  [{ offset: Number.MAX_SAFE_INTEGER + 1 }, delivery()],
  [{ offset: '9007199254740993' }, delivery()],
  [{ time: 1e300 }, delivery()],
  [{ time: 99_999_999_999 }, delivery({ timeMs: 99_999_999_999_000 })],
  [{ time: 100_000_000_000 }, delivery({ timeMs: 100_000_000_000 })],
])('S8 the delivery fields of a string message with %j are read or refused', (fields, expected) => {
  expect(deliveryOf(fields)).toEqual(expected);
});

test('S8 the fields of a string message are in `content` or beside it, and ext may be beside `content`', () => {
  const sourceOf = (fields: object): unknown => {
    const read = readTextMessage(JSON.stringify({ cmd: 501, ...fields }));
    return read.ok && { ...(read.value.source as object), chars: read.value.chars };
  };
  expect(sourceOf({ content: { chatmsg: 'x' } })).toEqual({ chatmsg: 'x', chars: 37 });
  expect(sourceOf({ content: { chatmsg: 'x' }, ext: 'e' })).toMatchObject({ chatmsg: 'x', ext: 'e' });
  expect(sourceOf({ content: { chatmsg: 'x' }, ext: null })).toEqual({ chatmsg: 'x', chars: 48 });
  expect(sourceOf({ content: { ext: 'inner' }, ext: 'outer' })).toMatchObject({ ext: 'inner' });
  expect(sourceOf({ chatmsg: 'x', ext: 'e' })).toMatchObject({ cmd: 0, chatmsg: 'x', ext: 'e' });
});

const bodyOf = (source: object): { readonly body: unknown; readonly wrong: readonly string[] } => {
  const wrong: string[] = [];
  const read = readBody(CORE['Chat']!, source, (field) => wrong.push(field));
  return { body: read.ok && read.value, wrong };
};

test.each<[source: object, expected: object]>([
  [{ issecrect: 0 }, { issecrect: false }],
  [{ issecrect: 1 }, { issecrect: true }],
  [{ issecrect: '1' }, { issecrect: true }],
  [{ issecrect: 2 }, ['Chat.issecrect']],
  [
    { richlevel: 3.5, age: true },
    { richlevel: 3, age: 1 },
  ],
  [{ age: '', fanstags: [], platform: 'web' }, ['Chat.age', 'Chat.platform', 'Chat.fanstags']],
  [{ chatmsg: 12 }, { chatmsg: '12' }],
  [{ userid: '12' }, { userid: 12 }],
  [{ userid: '-12' }, { userid: -12 }],
  [{ userid: '1'.repeat(17) }, ['Chat.userid']],
  [{ userid: 'x1' }, ['Chat.userid']],
  [{ userid: '' }, ['Chat.userid']],
  [
    { chatmsg: null, userid: null },
    { chatmsg: '', userid: 0 },
  ],
  [{ userExt: [] }, ['Chat.userExt']],
  [{ userExt: { medalList: null } }, { userExt: expect.objectContaining({ medalList: [] }) }],
])('S8 a JSON body with %j is read, and a wrong value becomes its default and is named', (source, expected) => {
  const { body, wrong } = bodyOf({ chatmsg: 'x', ...source });
  if (Array.isArray(expected))
    expect({ body, wrong }).toMatchObject({ body: { age: 0, platform: 0, fanstags: '', userid: 0 }, wrong: expected });
  else expect({ body, wrong }).toMatchObject({ body: expected, wrong: [] });
});

/** The same .proto files, read by the reflection of protobufjs, which does not use the generated code. */
const PROTOS: Readonly<Record<string, readonly string[]>> = {
  core: ['chat', 'gift', 'session', 'user'].map((name) => `src/wire/proto/received/${name}.proto`),
  ...Object.fromEntries(
    ['pk', 'music', 'orders', 'games', 'headline', 'community', 'people'].map((name) => [
      name,
      ['src/wire/proto/received/user.proto', `src/wire/families/${name}.proto`],
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
