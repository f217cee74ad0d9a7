/** Seeded damage to an Annex B stream at the level of bytes and of NAL units, as caused by networks, muxers and attackers. */
import { joinAnnexB, splitAnnexB } from '../glue/access-units.ts';

/** Uniform in 0..1; the same seed always gives the same numbers (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Rng {
  /** Integer in 0..below-1. */
  readonly roll: (below: number) => number;
  /** Integer in low..high, both included. */
  range(low: number, high: number): number;
  readonly chance: (probability: number) => boolean;
  pick<T>(from: readonly T[]): T;
}

export function seededRng(seed: number): Rng {
  const random = seededRandom(seed);
  const roll = (below: number) => Math.floor(random() * below);
  return {
    roll,
    range: (low, high) => low + roll(high - low + 1),
    chance: (probability) => random() < probability,
    pick: (from) => from[roll(from.length)]!,
  };
}

const PARAMETER_SETS = new Set([32, 33, 34]);
const nalType = (nal: Uint8Array) => (nal[0]! >> 1) & 63;

/** Flips `count` bits within the first `lengthMax` bytes of the payload. */
function flipBits(nal: Uint8Array, count: number, lengthMax: number, rng: Rng): Uint8Array {
  const damaged = new Uint8Array(nal);
  const span = Math.min(lengthMax, nal.length - 2);
  if (span <= 0) return damaged;
  for (let i = 0; i < count; i++) damaged[2 + rng.roll(span)]! ^= 1 << rng.roll(8);
  return damaged;
}

type Mutation = (nals: Uint8Array[], rng: Rng, other: readonly Uint8Array[]) => Uint8Array[];

/** Replaces one NAL unit, chosen by `which`, with the result of `change`. */
const onOne =
  (which: (nal: Uint8Array) => boolean, change: (nal: Uint8Array, rng: Rng) => Uint8Array[]): Mutation =>
  (nals, rng) => {
    const candidates = nals.flatMap((nal, i) => (which(nal) ? [i] : []));
    if (candidates.length === 0) return nals;
    const at = rng.pick(candidates);
    return nals.toSpliced(at, 1, ...change(nals[at]!, rng));
  };

const any = () => true;
const isSlice = (nal: Uint8Array) => nalType(nal) < 32;
const isParameterSet = (nal: Uint8Array) => PARAMETER_SETS.has(nalType(nal));

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'flip slice header': onOne(isSlice, (nal, rng) => [flipBits(nal, 1 + rng.roll(3), 12, rng)]),
  'flip slice data': onOne(isSlice, (nal, rng) => [flipBits(nal, 1 + rng.roll(8), nal.length, rng)]),
  'flip parameter set': onOne(isParameterSet, (nal, rng) => [flipBits(nal, 1 + rng.roll(2), nal.length, rng)]),
  'flip anything': onOne(any, (nal, rng) => [flipBits(nal, 1 + rng.roll(20), nal.length, rng)]),
  'random bytes': onOne(any, (nal, rng) => [Uint8Array.from(nal, (byte, i) => (i < 2 ? byte : rng.roll(256)))]),
  'fill with one byte': onOne(any, (nal, rng) => {
    const fill = rng.pick([0x00, 0xff, 0x55]);
    const from = 2 + rng.roll(Math.max(1, nal.length - 2));
    return [Uint8Array.from(nal, (byte, i) => (i < from ? byte : fill))];
  }),
  'cut the end off': onOne(any, (nal, rng) => [nal.subarray(0, 1 + rng.roll(nal.length))]),
  'cut the middle out': onOne(any, (nal, rng) => {
    const from = rng.roll(nal.length);
    return [Uint8Array.from([...nal.subarray(0, from), ...nal.subarray(from + 1 + rng.roll(64))])];
  }),
  drop: onOne(any, () => []),
  duplicate: onOne(any, (nal) => [nal, nal]),
  'change the NAL type': onOne(any, (nal, rng) => {
    const changed = new Uint8Array(nal);
    changed[0] = (changed[0]! & 0x81) | (rng.roll(64) << 1);
    return [changed];
  }),
  'change layer or temporal id': onOne(any, (nal, rng) => {
    const changed = new Uint8Array(nal);
    if (changed.length > 1) changed[1] = rng.roll(256);
    return [changed];
  }),
  reorder: (nals, rng) => {
    const moved = nals.slice();
    const [nal] = moved.splice(rng.roll(moved.length), 1);
    if (nal) moved.splice(rng.roll(moved.length + 1), 0, nal);
    return moved;
  },
  'drop all parameter sets but the first': (nals) => nals.filter((nal, i) => i < 3 || !isParameterSet(nal)),
  'start in the middle': (nals, rng) => [...nals.filter(isParameterSet).slice(0, 3), ...nals.slice(rng.roll(nals.length))],
  'splice with another stream': (nals, rng, other) => [...nals.slice(0, rng.roll(nals.length)), ...other.slice(rng.roll(other.length))],
  'parameter sets of another stream': (nals, rng, other) => {
    const at = rng.roll(nals.length);
    return [...nals.slice(0, at), ...other.filter(isParameterSet).slice(0, 3), ...nals.slice(at)];
  },
  'interleave with another stream': (nals, rng, other) =>
    nals.flatMap((nal, i) => (rng.roll(4) === 0 ? [nal, other[i % other.length]!] : [nal])),
};

/** Maximum mutations per case. */
const MUTATIONS_PER_CASE_MAX = 3;

/**
 * Case `seed` of the fuzzer: a stream with one to three kinds of damage. Start codes are written between NAL units unless the damage
 * removes them.
 */
export function mutateStream(stream: Uint8Array, other: Uint8Array, seed: number) {
  const rng = seededRng(seed);
  let nals = [...splitAnnexB(stream)];
  const otherNals = [...splitAnnexB(other)];
  const names = Array.from({ length: 1 + rng.roll(MUTATIONS_PER_CASE_MAX) }, () => rng.pick(Object.keys(MUTATIONS)));
  for (const name of names) nals = MUTATIONS[name]!(nals, rng, otherNals);
  const bytes = joinAnnexB(nals);
  if (rng.roll(4) === 0) {
    for (let i = 0; i < 3; i++) bytes[rng.roll(bytes.length)] = rng.roll(256); // Including start codes.
    return { names: [...names, 'bytes anywhere'], bytes };
  }
  return { names, bytes };
}
