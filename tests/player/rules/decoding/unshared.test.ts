import { expect, test } from 'vitest';
import { decideCandidates, NO_ADDRESSES, NO_HISTORY, type CandidateInput } from '../../../../src/player/rules/recovery/candidates.ts';
import { DEFAULT_PLAYER_CONFIG, readPlayerConfig } from '../../../../src/player/rules/constants.ts';
import { unsharedPixels } from '../../../../src/player/rules/decoding/unshared.ts';
import { ABLE } from '../harness.ts';

const { numbers } = DEFAULT_PLAYER_CONFIG;
const HD = 1_280 * 720;

test.each([
  ['off stays off, whatever the machine can', 0, 1, 0],
  ['nothing measured: what the deployment allows', HD, null, HD],
  ['a quick machine: what the deployment allows', HD, 5, HD],
  // Twice 25 ms per picture, because half of the pictures can be skipped.
  ['100 ms a megapixel: half a megapixel', HD, 100, 500_000],
  ['a very slow one: hardly anything', HD, 1_000, 50_000],
] as const)('P22 P29 the size without shared memory, %s', (_what, most, oneThreadMs, pixels) => {
  expect(unsharedPixels({ ...numbers, unsharedPixels: most }, oneThreadMs)).toBe(pixels);
});

const room = (unshared: number, change: Partial<CandidateInput> = {}): CandidateInput => ({
  addresses: { ...NO_ADDRESSES, h265flv: ['/a.flv'], width: 1_280, height: 720 },
  source: 'normal',
  browser: { chromeMajor: 120, isSafariWithoutChrome: false },
  abilities: { ...ABLE, sharedMemory: false },
  history: NO_HISTORY,
  config: readPlayerConfig({ unsharedPixels: unshared }).config,
  ...change,
});
const outcome = (input: CandidateInput) => {
  const { candidates, removed } = decideCandidates(input);
  const own = removed.find(({ kind }) => kind === 'h265');
  return candidates.map(({ kind }) => kind).join() || `${own?.reason}: ${own?.why}`;
};

test('P22 a setting enables H265 without shared memory, up to a size and up to the measured speed of the machine', () => {
  expect(outcome(room(0))).toBe('NO_SUPPORT: no shared memory');
  expect(outcome(room(HD))).toBe('h265');
  expect(outcome(room(HD - 1))).toBe('PIXEL_TOO_BIG: too large without shared memory');
  expect(outcome(room(HD, { history: { ...NO_HISTORY, oneThreadMs: 60 } }))).toBe('PIXEL_TOO_BIG: too large without shared memory');
  expect(outcome(room(HD, { history: { ...NO_HISTORY, oneThreadMs: 50 } }))).toBe('h265');
  // The decoder detects a size that live info does not contain.
  expect(outcome(room(1, { addresses: { ...NO_ADDRESSES, h265flv: ['/a.flv'] } }))).toBe('h265');
});

test('P22 the setting also lifts the Safari shield, because it needs no capability that Safari lacks, and changes no other rule', () => {
  const safari = { browser: { chromeMajor: null, isSafariWithoutChrome: true } };
  expect(outcome(room(HD, safari))).toBe('h265');
  expect(outcome(room(0, safari))).toBe('SAFARI_SHIELD: Safari without Chrome');
  expect(outcome(room(HD, { ...safari, abilities: ABLE }))).toBe('SAFARI_SHIELD: Safari without Chrome');
  expect(outcome(room(HD, { history: { ...NO_HISTORY, stallCount: 3 } }))).toBe('HISTORY_STALL: h265 stalled too often before');
  expect(outcome(room(1, { abilities: ABLE }))).toBe('h265');
  // The browser's own decoder costs no CPU time, so it is preferred.
  expect(outcome(room(HD, { abilities: { ...ABLE, sharedMemory: false, nativeHevc: true } }))).toBe('h265-native,h265');
});

test('P22 the setting accepts only a size in pixels', () => {
  expect(readPlayerConfig({ unsharedPixels: 921_600 }).config.numbers.unsharedPixels).toBe(921_600);
  for (const bad of [-1, 1e9, '921600', null, true]) {
    const { config, problems } = readPlayerConfig({ unsharedPixels: bad });
    expect([config.numbers.unsharedPixels, problems.length]).toEqual([0, 1]);
  }
});
