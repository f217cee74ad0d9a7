/**
 * NAL units other than pictures: delimiters, SEI, filler, reserved and unspecified types, other layers (H.265 7.4.2.2, 7.4.2.4.4, annex D).
 */
import { BitWriter, nalUnit } from './bits.ts';
import type { Rng } from './rng.ts';
import { NAL } from './types.ts';

const bytes = (count: number, rng: Rng) => Uint8Array.from({ length: count }, () => rng.pick([0, 0, 1, 2, 3, rng.roll(256)]));

/** Payload types that decoders ignore: unregistered and registered user data, filler, unknown ones. */
const PAYLOADS = [3, 4, 5, 5, 200, 255, 700];

export function seiUnit(suffix: boolean, rng: Rng): Uint8Array {
  const b = new BitWriter();
  for (let messages = rng.range(1, 3); messages > 0; messages--) {
    let type = rng.pick(PAYLOADS);
    const payload = type === 5 ? [...bytes(16, rng), ...bytes(rng.roll(30), rng)] : [...bytes(rng.pick([0, 1, 20, 300]), rng)];
    if (type === 4) payload.unshift(0x26, 0xff, 0xff); // an unassigned country and provider
    let size = payload.length;
    for (; type >= 255; type -= 255) b.u(8, 255);
    b.u(8, type);
    for (; size >= 255; size -= 255) b.u(8, 255);
    b.u(8, size);
    for (const byte of payload) b.u(8, byte);
  }
  b.trailing();
  return nalUnit(suffix ? NAL.SUFFIX_SEI : NAL.PREFIX_SEI, b.finish());
}

export function delimiter(rng: Rng): Uint8Array {
  const b = new BitWriter();
  b.u(3, rng.pick([0, 1, 2, 2]));
  b.trailing();
  return nalUnit(NAL.AUD, b.finish());
}

export function filler(rng: Rng): Uint8Array {
  const b = new BitWriter();
  for (let i = rng.roll(20); i > 0; i--) b.u(8, 255);
  b.trailing();
  return nalUnit(NAL.FILLER, b.finish());
}

/** Units that a decoder of version 1 ignores: `before` the first slice of an access unit, or between and after its slices. */
export function ignoredUnit(before: boolean, layers: boolean, rng: Rng): Uint8Array {
  const types = before ? [41, 44, 48, 55] : [45, 47, 56, 63, 10, 13, 22, 23, 24, 31];
  const layered = rng.chance(0.3) && layers;
  const type = layered ? rng.pick([0, 1, 19, 21, NAL.SPS, NAL.PPS]) : rng.pick(types);
  const payload = Uint8Array.from([...bytes(1 + rng.roll(12), rng), 0x80]);
  return nalUnit(type, payload, { layerId: layered ? rng.range(1, 62) : 0, temporalId: layered && type < 16 ? rng.roll(3) : 0 });
}

export const endOfSequence = () => nalUnit(NAL.EOS, new Uint8Array());
export const endOfBitstream = () => nalUnit(NAL.EOB, new Uint8Array());
