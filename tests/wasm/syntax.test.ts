import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DRAWS, drawChoices } from '../../scripts/fixtures-hevc/generate/choices.ts';
import { avoidDeviations, DEVIATIONS } from '../../scripts/fixtures-hevc/generate/deviations.ts';
import { bump } from '../../scripts/fixtures-hevc/generate/output-order.ts';
import { SYNTAX_ROWS } from '../../scripts/fixtures-hevc/generate/rows.ts';
import { generateStream } from '../../scripts/fixtures-hevc/generate/stream.ts';
import { decodeStream } from '../../src/wasm/cli/decode-stream.ts';
import { splitAccessUnits } from '../../src/wasm/glue/access-units.ts';
import { Decoder, FULL_DECODE_LEVEL, LEVEL_6_2_LIMITS } from '../../src/wasm/glue/decoder.ts';

const DIR = 'fixtures/hevc-syntax';
const manifest = JSON.parse(readFileSync(`${DIR}/manifest.json`, 'utf8')) as { file: string; sha256: string }[];

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('the committed streams of the generator are those of its rows', () => {
  const made = SYNTAX_ROWS.map(({ name, seed, force }) => {
    const { bytes } = generateStream(seed, avoidDeviations(seed, force).force);
    return { file: `${name}.265`, sha256: sha256(bytes) };
  });
  expect(manifest.map(({ file, sha256 }) => ({ file, sha256 }))).toEqual(made);
  expect(manifest.map(({ file }) => ({ file, sha256: sha256(readFileSync(`${DIR}/${file}`)) }))).toEqual(made);
});

test('every row forces choices that exist, and has a unique name', () => {
  expect(SYNTAX_ROWS.flatMap(({ force }) => Object.keys(force)).filter((key) => !(key in DRAWS))).toEqual([]);
  expect(new Set(SYNTAX_ROWS.map(({ name }) => name)).size).toBe(SYNTAX_ROWS.length);
});

test('each deviation of the reference is used by some seed, and none remains in the choices', () => {
  const met = new Set<string>();
  for (let seed = 1; seed <= 400; seed++) {
    const { force } = avoidDeviations(seed, {});
    for (const { what, when, instead, reference } of DEVIATIONS) {
      if (when(drawChoices(seed))) met.add(what);
      // Left out: deviations that another stream covers, or that depend on a condition that this test cannot read.
      const choices = drawChoices(seed, force);
      if (instead && !reference) expect(choices).toMatchObject(when(choices) ? instead : {});
    }
  }
  expect([...met].sort()).toEqual(DEVIATIONS.map(({ what }) => what).sort());
});

test('streams of all sizes and depths are concatenated: each access point with its own sets starts a new sequence', async () => {
  const opened = await Decoder.open({ build: 'simd-mt', threads: 2, limits: LEVEL_6_2_LIMITS });
  if (!opened.ok) throw new Error(opened.error.detail);
  const decoder = opened.value;
  const decode = async (bytes: Uint8Array) => {
    const shown: string[] = [];
    const outcome = await decodeStream(decoder, splitAccessUnits(bytes), (picture) => shown.push(sha256(decoder.copy(picture)!)));
    expect(outcome.firstError).toBeUndefined();
    return shown;
  };
  // A CRA picture starts a sequence only after an end, and then drops waiting pictures (C.5.2.2); so may the flag.
  const joinable = SYNTAX_ROWS.filter(({ seed, force }) => {
    const [first] = generateStream(seed, avoidDeviations(seed, force).force).plan.pictures;
    return first!.nalType !== 21 && !first!.noOutputOfPriorPics;
  }).map(({ name }) => readFileSync(`${DIR}/${name}.265`));
  const apart: string[] = [];
  for (const bytes of joinable) apart.push(...(await decode(bytes)));
  expect(joinable.length).toBeGreaterThan(30);
  expect(await decode(Buffer.concat(joinable))).toEqual(apart);
  decoder.close();
});

test('the decoder outputs pictures as in the model of C.5.2, without the dropped ones', async () => {
  const opened = await Decoder.open({ build: 'simd', limits: LEVEL_6_2_LIMITS });
  if (!opened.ok) throw new Error(opened.error.detail);
  let dropped = 0;
  for (let seed = 1; seed <= 120; seed++) {
    const force = { priorPicturesDropped: true, irap: 0.3, pictures: 10, sizeCtbs: [2, 2], tightDpb: true } as const;
    const { bytes, plan } = generateStream(seed, force);
    const shown: number[] = [];
    await decodeStream(opened.value, splitAccessUnits(bytes), ({ poc }) => shown.push(poc));
    expect({ seed, shown }).toEqual({ seed, shown: bump(plan.pictures, plan.dpb) });
    dropped += plan.pictures.filter(({ output, skipped }) => output && !skipped).length - shown.length;
  }
  opened.value.close();
  expect(dropped).toBeGreaterThan(10);
});

test('keyframes alone are output in decoding order, although the POC of a CRA picture counts from pictures that were skipped', async () => {
  const opened = await Decoder.open({ build: 'simd', limits: LEVEL_6_2_LIMITS });
  if (!opened.ok) throw new Error(opened.error.detail);
  opened.value.setDecodeLevel({ ...FULL_DECODE_LEVEL, pictures: 'key' });
  let cras = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const { bytes, plan } = generateStream(seed, { irap: 0.15, pictures: 40, sizeCtbs: [1, 1], log2PocLsb: 4, range: false });
    const keys = plan.pictures.flatMap(({ nalType, output }, index) => (nalType >= 16 && output ? [index] : []));
    const shown: number[] = [];
    await decodeStream(opened.value, splitAccessUnits(bytes), ({ ptsMs }) => shown.push(ptsMs));
    expect({ seed, shown }).toEqual({ seed, shown: keys });
    cras += keys.filter((index) => plan.pictures[index]!.nalType === 21).length;
  }
  opened.value.close();
  expect(cras).toBeGreaterThan(10);
});
