import { expect, test } from 'vitest';
import {
  decideCandidates,
  NO_ADDRESSES,
  NO_HISTORY,
  readBrowser,
  type CandidateInput,
  type PlayerHistory,
  DATA_SAVERS,
  offeredSavers,
  saverAtFirst,
  savingsOf,
} from '../../../rules/recovery/candidates.ts';
import { DEFAULT_PLAYER_CONFIG, type PlayerSwitch, readPlayerConfig } from '../../../rules/constants.ts';
import { PLAYER_KINDS, type PlayerKind } from '../../../rules/names.ts';
import { ABLE } from '../harness.ts';

const CHROME = { chromeMajor: 120, isSafariWithoutChrome: false };
const ALL = {
  ...NO_ADDRESSES,
  httpflv: ['/h264.flv'],
  h265flv: ['/h265.flv'],
  nativeh265: ['/native.flv'],
  webrtc: [{ url: '/rtc', codec: 'h264', providerId: 16 }],
  width: 852,
  height: 480,
};
const input = (
  change: Partial<CandidateInput> = {},
  switches: Partial<Record<PlayerSwitch, boolean>> = { webrtc: true },
): CandidateInput => ({
  addresses: ALL,
  source: 'normal',
  browser: CHROME,
  abilities: ABLE,
  history: NO_HISTORY,
  config: { ...DEFAULT_PLAYER_CONFIG, switches: { ...DEFAULT_PLAYER_CONFIG.switches, ...switches } },
  ...change,
});
const kinds = (given: CandidateInput) => decideCandidates(given).candidates.map(({ kind }) => kind);
const reasonFor = (kind: string, given: CandidateInput) => decideCandidates(given).removed.find((removal) => removal.kind === kind)?.reason;

test('P22 the viewer’s choice is first, with the reason USER_OPERATION, if it can be played', () => {
  const chosen = { history: { ...NO_HISTORY, chosen: 'h264' } } as const;
  expect(decideCandidates(input(chosen))).toMatchObject({
    candidates: [{ kind: 'h264' }, { kind: 'webrtc' }, { kind: 'h265' }],
    reason: 'USER_OPERATION',
  });
  expect(kinds(input({ ...chosen, abilities: { ...ABLE, h264: false } }))).toEqual(['webrtc', 'h265']);
});

test('P22 the reason of a choice is the reason for removing the kind before it', () => {
  expect(decideCandidates(input({ history: { ...NO_HISTORY, stallCount: 9 } }, { webrtc: false }))).toMatchObject({
    reason: 'HISTORY_STALL',
    why: 'h265 stalled too often before',
  });
  expect(decideCandidates(input({}, { webrtc: false }))).toMatchObject({ reason: 'APOLLO_CLOSED', why: 'webrtc is switched off' });
  expect(decideCandidates(input())).toMatchObject({ reason: 'UNKNOW', why: null });
  // A build without the player of a kind.
  expect(reasonFor('h265', input({ abilities: { ...ABLE, kinds: ['h264'] } }))).toBe('NO_SUPPORT');
});

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.88 Safari/537.36',
    { chromeMajor: 79, isSafariWithoutChrome: false },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15',
    { chromeMajor: null, isSafariWithoutChrome: true },
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', { chromeMajor: null, isSafariWithoutChrome: false }],
  ['', { chromeMajor: null, isSafariWithoutChrome: false }],
])('P22 the user agent %j', (userAgent, browser) => {
  expect(readBrowser(userAgent)).toEqual(browser);
});

test('P22 a data saver is offered if the current or another playable kind supports it; “off” alone is not a choice', () => {
  const cases: readonly (readonly [PlayerKind | null, readonly PlayerKind[], string])[] = [
    ['h264', ['h264'], 'off sound-only'],
    ['h264', ['h265', 'h264'], 'off lower-line sound-only'],
    ['h265', ['h265'], 'off fewer-pictures sound-only'],
    ['h265', ['webrtc', 'h265', 'h264'], 'off lower-line fewer-pictures sound-only'],
    ['webrtc', ['webrtc'], ''],
    ['webrtc', ['webrtc', 'h264'], 'off sound-only'],
    [null, [], ''],
  ];
  for (const [kind, kinds, offered] of cases) expect(offeredSavers(kind, kinds).join(' '), `${kind} of ${kinds.join()}`).toBe(offered);
});

test('P13 the stored choice is used; without one, a browser preference for less data selects fewer bits at the same quality', () => {
  expect(saverAtFirst(undefined, false)).toBe('off');
  expect(saverAtFirst(undefined, true)).toBe('lower-line');
  for (const chosen of DATA_SAVERS) expect(saverAtFirst(chosen, true)).toBe(chosen);
  for (const bad of ['loud', 7, null, {}]) expect(saverAtFirst(bad, false)).toBe('off');
});

const plan = (history: Partial<PlayerHistory>) => decideCandidates(input({ history: { ...NO_HISTORY, ...history } }));
const order = (history: Partial<PlayerHistory>): string =>
  plan(history)
    .candidates.map(({ kind }) => kind)
    .join(' ');

test('P22 P23 a data saver prefers the kind with the fewest bits, sound only a kind that can omit the pictures', () => {
  expect(order({})).toBe('webrtc h265 h264');
  expect(order({ saver: 'lower-line' })).toBe('h265 h264 webrtc');
  expect(order({ saver: 'sound-only' })).toBe('h265 h264 webrtc');
  expect(order({ saver: 'fewer-pictures' })).toBe('webrtc h265 h264');
  expect(plan({ saver: 'lower-line' })).toMatchObject({ reason: 'USER_OPERATION', why: 'the viewer saves data' });
  // Removed kinds stay removed, and the reason is that of the table.
  expect(plan({ saver: 'lower-line', stallCount: 3 })).toMatchObject({ candidates: [{ kind: 'h264' }, { kind: 'webrtc' }] });
  // A kind chosen by hand is still first.
  expect(order({ saver: 'lower-line', chosen: 'webrtc' })).toBe('webrtc h265 h264');
});

test('P29 each option reaches only the kinds that support it', () => {
  for (const kind of PLAYER_KINDS) {
    expect(savingsOf('off', kind)).toEqual({ soundOnly: false, leastLevel: 0 });
    expect(savingsOf('lower-line', kind)).toEqual({ soundOnly: false, leastLevel: 0 });
    expect(savingsOf('fewer-pictures', kind)).toEqual({ soundOnly: false, leastLevel: kind === 'h265' ? 2 : 0 });
    expect(savingsOf('sound-only', kind)).toEqual({ soundOnly: kind !== 'webrtc', leastLevel: 0 });
  }
});

const HD = { ...NO_ADDRESSES, h265flv: ['/a.flv'], width: 1_280, height: 720 };
const OVER = 'PIXEL_TOO_BIG: too large without shared memory';
const outcome = (change: Partial<CandidateInput>, unsharedPixels = 0): string => {
  const { candidates, removed } = decideCandidates(
    input({ config: readPlayerConfig({ unsharedPixels }).config, addresses: HD, ...change }),
  );
  const own = removed.find(({ kind }) => kind === 'h265');
  return candidates.map(({ kind }) => kind).join() || `${own?.reason}: ${own?.why}`;
};

test('P22 a setting enables H265 without shared memory, up to a size and up to the measured speed of the machine', () => {
  const alone = (unsharedPixels: number, change: Partial<CandidateInput> = {}): string =>
    outcome({ abilities: { ...ABLE, sharedMemory: false }, ...change }, unsharedPixels);
  const pixels = HD.width * HD.height;
  expect(alone(0)).toBe('NO_SUPPORT: no shared memory');
  expect(alone(pixels)).toBe('h265');
  expect(alone(pixels - 1)).toBe(OVER);
  expect(alone(pixels, { history: { ...NO_HISTORY, oneThreadMs: 60 } })).toBe(OVER);
  expect(alone(pixels, { history: { ...NO_HISTORY, oneThreadMs: 50 } })).toBe('h265');
  // The decoder detects a size that live info does not contain.
  expect(alone(1, { addresses: { ...HD, width: 0, height: 0 } })).toBe('h265');
});

test('P22 a machine that was measured to be too slow for the size plays H264, if H264 can play', () => {
  const slow = (change: Partial<CandidateInput>): string => outcome({ history: { ...NO_HISTORY, fastestMs: 60 }, ...change });
  const both = { ...HD, httpflv: ['/b.flv'] };
  // 60 ms a megapixel: 55 ms for a picture of 1280x720, 25 for 852x480; the limit is twice 25 ms.
  expect(slow({ addresses: both })).toBe('h264');
  const { removed } = decideCandidates(input({ addresses: both, history: { ...NO_HISTORY, fastestMs: 60 } }));
  expect(removed).toEqual([{ kind: 'h265', reason: 'PIXEL_TOO_BIG', why: 'too large for this machine' }]);
  expect(slow({ addresses: { ...both, width: 852, height: 480 } })).toBe('h265,h264');
  expect(slow({})).toBe('h265');
  expect(slow({ addresses: both, abilities: { ...ABLE, h264: false } })).toBe('h265');
  expect(slow({ addresses: both, source: 'codec-unsupported' })).toContain('h265');
});
