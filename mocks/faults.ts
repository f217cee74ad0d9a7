/**
 * What can go wrong on the way, as data: scenarios hold lists of these, the panel and the tests inject them, replay.ts applies them.
 * Times are milliseconds since the connection or the request began.
 */
export type Channel = 'http' | 'stream' | 'socket';

export interface FaultTarget {
  readonly on: Channel;
  /** Part of the path; left out, it is every path. */
  readonly match?: string;
  /** How many connections or requests it hits, from the first on; left out, all. */
  readonly times?: number;
}

export type Fault = FaultTarget &
  (
    | { readonly kind: 'delay'; readonly ms: number }
    /** A share (0 to 1) of tags, frames or requests is lost; of a stream's tags only those of `track`, when it is given. */
    | { readonly kind: 'drop'; readonly share: number; readonly track?: 'audio' | 'video' }
    /** The connection ends in the middle of something. */
    | { readonly kind: 'cut'; readonly afterMs: number }
    /** The stream ends: the server closes the response normally. */
    | { readonly kind: 'end'; readonly afterMs: number }
    /** A share of tags, frames or bodies has wrong bytes. */
    | { readonly kind: 'corrupt'; readonly share: number }
    | { readonly kind: 'throttle'; readonly kilobitsPerS: number }
    /** Nothing arrives for a while, then all of it; without `forMs` for ever. */
    | { readonly kind: 'stall'; readonly afterMs: number; readonly forMs?: number }
    | { readonly kind: 'close-code'; readonly afterMs: number; readonly code: number }
    | { readonly kind: 'status'; readonly status: number }
    /** Of the modules' messages, a share is in turns lost, doubled and held back behind the next one. */
    | { readonly kind: 'disorder'; readonly share: number }
    /** No connection at all: what a browser calls a network error. */
    | { readonly kind: 'refuse' }
  );
export type FaultKind = Fault['kind'];
export type FaultOf<Kind extends FaultKind> = Extract<Fault, { readonly kind: Kind }>;

/** Those that hit this connection; `earlier` counts the ones to the same place before it. */
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
  /** Connections to the same path before this one. */
  readonly earlier: number;
  readonly startMs: number;
}

/** Those of the scenario, and the injected ones with their times moved to the connection's: they began while it was open. */
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

/** The same numbers for the same seed and counter, on every machine: 0 <= x < 1. */
export function chance(seed: number, counter: number): number {
  let mixed = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(counter + 1, 0xc2b2ae35)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b) >>> 0;
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}

const WRONG_BYTES = 4;

/** A copy with a few wrong bytes from `from` on. */
export function corrupted(bytes: Uint8Array<ArrayBuffer>, from: number, seed: number, counter: number): Uint8Array<ArrayBuffer> {
  const damaged = bytes.slice();
  for (let i = 0; i < WRONG_BYTES && damaged.length > from; i++) {
    const at = from + Math.floor(chance(seed + i + 1, counter) * (damaged.length - from));
    damaged[at] = damaged[at]! ^ (1 + Math.floor(chance(seed + i + 101, counter) * 255));
  }
  return damaged;
}
