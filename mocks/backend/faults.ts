/**
 * Network faults as data: scenarios contain lists of them, the panel and the tests inject them, replay.ts applies them. Times are
 * milliseconds since the start of the connection or request.
 */
import * as v from 'valibot';
import { err, ok, type Result } from '../../src/core/errors.ts';

const ms = v.pipe(v.number(), v.minValue(0), v.maxValue(3_600_000));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const target = {
  on: v.picklist(['http', 'stream', 'socket']),
  /** Substring of the path; default: every path. */
  match: v.exactOptional(v.pipe(v.string(), v.maxLength(200))),
  /** Number of connections or requests affected, counted from the first; default: all. */
  times: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
} as const;
const code = v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(4999));
const status = v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599));

const FAULT = v.variant('kind', [
  v.object({ ...target, kind: v.literal('delay'), ms }),
  /** A share of tags, frames or requests is lost; for streams optionally only tags of `track`. */
  v.object({ ...target, kind: v.literal('drop'), share, track: v.exactOptional(v.picklist(['audio', 'video'])) }),
  /** The connection breaks in the middle of the data. */
  v.object({ ...target, kind: v.literal('cut'), afterMs: ms }),
  /** The stream ends: the server closes the response normally. */
  v.object({ ...target, kind: v.literal('end'), afterMs: ms }),
  /** A share of tags, frames or bodies contains wrong bytes. */
  v.object({ ...target, kind: v.literal('corrupt'), share }),
  v.object({ ...target, kind: v.literal('throttle'), kilobitsPerS: v.pipe(v.number(), v.minValue(1)) }),
  /** Nothing arrives for a while, then everything; without `forMs` forever. */
  v.object({ ...target, kind: v.literal('stall'), afterMs: ms, forMs: v.exactOptional(ms) }),
  v.object({ ...target, kind: v.literal('close-code'), afterMs: ms, code }),
  v.object({ ...target, kind: v.literal('status'), status }),
  /** A share of the messages that are in no recording is dropped, doubled or reordered in turn. */
  v.object({ ...target, kind: v.literal('disorder'), share }),
  /** No connection at all: a network error in the browser. */
  v.object({ ...target, kind: v.literal('refuse') }),
]);
export type Fault = Readonly<v.InferOutput<typeof FAULT>>;
type Channel = Fault['on'];
type FaultKind = Fault['kind'];
type FaultOf<Kind extends FaultKind> = Extract<Fault, { readonly kind: Kind }>;

const MAX_FAULTS = 50;

/** Reads a list of faults as JSON. */
export function readFaults(text: string): Result<readonly Fault[]> {
  try {
    const read = v.safeParse(v.pipe(v.array(FAULT), v.maxLength(MAX_FAULTS)), JSON.parse(text));
    return read.success ? ok(read.output) : err('RECORDING_BAD', read.issues[0].message);
  } catch (thrown) {
    return err('RECORDING_BAD', String(thrown));
  }
}

/** Faults of this connection; `earlier` counts previous connections to the same path. */
export function faultsOn(faults: readonly Fault[], channel: Channel, path: string, earlier: number): readonly Fault[] {
  return faults.filter(
    (fault) => fault.on === channel && (fault.match === undefined || path.includes(fault.match)) && (fault.times ?? Infinity) > earlier,
  );
}

/** Faults injected while connections are open. */
export interface Injected {
  readonly faults: readonly Fault[];
  readonly sinceMs: number;
}
export const NOTHING_INJECTED: Injected = { faults: [], sinceMs: 0 };

export interface Connection {
  readonly channel: Channel;
  readonly path: string;
  /** Previous connections to the same path. */
  readonly earlier: number;
  readonly startMs: number;
}

/** Faults of the scenario and the injected ones, whose times are converted to the time of the connection because they started during it. */
export function faultsNow(own: readonly Fault[], injected: Injected, { channel, path, earlier, startMs }: Connection): readonly Fault[] {
  const offsetMs = Math.max(0, injected.sinceMs - startMs);
  const moved = faultsOn(injected.faults, channel, path, earlier).map((fault) =>
    'afterMs' in fault ? { ...fault, afterMs: fault.afterMs + offsetMs } : fault,
  );
  return [...moved, ...faultsOn(own, channel, path, earlier)];
}

export function faultOf<Kind extends FaultKind>(faults: readonly Fault[], kind: Kind): FaultOf<Kind> | undefined {
  return faults.find((fault): fault is FaultOf<Kind> => fault.kind === kind);
}

/** Deterministic random number 0 <= x < 1 by seed and counter, the same on all machines. */
export function chance(seed: number, counter: number): number {
  let mixed = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(counter + 1, 0xc2b2ae35)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b) >>> 0;
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}

const WRONG_BYTES = 4;

/** A copy with a few wrong bytes at or after `from`. */
export function corrupted(bytes: Uint8Array<ArrayBuffer>, from: number, seed: number, counter: number): Uint8Array<ArrayBuffer> {
  const damaged = bytes.slice();
  for (let i = 0; i < WRONG_BYTES && damaged.length > from; i++) {
    const at = from + Math.floor(chance(seed + i + 1, counter) * (damaged.length - from));
    damaged[at] = damaged[at]! ^ (1 + Math.floor(chance(seed + i + 101, counter) * 255));
  }
  return damaged;
}
