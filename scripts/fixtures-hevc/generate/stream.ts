/** A whole Annex B stream from a seed. */
import { nalUnit } from './bits.ts';
import { drawChoices, type Choices } from './choices.ts';
import { rngFor } from './rng.ts';
import { delimiter, endOfBitstream, endOfSequence, filler, ignoredUnit, seiUnit } from './other-units.ts';
import { ppsRbsp, spsRbsp, vpsRbsp } from './parameter-sets.ts';
import { drawPps, drawSlice, drawSps, drawCodingWeights } from './parameters.ts';
import { writePicture } from './picture-writer.ts';
import { planSequence, type Plan } from './sequence.ts';
import { NAL, type Pps, type Sps } from './types.ts';

export interface GeneratedStream {
  readonly bytes: Uint8Array;
  readonly choices: Choices;
  readonly sps: Sps;
  readonly plan: Plan;
}

const ID_MAX = { sps: 16, pps: 64 } as const;

export function generateStream(seed: number, force: Partial<Choices> = {}): GeneratedStream {
  const choices = drawChoices(seed, force);
  const plan = planSequence(choices, rngFor(seed, 'order'));
  const rng = rngFor(seed, 'sets');
  const sps = drawSps(choices, plan, rng.roll(ID_MAX.sps), rng);
  // this string is part of the seed: changing it would change all streams
  const weights = drawCodingWeights(choices, rngFor(seed, 'taste'));
  const units: Uint8Array[] = [];
  const extraRng = rngFor(seed, 'units');
  const extra = (probability: number, unit: () => Uint8Array) => {
    if (choices.extraUnits && extraRng.chance(probability)) units.push(unit());
  };

  const vpsBytes = nalUnit(NAL.VPS, vpsRbsp(sps, rngFor(seed, 'vps')));
  const spsBytes = nalUnit(NAL.SPS, spsRbsp(sps, rngFor(seed, 'sps')));
  const pps: Pps[] = [];
  const putPps = (id: number) => {
    const made = drawPps(choices, sps, id, rng);
    pps.splice(pps.findIndex((one) => one.id === id) >>> 0, 1, made);
    units.push(nalUnit(NAL.PPS, ppsRbsp(made, rng)));
  };

  plan.pictures.forEach((picture, index) => {
    if (picture.eosBefore) units.push(endOfSequence());
    extra(0.3, () => delimiter(extraRng));
    if (index === 0 || (picture.startsSequence && extraRng.chance(0.3))) units.push(vpsBytes, spsBytes);
    if (index === 0) for (let count = rng.range(1, 3); count > 0; count--) putPps(rng.roll(ID_MAX.pps));
    else if (rng.chance(choices.changePps)) putPps(rng.chance(0.5) ? rng.pick(pps).id : rng.roll(ID_MAX.pps));
    extra(0.3, () => seiUnit(false, extraRng));
    extra(0.2, () => ignoredUnit(true, choices.layeredUnits, extraRng));
    const chosen = rng.pick(pps);
    const collocated = {};
    const pictureSeed = `picture ${index}`;
    const sliceDice = rngFor(seed, `slices ${index}`);
    const slices = writePicture({
      sps,
      pps: chosen,
      picture,
      weights,
      cuts: { slice: choices.cutSlices, dependent: choices.cutDependent, wholeRows: choices.cutRows },
      slice: () => drawSlice(choices, sps, chosen, picture, collocated, sliceDice),
      rng: rngFor(seed, `ctus ${index}`),
      headerDice: rngFor(seed, `headers ${index}`),
      pictureDice: () => rngFor(seed, pictureSeed),
      entryPoints: choices.entryPoints,
      zeroWords: choices.extraUnits ? 2 : 0,
    });
    for (const slice of slices) {
      units.push(slice);
      extra(0.1, () => filler(extraRng));
      extra(0.1, () => ignoredUnit(false, choices.layeredUnits, extraRng));
    }
    extra(0.2, () => seiUnit(true, extraRng));
  });
  extra(0.3, endOfSequence);
  extra(0.3, endOfBitstream);
  const bytes = units.flatMap((unit, i) => {
    // Four-byte start codes before the first unit and parameter sets (B.2.2); further leading and trailing zeros are optional.
    const long = i === 0 || (unit[0]! >> 1 >= NAL.VPS && unit[0]! >> 1 <= NAL.AUD);
    const zeros = (long ? 1 : 0) + (choices.extraUnits && extraRng.chance(0.1) ? extraRng.roll(6) : 0);
    return [...Array<number>(zeros).fill(0), 0, 0, 1, ...unit];
  });
  return { bytes: Uint8Array.from(bytes), choices, sps, plan };
}
