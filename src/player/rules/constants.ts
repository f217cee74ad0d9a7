import { DEFAULT_VOLUME_PERCENT } from './clock/default-volume.ts';

/**
 * The numbers of the player layer, one row each: value, unit and source. A `tunable` one may be replaced by the remote config within its
 * bounds; a `fixed` one may not. "ours" marks a number that the specification leaves open.
 */
interface NumberRow<Value extends number = number> {
  readonly value: Value;
  readonly unit: Unit;
  readonly min: number;
  readonly max: number;
  readonly remote: boolean;
  readonly source: string;
}
type Unit =
  | 'ms'
  | 'count'
  | 'ms per picture'
  | 'CSS pixels'
  | 'pixels'
  | 'major version'
  | 'bytes'
  | 'ratio'
  | 'pictures per second'
  | 'percent'
  | 'days';

const fixed = <Value extends number>(value: Value, unit: Unit, source: string): NumberRow<Value> => ({
  value,
  unit,
  min: value,
  max: value,
  remote: false,
  source,
});

const tunable = (value: number, unit: Unit, min: number, max: number, source: string): NumberRow => ({
  value,
  unit,
  min,
  max,
  remote: true,
  source,
});

export const PLAYER_CONSTANTS = {
  // recovery (P24)
  firstFailWaitMs: tunable(15_000, 'ms', 1_000, 120_000, 'P24: first-fail wait'),
  stallWaitMs: tunable(30_000, 'ms', 1_000, 120_000, 'P24: stall wait'),
  retryIntervalMs: tunable(5_000, 'ms', 0, 60_000, 'P24: retries 5 s apart'),
  maxRetries: tunable(2, 'count', 0, 10, 'P24: up to 2 retries'),
  healthyMs: tunable(30_000, 'ms', 1_000, 600_000, 'ours: equal to the stall wait; playback of this length resets the budgets'),
  reviveMs: tunable(30_000, 'ms', 1_000, 600_000, 'ours: average interval of automatic retries after giving up'),
  addressesWaitMs: tunable(8_000, 'ms', 1_000, 60_000, 'ours: timeout of an address fetch'),
  // stalls (P25)
  stallCount: tunable(3, 'count', 1, 100, 'P25: stall count'),
  stallTimeMs: tunable(180_000, 'ms', 1_000, 3_600_000, 'P25: stall time 3 minutes'),
  h265ToH264WaitMs: tunable(120_000, 'ms', 0, 3_600_000, 'P25: H265 to H264 wait 2 minutes'),
  stayOnH264Ms: tunable(86_400_000, 'ms', 0, 2_592_000_000, 'P25: stay on h264 1 day'),
  stallMinMs: fixed(200, 'ms', 'P25: stall threshold 200'),
  stallIgnoreMs: fixed(20_000, 'ms', 'P25: stall threshold 20000 ms (ignore)'),
  stallCountDays: fixed(30, 'days', 'ours: expiry of the stall count, from the last stall'),
  decodeThresholdMs: tunable(25, 'ms per picture', 1, 1_000, 'P25: average decode threshold'),
  decodeWindowMs: tunable(10_000, 'ms', 1_000, 30_000, 'ours: window of the average decode time and of the dropped pictures'),
  droppedPercent: tunable(10, 'percent', 1, 100, 'ours: slow decoding is visible above this share of dropped pictures'),
  keyPicturesMs: tunable(5_000, 'ms', 1_000, 120_000, 'ours: h264 takes over after this time of keyframes only'),
  // statistics of a WebRTC receiver (P23)
  webrtcWindowMs: tunable(3_000, 'ms', 1_000, 10_000, 'ours: window of the receiver statistics'),
  webrtcPatienceMs: tunable(6_000, 'ms', 1_000, 120_000, 'ours: longer than one freeze stays in the window'),
  webrtcFrozenPercent: tunable(30, 'percent', 1, 100, 'ours: limit of the frozen share of the time'),
  webrtcLossPercent: tunable(10, 'percent', 1, 100, 'ours: retransmission handles a few percent'),
  webrtcCalm: fixed(0.5, 'ratio', 'ours: a bad figure is good again at this share of its limit'),
  // candidates (P22)
  skipResolution: tunable(720, 'CSS pixels', 1, 8_192, 'P22: skip-high-resolution threshold'),
  unsharedPixels: tunable(0, 'pixels', 0, 8_388_608, 'ours: largest picture that H265 decodes without shared memory; 0 removes the kind'),
  chromeMinimum: fixed(80, 'major version', 'P22: Chrome minimum for h265'),
  // the tab comes back (P27)
  audioVideoDiffMs: tunable(10_000, 'ms', 100, 120_000, 'P27: audio/video diff'),
  replayBufferMs: tunable(10_000, 'ms', 100, 120_000, 'P27: replay if buffer over 10 s'),
  hiddenDecodeStopMs: tunable(5_000, 'ms', 0, 600_000, 'P27: H265 hidden decode stop'),
  // the H265 pipeline (P29)
  chunkBytes: fixed(131_072, 'bytes', 'P29: H265 chunk'),
  preloadMs: fixed(2_000, 'ms', 'P29: preload'),
  bufferingMs: fixed(1_000, 'ms', 'P29: buffering'),
  cachedSegments: fixed(180, 'count', 'P29: cached segments'),
  keepCacheRate: fixed(1.1, 'ratio', 'P29: keep cache rate'),
  firstFrameReadyDelayMs: tunable(2_000, 'ms', 0, 60_000, 'P29: H265 first-frame ready delay'),
  flvConnectMs: tunable(15_000, 'ms', 1_000, 120_000, 'P29: flv connect frequency, by default 15 s'),
  fps: fixed(60, 'pictures per second', 'P29: fps'),
  volumePercent: fixed(DEFAULT_VOLUME_PERCENT, 'percent', 'P29: volume of the player'),
  volume: fixed(0.8, 'ratio', 'P29: volume of the player layer'),
  // reports (P41)
  pullReportMs: fixed(60_000, 'ms', 'P41: pull report timeout'),
  firstScreenFallbackMs: fixed(5_000, 'ms', 'P41: first-screen count fallback'),
  performanceReportMs: fixed(60_000, 'ms', 'P41: performance report at most every 60 s'),
  speedReportMs: fixed(5_000, 'ms', 'P41: download speed every 5 s'),
  // stored values (P13)
  playerTypeDays: fixed(36_500, 'days', 'P13: player-type flag'),
} as const satisfies Record<string, NumberRow>;

export type PlayerConstant = keyof typeof PLAYER_CONSTANTS;
export type PlayerNumbers = { readonly [Name in PlayerConstant]: number };

/** Switches of the remote config. The specification names them without default values; the defaults are the project's choice. */
export const PLAYER_SWITCHES = {
  h265: { value: true, source: 'P22: H265 config switch' },
  webrtc: { value: false, source: 'P22: WebRTC config switch' },
  p2p: { value: false, source: 'P21: enableP2PArr' },
  skipHighResolution: { value: false, source: 'P22: skip-high-resolution switch' },
  replayOnVisible: { value: true, source: 'P27: relay switch' },
} as const satisfies Record<string, { value: boolean; source: string }>;

export type PlayerSwitch = keyof typeof PLAYER_SWITCHES;

export interface PlayerConfig {
  readonly numbers: PlayerNumbers;
  readonly switches: { readonly [Name in PlayerSwitch]: boolean };
}

const names = Object.keys(PLAYER_CONSTANTS) as PlayerConstant[];
const switchNames = Object.keys(PLAYER_SWITCHES) as PlayerSwitch[];

export const DEFAULT_PLAYER_CONFIG: PlayerConfig = {
  numbers: Object.fromEntries(names.map((name) => [name, PLAYER_CONSTANTS[name].value])) as { [Name in PlayerConstant]: number },
  switches: Object.fromEntries(switchNames.map((name) => [name, PLAYER_SWITCHES[name].value])) as { [Name in PlayerSwitch]: boolean },
};

/** Reads the valid values of an untrusted config and reports the invalid ones. Unknown names belong to other parts of the room. */
export function readPlayerConfig(
  input: Readonly<Record<string, unknown>>,
  base: PlayerConfig = DEFAULT_PLAYER_CONFIG,
): { config: PlayerConfig; problems: readonly string[] } {
  const numbers: Record<string, number> = { ...base.numbers };
  const switches: Record<string, boolean> = { ...base.switches };
  const problems: string[] = [];
  for (const name of names) {
    const given = input[name];
    if (given === undefined) continue;
    const row = PLAYER_CONSTANTS[name];
    if (!row.remote) problems.push(`${name} is fixed`);
    else if (typeof given !== 'number' || !Number.isFinite(given) || given < row.min || given > row.max)
      problems.push(`${name} must be ${row.min} to ${row.max} ${row.unit}`);
    else numbers[name] = given;
  }
  for (const name of switchNames) {
    const given = input[name];
    if (given === undefined) continue;
    // Config services write switches as 0 and 1 or as booleans.
    if (given === true || given === 1) switches[name] = true;
    else if (given === false || given === 0) switches[name] = false;
    else problems.push(`${name} must be a switch`);
  }
  return { config: { numbers: numbers as PlayerNumbers, switches: switches as PlayerConfig['switches'] }, problems };
}
