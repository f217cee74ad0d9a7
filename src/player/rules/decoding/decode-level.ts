import { type Machine, type Step, type Tick, firstRule, type Rule } from '../../base/machine.ts';
import type { PlayerNumbers } from '../constants.ts';
import type { PlayerProgress } from '../contract.ts';

/**
 * Selects how much the H265 decoder skips on a machine that is too slow, to avoid stalls. Each level costs more quality than the previous
 * one. After the last level H264 takes over, if it has an address (recovery.ts).
 */

export const DECODE_LEVELS = [
  { name: 'all' },
  { name: 'no filters on pictures that nothing refers to' },
  { name: 'no pictures that nothing refers to' },
  { name: 'key pictures only' },
] as const;

export type DecodeLevel = 0 | 1 | 2 | 3;
const LAST_DECODE_LEVEL: DecodeLevel = 3;

/** One of the four levels, and the known load of the others. Times are milliseconds of the page's clock. */
export interface DecodeLevelState {
  readonly name: (typeof DECODE_LEVELS)[number]['name'];
  readonly level: DecodeLevel;
  /** Epoch of the measured player. */
  readonly epoch: number;
  readonly sampledMs: number;
  readonly sinceMs: number;
  /** How long the load has required this direction; 0 if it does not. */
  readonly pressedMs: number;
  readonly relievedMs: number;
  /** Moving average of the load at the current level; NaN before the first sample after the change. */
  readonly load: number;
  /** One entry per level: load of the level above when it was left, and load of this level right after the change. */
  readonly left: readonly LoadPair[];
  /**
   * The level above is tried this long after the change to the current one, even without a sign that it fits; doubled after a failed try.
   */
  readonly tryAfterMs: number;
  /** True while the current level is a try of more work that has not yet succeeded. */
  readonly isTrial: boolean;
}

interface LoadPair {
  readonly above: number;
  readonly here: number;
}

interface DecodeLevelEvent {
  readonly type: 'sample';
  readonly epoch: number;
  /** Decode time per second of media. */
  readonly load: number;
  /** Backlog of the decoder in milliseconds; it shows an overload even if the load is measured incorrectly. */
  readonly behindMs: number;
  /** Load of decoding everything by an earlier measurement; NaN without one. Chooses the first level of a player. */
  readonly expectedLoad: number;
}

interface DecodeLevelEffect {
  readonly type: 'set-level';
  readonly level: DecodeLevel;
  readonly why: DecodeLevelWhy;
}

/**
 * P25: the average decode threshold of 25 ms at 25 to 30 pictures per second is a load of about 0.7. The other values are the project's
 * choice.
 */
export const DECODE_LEVEL_POLICY = {
  highLoad: 0.85,
  highBehindMs: 1_500,
  /** The level above is expected to fit below this load. */
  fitLoad: 0.6,
  /** Minimum time for which less, or more, work must be required. */
  pressMs: 2_000,
  relieveMs: 8_000,
  /** Within this time after a change each sample replaces the average, and none is a sign that the level above fits. */
  settleMs: 2_000,
  firstTryMs: 60_000,
  maxTryMs: 600_000,
  /** After this time a try of more work has succeeded. */
  provenMs: 30_000,
  /** After a gap in the samples the earlier load is not used. */
  maxGapMs: 2_000,
} as const;

const POLICY = DECODE_LEVEL_POLICY;
/** Times by which levels 0 and 1 are faster than decoding everything (`npm run bench -- decode`, group "Decode levels"). */
const WORK_SAVED = [1, 1.1] as const;
const UNKNOWN: LoadPair = { above: Number.NaN, here: Number.NaN };
/** Occasional keyframes cost almost nothing; below this value the load is noise. */
const MIN_LOAD = 0.01;
/** Weight of a new sample in the average. */
const SMOOTHING = 0.3;

export const DECODE_LEVEL_START: DecodeLevelState = {
  name: 'all',
  level: 0,
  epoch: 0,
  sampledMs: 0,
  sinceMs: 0,
  pressedMs: 0,
  relievedMs: 0,
  load: Number.NaN,
  left: [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN],
  tryAfterMs: POLICY.firstTryMs,
  isTrial: false,
};

interface LevelCase {
  readonly state: DecodeLevelState;
  readonly nowMs: number;
}

/**
 * Expected load of the level above: its load when it was left, scaled by the change of the current level's load. The load of the current
 * level alone would not be enough: keyframes alone always suggest room for everything.
 */
function expectedLoadAbove({ level, left, load }: DecodeLevelState): number {
  const { above, here } = left[level] ?? UNKNOWN;
  return (above * Math.max(MIN_LOAD, load)) / Math.max(MIN_LOAD, here);
}

const RULES = [
  {
    why: 'decoding is over its budget',
    move: 1,
    when: ({ state }) => state.pressedMs >= POLICY.pressMs && state.level < LAST_DECODE_LEVEL,
  },
  { why: 'everything is decoded', move: 0, when: ({ state }) => state.level === 0 },
  { why: 'more work would fit', move: -1, when: ({ state }) => state.relievedMs >= POLICY.relieveMs },
  {
    why: 'more work is tried',
    move: -1,
    when: ({ state, nowMs }) => state.pressedMs === 0 && nowMs - state.sinceMs >= state.tryAfterMs,
  },
  { why: 'the level stands', move: 0, when: () => true },
] as const satisfies readonly (Rule<LevelCase> & { move: -1 | 0 | 1 })[];

type LevelRow = (typeof RULES)[number];
/** Reason of a first level above 0. */
const MEASURED = 'measured too slow before';
export type DecodeLevelWhy = Extract<LevelRow, { move: -1 | 1 }>['why'] | typeof MEASURED;

export const decodeLevelMachine: Machine<DecodeLevelState, DecodeLevelEvent, DecodeLevelEffect, null> = {
  name: 'decode-level',
  initial: DECODE_LEVEL_START,
  step,
  // Samples arrive by themselves.
  deadlineMs: () => null,
};

function step(before: DecodeLevelState, event: DecodeLevelEvent | Tick, nowMs: number): Step<DecodeLevelState, DecodeLevelEffect> {
  if (event.type === 'tick') return [before];
  if (event.epoch !== before.epoch) return first(event, nowMs);
  const state = withSample(before, event, nowMs);
  const rule: LevelRow = firstRule<LevelCase, LevelRow>(RULES, { state, nowMs });
  if (rule.move === 0) return [state];
  const level = (state.level + rule.move) as DecodeLevel;
  return [moved(state, level, nowMs), { type: 'set-level', level, why: rule.why }];
}

/** A new player decodes everything, unless this machine was measured to be too slow: then it begins at the level that fits. */
function first({ epoch, expectedLoad }: DecodeLevelEvent, nowMs: number): Step<DecodeLevelState, DecodeLevelEffect> {
  const start = { ...DECODE_LEVEL_START, epoch, sampledMs: nowMs, sinceMs: nowMs };
  if (!(expectedLoad > POLICY.highLoad)) return [start];
  const level: DecodeLevel = expectedLoad / WORK_SAVED[1] > POLICY.highLoad ? 2 : 1;
  const left = replaceAt(start.left, level, { above: expectedLoad / WORK_SAVED[(level - 1) as 0 | 1], here: Number.NaN });
  return [
    { ...start, name: DECODE_LEVELS[level].name, level, left },
    { type: 'set-level', level, why: MEASURED },
  ];
}

function withSample(state: DecodeLevelState, { load, behindMs }: DecodeLevelEvent, nowMs: number): DecodeLevelState {
  const elapsedMs = Math.min(nowMs - state.sampledMs, POLICY.maxGapMs);
  const isHigh = load > POLICY.highLoad || behindMs > POLICY.highBehindMs;
  const isSettled = nowMs - state.sinceMs >= POLICY.settleMs;
  const average = !isSettled || Number.isNaN(state.load) ? load : state.load * (1 - SMOOTHING) + load * SMOOTHING;
  const pair = state.left[state.level] ?? UNKNOWN;
  const isFirstSettled = isSettled && Number.isNaN(pair.here) && !Number.isNaN(pair.above);
  const left = isFirstSettled ? replaceAt(state.left, state.level, { ...pair, here: average }) : state.left;
  const sampled: DecodeLevelState = { ...state, left, load: average, sampledMs: nowMs };
  const fits = !isHigh && isSettled && expectedLoadAbove(sampled) < POLICY.fitLoad;
  const isProven = state.isTrial && nowMs - state.sinceMs >= POLICY.provenMs;
  return {
    ...sampled,
    pressedMs: isHigh ? state.pressedMs + elapsedMs : 0,
    relievedMs: fits ? state.relievedMs + elapsedMs : 0,
    isTrial: state.isTrial && !isProven,
    tryAfterMs: isProven ? POLICY.firstTryMs : state.tryAfterMs,
  };
}

const replaceAt = (pairs: readonly LoadPair[], level: DecodeLevel, pair: LoadPair): readonly LoadPair[] =>
  pairs.map((old, index) => (index === level ? pair : old));

function moved(state: DecodeLevelState, level: DecodeLevel, nowMs: number): DecodeLevelState {
  const isLess = level > state.level;
  const hasFailed = isLess && state.isTrial;
  return {
    ...state,
    name: DECODE_LEVELS[level].name,
    level,
    sinceMs: nowMs,
    pressedMs: 0,
    relievedMs: 0,
    left: isLess ? replaceAt(state.left, level, { above: state.load, here: Number.NaN }) : state.left,
    load: Number.NaN,
    isTrial: !isLess,
    tryAfterMs: hasFailed ? Math.min(POLICY.maxTryMs, state.tryAfterMs * 2) : state.tryAfterMs,
  };
}

/** Samples arrive once a second; this is the maximum stored. */
const MAX_SAMPLES = 32;

interface DecodeSample {
  readonly atMs: number;
  /** Average per picture at that time, in ms. */
  readonly decodeMs: number;
  /** Total since the player started. */
  readonly painted: number;
  readonly dropped: number;
}

/** Performance of the own decoder in the last seconds (`decodeWindowMs`). Times are milliseconds of the page's clock. */
export interface DecodeWatch {
  readonly samples: readonly DecodeSample[];
  /** Start of decoding keyframes only; null while more is decoded. */
  readonly keyPicturesSinceMs: number | null;
}

export const NO_DECODE_SAMPLES: DecodeWatch = { samples: [], keyPicturesSinceMs: null };

/** While the picture is not visible (`expected` false), less is decoded on purpose, so the samples are discarded. */
export function addDecodeSample(
  watch: DecodeWatch,
  { decodeMs, paintedFrames, droppedFrames, own }: PlayerProgress,
  expected: boolean,
  nowMs: number,
  { decodeWindowMs }: PlayerNumbers,
): DecodeWatch {
  if (!expected) return NO_DECODE_SAMPLES;
  const sample: DecodeSample = { atMs: nowMs, decodeMs, painted: paintedFrames, dropped: droppedFrames };
  const samples = [...watch.samples.filter(({ atMs }) => nowMs - atMs <= decodeWindowMs), sample].slice(-MAX_SAMPLES);
  const isLast = own?.decodeLevel === LAST_DECODE_LEVEL;
  return { samples, keyPicturesSinceMs: isLast ? (watch.keyPicturesSinceMs ?? nowMs) : null };
}

/** Average decode time per picture over the window (P25); NaN before the first sample. */
export function averageDecodeMs({ samples }: DecodeWatch): number {
  const known = samples.filter(({ decodeMs }) => !Number.isNaN(decodeMs));
  return known.reduce((sum, { decodeMs }) => sum + decodeMs, 0) / known.length;
}

/** Percentage of the window's pictures that were dropped; 0 before the second sample. */
export function droppedPercent({ samples }: DecodeWatch): number {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return 0;
  const dropped = Math.max(0, last.dropped - first.dropped);
  const painted = Math.max(0, last.painted - first.painted);
  return dropped === 0 ? 0 : (dropped / (dropped + painted)) * 100;
}
