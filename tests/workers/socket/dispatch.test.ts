/** The answer of the address service. */
import { expect, test } from 'vitest';
import { readDispatch } from '../../../src/workers/socket/dispatch.ts';

const data = { addrs: ['chat.test:443'], protocol: 'wss', socketype: 'binary', protocoltype: 1, age: 600, type: 'login' };

test('S1 an entry may have its own protocol and socket type; a response without a type has the type of the request', () => {
  const addrs = [{ host: '127.0.0.1:9/chat/x', protocol: 'ws', socketType: 'blob', connectCount: 3, timeout: 10_000 }, '[::1]:8080'];
  expect(readDispatch({ code: '0', data: { addrs, age: '60' } }, 'guest')).toMatchObject({
    ok: true,
    value: {
      answer: {
        type: 'guest',
        ageS: 60,
        addresses: [
          { host: '127.0.0.1:9/chat/x', protocol: 'ws', socketType: 'blob' },
          { host: '[::1]:8080', protocol: 'wss', socketType: 'binary' },
        ],
      },
    },
  });
});

test('S1 a refusal without data is read', () => {
  for (const body of [{ code: 1_100_007 }, { code: 1_100_007, data: null }])
    expect(readDispatch(body, 'login')).toMatchObject({ ok: true, value: { answer: { code: 1_100_007, addresses: [] } } });
});

test('S1 a bad entry is dropped and counted, and the others are kept', () => {
  const addrs = [
    'ok.test',
    'javascript:alert(1)',
    'a b',
    'evil.test/../../x?y=1',
    '//evil',
    '',
    5,
    null,
    { host: '<x>' },
    { host: 'ok2.test', protocol: 'http' },
    'x'.repeat(300),
  ];
  const read = readDispatch({ code: 0, data: { ...data, addrs } }, 'guest');
  expect(read.ok && read.value.answer.ok && read.value.answer.addresses.map(({ host }) => host)).toEqual(['ok.test']);
  expect(read.ok && read.value.dropped).toBe(addrs.length - 1);
});

test('S1 a list of addresses is cut after 16 entries', () => {
  const read = readDispatch({ code: 0, data: { ...data, addrs: Array.from({ length: 900 }, (_, i) => `h${i}.test`) } }, 'guest');
  expect(read.ok && read.value.answer.ok && read.value.answer.addresses.length).toBe(16);
});

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a list', []],
  ['a text', 'code'],
  ['no code', { data }],
  ['a code that is a word', { code: 'zero', data }],
  ['a broken code', { code: 0.5, data }],
  ['data that is a text', { code: 0, data: 'x' }],
  ['addresses that are a text', { code: 0, data: { ...data, addrs: 'chat.test' } }],
  ['an unknown protocol', { code: 0, data: { ...data, protocol: 'ftp' } }],
])('S1 a response is refused by name if it is or has %s', (_what, body) => {
  expect(readDispatch(body, 'guest')).toMatchObject({ ok: false, error: { code: 'HTTP_BAD_BODY' } });
});

const answerOf = (change: object, asked: 'guest' | 'login' = 'guest') => {
  const read = readDispatch({ code: 0, data: { ...data, ...change } }, asked);
  return read.ok ? read.value.answer : read.error;
};

test.each([
  ['', []],
  [[], 'x'.repeat(513)],
  ['1x', {}],
  ['1'.repeat(17), null],
])('S1 addresses are used although login type and age are %j and the token %j', (wrong, soctoken) => {
  const answer = answerOf({ type: wrong, age: wrong, soctoken }, 'guest');
  expect(answer).toMatchObject({ addresses: [{ host: 'chat.test:443' }], type: 'guest', ageS: 0, socToken: '' });
});

test('S1 each field of a response is read in each of its forms, and has a default', () => {
  expect(readDispatch({ code: 0, data: { addrs: ['a.test'] } }, 'login')).toEqual({
    ok: true,
    value: {
      dropped: 0,
      answer: {
        ok: true,
        code: 0,
        addresses: [{ host: 'a.test', protocol: 'wss', socketType: 'binary' }],
        type: 'login',
        ageS: 0,
        socToken: '',
      },
    },
  });
  expect(readDispatch({ code: 0, data: {} }, 'guest')).toMatchObject({ ok: true, value: { dropped: 0, answer: { addresses: [] } } });
  expect(readDispatch({ code: 5 }, 'login')).toEqual({
    ok: true,
    value: { dropped: 0, answer: { ok: true, code: 5, addresses: [], type: 'login', ageS: 0, socToken: '' } },
  });
  expect(answerOf({ type: 'guest', soctoken: 's', age: '-5' }, 'login')).toMatchObject({ type: 'guest', socToken: 's', ageS: -5 });
  for (const [socketype, socketType] of [
    [1, 'binary'],
    [2, 'blob'],
    ['binary', 'binary'],
    ['blob', 'blob'],
  ])
    expect(answerOf({ socketype, protocol: 'ws' })).toMatchObject({ addresses: [{ host: 'chat.test:443', protocol: 'ws', socketType }] });
});

test.each([
  [{ protocol: 'ftp' }, 'protocol'],
  [{ socketype: 3 }, 'socketype'],
  [{ addrs: Array.from({ length: 1_001 }, () => 'a.test') }, 'addrs'],
])('S1 a response with %j is refused with the name of the field', (change, field) => {
  expect(answerOf(change)).toMatchObject({
    code: 'HTTP_BAD_BODY',
    detail: expect.stringMatching(new RegExp(`^socket addresses: data\\.${field} \\S`)),
  });
});
