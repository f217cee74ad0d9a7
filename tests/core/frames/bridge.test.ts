import { expect, test } from 'vitest';
import { BRIDGE, countCall, NO_CALLS, readCall } from '../../../src/core/frames/bridge.ts';

test('S36 callbacks time out after 1000 ms, ajax after 5000 ms', () => {
  expect(BRIDGE).toMatchObject({ callbackTimeoutMs: 1_000, ajaxTimeoutMs: 5_000 });
});

test.each([
  [
    { footlight: 1, id: 0, cmd: 'ready' },
    { id: 0, cmd: 'ready' },
  ],
  [
    { footlight: 1, id: 2, cmd: 'hide' },
    { id: 2, cmd: 'hide' },
  ],
  [
    { footlight: 1, id: 3, cmd: 'toast', text: '好', more: 1 },
    { id: 3, cmd: 'toast', text: '好' },
  ],
  [
    { footlight: 1, id: 3, cmd: 'ajax', path: '/game/rank?top=10' },
    { id: 3, cmd: 'ajax', path: '/game/rank?top=10' },
  ],
  [
    { footlight: 1, id: 3, cmd: 'open', key: 'shake' },
    { id: 3, cmd: 'open', key: 'shake' },
  ],
])('S30 the bridge reads %o', (data, call) => {
  expect(readCall(data)).toEqual({ ok: true, value: call });
});

test.each([
  [null],
  ['ready'],
  [{ id: 1, cmd: 'ready' }],
  [{ footlight: 2, id: 1, cmd: 'ready' }],
  [{ footlight: 1, id: -1, cmd: 'ready' }],
  [{ footlight: 1, id: 1.5, cmd: 'ready' }],
  [{ footlight: 1, id: 1, cmd: 'constructor' }],
  [{ footlight: 1, id: 1, cmd: 'toast' }],
  [{ footlight: 1, id: 1, cmd: 'toast', text: 'x'.repeat(9_999) }],
  [{ footlight: 1, id: 1, cmd: 'ajax', path: 'https://evil.test/' }],
  [{ footlight: 1, id: 1, cmd: 'ajax', path: '//evil.test/' }],
  [{ footlight: 1, id: 1, cmd: 'ajax', path: '/../secret' }],
  [{ footlight: 1, id: 1, cmd: 'ajax', path: '/a b' }],
])('S30 the bridge refuses %o', (data) => {
  expect(readCall(data).ok).toBe(false);
});

test('S30 calls of a page are limited per second', () => {
  let rate = NO_CALLS;
  const refused = Array.from({ length: BRIDGE.maxPerSecond + 5 }, () => {
    const counted = countCall(rate, 100);
    ({ rate } = counted);
    return counted.isTooMany;
  });
  expect(refused.filter(Boolean)).toHaveLength(5);
  expect(countCall(rate, 1_099).isTooMany).toBe(true);
  expect(countCall(rate, 1_100)).toEqual({ rate: { sinceMs: 1_100, count: 1 }, isTooMany: false });
});

test('S30 each command without fields is accepted, and an id may be the largest safe integer', () => {
  for (const cmd of ['ready', 'close', 'hide', 'escape', 'info', 'login'])
    expect(readCall({ footlight: 1, id: 7, cmd, text: 'x' }), cmd).toEqual({ ok: true, value: { id: 7, cmd } });
  expect(readCall({ footlight: 1, id: Number.MAX_SAFE_INTEGER, cmd: 'ready' }).ok).toBe(true);
});

const fail = (code: string, detail: string) => ({ ok: false, error: { code, detail: `bridge: ${detail}` } });
const bad = (detail: string) => fail('WIRE_BAD_FIELDS', detail);
const LONG = 'x'.repeat(100);
test.each([
  [undefined, bad('no object')],
  [null, bad('no object')],
  [7, bad('no object')],
  ['ready', bad('no object')],
  [{}, bad('version undefined')],
  [{ footlight: LONG, id: 1, cmd: 'ready' }, bad(`version ${LONG.slice(0, 16)}`)],
  [{ footlight: 1, cmd: 'ready' }, bad('no id')],
  [{ footlight: 1, id: '1', cmd: 'ready' }, bad('no id')],
  [{ footlight: 1, id: 2 ** 53, cmd: 'ready' }, bad('no id')],
  [{ footlight: 1, id: 1, cmd: 'toast', text: '' }, bad('toast without a text')],
  [{ footlight: 1, id: 1, cmd: 'toast', text: ['x'] }, bad('toast without a text')],
  [{ footlight: 1, id: 1, cmd: 'open' }, bad('open without a key')],
  [{ footlight: 1, id: 1, cmd: 'open', key: '' }, bad('open without a key')],
  [{ footlight: 1, id: 1, cmd: 'ajax' }, bad('ajax without a path')],
  [{ footlight: 1, id: 1, cmd: 'ajax', path: 'game/rank' }, bad('ajax without a path')],
  [{ footlight: 1, id: 1, cmd: 'ajax', path: 'x/game/rank' }, bad('ajax without a path')],
  [{ footlight: 1, id: 1, cmd: 'ajax', path: '/a?b#c' }, bad('ajax without a path')],
  [{ footlight: 1, id: 1, cmd: 'ajax', path: `/${'a'.repeat(256)}` }, bad('ajax without a path')],
  [{ footlight: 1, id: 1, cmd: 'ajax', path: `/a?${'b'.repeat(513)}` }, bad('ajax without a path')],
  [{ footlight: 1, id: 1 }, fail('WIRE_UNKNOWN_MESSAGE', 'undefined')],
  [{ footlight: 1, id: 1, cmd: '' }, fail('WIRE_UNKNOWN_MESSAGE', '')],
  [{ footlight: 1, id: 1, cmd: LONG }, fail('WIRE_UNKNOWN_MESSAGE', LONG.slice(0, 32))],
])('S30 the refusal of %o is logged with its reason', (data, refusal) => {
  expect(readCall(data)).toEqual(refusal);
});

test('S30 texts and paths of the maximum length are accepted', () => {
  const text = 'x'.repeat(BRIDGE.maxTextChars);
  expect(readCall({ footlight: 1, id: 1, cmd: 'toast', text })).toEqual({ ok: true, value: { id: 1, cmd: 'toast', text } });
  expect(readCall({ footlight: 1, id: 1, cmd: 'toast', text: `${text}x` })).toEqual(bad('toast without a text'));
  expect(readCall({ footlight: 1, id: 1, cmd: 'open', key: text })).toEqual({ ok: true, value: { id: 1, cmd: 'open', key: text } });
  for (const path of ['/', `/${'a'.repeat(255)}`, `/a.b-c_d/?${'b'.repeat(512)}`, '/a?b=1&c=%20~'])
    expect(readCall({ footlight: 1, id: 1, cmd: 'ajax', path })).toEqual({ ok: true, value: { id: 1, cmd: 'ajax', path } });
});
