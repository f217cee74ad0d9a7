/** What the page reads before the room runs: cookies, stored values, channels, first calls and addresses of the debug flags. */
import { expect, test } from 'vitest';
import { ROOM_LIMITS } from '../../../../src/core/room/limits.ts';
import { adUrl, configUrl, FIRST_CALLS, firstCalls, liveInfoUrl } from '../../../../src/core/room/start/early-start.ts';
import { type FirstPictureFacts, heldBackMs, LET_GO_REASONS, whyLetGo } from '../../../../src/core/room/start/first-picture.ts';
import { addressesOfLive, debugAddresses, unavailableByStatus, unavailableStart } from '../../../../src/core/room/start/live-info.ts';
import { channelOf, DEFAULT_CHANNELS } from '../../../../src/core/room/start/refer.ts';
import { readRoute, viewerPath } from '../../../../src/core/room/start/route.ts';
import { readStored, rememberedIn, STORED_KEYS, storedReader, writeStored } from '../../../../src/core/room/start/stored.ts';
import { NO_ADDRESSES } from '../../../../src/player/rules/recovery/candidates.ts';
import type { PlayerFact } from '../../../../src/player/rules/recovery/orders.ts';

test('P13 an invalid stored value is logged with its reason, and reads as missing', () => {
  const max = ROOM_LIMITS.storedBytes.value;
  expect(readStored('x'.repeat(max + 1), 0)).toEqual({ name: 'bad', detail: `${max + 1} characters` });
  expect(readStored('x'.repeat(max), 0)).toEqual({ name: 'bad', detail: 'not JSON' });
  for (const entry of ['null', '7', '{}', '{"value":1}', '{"untilMs":null}'])
    expect(readStored(entry, 0)).toEqual({ name: 'bad', detail: 'no entry' });
  for (const untilMs of ['"9"', '1e999', 'true'])
    expect(readStored(`{"value":1,"untilMs":${untilMs}}`, 0)).toEqual({ name: 'bad', detail: 'no expiry' });
  const read = storedReader({ a: writeStored(true, 1, 0), b: '{', [STORED_KEYS.volume]: writeStored(0.5, null, 0) }, 999);
  expect([read('a'), read('b'), read('c'), rememberedIn(read)('volume' as never)]).toEqual([true, undefined, undefined, 0.5]);
  expect(storedReader({ a: writeStored(true, 1, 0) }, 1_000)('a')).toBeUndefined();
});

test('P13 no two parts of the room share a key of the storage', () => {
  const keys = Object.values(STORED_KEYS);
  expect(new Set(keys).size).toBe(keys.length);
  for (const [name, key] of Object.entries(STORED_KEYS)) expect(key).toBe(`footlight.${name}`);
});

test('P2 leading zeros of a refer are ignored, and an empty source is not the buying audience', () => {
  expect(channelOf('0006', '', DEFAULT_CHANNELS)).toBe(206);
  expect(channelOf('x6', '', DEFAULT_CHANNELS)).toBe(2_199);
  expect(channelOf('6', '', { ...DEFAULT_CHANNELS, buyingAudience: [''] })).toBe(206);
});

const SERVICES = { live: 'https://live.test', secure: 'https://secure.test' };
test('P5 P6 P8 the first calls have their addresses, times and cookies', () => {
  expect(liveInfoUrl(SERVICES, 7)).toBe('https://live.test/room/7/info');
  expect(configUrl(SERVICES)).toBe('https://live.test/config');
  expect(adUrl(SERVICES, 7)).toBe('https://secure.test/mfx-kugoulive/ad/query?roomId=7&appid=1010&_p=7');
  expect(firstCalls(SERVICES, 7)).toEqual([
    [liveInfoUrl(SERVICES, 7), FIRST_CALLS.liveInfo],
    [configUrl(SERVICES), FIRST_CALLS.config],
    [adUrl(SERVICES, 7), FIRST_CALLS.ad],
  ]);
  expect(FIRST_CALLS).toEqual({
    liveInfo: { method: 'GET', timeoutMs: 5_000, maxBytes: 262_144, credentials: 'same-origin' },
    config: { method: 'GET', timeoutMs: 3_000, maxBytes: 65_536, credentials: 'same-origin' },
    ad: { method: 'POST', timeoutMs: 2_000, maxBytes: 65_536, credentials: 'include' },
  });
});

test('P2 P21 the debug flags play one address as the kind that they name', () => {
  const play = (kind: 'h264' | 'h265' | 'h265-native' | 'webrtc' | '', debug = true, src = 'x') => debugAddresses({ debug, kind, src });
  expect(play('h264')).toEqual({ ...NO_ADDRESSES, httpflv: ['x'] });
  expect(play('h265')).toEqual({ ...NO_ADDRESSES, h265flv: ['x'] });
  expect(play('h265-native')).toEqual({ ...NO_ADDRESSES, nativeh265: ['x'] });
  expect(play('webrtc')).toEqual({ ...NO_ADDRESSES, webrtc: [{ url: 'x', codec: '', providerId: 5 }] });
  expect([play(''), play('h264', false), play('h264', true, '')]).toEqual([null, null, null]);
});

test('P21 the addresses of live info are used if its status is 1 and it has an address of any kind', () => {
  const webrtc = { ...NO_ADDRESSES, webrtc: [{ url: 'x', codec: '', providerId: 5 }] };
  const some = [{ ...NO_ADDRESSES, httpflv: ['x'] }, { ...NO_ADDRESSES, h265flv: ['x'] }, { ...NO_ADDRESSES, nativeh265: ['x'] }, webrtc];
  for (const addresses of some) {
    expect(addressesOfLive({ status: 1, addresses })).toBe(addresses);
    expect(addressesOfLive({ status: 0, addresses })).toBeNull();
  }
  expect(addressesOfLive({ status: 1, addresses: NO_ADDRESSES })).toBeNull();
});

test('P1 a room is named by up to 12 digits below the base of the page', () => {
  expect(readRoute('/999999999999')).toEqual({ type: 'viewer', roomId: 999_999_999_999, isEmbed: false });
  expect(readRoute('/e/7')).toEqual({ type: 'viewer', roomId: 7, isEmbed: true });
  expect(readRoute('/live/e/7/')).toEqual({ type: 'viewer', roomId: 7, isEmbed: true });
  expect(readRoute('/room/star/7/')).toEqual({ type: 'star', roomId: 7 });
  expect([readRoute('/room/startlive'), readRoute('/room/startlive/7/')]).toEqual([
    { type: 'start-live', roomId: null },
    { type: 'start-live', roomId: 7 },
  ]);
  for (const path of [
    '',
    '/',
    '/0',
    '/room/star/0',
    '/room/startlive/0',
    '/9999999999999',
    '/x/7',
    '/7/x',
    '/live/7x',
    '/room/star',
    '/x/room/star/7',
    '/room/startlivex',
  ])
    expect(readRoute(path), path).toEqual({ type: 'unknown' });
  expect(readRoute('/base/live/7', '/base/')).toEqual({ type: 'viewer', roomId: 7, isEmbed: false });
  expect(readRoute('/live/7', '/base/')).toEqual({ type: 'unknown' });
  expect([viewerPath(7), viewerPath(7, '/base/')]).toEqual(['/live/7', '/base/live/7']);
});

test('P6 a status about the room is shown, with its code if the service refused', () => {
  expect(unavailableByStatus(403)).toEqual({ why: 'refused', code: 403, message: '' });
  expect(unavailableByStatus(404)).toEqual({ why: 'missing', code: 0, message: '' });
  expect(unavailableByStatus(410)).toEqual({ why: 'closed', code: 0, message: '' });
  for (const status of [undefined, 0, 200, 401, 500]) expect(unavailableByStatus(status)).toBeNull();
  expect([unavailableStart(true), unavailableStart(false)]).toEqual([
    { why: 'not-started', code: 0, message: '' },
    { why: 'insecure', code: 0, message: '' },
  ]);
});

const HELD_BACK_MS = 500;

const facts = (change: Partial<FirstPictureFacts> = {}): FirstPictureFacts => ({
  fact: null,
  sinceAskedMs: 0,
  heldBackMs: HELD_BACK_MS,
  isVisible: true,
  ...change,
});
const autoplay = (blocked: boolean, muted: boolean): PlayerFact => ({ type: 'autoplay', blocked, muted });
const FAILED: PlayerFact = {
  type: 'failure',
  failure: 'ACK_NETWORK_FAIL',
  ack: null,
  kind: 'h264',
  network: true,
  why: 'another address',
};
const PICTURE: PlayerFact = {
  type: 'first-frame',
  kind: 'h264',
  size: { width: 852, height: 480 },
  sinceStartMs: 90,
  canPictureInPicture: true,
};

const CASES = [
  ['the first picture is painted', { fact: PICTURE }],
  ['the player failed', { fact: FAILED }],
  ['the browser wants a click', { fact: autoplay(true, false) }],
  ['the tab is hidden', { isVisible: false }],
  ['the picture takes long', { sinceAskedMs: HELD_BACK_MS }],
] as const satisfies readonly (readonly [string, Partial<FirstPictureFacts>])[];

test.each(CASES)('P5 P20 P24 the parts of the room that wait for the first picture start when %s', (why, change) => {
  expect(whyLetGo(facts(change))).toBe(why);
});

test.each([
  ['the player has sent no fact', null],
  ['the player buffers', { type: 'status', name: 'buffering' }],
  ['the player plays without sound instead of waiting for a click', autoplay(true, true)],
  ['the player plays with sound', autoplay(false, false)],
] as const)('P20 the first picture has priority while %s', (_when, fact) => {
  expect(whyLetGo(facts({ fact, sinceAskedMs: HELD_BACK_MS - 1 }))).toBeNull();
});

test('P20 on a slow network the first picture has twice the time that the page took to ask for it, and never more than 15 s', () => {
  expect([100, 4_000, 600_000].map((sinceStartMs) => heldBackMs(HELD_BACK_MS, sinceStartMs))).toEqual([HELD_BACK_MS, 8_000, 15_000]);
});

test('P24 a fact of the player takes precedence over the elapsed time, so that the log names the cause', () => {
  expect(whyLetGo(facts({ fact: FAILED, sinceAskedMs: 10 * HELD_BACK_MS, isVisible: false }))).toBe('the player failed');
});

test('every reason to start is reached above', () => {
  expect(CASES.map(([why]) => why).toSorted()).toEqual(LET_GO_REASONS.toSorted());
});
