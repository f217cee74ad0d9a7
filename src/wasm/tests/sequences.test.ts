import { expect, test } from 'vitest';
import { decodeStream } from '../cli/decode-stream.ts';
import { md5sOf } from '../cli/opened.ts';
import { joinAnnexB, splitAccessUnits, splitAnnexB } from '../glue/access-units.ts';
import { FULL_DECODE_LEVEL, LEVEL_6_2_LIMITS, type Decoder, type OpenOptions } from '../glue/decoder.ts';
import { digest, readManifest } from '../streams/folder.ts';
import { drawChoices } from '../streams/generate/choices.ts';
import { avoidDeviations, DEVIATIONS } from '../streams/generate/reference.ts';
import { bump } from '../streams/generate/sequence.ts';
import { SYNTAX_ROWS } from '../streams/generate/rows.ts';
import { generateStream } from '../streams/generate/stream.ts';
import { NAL } from '../streams/generate/types.ts';
import { bytesOf, drain, fixtureOf, openDecoder as open, unitsOf as unitsIn, valueOf } from './package/streams.ts';

const made = SYNTAX_ROWS.map(({ name, seed, force }) => ({ name, ...generateStream(seed, avoidDeviations(seed, force).force) }));
const manifest = readManifest(fixtureOf('hevc-syntax'));

test('the committed streams of the generator are those of its rows', () => {
  const files = made.map(({ name, bytes }) => ({ file: `${name}.265`, sha256: digest('sha256', bytes) }));
  expect(manifest.map(({ file, sha256 }) => ({ file, sha256 }))).toEqual(files);
  expect(manifest.map(({ file }) => ({ file, sha256: digest('sha256', bytesOf(`hevc-syntax/${file}`)) }))).toEqual(files);
});

test('each deviation of the reference is used by some seed, and none remains in the choices', () => {
  const met = new Set<string>();
  for (let seed = 1; seed <= 400; seed++) {
    const drawn = drawChoices(seed);
    const choices = drawChoices(seed, avoidDeviations(seed, {}).force);
    for (const { what, when, instead, reference } of DEVIATIONS) {
      if (when(drawn)) met.add(what);
      // Left out: deviations that another stream covers, or that depend on a condition that this test cannot read.
      if (instead && !reference) expect(choices).toMatchObject(when(choices) ? instead : {});
    }
  }
  expect([...met].sort()).toEqual(DEVIATIONS.map(({ what }) => what).sort());
});

test('streams of all sizes and depths are concatenated: each access point with its own sets starts a new sequence', async () => {
  const decoder = await open({ build: 'simd-mt', threads: 2, limits: LEVEL_6_2_LIMITS });
  const decode = async (bytes: Uint8Array) => {
    const { each, firstError } = await md5sOf(decoder, splitAccessUnits(bytes));
    expect(firstError).toBeUndefined();
    return each;
  };
  // A CRA picture starts a sequence only after an end, and then drops waiting pictures (C.5.2.2); so may the flag.
  const joinable = made.flatMap(({ bytes, plan }) => {
    const [first] = plan.pictures;
    return first!.nalType !== 21 && !first!.noOutputOfPriorPics ? [bytes] : [];
  });
  const apart: string[] = [];
  for (const bytes of joinable) apart.push(...(await decode(bytes)));
  expect(joinable.length).toBeGreaterThan(30);
  expect(await decode(Buffer.concat(joinable))).toEqual(apart);
});

test('the decoder outputs pictures as in the model of C.5.2, without the dropped ones', async () => {
  const decoder = await open({ limits: LEVEL_6_2_LIMITS });
  let dropped = 0;
  for (let seed = 1; seed <= 120; seed++) {
    const force = { priorPicturesDropped: true, irap: 0.3, pictures: 10, sizeCtbs: [2, 2], tightDpb: true } as const;
    const { bytes, plan } = generateStream(seed, force);
    const shown: number[] = [];
    await decodeStream(decoder, splitAccessUnits(bytes), ({ poc }) => shown.push(poc));
    expect({ seed, shown }).toEqual({ seed, shown: bump(plan.pictures, plan.dpb) });
    dropped += plan.pictures.filter(({ output, skipped }) => output && !skipped).length - shown.length;
  }
  expect(dropped).toBeGreaterThan(10);
});

test('keyframes alone are output in decoding order, although the POC of a CRA picture counts from pictures that were skipped', async () => {
  const decoder = await open({ limits: LEVEL_6_2_LIMITS });
  decoder.setDecodeLevel({ ...FULL_DECODE_LEVEL, pictures: 'key' });
  let cras = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const { bytes, plan } = generateStream(seed, { irap: 0.15, pictures: 40, sizeCtbs: [1, 1], log2PocLsb: 4, range: false });
    const keys = plan.pictures.flatMap(({ nalType, output }, index) => (nalType >= 16 && output ? [index] : []));
    const shown: number[] = [];
    await decodeStream(decoder, splitAccessUnits(bytes), ({ ptsMs }) => shown.push(ptsMs));
    expect({ seed, shown }).toEqual({ seed, shown: keys });
    cras += keys.filter((index) => plan.pictures[index]!.nalType === 21).length;
  }
  expect(cras).toBeGreaterThan(10);
});

const EOS_NAL = Uint8Array.of(0, 0, 0, 1, NAL.EOS << 1, 1);

const openDecoder = (options: OpenOptions = {}): Promise<Decoder> => open({ checkHash: true, ...options });
const unitsOf = (name: string) => unitsIn(`hevc/${name}`);
const nalsOf = (unit: Uint8Array) => [...splitAnnexB(unit)];
const typeOf = (nal: Uint8Array) => (nal[0]! >> 1) & 63;
const isSlice = (nal: Uint8Array) => typeOf(nal) < NAL.VPS;
const isSet = (nal: Uint8Array) => typeOf(nal) >= NAL.VPS && typeOf(nal) <= NAL.PPS;
const pictureType = (unit: Uint8Array) => typeOf(nalsOf(unit).find(isSlice)!);
const isKeyframe = (unit: Uint8Array) => nalsOf(unit).some(isSet);
const findAfter = (units: readonly Uint8Array[], after: number, is: (unit: Uint8Array) => boolean) =>
  units.findIndex((unit, index) => index > after && is(unit));
const isCra = (unit: Uint8Array) => pictureType(unit) === NAL.CRA;

interface Shown {
  /** Index of the unit. */
  readonly unit: number;
  readonly md5: string;
  readonly size: string;
  readonly sequence: number;
  readonly damaged: boolean;
  readonly hash: string;
  readonly luma: Uint8Array;
}

/** Pictures in output order; the units' indices are their pts. */
async function decode(decoder: Decoder, units: readonly (Uint8Array | undefined)[]): Promise<Shown[]> {
  const shown: Shown[] = [];
  const show = () =>
    drain(decoder, (picture) => {
      const { ptsMs: unit, width, height, sequence, damaged, hash } = picture;
      const planes = decoder.copy(picture)!;
      const luma = planes.slice(0, width * height);
      shown.push({ unit, md5: digest('md5', planes), size: `${width}x${height}`, sequence, damaged, hash, luma });
    });
  for (const [index, unit] of units.entries()) {
    if (!unit) continue;
    await decoder.settled();
    decoder.push(unit, index);
    show();
  }
  decoder.flush();
  show();
  return shown;
}

const md5s = (shown: readonly Shown[]) => new Map(shown.map(({ unit, md5 }) => [unit, md5]));
const decodeAlone = async (units: readonly (Uint8Array | undefined)[]): Promise<Shown[]> => decode(await openDecoder(), units);
const isRasl = (unit: Uint8Array) => pictureType(unit) === NAL.RASL_N || pictureType(unit) === NAL.RASL_R;

test('a stream joined at a CRA drops its RASL pictures and decodes the rest exactly', async () => {
  const units = unitsOf('open-gop');
  const whole = md5s(await decodeAlone(units));
  const from = units.findIndex(isCra);
  const second = findAfter(units, from, isCra);
  const shown = md5s(await decodeAlone(units.map((unit, index) => (index < from ? undefined : unit))));
  const left = [...units.keys()].filter((index) => index >= from && !(index < second && isRasl(units[index]!)));
  expect([...shown.keys()].sort((a, b) => a - b)).toEqual(left);
  for (const index of left) expect(shown.get(index)).toBe(whole.get(index));
});

test.each([
  ['a BLA', (unit: Uint8Array) => joinAnnexB(nalsOf(unit).map((nal) => (isSlice(nal) ? rewritten(nal, NAL.BLA_W_LP) : nal)))],
  ['a CRA behind an end of sequence', (unit: Uint8Array) => Buffer.concat([EOS_NAL, unit])],
])('%s starts a new sequence: its RASL pictures are dropped, the pictures after them are exact', async (_, change) => {
  const units = unitsOf('open-gop');
  const whole = md5s(await decodeAlone(units));
  const at = units.findIndex(isCra);
  const next = findAfter(units, at, isCra);
  const shown = await decodeAlone(units.map((unit, index) => (index === at ? change(unit) : unit)));
  const indices = shown.map(({ unit }) => unit);
  for (const index of units.keys()) if (index > at && index < next) expect(indices.includes(index)).toBe(!isRasl(units[index]!));
  for (const { unit, md5, damaged } of shown) expect([unit, md5, damaged]).toEqual([unit, whole.get(unit), false]);
});

function rewritten(nal: Uint8Array, type: number): Uint8Array {
  const copy = nal.slice();
  copy[0] = type << 1;
  return copy;
}

test('parameter sets repeated before every picture, even a CRA, change nothing and drop no reference', async () => {
  const units = unitsOf('open-gop');
  const sets = nalsOf(units[0]!).filter(isSet);
  const whole = await decodeAlone(units);
  const repeated = await decodeAlone(units.map((unit) => joinAnnexB([...sets, ...nalsOf(unit).filter((nal) => !isSet(nal))])));
  expect(repeated.map(({ md5 }) => md5)).toEqual(whole.map(({ md5 }) => md5));
  expect(new Set(repeated.map(({ sequence }) => sequence)).size).toBe(1);
});

test('the size may change between sequences; pictures of the old size are output first', async () => {
  const parts = ['size-402x226', 'size-130x98', 'size-16x16', 'size-402x226'].map(unitsOf);
  const alone: string[] = [];
  for (const part of parts) alone.push(...(await decodeAlone(part)).map(({ md5 }) => md5));
  const shown = await decodeAlone(parts.flat());
  expect(shown.map(({ md5 }) => md5)).toEqual(alone);
  expect([...new Set(shown.map(({ size, sequence }) => `${sequence} ${size}`))]).toEqual(['1 402x226', '2 130x98', '3 16x16', '4 402x226']);
});

test('a stream joined between keyframes waits for the next one, and counts the skipped units', async () => {
  const units = unitsOf('closed-gop');
  const whole = md5s(await decodeAlone(units));
  const key = findAfter(units, 0, isKeyframe);
  const decoder = await openDecoder();
  const sets = joinAnnexB(nalsOf(units[0]!).filter(isSet));
  const shown = await decode(
    decoder,
    units.map((unit, index) => (index === 0 ? sets : unit)),
  );
  expect(shown.map(({ unit }) => unit).sort((a, b) => a - b)).toEqual([...units.keys()].filter((index) => index >= key));
  for (const { unit, md5 } of shown) expect(md5).toBe(whole.get(unit));
  expect(valueOf(decoder.counters()).skipped).toBe(key - 1);
});

test.each([true, false])('a lost picture damages its dependents until the next keyframe (output: %s)', async (showDamaged) => {
  const units = unitsOf('closed-gop');
  const whole = md5s(await decodeAlone(units));
  const key = findAfter(units, 0, isKeyframe);
  const lost = 1; // The P picture that the first mini-GOP references.
  const decoder = await openDecoder({ showDamaged });
  const shown = await decode(
    decoder,
    units.map((unit, index) => (index === lost ? undefined : unit)),
  );
  const damaged = shown.filter((picture) => picture.damaged);
  expect(damaged.every(({ unit }) => unit < key)).toBe(true);
  expect(damaged.length > 0).toBe(showDamaged);
  for (const { unit, md5, damaged: isDamaged } of shown) if (!isDamaged) expect(md5).toBe(whole.get(unit));
  expect(shown.filter(({ unit }) => unit >= key)).toHaveLength(units.length - key);
  expect(valueOf(decoder.counters()).missingReferences).toBeGreaterThan(0);
});

test('behind skipped pictures a CRA starts a new sequence: its RASL pictures, whose references were skipped, are dropped', async () => {
  const units = unitsOf('open-gop');
  const whole = md5s(await decodeAlone(units));
  const cra = units.findIndex(isCra);
  const next = findAfter(units, cra, isCra);
  const decoder = await openDecoder();
  decoder.setDecodeLevel({ ...FULL_DECODE_LEVEL, pictures: 'key' });
  for (let index = 0; index < cra; index++) decoder.push(units[index]!, index);
  decoder.setDecodeLevel(FULL_DECODE_LEVEL);
  const shown = await decode(
    decoder,
    units.map((unit, index) => (index < cra ? undefined : unit)),
  );
  for (const { unit, md5, damaged } of shown) expect([unit, md5, damaged]).toEqual([unit, whole.get(unit), false]);
  const left = [...units.keys()].filter((index) => index === 0 || (index >= cra && !(index < next && isRasl(units[index]!))));
  expect(shown.map(({ unit }) => unit).sort((a, b) => a - b)).toEqual(left);
});

test('prefix SEI and parameter sets between the slices of a picture do not end it', async () => {
  const units = unitsOf('slices3');
  const whole = await decodeAlone(units);
  const sei = Uint8Array.of(NAL.PREFIX_SEI << 1, 1, 130, 1, 0x80, 0x80); // Decoding unit information, before each decoding unit.
  const sets = nalsOf(units[0]!).filter(isSet);
  const between = units.map((unit) => joinAnnexB(nalsOf(unit).flatMap((nal) => (isSlice(nal) ? [nal, sei, ...sets] : [nal]))));
  const shown = await decodeAlone(between);
  expect(shown).toEqual(whole);
  const split = await decodeAlone([...splitAccessUnits(Buffer.concat(between))]);
  expect(split.map(({ md5 }) => md5)).toEqual(whole.map(({ md5 }) => md5));
});

test('user data is returned with its picture from prefix SEI, also between slices, and from suffix SEI', async () => {
  const message = (type: number, text: string) =>
    Uint8Array.of(type << 1, 1, 5, 16 + text.length, ...Buffer.from(`${'u'.repeat(16)}${text}`), 0x80);
  const decoder = await openDecoder();
  const shown: string[] = [];
  const units = unitsOf('slices3').map((unit, index) => {
    const nals = nalsOf(unit);
    const first = nals.findIndex(isSlice);
    const [before, between, after] = ['before', 'between', 'after'].map((text) => `${text} ${index}`) as [string, string, string];
    const prefix = (text: string) => message(NAL.PREFIX_SEI, text);
    const slices = nals.slice(first, first + 3);
    const rest = [prefix(between), ...slices.slice(1), message(NAL.SUFFIX_SEI, after)];
    return joinAnnexB([...nals.slice(0, first), prefix(before), slices[0]!, ...rest]);
  });
  await decodeStream(decoder, units, ({ ptsMs, sei }) => {
    const text = Buffer.from(new Uint8Array(decoder.memory()!, sei.offset, sei.bytes)).toString('latin1');
    shown[ptsMs] = [...text.matchAll(/u{16}([a-z]+ \d+)/g)].map(([, found]) => found).join();
  });
  expect(shown).toEqual(units.map((_, index) => `before ${index},between ${index},after ${index}`));
});

test('a broken SEI is counted, and is no error: no picture depends on it', async () => {
  const units = unitsOf('p-only');
  const whole = await decodeAlone(units);
  const broken = Uint8Array.of(NAL.PREFIX_SEI << 1, 1, 5, 200, 1, 2, 3, 0x80); // A payload of 200 bytes that has 3.
  const decoder = await openDecoder();
  const damaged = units.map((unit) => Buffer.concat([joinAnnexB([broken]), unit]));
  expect(await md5sOf(decoder, damaged)).toMatchObject({ each: whole.map(({ md5 }) => md5), firstError: undefined });
  expect(valueOf(decoder.counters()).badNals).toBe(units.length);
});

test.each([1, 2])('each change of the cropping counts as a sequence, with %i threads', async (threads) => {
  const [plain, cropped] = ['ctu64', 'crop-vui'].map((name) => unitsOf(name)[0]!);
  const decoder = await openDecoder({ build: 'simd-mt', threads });
  const shown = await decode(decoder, [plain, cropped, plain, cropped, plain, plain]);
  expect(shown.map(({ sequence, unit }) => `${unit} ${sequence}`)).toEqual(['0 1', '1 2', '2 3', '3 4', '4 5', '5 5']);
});

test('a lost slice is concealed from the nearest picture, the other slices stay exact', async () => {
  const units = unitsOf('slices3');
  const whole = await decodeAlone(units);
  const last = units.length - 1; // In decoding order; no picture references it.
  const nals = nalsOf(units[last]!);
  const slices = nals.filter(isSlice);
  const decoder = await openDecoder();
  const shown = await decode(
    decoder,
    units.map((unit, index) => (index === last ? joinAnnexB(nals.filter((nal) => nal !== slices[1])) : unit)),
  );
  const at = shown.findIndex(({ unit }) => unit === last);
  expect(shown.map(({ damaged }) => damaged)).toEqual(shown.map((_, index) => index === at));
  const [width, height] = shown[at]!.size.split('x').map(Number) as [number, number];
  const row = (picture: Shown, y: number) => picture.luma.subarray(y * width, (y + 1) * width);
  const same = (y: number, other: Shown) => Buffer.compare(row(shown[at]!, y), row(other, y)) === 0;
  for (let y = 0; y < 16; y++) expect(same(y, whole[at]!)).toBe(true);
  for (let y = height - 16; y < height; y++) expect(same(y, whole[at]!)).toBe(true);
  const middle = height >> 1;
  expect(shown.some((other, index) => index !== at && same(middle, other))).toBe(true);
  expect(shown.filter(({ hash }) => hash === 'differs')).toHaveLength(1);
});

test('a stream with all slices in an extension layer is refused with a named error; beside a base layer such slices are skipped', async () => {
  const lift = (nal: Uint8Array) => Uint8Array.from(nal, (byte, i) => (i === 0 ? byte & 0xfe : i === 1 ? (byte & 7) | (1 << 3) : byte));
  const units = unitsOf('closed-gop').slice(0, 4);
  const whole = await decodeAlone(units);

  const alone = await openDecoder();
  const refused = units.map((unit) => alone.push(joinAnnexB(nalsOf(unit).map((nal) => (isSlice(nal) ? lift(nal) : nal))), 0));
  for (const result of refused) expect(result.ok ? undefined : [result.error.code, result.error.detail]).toEqual(['DECODER_UNSUPPORTED', expect.stringContaining('base layer')]); // oxfmt-ignore
  expect(valueOf(alone.counters()).pictures).toBe(0);

  const both = units.map((unit) => joinAnnexB(nalsOf(unit).flatMap((nal) => (isSlice(nal) ? [nal, lift(nal)] : [nal]))));
  const shown = await decodeAlone(both);
  expect(shown.map(({ md5 }) => md5)).toEqual(whole.map(({ md5 }) => md5));
  expect(shown.some(({ damaged }) => damaged)).toBe(false);
});
