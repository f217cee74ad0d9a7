import { expect, test } from 'vitest';
import {
  type AddressBook,
  addressUrl,
  decideDispatch,
  type DispatchAnswer,
  dispatchUrl,
  type SocketAddress,
  readAddresses,
  writeAddresses,
} from '../../../src/core/socket/address.ts';
import { type ChatQueue, chatQueue, type Line } from '../../../src/core/socket/chat-queue.ts';
import { SOCKET_POLICY } from '../../../src/core/socket/connection-state.ts';

const address: SocketAddress = { host: 'chat.test', protocol: 'wss', socketType: 'binary' };
const answer = (code: number, addresses: readonly SocketAddress[] = [address]): DispatchAnswer => ({
  ok: true,
  code,
  addresses,
  type: 'guest',
  ageS: 60,
  socToken: '',
});
const fresh = { hasFallback: true, redispatched: false, sliders: 0, maxSliders: 2 };

test.each([
  ['the request failed', { ok: false }, fresh, 'back-off', 'the address request failed'],
  ['1100007', answer(1_100_007), fresh, 'request-slider', 'dangerous user, slider check'],
  ['1100007, slider done once', answer(1_100_007), { ...fresh, sliders: 1 }, 'request-slider', 'dangerous user, slider check'],
  ['1100007, slider done twice', answer(1_100_007), { ...fresh, sliders: 2 }, 'give-up', 'dangerous user, slider checks used up'],
  ['1100005', answer(1_100_005), fresh, 'give-up', 'refused without fallback'],
  ['622', answer(622), fresh, 'request-again', 'dispatch error 622, one retry'],
  ['622 again', answer(622), { ...fresh, redispatched: true }, 'use-fallback', 'refused, local list'],
  ['0 with addresses', answer(0), fresh, 'use', 'addresses given'],
  ['0 without addresses', answer(0, []), fresh, 'use-fallback', 'refused, local list'],
  ['any other code', answer(5), fresh, 'use-fallback', 'refused, local list'],
  ['any other code, no local list', answer(-1), { ...fresh, hasFallback: false }, 'back-off', 'refused, and there is no local list'],
] as const)('S1 the answer to the address call decides the next action: %s', (_what, given, history, action, why) => {
  expect(decideDispatch(given, history)).toEqual({ action, why });
});

test('S1 an address without a path gets the chat’s path', () => {
  expect(addressUrl(address)).toBe('wss://chat.test/chat');
  expect(addressUrl({ ...address, protocol: 'ws', host: '127.0.0.1:9/chat/flood' })).toBe('ws://127.0.0.1:9/chat/flood');
});

const SCOPE = { roomId: 1_001, roomKind: 'normal' } as const;
const EPOCH_MS = 1_700_000_000_000;
const BOOK: AddressBook = {
  addresses: [
    { host: 'one.test:443/chat', protocol: 'wss', socketType: 'binary' },
    { host: '[::1]:8080', protocol: 'ws', socketType: 'blob' },
  ],
  type: 'guest',
  expiresMs: 700_000,
  socToken: 'soc',
  isLocal: false,
};
const text = writeAddresses(BOOK, SCOPE, 600_000, EPOCH_MS);

test('S1 stored addresses keep their remaining lifetime on the next page, by its own clock', () => {
  expect(readAddresses(text, SCOPE, 50, EPOCH_MS + 100_000)).toEqual({ ...BOOK, expiresMs: 500_050 });
  expect(readAddresses(text, SCOPE, 50, EPOCH_MS + 600_000)).toBeNull();
  // If the clock was set back, the lifetime is limited to a day.
  expect(readAddresses(text, SCOPE, 0, EPOCH_MS - 10 ** 12)?.expiresMs).toBe(86_400_000);
});

test.each([
  ['nothing', undefined],
  ['no JSON', '{'],
  ['a number', '5'],
  ['a list', '[]'],
  ['no addresses', text.replace(/"addresses".*/, '"addresses":[]}')],
  ['addresses that are none', text.replaceAll('one.test:443/chat', 'a b').replaceAll('[::1]:8080', '<x>')],
  ['an unknown protocol', text.replaceAll('"wss"', '"http"').replaceAll('"ws"', '"ftp"')],
  ['an unknown login type', text.replace('"guest"', '"admin"')],
  ['no time', text.replace(/"untilMs":\d+/, '"untilMs":null')],
  ['too much', ' '.repeat(9_000) + text],
])('S1 a stored value that is %s is ignored', (_what, stored) => {
  expect(readAddresses(stored, SCOPE, 0, EPOCH_MS)).toBeNull();
});

const MAX_QUEUED_LINES = 50;

const QUEUE = chatQueue<Line>();
const CHAT = { gapMs: SOCKET_POLICY.chatGapMs, lineTimeMs: SOCKET_POLICY.chatLineTimeMs, staleMs: SOCKET_POLICY.chatStaleMs };
const written = (queue: ChatQueue<Line>, uuid: string, userId: number) =>
  QUEUE.step(queue, { type: 'write', line: { uuid, seq: 1, userId }, ageMs: 0 }, 0, CHAT);

test('S7 S24 a line that the queue does not accept is returned with its reason and an empty server message', () => {
  expect(QUEUE.name).toBe('chat-queue');
  expect(QUEUE.initial).toEqual({ name: 'stopped', userId: 0, lines: [], nextMs: 0 });
  const guest = { uuid: 'a', seq: 1, userId: 0 };
  expect(written(QUEUE.initial, 'a', 0)).toEqual([QUEUE.initial, { type: 'fail', line: guest, why: 'not-logged-in', message: '' }]);
  // A line that was written before the login, or with another login, is returned to its writer.
  expect(written(QUEUE.initial, 'a', 7)[1]).toMatchObject({ type: 'give-back', why: 'another login' });
  let [queue] = QUEUE.step(QUEUE.initial, { type: 'login', userId: 7 }, 0, CHAT);
  expect(written(queue, 'a', 0)[1]).toMatchObject({ type: 'give-back', why: 'another login' });
  for (let at = 0; at < MAX_QUEUED_LINES; at++) [queue] = written(queue, String(at), 7);
  const line = { uuid: 'late', seq: 1, userId: 7 };
  expect(written(queue, 'late', 7)).toEqual([queue, { type: 'fail', line, why: 'queue-full', message: '' }]);
});

test('S1 the address call names the callback, the version of the page and the kind of the room', () => {
  const url = (roomKind: 'normal' | 'live') =>
    dispatchUrl({ backup: 'https://b.test' }, { roomId: 1_001, roomKind, platformId: 7 }, 3, 100);
  const query = '_p=7&_v=1.0.0&pv=3&rid=1001&cid=100&at=102&jsonpcallback=socketAddress';
  expect(url('normal')).toBe(`https://b.test/socket_scheduler/pc/binary/v1/address.jsonp?${query}`);
  expect(url('live')).toContain('&at=122&');
});
