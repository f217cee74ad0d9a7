import { expect, test } from 'vitest';
import { addDecodeSample, averageDecodeMs, NO_DECODE_SAMPLES, type DecodeWatch } from '../../../rules/decoding/decode-level.ts';
import { DEFAULT_PLAYER_CONFIG, PLAYER_SWITCHES, readPlayerConfig } from '../../../rules/constants.ts';
import { decideLatency, LATENCY, type LatencyCase } from '../../../rules/clock/position.ts';
import { refusalOf, errorOfElement, errorOfEngine, isSourceClosed } from '../../../rules/recovery/media-errors.ts';
import { PROGRESS } from '../harness.ts';
import { decideAck, decideDowngrade, DOWNGRADE_REASONS, updateWatch, watchFrom } from '../../../rules/recovery/recovery.ts';
import type { StallWatch } from '../../../rules/recovery/recovery-state.ts';
import { decideReturn, type ReturnCase } from '../../../rules/recovery/restarts.ts';

const { numbers } = DEFAULT_PLAYER_CONFIG;
/** The watch after samples, each of which is a time in ms and a position in seconds. */
function watch(pairs: readonly number[], expected = true): StallWatch {
  let seen = watchFrom(0);
  for (let i = 0; i < pairs.length; i += 2) seen = updateWatch(seen, { positionS: pairs[i + 1]!, expected }, pairs[i]!, numbers);
  return seen;
}

test.each([
  [2_199, []],
  [2_200, [{ atMs: 2_200, lostMs: 200 }]],
  [21_999, [{ atMs: 21_999, lostMs: 19_999 }]],
  [22_000, []],
])('P25 a stall is between 200 ms and 20 s of lost time: a second that ends at %d ms', (atMs, stalls) => {
  expect(watch([0, 0, 1_000, 1]).stalls).toEqual([]);
  expect(watch([0, 0, 1_000, 1, atMs, 2]).stalls).toEqual(stalls);
});

test('P25 stalls older than the stall time are removed, and their number is bounded', () => {
  let seen = watchFrom(0);
  let positionS = 0;
  for (let atMs = 0; atMs < 179_000; atMs += 1_000)
    seen = updateWatch(seen, { positionS: (positionS += 0.5), expected: true }, atMs, numbers);
  expect(seen.stalls).toHaveLength(64);
  seen = updateWatch(seen, { positionS: positionS + 222, expected: true }, 400_000, numbers);
  expect(seen.stalls).toEqual([]);
});

test('P25 time without expected progress is not a stall, and neither is an unknown position', () => {
  expect(decideAck(watch([0, 1, 40_000, 1], false), 40_000, numbers)).toBeNull();
  expect(decideAck(watch([0, 1, 10_000, NaN]), 29_999, numbers)).toBeNull();
  expect(decideAck(watch([0, 1, 10_000, NaN]), 30_000, numbers)).toBe('STALL_TIMEOUT');
});

/** Samples of a second of decoding: average time per picture, and dropped pictures of thirty. */
const decoding = (decodeMs: number, lost = 0): DecodeWatch => ({
  samples: [
    { atMs: 119_000, decodeMs, painted: 1_000, dropped: 10 },
    { atMs: 120_000, decodeMs, painted: 1_030 - lost, dropped: 10 + lost },
  ],
  keyPicturesSinceMs: null,
});

test('P25 h265 is replaced after two minutes: three stalls, or slow decoding with one stall or dropped pictures', () => {
  const stalled = (count: number): StallWatch => ({
    ...watchFrom(0),
    stalls: Array.from({ length: count }, () => ({ atMs: 119_000, lostMs: 500 })),
  });
  const decide = (count: number, decode: DecodeWatch, nowMs = 120_000, kind: 'h265' | 'h264' = 'h265') =>
    decideDowngrade({ kind, watch: stalled(count), decode, nowMs, numbers });
  expect(decide(3, decoding(5))).toBe('h265 stalls too often');
  expect(decide(2, decoding(25))).toBeNull();
  expect(decide(1, decoding(25.1))).toBe('h265 decodes too slowly');
  expect(decide(0, decoding(100, 3))).toBeNull();
  expect(decide(0, decoding(25.1, 4))).toBe('h265 decodes too slowly and loses pictures');
  expect(decide(0, decoding(24, 20))).toBeNull();
  expect(decide(3, decoding(100, 20), 119_999)).toBeNull();
  expect(decide(3, decoding(100, 20), 120_000, 'h264')).toBeNull();
  const keyPictures: DecodeWatch = { ...decoding(5), keyPicturesSinceMs: 1_000 };
  expect(decide(0, keyPictures, 5_999)).toBeNull();
  expect(decide(0, keyPictures, 6_000)).toBe('h265 decodes only key pictures');
  expect(DOWNGRADE_REASONS).toEqual([
    'another kind plays',
    'h265 decodes only key pictures',
    'h265 stalls too often',
    'h265 decodes too slowly',
    'h265 decodes too slowly and loses pictures',
    'h265 keeps up',
  ]);
});

test('P25 the average decode time is that of the window, and its samples are bounded', () => {
  const own = { load: 0.5, behindMs: 0, decodeLevel: 0, threads: 1, decoded: 1 } as const;
  let seen = NO_DECODE_SAMPLES;
  for (let second = 0; second < 60; second++)
    seen = addDecodeSample(seen, { ...progress, decodeMs: second < 50 ? 100 : 10, own }, true, second * 1_000, numbers);
  expect(averageDecodeMs(seen)).toBeCloseTo((100 + 10 * 10) / 11);
  for (let i = 0; i < 1_000; i++) seen = addDecodeSample(seen, { ...progress, decodeMs: 1, own }, true, 60_000 + i, numbers);
  expect(seen.samples.length).toBeLessThanOrEqual(32);
  expect(averageDecodeMs(NO_DECODE_SAMPLES)).toBeNaN();
  expect(addDecodeSample(seen, { ...progress, own }, false, 61_000, numbers)).toEqual(NO_DECODE_SAMPLES);
  const last = addDecodeSample(NO_DECODE_SAMPLES, { ...progress, own: { ...own, decodeLevel: 3 } }, true, 7, numbers);
  expect(addDecodeSample(last, { ...progress, own: { ...own, decodeLevel: 3 } }, true, 9, numbers).keyPicturesSinceMs).toBe(7);
});

const progress = { ...PROGRESS, audioS: 5, videoS: 5, decodeMs: 1 };
const back: ReturnCase = { config: DEFAULT_PLAYER_CONFIG, isLive: true, isStopped: false, progress };
const off = { ...DEFAULT_PLAYER_CONFIG, switches: { ...DEFAULT_PLAYER_CONFIG.switches, replayOnVisible: false } };
const RETURNS = [
  ['audio length is negative', { ...back, progress: { ...progress, audioS: -1 } }, true],
  ['audio and video are apart', { ...back, progress: { ...progress, audioS: 15.001 } }, true],
  ['too much is buffered', { ...back, progress: { ...progress, bufferedS: 10.001 } }, true],
  ['in step', { ...back, progress: { ...progress, audioS: 15, bufferedS: 10 } }, false],
  ['in step', { ...back, progress: { ...progress, audioS: NaN, videoS: NaN, bufferedS: NaN } }, false],
  ['replay is switched off', { ...back, config: off, progress: { ...progress, audioS: -1 } }, false],
  ['the room is not live', { ...back, isLive: false, progress: { ...progress, audioS: -1 } }, false],
  ['the player is stopped', { ...back, isStopped: true, progress: { ...progress, audioS: -1 } }, false],
] as const satisfies readonly (readonly [string, ReturnCase, boolean])[];

test.each(RETURNS)('P27 after a return to the tab the decision has the reason: %s', (why, given, replay) => {
  expect(decideReturn(given)).toEqual({ replay, why });
});

test('P26 a refused stream is retried like a network failure if the service is overloaded, under its own failure code', () => {
  const refused = (status: number) => {
    const { failure, network } = refusalOf({ ok: false, status, headers: new Headers() }, Date) ?? {};
    return [failure, network];
  };
  for (const status of [404, 500, 502, 503, 504]) expect(refused(status)).toEqual(['ACK_NETWORK_FAIL', true]);
  for (const status of [408, 429, 501]) expect(refused(status)).toEqual(['ACK_FAIL', true]);
  for (const status of [401, 403, 410]) expect(refused(status)).toEqual(['ACK_FAIL', false]);
});

test.each([
  ['NetworkError', 'HttpStatusCodeInvalid', 404, '', 'ACK_NETWORK_FAIL', true, false],
  ['NetworkError', 'HttpStatusCodeInvalid', 403, '', 'ACK_FAIL', false, false],
  ['NetworkError', 'Exception', -1, 'Failed to fetch', 'ACK_NETWORK_FAIL', true, false],
  ['NetworkError', 'Exception', -1, 'demuxer: ExpGolomb: readBits() bits exceeded max 32bits!', 'PLAYER_ERROR', false, false],
  ['NetworkError', 'ConnectingTimeout', undefined, '', 'TIMEOUT', true, false],
  ['NetworkError', 'UnrecoverableEarlyEof', 19, '', 'ACK_NETWORK_FAIL', true, false],
  ['MediaError', 'CodecUnsupported', undefined, '', 'NO_SUPPORT', false, true],
  ['MediaError', 'FormatUnsupported', undefined, 'Non MPEG-TS/FLV', 'ACK_FAIL', false, false],
  ['MediaError', 'FormatError', undefined, '', 'PLAYER_ERROR', false, false],
  ['MediaError', undefined, 9, 'The type provided is not supported', 'NO_SUPPORT', false, true],
  ['MediaError', undefined, 11, 'The SourceBuffer is full', 'PLAYER_ERROR', false, false],
  ['', undefined, undefined, '', 'PLAYER_ERROR', false, false],
] as const)('P26 engine error %s %s %s', (type, detail, code, message, failure, network, codecUnsupported) => {
  const error = errorOfEngine({ type, detail, code, message });
  expect(error).toMatchObject({ failure, network, codecUnsupported });
  // This text is for the viewer, because another browser would not play the stream either.
  expect(error.lacks).toBe(codecUnsupported ? 'the stream has another codec' : undefined);
});

test('P26 an append to a source that the element has closed is explained by the error of the element', () => {
  const removed = "Failed to execute 'appendBuffer' on 'SourceBuffer': This SourceBuffer has been removed from the parent media source.";
  const append = { type: 'MediaError', detail: 'MediaMSEError', code: 11, message: removed };
  expect(isSourceClosed(append)).toBe(true);
  expect(isSourceClosed({ ...append, message: 'The SourceBuffer is full' })).toBe(false);
  expect(isSourceClosed({ ...append, detail: 'FormatError' })).toBe(false);
});

test('P26 errors of the media element: network, decode, source', () => {
  expect(errorOfElement(2, '')).toMatchObject({ failure: 'ACK_NETWORK_FAIL', network: true });
  expect(errorOfElement(3, 'x')).toEqual({ failure: 'PLAYER_ERROR', network: false, codecUnsupported: false, detail: 'media error 3 x' });
  expect(errorOfElement(4, '')).toMatchObject({ failure: 'NO_SUPPORT', codecUnsupported: true });
});

test('P22 P24 the remote config replaces tunable numbers within bounds; others are reported and keep their default', () => {
  const { config, problems } = readPlayerConfig({
    stallWaitMs: 3_000,
    maxRetries: 1e9,
    chromeMinimum: 1,
    firstFailWaitMs: '5',
    h265: 0,
    webrtc: true,
    p2p: 'yes',
    unknown: 1,
  });
  expect(config.numbers).toEqual({ ...numbers, stallWaitMs: 3_000 });
  expect(config.switches).toEqual({ ...DEFAULT_PLAYER_CONFIG.switches, h265: false, webrtc: true });
  expect(problems).toEqual([
    'firstFailWaitMs must be 1000 to 120000 ms',
    'maxRetries must be 0 to 10 count',
    'chromeMinimum is fixed',
    'p2p must be a switch',
  ]);
  expect(Object.keys(config.switches)).toEqual(Object.keys(PLAYER_SWITCHES));
});

const live: LatencyCase = { isArmed: true, positionS: 10, ranges: [{ startS: 0, endS: 11.2 }], rate: 1, stalls: 0, segmentS: 0 };
const LATENCIES = [
  ['nothing is buffered', { ...live, ranges: [] }, { rate: 1, seekToS: null }],
  [
    'in a hole',
    {
      ...live,
      ranges: [
        { startS: 0, endS: 9 },
        { startS: 10.5, endS: 12 },
      ],
    },
    { rate: 1, seekToS: 10.5 + LATENCY.insideS },
  ],
  ['no picture yet', { ...live, isArmed: false, ranges: [{ startS: 0, endS: 30 }] }, { rate: 1, seekToS: null }],
  ['far behind', { ...live, ranges: [{ startS: 0, endS: 17 }] }, { rate: 1, seekToS: 15.8 }],
  ['behind', { ...live, ranges: [{ startS: 0, endS: 13 }] }, { rate: LATENCY.fastRate, seekToS: null }],
  [
    'still catching up',
    { ...live, rate: LATENCY.fastRate, ranges: [{ startS: 0, endS: 11.5 }] },
    { rate: LATENCY.fastRate, seekToS: null },
  ],
  ['at the edge', { ...live, ranges: [{ startS: 0, endS: 10.2 }] }, { rate: LATENCY.slowRate, seekToS: null }],
  ['in step', live, { rate: 1, seekToS: null }],
  ['in step', { ...live, ranges: [{ startS: 0, endS: 14 }], stalls: 4 }, { rate: 1, seekToS: null }],
  ['in step', { ...live, ranges: [{ startS: 0, endS: 14 }], segmentS: 2 }, { rate: 1, seekToS: null }],
  ['far behind', { ...live, ranges: [{ startS: 0, endS: 19 }], segmentS: 2 }, { rate: 1, seekToS: 15.8 }],
] as const satisfies readonly (readonly [string, LatencyCase, { rate: number; seekToS: number | null }])[];

test.each(LATENCIES)('latency: %s', (why, given, move) => {
  expect(decideLatency(given)).toEqual({ ...move, why });
});

/** A live stream whose clock is fast by `ppm`, and an element that follows the rule each second: the latencies of the last hour. */
function hours(ppm: number, hoursLong: number): { readonly min: number; readonly max: number; readonly seeks: number } {
  let [positionS, endS, rate, min, max, seeks] = [0, 1.2, 1, Number.POSITIVE_INFINITY, 0, 0];
  for (let second = 0; second < hoursLong * 3_600; second++) {
    endS += 1 + ppm / 1_000_000;
    positionS = Math.min(endS, positionS + rate);
    const move = decideLatency({ isArmed: true, positionS, ranges: [{ startS: 0, endS }], rate, stalls: 0, segmentS: 0 });
    rate = move.rate;
    if (move.seekToS !== null) seeks++;
    positionS = move.seekToS ?? positionS;
    if (second < (hoursLong - 1) * 3_600) continue;
    [min, max] = [Math.min(min, endS - positionS), Math.max(max, endS - positionS)];
  }
  return { min, max, seeks };
}

test.each([200, -200, 2_000, 10_000])('latency that grows or shrinks by %d ppm for five hours stays in the band without a jump', (ppm) => {
  const { min, max, seeks } = hours(ppm, 5);
  expect(seeks).toBe(0);
  expect(min).toBeGreaterThan(0.2);
  expect(max).toBeLessThan(LATENCY.highS + 0.2);
});
