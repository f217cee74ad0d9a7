import { expect, test } from 'vitest';
import { readSent } from '../../../src/features/publish/rules-statistics.ts';
import { HEARING, levelOf, stepHearing } from '../../../src/features/publish/rules-microphone.ts';

/** Repeated here, so that a change of the limit fails a test. */
const SILENT_AFTER_MS = 6_000;

const REPORT = [
  { type: 'codec', id: 'c1', mimeType: 'video/VP8' },
  {
    type: 'outbound-rtp',
    kind: 'video',
    codecId: 'c1',
    bytesSent: 200_000,
    frameWidth: 1280,
    frameHeight: 720,
    framesPerSecond: 30,
    qualityLimitationReason: 'bandwidth',
  },
  { type: 'outbound-rtp', kind: 'audio', bytesSent: 50_000 },
  { type: 'remote-inbound-rtp', kind: 'audio', fractionLost: 0.9, roundTripTime: 9 },
  { type: 'remote-inbound-rtp', kind: 'video', fractionLost: 0.02, roundTripTime: 0.08 },
  { type: 'candidate-pair', nominated: false, state: 'succeeded', currentRoundTripTime: 5 },
  { type: 'candidate-pair', id: 'p1', nominated: true, state: 'succeeded', currentRoundTripTime: 7 },
  { type: 'transport', selectedCandidatePairId: 'p2', bytesReceived: 9_000 },
  {
    type: 'candidate-pair',
    id: 'p2',
    nominated: true,
    state: 'in-progress',
    currentRoundTripTime: 0.05,
    availableOutgoingBitrate: 1_500_000,
  },
];

test('P31 the statistics of a connection: video and audio together, and the rate since the previous sample', () => {
  const first = readSent(REPORT, 1_000, null);
  expect(first.sent).toEqual({
    bytes: 250_000,
    heardBytes: 9_000,
    kilobits: Number.NaN,
    width: 1280,
    height: 720,
    pictureRate: 30,
    codec: 'VP8',
    lostShare: 0.02,
    roundTripMs: 50,
    availableKilobits: 1_500,
    limitedBy: 'bandwidth',
  });
  const second = readSent([{ type: 'outbound-rtp', kind: 'video', bytesSent: 500_000 }], 3_000, first);
  expect(second.sent.kilobits).toBe(1_000);
  // A connection whose counters restart has sent nothing yet.
  expect(readSent([], 4_000, second).sent.kilobits).toBe(0);
});

test('P31 values that a browser does not measure, or reports in another form, are unknown', () => {
  const { sent } = readSent(
    [
      { type: 'outbound-rtp', kind: 'video', bytesSent: '7', frameWidth: null, qualityLimitationReason: 'mood' },
      { type: 'remote-inbound-rtp', kind: 'video', roundTripTime: 0.2 },
      // A browser without transport statistics: the nominated pair is used.
      { type: 'candidate-pair', nominated: false, bytesReceived: 1 },
      { type: 'candidate-pair', nominated: true, bytesReceived: 5 },
    ],
    0,
    null,
  );
  expect(sent).toEqual({
    bytes: 0,
    heardBytes: 5,
    kilobits: Number.NaN,
    width: Number.NaN,
    height: Number.NaN,
    pictureRate: Number.NaN,
    codec: '',
    lostShare: Number.NaN,
    roundTripMs: 200,
    availableKilobits: Number.NaN,
    limitedBy: '',
  });
});

test.each([
  [[0, 0], 0],
  [[0.000_1, -0.000_1], 0],
  [[0.001], 0],
  [[0.03, -0.1], 0.667],
  [[-1], 1],
  [[3], 1],
])('P31 the microphone’s level bar of %j', (samples, level) => {
  expect(levelOf(Float32Array.from(samples))).toBeCloseTo(level, 2);
});

test('P31 a silent microphone is reported after a while, a clipping one immediately', () => {
  let hearing = HEARING;
  hearing = stepHearing(hearing, 0, 1_000);
  hearing = stepHearing(hearing, 0, 1_000 + SILENT_AFTER_MS - 1);
  expect(hearing.says).toBe('sound');
  hearing = stepHearing(hearing, 0, 1_000 + SILENT_AFTER_MS);
  expect(hearing.says).toBe('silent');
  expect(stepHearing(hearing, 0, 60_000)).toBe(hearing);
  expect(stepHearing(hearing, 0.2, 60_000)).toEqual({ says: 'sound', sinceMs: null });
  expect(stepHearing(HEARING, 1, 0).says).toBe('too loud');
});
