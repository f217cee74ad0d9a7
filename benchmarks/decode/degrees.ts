import { decodeStream } from '../../src/wasm/cli/decode-stream.ts';
import { Decoder, FULL_DEGREE, LEVEL_6_2_LIMITS, type Degree, type OpenOptions } from '../../src/wasm/glue/decoder.ts';
import { openOurs } from './contestants.ts';
import { median, psnr } from './statistics.ts';

/** From the cheapest loss to the greatest, as the room lowers it. */
export const DEGREES: readonly (readonly [name: string, degree: Degree])[] = [
  ['all', FULL_DEGREE],
  ['no filters on non-references', { ...FULL_DEGREE, filters: 'references' }],
  ['no filters', { ...FULL_DEGREE, filters: 'none' }],
  ['no non-references', { ...FULL_DEGREE, pictures: 'references' }],
  ['lowest temporal layer', { ...FULL_DEGREE, maxTemporalId: 0 }],
  ['key pictures', { ...FULL_DEGREE, pictures: 'key' }],
];

/** Luma of every picture, by the index of its access unit. */
async function decodeLuma(units: readonly Uint8Array[], options: OpenOptions, degree: Degree): Promise<Map<number, Uint8Array>> {
  const opened = await Decoder.open({ limits: LEVEL_6_2_LIMITS, ...options });
  if (!opened.ok) throw new Error(opened.error.detail);
  const decoder = opened.value;
  decoder.setDegree(degree);
  const pictures = new Map<number, Uint8Array>();
  await decodeStream(decoder, units, (picture) => {
    const planes = decoder.copy(picture);
    if (planes) pictures.set(picture.ptsMs, planes.subarray(0, picture.width * picture.height * picture.bytesPerSample));
  });
  decoder.close();
  return pictures;
}

/** Mean PSNR of the pictures that were shown, against the full decode, and the share of pictures that were. 8 bit only. */
function compare(full: ReadonlyMap<number, Uint8Array>, less: ReadonlyMap<number, Uint8Array>): { psnr: number; shown: number } {
  const values: number[] = [];
  for (const [pts, luma] of less) {
    const whole = full.get(pts);
    if (!whole) continue;
    let error = 0;
    for (let i = 0; i < luma.length; i++) error += (luma[i]! - whole[i]!) ** 2;
    values.push(Math.min(psnr(error, luma.length, 255), 99)); // equal pictures count as 99 dB, so that a mean exists
  }
  return { psnr: values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1), shown: less.size / full.size };
}

export async function measureDegrees(units: readonly Uint8Array[], options: OpenOptions, rounds: number): Promise<void> {
  const build = { build: 'simd', ...options } as const;
  const contestants = await Promise.all(DEGREES.map(([name, degree]) => openOurs(name, units, build, degree)));
  /** CPU time: all run on one thread, and other work on the machine does not count. */
  const ms = contestants.map(() => [] as number[]);
  for (let round = -1; round < rounds; round++) {
    for (const [i, contestant] of contestants.entries()) {
      const result = await contestant.decode();
      if (round >= 0) ms[i]!.push(result.cpuMs);
    }
  }
  for (const contestant of contestants) contestant.close();
  const full = await decodeLuma(units, build, FULL_DEGREE);
  console.log(`${''.padEnd(30)}  speed   shown  PSNR of the shown against all work, dB`);
  for (const [i, [name, degree]] of DEGREES.entries()) {
    const speed = median(ms[i]!.map((value, round) => ms[0]![round]! / value));
    const { psnr: decibels, shown } = compare(full, await decodeLuma(units, build, degree));
    console.log(
      `${name.padEnd(30)} ${speed.toFixed(2).padStart(6)} ${(shown * 100).toFixed(0).padStart(6)}% ${decibels.toFixed(1).padStart(6)}`,
    );
  }
}
