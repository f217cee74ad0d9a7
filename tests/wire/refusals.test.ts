/** The details of refused bytes: an engineer who reads them in a log has nothing else to find the cause. */
import { gzip } from 'pako';
import { expect, test } from 'vitest';
import type { Result } from '../../src/core/result.ts';
import { MAX_LIST_ITEMS, readBody, readLenient, readProtobuf } from '../../src/wire/body.ts';
import { CORE } from '../../src/wire/core-codec.ts';
import { readCommand } from '../../src/wire/decode-command.ts';
import { encodeMessage, encodePush, encodeRawPush } from '../../src/wire/encode-push.ts';
import { CODEC, COMPRESSION, plainContent, readContent, readEnvelope } from '../../src/wire/envelope.ts';
import { MAX_EXT_CHARS, readExtension } from '../../src/wire/ext.ts';
import { encodeFrame, MAX_FRAME_BYTES, readFrame } from '../../src/wire/frame.ts';
import { HeaderPeek } from '../../src/wire/header-peek.ts';
import { inflateGzip, inflateSnappy, MAX_INFLATED_BYTES } from '../../src/wire/inflate.ts';
import { readPush } from '../../src/wire/read-push.ts';
import { rowOf } from '../../src/wire/registry.ts';
import { readTextContent, readTextMessage } from '../../src/wire/text-message.ts';

const detailOf = (read: Result<unknown>): string => (read.ok ? 'read' : read.error.detail);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const frameWith = (at: number, value: number): Uint8Array => {
  const frame = encodeFrame({ kind: 'push', command: 501, payload: bytes('payload') });
  frame[at] = value;
  return frame;
};
const envelope = (fields: object): Uint8Array => encodeMessage('Envelope', fields);
const chat = rowOf(501)!;
const quiet = { compression: 'none', codec: 'json' } as const;

test.each<[what: string, read: Result<unknown>, detail: string | RegExp]>([
  ['a short frame', readFrame(new Uint8Array(15)), '15 bytes'],
  ['a long frame', readFrame(new Uint8Array(MAX_FRAME_BYTES + 1)), '1048577 bytes'],
  ['a marker', readFrame(frameWith(0, 0x47)), 'marker 0x474c'],
  ['a version', readFrame(frameWith(2, 2)), 'version 2'],
  ['a type', readFrame(frameWith(3, 9)), 'type 9'],
  ['a length', readFrame(frameWith(11, 8)), 'payload of 8 bytes, 7 are there'],
  ['a checksum', readFrame(frameWith(16, 0)), 'command 501'],
  ['a compression', readEnvelope(envelope({ compression: 9 })), 'compression 9'],
  ['a codec', readEnvelope(envelope({ codec: 7 })), 'codec 7'],
  ['a message id', readEnvelope(envelope({ msgId: 'x'.repeat(65) })), 'message id of 65 characters'],
  ['an offset', readEnvelope(envelope({ offset: -1 })), 'an offset or a time below zero or beyond 2^53'],
  ['a time', readEnvelope(envelope({ time: -1 })), 'an offset or a time below zero or beyond 2^53'],
  ['a time beyond 2^53', readEnvelope(envelope({ time: 2 ** 54 })), 'an offset or a time below zero or beyond 2^53'],
  ['an envelope', readEnvelope(Uint8Array.of(10, 9)), /^RangeError: index out of range/],
  ['a content', plainContent(chat, { compression: 'none', content: new Uint8Array(65_537) }), 'chat: 65537 bytes'],
  ['an unknown schema', readContent(chat, {}, { ...quiet, content: bytes('{}') }), 'chat: no schema Chat in core'],
  ['JSON', readContent(chat, CORE, { ...quiet, content: bytes('{') }), /^SyntaxError/],
  ['a field', readContent(chat, CORE, { ...quiet, content: bytes('{"chatmsg":1}') }), 'Chat.chatmsg is wrong: number'],
  ['a JSON list', readBody(CORE['Chat']!, []), 'Chat is not an object'],
  ['null', readBody(CORE['Chat']!, null), 'Chat is not an object'],
  ['protobuf', readProtobuf(CORE['Chat']!, Uint8Array.of(34, 9, 65)), /^Chat: RangeError/],
  ['an unknown push', readPush(123_456, { ...quiet, content: bytes('{}') } as never), '123456'],
  ['a text without a schema', readTextContent(chat, {}, { chars: 1, source: {} }), 'chat: no schema Chat in core'],
  ['a long text', readTextContent(chat, CORE, { chars: 65_537, source: {} }), 'chat: 65537 characters'],
  ['the longest text', readTextContent(chat, CORE, { chars: 65_536, source: {} }), 'read'],
  ['a text beyond a frame', readTextMessage(' '.repeat(MAX_FRAME_BYTES + 1)), '1048577 characters'],
  ['a text that is no JSON', readTextMessage('hello'), /^SyntaxError/],
  ['a push as a command', readCommand({ kind: 'push', command: 501, payload: new Uint8Array() }), 'not a command'],
  ['an unknown command', readCommand({ kind: 'command', command: 999, payload: new Uint8Array() }), '999'],
  ['a damaged command', readCommand({ kind: 'command', command: 501, payload: Uint8Array.of(18, 9) }), /^RangeError/],
  ['a gzip bomb', inflateGzip(gzip(new Uint8Array(MAX_INFLATED_BYTES + 1))), 'gzip: more than 4194304 bytes'],
  ['no gzip', inflateGzip(bytes('text')), /^gzip: incorrect header check/],
  ['no snappy length', inflateSnappy(new Uint8Array()), 'snappy: no length'],
  ['a snappy length over five bytes', inflateSnappy(Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x80, 0)), 'snappy: no length'],
  ['a snappy bomb', inflateSnappy(Uint8Array.of(0x81, 0x80, 0x80, 0x02)), 'snappy: 4194305 bytes'],
  ['a snappy literal length', inflateSnappy(Uint8Array.of(9, 0xf4, 1)), 'snappy: a literal length is cut'],
  ['a snappy literal', inflateSnappy(Uint8Array.of(2, 4, 65)), 'snappy: a literal is cut'],
  ['a snappy copy', inflateSnappy(Uint8Array.of(5, 0, 65, 2, 1)), 'snappy: a copy is cut'],
  ['a long snappy copy', inflateSnappy(Uint8Array.of(5, 0, 65, 3, 1, 0, 0)), 'snappy: a copy is cut'],
  ['a snappy offset', inflateSnappy(Uint8Array.of(5, 0, 65, 1, 9)), 'snappy: a copy starts outside'],
  ['a snappy offset with high bits', inflateSnappy(Uint8Array.of(5, 0, 65, 0x21, 1)), 'snappy: a copy starts outside'],
  ['more than snappy declares', inflateSnappy(Uint8Array.of(1, 4, 65, 66)), 'snappy: more than it declares'],
  ['less than snappy declares', inflateSnappy(Uint8Array.of(9, 0, 65)), 'snappy: less than it declares'],
])('S3 S8 the refusal of %s contains the cause', (_what, read, detail) => {
  if (typeof detail === 'string') expect(detailOf(read)).toBe(detail);
  else expect(detailOf(read)).toMatch(detail);
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

test('S3 a content of exactly its limit is read, one byte more is refused', () => {
  const { maxBytes } = rowOf(901)!;
  expect(plainContent(rowOf(901)!, { compression: 'none', content: new Uint8Array(maxBytes) }).ok).toBe(true);
  expect(plainContent(rowOf(901)!, { compression: 'gzip', content: gzip(new Uint8Array(maxBytes + 1)) })).toMatchObject({
    error: { code: 'WIRE_TOO_LONG', detail: `error: ${maxBytes + 1} bytes` },
  });
});

const deliveryOf = (fields: object): unknown => {
  const read = readTextMessage(JSON.stringify({ cmd: 501, ...fields }));
  return read.ok ? read.value.delivery : read.error.code;
};
const NO_DELIVERY = { offset: 0, wantsAck: false, isRetransmit: false, msgId: '', timeMs: 0 };

test.each<[fields: object, expected: unknown]>([
  [{}, NO_DELIVERY],
  [
    { ack: true, rpt: 1 },
    { ...NO_DELIVERY, wantsAck: true, isRetransmit: true },
  ],
  [{ ack: 0, rpt: false }, NO_DELIVERY],
  [{ ack: null, rpt: null, msgId: null, offset: null, time: null }, NO_DELIVERY],
  [
    { content: null, ext: null, ack: 1, msgId: 'm' },
    { ...NO_DELIVERY, wantsAck: true, msgId: 'm' },
  ],
  [{ ack: 2 }, 'WIRE_BAD_FIELDS'],
  [
    { offset: '12', msgId: 'x'.repeat(64) },
    { ...NO_DELIVERY, offset: 12, msgId: 'x'.repeat(64) },
  ],
  [{ offset: 1.5 }, 'WIRE_BAD_FIELDS'],
  [{ offset: '-1' }, 'WIRE_BAD_FIELDS'],
  [{ offset: '1'.repeat(17) }, 'WIRE_BAD_FIELDS'],
  [{ offset: ' 1' }, 'WIRE_BAD_FIELDS'],
  [{ offset: Number.MAX_SAFE_INTEGER }, { ...NO_DELIVERY, offset: Number.MAX_SAFE_INTEGER }],
  [{ offset: Number.MAX_SAFE_INTEGER + 1 }, 'WIRE_BAD_FIELDS'],
  [{ offset: '9007199254740993' }, 'WIRE_BAD_FIELDS'],
  [{ time: 1e300 }, 'WIRE_BAD_FIELDS'],
  [{ time: 99_999_999_999 }, { ...NO_DELIVERY, timeMs: 99_999_999_999_000 }],
  [{ time: 100_000_000_000 }, { ...NO_DELIVERY, timeMs: 100_000_000_000 }],
])('S8 the delivery fields of a string message with %j are read or refused', (fields, expected) => {
  expect(deliveryOf(fields)).toEqual(expected);
});

test('S8 the fields of a string message are in `content` or beside it, and ext may be beside `content`', () => {
  const sourceOf = (fields: object): unknown => {
    const read = readTextMessage(JSON.stringify({ cmd: 501, ...fields }));
    return read.ok && { ...read.value.source, chars: read.value.chars };
  };
  expect(sourceOf({ content: { chatmsg: 'x' } })).toEqual({ chatmsg: 'x', chars: 37 });
  expect(sourceOf({ content: { chatmsg: 'x' }, ext: 'e' })).toMatchObject({ chatmsg: 'x', ext: 'e' });
  expect(sourceOf({ content: { chatmsg: 'x' }, ext: null })).toEqual({ chatmsg: 'x', chars: 48 });
  expect(sourceOf({ content: { ext: 'inner' }, ext: 'outer' })).toMatchObject({ ext: 'inner' });
  expect(sourceOf({ chatmsg: 'x', ext: 'e' })).toMatchObject({ cmd: 201, chatmsg: 'x', ext: 'e' });
});

const bodyOf = (source: object): unknown => {
  const read = readBody(CORE['Chat']!, source);
  return read.ok ? read.value : read.error.code;
};

test.each<[source: object, expected: object | string]>([
  [{ issecrect: 0 }, { issecrect: false }],
  [{ issecrect: 1 }, { issecrect: true }],
  [{ issecrect: 2 }, 'WIRE_BAD_FIELDS'],
  [{ userid: '12' }, { userid: 12 }],
  [{ userid: '-12' }, { userid: -12 }],
  [{ userid: '1'.repeat(17) }, 'WIRE_BAD_FIELDS'],
  [{ userid: '1 ' }, 'WIRE_BAD_FIELDS'],
  [{ userid: 'x1' }, 'WIRE_BAD_FIELDS'],
  [{ userid: '' }, 'WIRE_BAD_FIELDS'],
  [
    { chatmsg: null, userid: null },
    { chatmsg: '', userid: 0 },
  ],
  [{ userExt: [] }, 'WIRE_BAD_FIELDS'],
  [{ userExt: { medalList: null } }, { userExt: expect.objectContaining({ medalList: [] }) }],
])('S3 a JSON body with %j is read with defaults or refused', (source, expected) => {
  if (typeof expected === 'string') expect(bodyOf(source)).toBe(expected);
  else expect(bodyOf(source)).toMatchObject(expected);
});

test('S3 a list of 1,000 entries is read, one of 1,001 is refused; a lenient read returns only the first entries', () => {
  const of = (count: number): object => ({ medalList: Array.from({ length: count }, () => ({ name: 'm' })) });
  expect(readBody(CORE['UserExtension']!, of(MAX_LIST_ITEMS)).ok).toBe(true);
  expect(readBody(CORE['UserExtension']!, of(MAX_LIST_ITEMS + 1)).ok).toBe(false);
  expect(readLenient(CORE['UserExtension']!, of(5), 3)).toMatchObject({ medalList: [{}, {}, {}] });
});

test('S20 an ext of the maximum length is read, a longer one is null; its first character decides whether it is encoded', () => {
  const fit = JSON.stringify({ x: 'y'.repeat(MAX_EXT_CHARS - 8) });
  expect(fit).toHaveLength(MAX_EXT_CHARS);
  expect(readExtension(fit)).not.toBeNull();
  expect(readExtension(` ${fit}`)).toBeNull();
  expect(readExtension(' {"plate":{"name":"%41"}}')).toMatchObject({ plate: { name: '%41' } });
  expect(readExtension('%7B%22plate%22%3A%7B%22name%22%3A%22x%22%7D%7D')).toMatchObject({ plate: { name: 'x' } });
  expect(readExtension('{"plate":{"name":"&lt;b&gt;"}}')).toMatchObject({ plate: { name: '&lt;b&gt;' } });
  expect(readExtension('null')).toBeNull();
});

test('S9 S20 a header peek has a default for each missing field that it should read, and omits lists, bytes and unknown names', () => {
  const read = new HeaderPeek(CORE['Chat']!, ['senderid', 'chatmsg', 'issecrect', { name: 'userExt', inside: 'worship' }, 'nobody']).read(
    new Uint8Array(),
  );
  expect(read).toEqual({ senderid: 0, chatmsg: '', issecrect: false, userExt: null });
  expect(new HeaderPeek(CORE['UserExtension']!, ['medalList']).read(Uint8Array.of(255))).toEqual({});
  expect(new HeaderPeek(CORE['Envelope']!, ['content']).read(Uint8Array.of(255))).toEqual({});
});

test('S3 the encoders throw an error that names a missing row or message, and use defaults for missing envelope fields', () => {
  expect(() => encodePush({ id: 123_456, body: {} })).toThrow('no row for message 123456 in wire/registry.ts');
  expect(() => encodeMessage('Nobody', {})).toThrow('no message Nobody in the .proto files');
  const frame = readFrame(encodeRawPush({ id: 501 }, bytes('x')));
  expect(frame.ok && readEnvelope(frame.value.payload)).toEqual({
    ok: true,
    value: {
      offset: 0,
      wantsAck: false,
      isRetransmit: false,
      msgId: '',
      timeMs: 0,
      compression: 'none',
      codec: 'protobuf',
      content: bytes('x'),
    },
  });
});
