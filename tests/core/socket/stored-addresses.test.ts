import { expect, test } from 'vitest';
import type { AddressBook } from '../../../src/core/socket/address.ts';
import { readAddresses, writeAddresses } from '../../../src/core/socket/stored-addresses.ts';

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

test('S1 addresses of another room or kind of room are not used', () => {
  expect(readAddresses(text, { ...SCOPE, roomId: 1_002 }, 0, EPOCH_MS)).toBeNull();
  expect(readAddresses(text, { ...SCOPE, roomKind: 'live' }, 0, EPOCH_MS)).toBeNull();
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
