/**
 * The numbers of the player layer: document 1, section 9, one row each, with unit and source. `remote` names the switch of the remote
 * config that may replace the default, within `min` and `max`; a row without it is fixed. "ours" marks a number that the documents
 * leave open.
 */
export const PLAYER_CONSTANTS = {
  // recovery (P24)
  firstFailWaitMs: { value: 15_000, unit: 'ms', min: 1_000, max: 120_000, remote: true, source: 'document 1, section 4: first-fail wait' },
  stallWaitMs: { value: 30_000, unit: 'ms', min: 1_000, max: 120_000, remote: true, source: 'document 1, section 4: stall wait' },
  retryIntervalMs: { value: 5_000, unit: 'ms', min: 0, max: 60_000, remote: true, source: 'document 1, section 4: retries 5 s apart' },
  maxRetries: { value: 2, unit: 'count', min: 0, max: 10, remote: true, source: 'document 1, section 4: up to 2 retries' },
  healthyMs: {
    value: 30_000,
    unit: 'ms',
    min: 1_000,
    max: 600_000,
    remote: true,
    source: 'ours: as long as the stall wait; playing that long gives the budgets back',
  },
  addressesWaitMs: {
    value: 8_000,
    unit: 'ms',
    min: 1_000,
    max: 60_000,
    remote: true,
    source: 'ours: an address fetch that says nothing has failed',
  },
  // stalls (P25)
  stallCount: { value: 3, unit: 'count', min: 1, max: 100, remote: true, source: 'document 1, section 9: stall count' },
  stallTimeMs: {
    value: 180_000,
    unit: 'ms',
    min: 1_000,
    max: 3_600_000,
    remote: true,
    source: 'document 1, section 9: stall time 3 minutes',
  },
  h265ToH264WaitMs: {
    value: 120_000,
    unit: 'ms',
    min: 0,
    max: 3_600_000,
    remote: true,
    source: 'document 1, section 9: H265 to H264 wait 2 minutes',
  },
  stayOnH264Ms: {
    value: 86_400_000,
    unit: 'ms',
    min: 0,
    max: 2_592_000_000,
    remote: true,
    source: 'document 1, section 9: stay on h264 1 day',
  },
  stallMinMs: { value: 200, unit: 'ms', min: 200, max: 200, remote: false, source: 'document 1, section 9: stall threshold 200' },
  stallIgnoreMs: {
    value: 20_000,
    unit: 'ms',
    min: 20_000,
    max: 20_000,
    remote: false,
    source: 'document 1, section 9: stall threshold 20000 ms (ignore)',
  },
  stallCountDays: {
    value: 30,
    unit: 'days',
    min: 30,
    max: 30,
    remote: false,
    source: 'ours: a penalty has an end; counted from the last stall',
  },
  decodeThresholdMs: {
    value: 25,
    unit: 'ms per picture',
    min: 1,
    max: 1_000,
    remote: true,
    source: 'document 1, section 9: average decode threshold',
  },
  // statistics of a WebRTC receiver (P23)
  webrtcWindowMs: {
    value: 3_000,
    unit: 'ms',
    min: 1_000,
    max: 10_000,
    remote: true,
    source: 'ours: not shown; figures are those of the last seconds',
  },
  webrtcPatienceMs: {
    value: 6_000,
    unit: 'ms',
    min: 1_000,
    max: 120_000,
    remote: true,
    source: 'ours: not shown; longer than one freeze stays in the window',
  },
  webrtcFrozenPercent: {
    value: 30,
    unit: 'percent',
    min: 1,
    max: 100,
    remote: true,
    source: 'ours: not shown; a third of the time without a new picture is no live picture',
  },
  webrtcLossPercent: {
    value: 10,
    unit: 'percent',
    min: 1,
    max: 100,
    remote: true,
    source: 'ours: not shown; retransmission copes with a few percent',
  },
  webrtcCalm: {
    value: 0.5,
    unit: 'ratio',
    min: 0.5,
    max: 0.5,
    remote: false,
    source: 'ours: a bad figure is good again at half its limit',
  },
  // candidates (P22)
  skipResolution: {
    value: 720,
    unit: 'CSS pixels',
    min: 1,
    max: 8_192,
    remote: true,
    source: 'document 1, section 9: skip-high-resolution threshold',
  },
  chromeMinimum: {
    value: 80,
    unit: 'major version',
    min: 80,
    max: 80,
    remote: false,
    source: 'document 1, section 9: Chrome minimum for h265',
  },
  // the tab comes back (P27)
  audioVideoDiffMs: { value: 10_000, unit: 'ms', min: 100, max: 120_000, remote: true, source: 'document 1, section 9: audio/video diff' },
  replayBufferMs: {
    value: 10_000,
    unit: 'ms',
    min: 100,
    max: 120_000,
    remote: true,
    source: 'document 1, section 9: replay if buffer over 10 s',
  },
  hiddenDecodeStopMs: {
    value: 5_000,
    unit: 'ms',
    min: 0,
    max: 600_000,
    remote: true,
    source: 'document 1, section 9: H265 hidden decode stop',
  },
  // the H265 pipeline (P29)
  chunkBytes: { value: 131_072, unit: 'bytes', min: 131_072, max: 131_072, remote: false, source: 'document 1, section 9: H265 chunk' },
  preloadMs: { value: 2_000, unit: 'ms', min: 2_000, max: 2_000, remote: false, source: 'document 1, section 9: preload' },
  bufferingMs: { value: 1_000, unit: 'ms', min: 1_000, max: 1_000, remote: false, source: 'document 1, section 9: buffering' },
  cachedSegments: { value: 180, unit: 'count', min: 180, max: 180, remote: false, source: 'document 1, section 9: cached segments' },
  keepCacheRate: { value: 1.1, unit: 'ratio', min: 1.1, max: 1.1, remote: false, source: 'document 1, section 9: keep cache rate' },
  firstFrameReadyDelayMs: {
    value: 2_000,
    unit: 'ms',
    min: 0,
    max: 60_000,
    remote: true,
    source: 'document 1, section 9: H265 first-frame ready delay',
  },
  flvConnectMs: {
    value: 15_000,
    unit: 'ms',
    min: 15_000,
    max: 15_000,
    remote: false,
    source: 'document 1, section 9: flv connect frequency',
  },
  fps: { value: 60, unit: 'pictures per second', min: 60, max: 60, remote: false, source: 'document 1, section 9: fps' },
  volumePercent: { value: 80, unit: 'percent', min: 80, max: 80, remote: false, source: 'document 1, section 9: volume of the player' },
  volume: { value: 0.8, unit: 'ratio', min: 0.8, max: 0.8, remote: false, source: 'document 1, section 9: volume of the player layer' },
  // reports (P41)
  pullReportMs: {
    value: 60_000,
    unit: 'ms',
    min: 60_000,
    max: 60_000,
    remote: false,
    source: 'document 1, section 9: pull report timeout',
  },
  firstScreenFallbackMs: {
    value: 5_000,
    unit: 'ms',
    min: 5_000,
    max: 5_000,
    remote: false,
    source: 'document 1, section 9: first-screen count fallback',
  },
  performanceReportMs: {
    value: 60_000,
    unit: 'ms',
    min: 60_000,
    max: 60_000,
    remote: false,
    source: 'document 1, section 9: performance report at most every 60 s',
  },
  speedReportMs: {
    value: 5_000,
    unit: 'ms',
    min: 5_000,
    max: 5_000,
    remote: false,
    source: 'document 1, section 9: download speed every 5 s',
  },
  // kept values (P13)
  playerTypeDays: {
    value: 36_500,
    unit: 'days',
    min: 36_500,
    max: 36_500,
    remote: false,
    source: 'document 1, section 9: player-type flag',
  },
} as const satisfies Record<string, Row>;

interface Row {
  readonly value: number;
  readonly unit:
    'ms' | 'count' | 'ms per picture' | 'CSS pixels' | 'major version' | 'bytes' | 'ratio' | 'pictures per second' | 'percent' | 'days';
  readonly min: number;
  readonly max: number;
  readonly remote: boolean;
  readonly source: string;
}

export type PlayerConstant = keyof typeof PLAYER_CONSTANTS;
export type PlayerNumbers = { readonly [Name in PlayerConstant]: number };

/** On/off switches of the remote config. The documents name them but not their defaults: these are ours. */
export const PLAYER_SWITCHES = {
  h265: { value: true, source: 'document 1, section 4: H265 config switch' },
  webrtc: { value: false, source: 'document 1, section 4: WebRTC config switch' },
  p2p: { value: false, source: 'document 1, section 3: enableP2PArr' },
  skipHighResolution: { value: false, source: 'document 1, section 4: skip-high-resolution switch' },
  replayOnVisible: { value: true, source: 'document 1, section 4: relay switch' },
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

/** Takes what is good of an untrusted config and names what is not; unknown names belong to other parts of the room and are no problem. */
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
    // Config services write switches as 0 and 1 as often as booleans.
    if (given === true || given === 1) switches[name] = true;
    else if (given === false || given === 0) switches[name] = false;
    else problems.push(`${name} must be a switch`);
  }
  return { config: { numbers: numbers as PlayerNumbers, switches: switches as PlayerConfig['switches'] }, problems };
}
