import { between, flagOf, numberOf } from '../base/answer-fields.ts';
import { DEFAULT_VOLUME_PERCENT } from './names.ts';

/**
 * The numbers of the player layer, one row each: value, unit, bounds, and the row of the specification. A `tunable` one may be
 * replaced by the remote config within its bounds; a `fixed` one may not. "ours" marks a number that the specification leaves open. These
 * rows are part of the first code, so explanations are comments.
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
  firstFailWaitMs: tunable(15_000, 'ms', 1_000, 120_000, 'P24'),
  stallWaitMs: tunable(30_000, 'ms', 1_000, 120_000, 'P24'),
  retryIntervalMs: tunable(5_000, 'ms', 0, 60_000, 'P24'),
  maxRetries: tunable(2, 'count', 0, 10, 'P24'),
  /** Playback of this length resets the budgets; some servers close each connection after 30 s. */
  healthyMs: tunable(20_000, 'ms', 1_000, 600_000, 'ours'),
  /** Average interval of automatic retries after giving up, if the server is reachable. */
  reviveMs: tunable(30_000, 'ms', 1_000, 600_000, 'ours'),
  /** Timeout of an address fetch. */
  addressesWaitMs: tunable(8_000, 'ms', 1_000, 60_000, 'ours'),
  // stalls (P25)
  stallCount: tunable(3, 'count', 1, 100, 'P25'),
  stallTimeMs: tunable(180_000, 'ms', 1_000, 3_600_000, 'P25'),
  h265ToH264WaitMs: tunable(120_000, 'ms', 0, 3_600_000, 'P25'),
  stayOnH264Ms: tunable(86_400_000, 'ms', 0, 2_592_000_000, 'P25'),
  stallMinMs: fixed(200, 'ms', 'P25'),
  stallIgnoreMs: fixed(20_000, 'ms', 'P25'),
  /** Expiry of the stall count, from the last stall. */
  stallCountDays: fixed(30, 'days', 'ours'),
  decodeThresholdMs: tunable(25, 'ms per picture', 1, 1_000, 'P25'),
  /** Window of the average decode time and of the dropped pictures. */
  decodeWindowMs: tunable(10_000, 'ms', 1_000, 30_000, 'ours'),
  /** Slow decoding is visible above this share of dropped pictures. */
  droppedPercent: tunable(10, 'percent', 1, 100, 'ours'),
  /** H264 takes over after this time of keyframes only. */
  keyPicturesMs: tunable(5_000, 'ms', 1_000, 120_000, 'ours'),
  // statistics of a WebRTC receiver (P23)
  /** Window of the receiver statistics. */
  webrtcWindowMs: tunable(3_000, 'ms', 1_000, 10_000, 'ours'),
  /** Longer than one freeze stays in the window. */
  webrtcPatienceMs: tunable(6_000, 'ms', 1_000, 120_000, 'ours'),
  /** Limit of the frozen share of the time. */
  webrtcFrozenPercent: tunable(30, 'percent', 1, 100, 'ours'),
  /** Retransmission handles a few percent. */
  webrtcLossPercent: tunable(10, 'percent', 1, 100, 'ours'),
  /** A bad figure is good again at this share of its limit. */
  webrtcCalm: fixed(0.5, 'ratio', 'ours'),
  // candidates (P22)
  skipResolution: tunable(720, 'CSS pixels', 1, 8_192, 'P22'),
  /** Largest picture that H265 decodes without shared memory; 0 removes the kind. */
  unsharedPixels: tunable(0, 'pixels', 0, 8_388_608, 'ours'),
  chromeMinimum: fixed(80, 'major version', 'P22'),
  // the tab comes back (P27)
  audioVideoDiffMs: tunable(10_000, 'ms', 100, 120_000, 'P27'),
  replayBufferMs: tunable(10_000, 'ms', 100, 120_000, 'P27'),
  hiddenDecodeStopMs: tunable(5_000, 'ms', 0, 600_000, 'P27'),
  // the H265 pipeline (P29)
  chunkBytes: fixed(131_072, 'bytes', 'P29'),
  preloadMs: fixed(2_000, 'ms', 'P29'),
  bufferingMs: fixed(1_000, 'ms', 'P29'),
  cachedSegments: fixed(180, 'count', 'P29'),
  keepCacheRate: fixed(1.1, 'ratio', 'P29'),
  firstFrameReadyDelayMs: tunable(2_000, 'ms', 0, 60_000, 'P29'),
  flvConnectMs: tunable(15_000, 'ms', 1_000, 120_000, 'P29'),
  fps: fixed(60, 'pictures per second', 'P29'),
  volumePercent: fixed(DEFAULT_VOLUME_PERCENT, 'percent', 'P29'),
  volume: fixed(0.8, 'ratio', 'P29'),
  // reports (P41)
  pullReportMs: fixed(60_000, 'ms', 'P41'),
  firstScreenFallbackMs: fixed(5_000, 'ms', 'P41'),
  performanceReportMs: fixed(60_000, 'ms', 'P41'),
  speedReportMs: fixed(5_000, 'ms', 'P41'),
  // stored values (P13)
  playerTypeDays: fixed(36_500, 'days', 'P13'),
} as const satisfies Record<string, NumberRow>;

export type PlayerConstant = keyof typeof PLAYER_CONSTANTS;
export type PlayerNumbers = { readonly [Name in PlayerConstant]: number };

/** Switches of the remote config. The specification names them without default values; the defaults are the project's choice. */
export const PLAYER_SWITCHES = {
  h265: { value: true, source: 'P22' },
  webrtc: { value: false, source: 'P22' },
  p2p: { value: false, source: 'P21' },
  skipHighResolution: { value: false, source: 'P22' },
  replayOnVisible: { value: true, source: 'P27' },
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
    else {
      const value = between(row.min, row.max, numberOf)(given);
      if (value === undefined) problems.push(`${name} must be ${row.min} to ${row.max} ${row.unit}`);
      else numbers[name] = value;
    }
  }
  for (const name of switchNames) {
    const given = input[name];
    if (given === undefined) continue;
    const isOn = flagOf(given);
    if (isOn === undefined) problems.push(`${name} must be a switch`);
    else switches[name] = isOn;
  }
  return { config: { numbers: numbers as PlayerNumbers, switches: switches as PlayerConfig['switches'] }, problems };
}
