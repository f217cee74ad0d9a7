import { expect, test } from 'vitest';
import { beaconsOf, MAX_BEACON_BYTES, NO_BEACONS, readMarkers, utf8Bytes } from '../../../src/core/reports/beacons.ts';
import type { Endpoint } from '../../../src/core/reports/endpoints.ts';
import { outboxMachine, type Entry, type Outbox } from '../../../src/core/reports/outbox.ts';

const entry = (number: number, endpoint: Endpoint, text = `${number}`): Entry => ({ number, endpoint, text, atMs: 0, dueMs: 0 });
const holding = (...waiting: readonly Entry[]): Outbox => ({ ...outboxMachine.initial, waiting });
const beacons = (maxBytes: number, ...waiting: readonly Entry[]) => beaconsOf(holding(...waiting), maxBytes);

test('P42 without waiting reports there is no beacon', () => {
  expect(NO_BEACONS).toEqual({ requests: [], marker: '' });
  expect(beacons(1_000)).toEqual({ batches: [], upTo: 0, bytes: 0 });
  expect(MAX_BEACON_BYTES).toBe(61_440);
});

test('P42 beacons are made by address, each with at most as many reports as a request, in the order of the numbers', () => {
  const logs = Array.from({ length: 21 }, (_, at) => entry(at + 3, 'log', 'x'));
  const { batches, upTo } = beacons(9_999, ...logs, entry(2, 'enter-room', 'b'), entry(1, 'enter-room', 'a'), entry(30, 'stats', 's'));
  expect(batches).toEqual([
    { endpoint: 'enter-room', texts: ['a'] },
    { endpoint: 'enter-room', texts: ['b'] },
    { endpoint: 'log', texts: Array.from({ length: 20 }, () => 'x') },
    { endpoint: 'log', texts: ['x'] },
    { endpoint: 'stats', texts: ['s'] },
  ]);
  expect(upTo).toBe(30);
});

test('P42 a report and its comma fill the limit exactly; the first that does not fit ends the beacons', () => {
  const waiting = [entry(1, 'log', 'abc'), entry(2, 'log', 'abcdef'), entry(3, 'log', 'a')] as const;
  expect(beacons(11, ...waiting)).toEqual({ batches: [{ endpoint: 'log', texts: ['abc', 'abcdef'] }], upTo: 2, bytes: 11 });
  expect(beacons(10, ...waiting)).toEqual({ batches: [{ endpoint: 'log', texts: ['abc'] }], upTo: 1, bytes: 4 });
});

test('P42 S33 a report in a form field counts three times, because each of its bytes may be encoded', () => {
  expect(beacons(12, entry(1, 'analytics', 'abc')).bytes).toBe(12);
  expect(beacons(11, entry(1, 'analytics', 'abc')).batches).toEqual([]);
});

test('P42 the first and last character of each length in UTF-8 have their number of bytes', () => {
  for (const code of [0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff]) {
    const text = String.fromCodePoint(code);
    expect(utf8Bytes(text), code.toString(16)).toBe(Buffer.byteLength(text));
  }
});

test('P42 only whole numbers of a marker are kept, and an invalid marker does not prevent reading the next one', () => {
  const bad = ['"text"', '{"upTo":{"log":1}}', '{"session":"s"}', '{"session":null,"upTo":{}}', '{"session":"s","upTo":7}'];
  expect(readMarkers([...bad, '{"session":"s","upTo":{"log":7,"game":"7","other":null}}'])).toEqual([
    { session: 's', upTo: { log: 7 }, except: [] },
  ]);
});
