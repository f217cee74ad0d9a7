/**
 * Network faults as data: scenarios contain lists of them, the panel and the tests inject them, replay.ts applies them. Times are
 * milliseconds since the start of the connection or request.
 */
export type Channel = 'http' | 'stream' | 'socket';

export interface FaultTarget {
  readonly on: Channel;
  /** Substring of the path; default: every path. */
  readonly match?: string;
  /** Number of connections or requests affected, counted from the first; default: all. */
  readonly times?: number;
}

export type Fault = FaultTarget &
  (
    | { readonly kind: 'delay'; readonly ms: number }
    /** A share (0 to 1) of tags, frames or requests is lost; for streams optionally only tags of `track`. */
    | { readonly kind: 'drop'; readonly share: number; readonly track?: 'audio' | 'video' }
    /** The connection breaks in the middle of the data. */
    | { readonly kind: 'cut'; readonly afterMs: number }
    /** The stream ends: the server closes the response normally. */
    | { readonly kind: 'end'; readonly afterMs: number }
    /** A share of tags, frames or bodies contains wrong bytes. */
    | { readonly kind: 'corrupt'; readonly share: number }
    | { readonly kind: 'throttle'; readonly kilobitsPerS: number }
    /** Nothing arrives for a while, then everything; without `forMs` forever. */
    | { readonly kind: 'stall'; readonly afterMs: number; readonly forMs?: number }
    | { readonly kind: 'close-code'; readonly afterMs: number; readonly code: number }
    | { readonly kind: 'status'; readonly status: number }
    /** A share of the scripted sessions' messages is dropped, doubled or reordered in turn. */
    | { readonly kind: 'disorder'; readonly share: number }
    /** No connection at all: a network error in the browser. */
    | { readonly kind: 'refuse' }
  );
export type FaultKind = Fault['kind'];
export type FaultOf<Kind extends FaultKind> = Extract<Fault, { readonly kind: Kind }>;

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
