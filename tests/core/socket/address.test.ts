import { expect, test } from 'vitest';
import {
  DISPATCH_WHYS,
  type DispatchAnswer,
  type SocketAddress,
  addressUrl,
  bookOf,
  decideDispatch,
  dispatchUrl,
  fallbackBook,
  usable,
} from '../../../src/core/socket/address.ts';
import { SOCKET_POLICY } from '../../../src/core/socket/policy.ts';

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
  ['1100007', answer(1_100_007), fresh, 'ask-slider', 'dangerous user, slider check'],
  ['1100007, slider done once', answer(1_100_007), { ...fresh, sliders: 1 }, 'ask-slider', 'dangerous user, slider check'],
  ['1100007, slider done twice', answer(1_100_007), { ...fresh, sliders: 2 }, 'give-up', 'dangerous user, slider checks used up'],
  ['1100005', answer(1_100_005), fresh, 'give-up', 'refused without fallback'],
  ['622', answer(622), fresh, 'ask-again', 'dispatch error 622, one retry'],
  ['622 again', answer(622), { ...fresh, redispatched: true }, 'use-fallback', 'refused, local list'],
  ['0 with addresses', answer(0), fresh, 'use', 'addresses given'],
  ['0 without addresses', answer(0, []), fresh, 'use-fallback', 'refused, local list'],
  ['any other code', answer(5), fresh, 'use-fallback', 'refused, local list'],
  ['any other code, no local list', answer(-1), { ...fresh, hasFallback: false }, 'back-off', 'refused, and there is no local list'],
] as const)('S1 the answer to the address call decides the next action: %s', (_what, given, history, action, why) => {
  expect(decideDispatch(given, history)).toEqual({ action, why });
});

test('S1 every reason of the table is reached', () => {
  const seen = new Set<string>();
  for (const code of [0, 5, 622, 1_100_005, 1_100_007])
    for (const addresses of [[], [address]])
      for (const hasFallback of [false, true])
        for (const redispatched of [false, true])
          for (const sliders of [0, 2])
            for (const given of [answer(code, addresses), { ok: false } as const])
              seen.add(decideDispatch(given, { hasFallback, redispatched, sliders, maxSliders: 2 }).why);
  expect([...seen].toSorted()).toEqual([...DISPATCH_WHYS].toSorted());
});

test('S1 the address call contains platform, versions, room, client 100 and the kind of the room', () => {
  const url = (roomKind: 'normal' | 'live'): URL =>
    new URL(
      dispatchUrl(
        { backup: 'https://b.test/svc' },
        { roomId: 1001, roomKind, platformId: 7 },
        SOCKET_POLICY.protocolVersion,
        SOCKET_POLICY.clientId,
      ),
    );
  expect(url('normal').pathname).toBe('/svc/socket_scheduler/pc/binary/v1/address.jsonp');
  expect(Object.fromEntries(url('normal').searchParams)).toMatchObject({ _p: '7', pv: '20240801', rid: '1001', cid: '100', at: '102' });
  expect(url('normal').searchParams.has('_v')).toBe(true);
  expect(url('live').searchParams.get('at')).toBe('122');
  expect(SOCKET_POLICY.addressTimeoutMs).toBe(3_000);
});

test('S1 cached addresses are valid until their age expires, and only for the same login state', () => {
  const book = bookOf({ ok: true, code: 0, addresses: [address], type: 'guest', ageS: 60, socToken: 't' }, 1_000);
  expect(usable(book, 'guest', 60_999)).toBe(book);
  expect(usable(book, 'guest', 61_000)).toBeNull();
  expect(usable(book, 'login', 2_000)).toBeNull();
  expect(usable(null, 'guest', 0)).toBeNull();
  expect(usable(fallbackBook({ socketFallback: [] }, 'guest', 0), 'guest', 0)).toBeNull();
});

test('S1 a missing, negative or excessive age is replaced by a sensible one', () => {
  const expires = (ageS: number): number =>
    bookOf({ ok: true, code: 0, addresses: [address], type: 'guest', ageS, socToken: '' }, 0).expiresMs;
  expect(expires(0)).toBe(expires(-5));
  expect(expires(0)).toBeGreaterThan(0);
  expect(expires(1e15)).toBe(86_400_000);
});

test('S1 an address without a path gets the chat’s path', () => {
  expect(addressUrl(address)).toBe('wss://chat.test/chat');
  expect(addressUrl({ ...address, protocol: 'ws', host: '127.0.0.1:9/chat/flood' })).toBe('ws://127.0.0.1:9/chat/flood');
});
