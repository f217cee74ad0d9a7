import { expect, test } from 'vitest';
import { decoder } from '../../../src/core/decoder.ts';
import { describe } from '../../../src/core/describe.ts';
import {
  decodeAd,
  decodeAddresses,
  decodeClientVersion,
  decodeLeadInList,
  decodeLiveInfo,
  decodeRemoteConfig,
} from '../../../src/core/room/start/live-info.ts';
import { decodeEnded, decodeGrant, decodeOnAir } from '../../../src/features/publish/rules-answer.ts';
import { readDispatch } from '../../../src/workers/socket/dispatch.ts';

const DECODERS = {
  decodeAd,
  decodeAddresses,
  decodeClientVersion,
  decodeLeadInList,
  decodeLiveInfo,
  decodeEnded,
  decodeGrant,
  decodeOnAir,
  decodeRemoteConfig,
  readDispatch: (input: unknown) => readDispatch(input, 'guest'),
};

/** Values that JSON can express and that throw on conversion to text or number. */
const HOSTILE: readonly string[] = [
  '{"toString":1,"valueOf":1}',
  '{"toString":null}',
  '{"__proto__":{"toString":1}}',
  '{"constructor":1,"length":-1}',
  '[[[[]]]]',
  '1e999',
  '-0',
  '"\\ud800"',
  'null',
];

const NAMES = ['responseCode', 'code', 'errorcode', 'msg', 'data', 'serverTime', 'responseMsg'];
const INNER = [
  'status',
  'sid',
  'psid',
  'httpflv',
  'webrtc',
  'room',
  'liveType',
  'video',
  'nextFetchId',
  'url',
  'addrs',
  'age',
  'concertId',
];

test.each(Object.entries(DECODERS))('P6 P8 P9 P10 %s returns an answer or a named error for any content of its fields', (_name, decode) => {
  for (const value of HOSTILE) {
    for (const name of NAMES) {
      for (const code of ['0', value]) {
        const inner = INNER.map((field) => `"${field}":${value}`).join(',');
        const texts = [
          `{"responseCode":${code},"code":${code},"data":{${inner}}}`,
          `{"responseCode":0,"code":0,"data":{},"${name}":${value}}`,
        ];
        for (const text of texts) expect(typeof decode(JSON.parse(text)).ok, text.slice(0, 200)).toBe('boolean');
      }
    }
  }
  const { ok } = decode(JSON.parse('{"code":{"toString":1,"valueOf":1},"data":{}}'));
  expect(ok).toBe(decode === decodeRemoteConfig || decode === decodeAd);
});

test('P31 a refusal is described by its message, or by its code if that is a number', () => {
  expect(decodeEnded({ code: 7 })).toEqual({ ok: false, error: { code: 'PUBLISH_REFUSED', detail: '7' } });
  expect(decodeEnded({ code: { toString: 1 } })).toMatchObject({ error: { detail: 'an object' } });
  expect(decodeLeadInList({ code: [1, 2], data: {} })).toMatchObject({ error: { detail: 'lead-in list answered a list of 2' } });
});

test('a decoder that throws fails only its own answer', () => {
  const decode = decoder('x', () => {
    throw new TypeError('no');
  });
  expect(decode(1)).toEqual({ ok: false, error: { code: 'HTTP_BAD_BODY', detail: 'x: TypeError: no' } });
});

test('describe() never converts a value of unknown origin', () => {
  const trap = {
    get message(): string {
      throw new Error('trap');
    },
  };
  expect(
    [
      null,
      undefined,
      3,
      'x'.repeat(100),
      ['a'],
      { toString: 1 },
      () => 0,
      Symbol('s'),
      new Error('e'),
      Object.assign(new Error('x'), { message: 5 }),
    ].map((value) => describe(value, 30)),
  ).toEqual(['null', 'undefined', '3', 'x'.repeat(30), 'a list of 1', 'an object', 'a function', 'a symbol', 'Error: e', 'Error: ']);
  expect(describe(Object.create(Error.prototype, Object.getOwnPropertyDescriptors(trap)))).toBe('an error');
});
