/**
 * All specified constants, number by number: text, unit, value, and their place in the code. Numbers of the player layer are in one table
 * (player/rules/constants.ts); the others are defined where they are used.
 */
import { expect, test } from 'vitest';
import { DEFAULT_PLAYER_CONFIG, PLAYER_CONSTANTS, readPlayerConfig } from '../../src/player/rules/constants.ts';
import { PACING } from '../../src/player/rules/clock/pacing.ts';
import { ENTER_TIMES } from '../../src/core/reports/enter-room.ts';
import { MOUNTS_DEFAULT, VIDEO_DEFAULT } from '../../src/core/room/layout/layout.ts';
import { BUYING_AUDIENCE_CHANNEL, CLIENT_TYPE, DEFAULT_CHANNEL, DEFAULT_CHANNELS } from '../../src/core/room/start/refer.ts';
import { SOCKET_POLICY } from '../../src/core/socket/policy.ts';
import { MAX_QUEUED_BYTES } from '../../src/workers/decode/unit-queue.ts';
import { FIRST_CALLS } from '../../src/core/room/start/first-calls.ts';
import { LEAD_IN_LIST } from '../../src/features/lead-in/room.ts';
import { LEAD_IN } from '../../src/features/lead-in/rules.ts';
import { MOUNT_NAME_LENGTH } from '../../src/features/mounts/rules.ts';

/** Repeated here, so that a change of the limits fails a test. */
const RESIZE_DEBOUNCE_MS = 200;
const MOUNT_DRAIN_MS = 50;

const { numbers } = DEFAULT_PLAYER_CONFIG;
const MINUTE_MS = 60_000;

/** [text of the specification, its value in the code's unit, the value in the code]. */
const SECTION_9: readonly (readonly [says: string, unit: string, number: unknown, code: unknown])[] = [
  // Timings
  ['Ad query timeout 2 s', 'ms', 2_000, FIRST_CALLS.ad.timeoutMs],
  ['Enter-room report at 3 s and 10 s. Heartbeat 10 s', 'ms', { firstMs: 3_000, secondMs: 10_000, heartbeatMs: 10_000 }, ENTER_TIMES],
  ['Chat-login monitor 60 s', 'ms', MINUTE_MS, SOCKET_POLICY.loginMonitorMs],
  ['Enter-room wait check 10 s', 'ms', 10_000, SOCKET_POLICY.enterWaitMs],
  ['Socket switch delay 500 ms', 'ms', 500, SOCKET_POLICY.switchDelayMs],
  ['Resize debounce 200 ms', 'ms', 200, RESIZE_DEBOUNCE_MS],
  ['Mount queue drains every 50 ms', 'ms', 50, MOUNT_DRAIN_MS],
  ['Lead-in overall timeout 15 s', 'ms', 15_000, LEAD_IN.overallMs],
  ['Lead-in list request timeout 2 s', 'ms', 2_000, LEAD_IN_LIST.timeoutMs],
  ['Lead-in: one retry', 'count', 1, LEAD_IN.retries],
  ['Pull report timeout 60 s', 'ms', MINUTE_MS, numbers.pullReportMs],
  ['First-screen count fallback 5 s', 'ms', 5_000, numbers.firstScreenFallbackMs],
  ['H265 to h264 wait default 2 minutes', 'ms', 2 * MINUTE_MS, numbers.h265ToH264WaitMs],
  ['Stall time default 3 minutes', 'ms', 3 * MINUTE_MS, numbers.stallTimeMs],
  ['Visit on h264 default 1 day', 'ms', 24 * 60 * MINUTE_MS, numbers.stayOnH264Ms],
  ['Performance report at most every 60 s', 'ms', MINUTE_MS, numbers.performanceReportMs],
  ['Download speed report every 5 s', 'ms', 5_000, numbers.speedReportMs],
  ['Audio/video diff default 10 s', 'ms', 10_000, numbers.audioVideoDiffMs],
  ['Replay if buffer over 10 s', 'ms', 10_000, numbers.replayBufferMs],
  ['H265 first-frame ready delay 2 s', 'ms', 2_000, numbers.firstFrameReadyDelayMs],
  ['Flv connect frequency default 15 s', 'ms', 15_000, numbers.flvConnectMs],
  ['H265 hidden decode stop default 5 s', 'ms', 5_000, numbers.hiddenDecodeStopMs],
  // Thresholds and counts
  ['Stall count default 3', 'count', 3, numbers.stallCount],
  ['Average decode threshold default 25 ms', 'ms per picture', 25, numbers.decodeThresholdMs],
  ['Stall thresholds 200 (stall)', 'ms', 200, numbers.stallMinMs],
  ['… and 20000 ms (ignore)', 'ms', 20_000, numbers.stallIgnoreMs],
  ['Skip-high-resolution threshold 720', 'CSS pixels', 720, numbers.skipResolution],
  ['Chrome minimum 80 for h265', 'major version', 80, numbers.chromeMinimum],
  ['Keep cache rate 1.1', 'ratio', 1.1, numbers.keepCacheRate],
  ['Keep cache rate 1.1', 'ratio', 1.1, PACING.keepCacheRate],
  ['H265 chunk 131072', 'bytes', 131_072, numbers.chunkBytes],
  ['preload 2000 ms', 'ms', 2_000, PACING.preloadMs],
  ['buffering 1000 ms', 'ms', 1_000, PACING.bufferingMs],
  ['180 cached segments', 'count', 180, numbers.cachedSegments],
  ['H265 chunk 131072, 180 cached segments', 'bytes', 23_592_960, MAX_QUEUED_BYTES],
  ['Volume default 80 (player)', 'percent', 80, numbers.volumePercent],
  ['… or 0.8 (player layer)', 'ratio', 0.8, numbers.volume],
  ['Fps 60', 'pictures per second', 60, numbers.fps],
  // Identifiers and sizes
  ['Mount welcome text uses the first 15 characters of the nickname', 'characters', 15, MOUNT_NAME_LENGTH],
  ['Mount box default 830x468', 'CSS pixels', { width: 830, height: 468 }, MOUNTS_DEFAULT],
  ['Video default 852x480', 'CSS pixels', { width: 852, height: 480 }, VIDEO_DEFAULT],
  ['Client type: 7 web, 8 embed, 43 lenovo', 'code', { web: 7, embed: 8, lenovo: 43 }, CLIENT_TYPE],
  ['Channel value default 2199', 'code', 2_199, DEFAULT_CHANNEL],
  ['Buying-audience channel 1201', 'code', 1_201, BUYING_AUDIENCE_CHANNEL],
  ['6 to 206, 7 to 302, 8 to 301, 17 to 201', 'code', { 6: 206, 7: 302, 8: 301, 17: 201 }, DEFAULT_CHANNELS.ofRefer],
  ['Lead-in union ids: 134, 148, 72', 'code', ['134', '148', '72'], LEAD_IN.unionIds],
  // Storage
  ['The player-type flag persists about 36500 days', 'days', 36_500, numbers.playerTypeDays],
  // Numbers of the fallback and retry rules (P23, P24)
  ['Up to 2 retries', 'count', 2, numbers.maxRetries],
  ['5 s apart', 'ms', 5_000, numbers.retryIntervalMs],
  ['First-fail wait 15 s', 'ms', 15_000, numbers.firstFailWaitMs],
  ['stall wait 30 s', 'ms', 30_000, numbers.stallWaitMs],
];

/** Numbers of the player layer that the specification calls defaults, by the names of their rows. */
const DEFAULTS = [
  'h265ToH264WaitMs',
  'stallTimeMs',
  'stayOnH264Ms',
  'audioVideoDiffMs',
  'flvConnectMs',
  'hiddenDecodeStopMs',
  'stallCount',
  'decodeThresholdMs',
] as const;

test.each(DEFAULTS)('P25 P27 P29 %s is a default: the config replaces it', (name) => {
  const { value, min } = PLAYER_CONSTANTS[name];
  expect(min).toBeLessThan(value);
  const { config, problems } = readPlayerConfig({ [name]: min });
  expect([config.numbers[name], problems]).toEqual([min, []]);
});

test.each(SECTION_9)('specified constant: %s (%s)', (_says, _unit, number, code) => {
  expect(code).toEqual(number);
});

test('P25 each number of the player layer has a unit, bounds around its value and a source; specified defaults can be replaced', () => {
  for (const [name, row] of Object.entries(PLAYER_CONSTANTS)) {
    expect(row.unit, name).not.toBe('');
    expect(row.source, name).toMatch(/^(P\d{2}: .+|ours: .+)$/);
    expect(row.min <= row.value && row.value <= row.max, name).toBe(true);
    const { problems } = readPlayerConfig({ [name]: row.max });
    expect(problems, name).toEqual(row.remote ? [] : [`${name} is fixed`]);
  }
  // Every row of the table is a specified number, except those marked as the project's.
  const ours = Object.entries(PLAYER_CONSTANTS).flatMap(([name, { source }]) => (source.startsWith('ours') ? [name] : []));
  expect(ours).toEqual([
    'healthyMs',
    'reviveMs',
    'addressesWaitMs',
    'stallCountDays',
    'decodeWindowMs',
    'droppedPercent',
    'keyPicturesMs',
    'webrtcWindowMs',
    'webrtcPatienceMs',
    'webrtcFrozenPercent',
    'webrtcLossPercent',
    'webrtcCalm',
    'unsharedPixels',
  ]);
});
