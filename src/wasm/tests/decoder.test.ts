import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { decodeStream } from '../cli/decode-stream.ts';
import { md5sOf } from '../cli/opened.ts';
import { splitAnnexB } from '../glue/access-units.ts';
import { FULL_DECODE_LEVEL, DEFAULT_LIMITS, type Decoder } from '../glue/decoder.ts';
import type { Picture } from '../glue/picture.ts';
import { drain, openDecoder, rowOf, unitsOf, valueOf } from './package/streams.ts';

const stream = (name: string) => ({ ...rowOf(`hevc/${name}`), units: unitsOf(`hevc/${name}`) });
const rangeStream = (name: string): Uint8Array[] => unitsOf(`hevc-range/${name}`);
const md5Of = async (decoder: Decoder, units: readonly Uint8Array[]): Promise<string> => (await md5sOf(decoder, units)).md5;

/** All pictures that can be pulled now, which are held. */
function pullAll(decoder: Decoder): Picture[] {
  const pictures: Picture[] = [];
  for (let pulled = valueOf(decoder.pull()); pulled.name === 'picture'; pulled = valueOf(decoder.pull())) pictures.push(pulled.picture);
  return pictures;
}

/** Every pointer of the module is then invalid. */
const breakMemory = (memory: ArrayBufferLike | undefined): unknown => memory && new Uint8Array(memory).fill(0xff, 300_000);
const errorCode = (result: { ok: boolean; error?: { code: string } }) => (result.ok ? 'ok' : result.error?.code);

test('pull returns again without a picture, then a picture, and end after a flush', async () => {
  const decoder = await openDecoder();
  const { units, frames, md5 } = stream('main10');
  expect(decoder.pull()).toEqual({ ok: true, value: { name: 'again' } });
  expect(decoder.push(units[0]!, 0)).toEqual({ ok: true, value: 'taken' });
  decoder.flush();
  const first: Picture[] = [];
  expect(drain(decoder, (picture) => first.push(picture))).toBe('end');
  expect(first).toHaveLength(1);
  expect(await md5Of(decoder, units)).toBe(md5); // The next push starts a new sequence.
  expect(valueOf(decoder.counters()).pictures).toBe(frames + 1);
});

test('after wait the pushed picture is available: the calling thread decodes with the others until it is', async () => {
  const decoder = await openDecoder({ build: 'simd-mt', threads: 3 });
  const { units } = stream('p-only');
  for (const [i, unit] of units.entries()) {
    decoder.push(unit, i * 40);
    expect(decoder.wait().ok).toBe(true);
    const times: number[] = [];
    drain(decoder, ({ ptsMs }) => times.push(ptsMs));
    expect(times).toEqual([i * 40]);
  }
});

test.each([0, 1, 3])('late threads join after picture %i, and the pictures stay exact', async (after) => {
  const decoder = await openDecoder({ build: 'simd-mt', threads: 3, lateThreads: true });
  const { units, md5 } = stream('b4-flat');
  expect(decoder.threads).toBe(1);
  expect(after).toBeLessThan(units.length);
  const whole = createHash('md5');
  const show = () => drain(decoder, (picture) => whole.update(decoder.copy(picture)!));
  for (const [i, unit] of units.entries()) {
    if (i === after) await decoder.startThreads();
    while (valueOf(decoder.push(unit, i)) === 'full') show();
    show();
  }
  expect(decoder.threads).toBe(3);
  await decoder.startThreads();
  expect(decoder.threads).toBe(3);
  decoder.flush();
  show();
  expect(whole.digest('hex')).toBe(md5);
});

test('threads that start while their decoder is closed are terminated, none are started afterwards, nor without a build for them', async () => {
  const alone = await openDecoder({ lateThreads: true });
  await alone.startThreads();
  expect(alone.threads).toBe(1);
  const decoder = await openDecoder({ build: 'simd-mt', threads: 2, lateThreads: true });
  const starting = decoder.startThreads();
  decoder.close();
  await starting;
  expect(decoder.threads).toBe(0);
  await decoder.startThreads();
  expect(decoder.threads).toBe(0);
});

test('pictures carry their pts in output order, their size without cropping, depth, colour and aspect ratio', async () => {
  const decoder = await openDecoder();
  const seen: Picture[] = [];
  const units = ['main10-hdr', 'size-130x98', 'crop-vui'].flatMap((name) => stream(name).units);
  await decodeStream(decoder, units, (picture) => seen.push(picture));
  expect(seen.slice(0, 3).map(({ poc }) => poc)).toEqual([0, 1, 2]);
  expect(seen.map(({ ptsMs }) => ptsMs).sort((a, b) => a - b)).toEqual([...units.keys()]);
  const colour = { primaries: 9, transfer: 16, matrix: 9, fullRange: false };
  const first = { width: 208, height: 144, bitDepth: 10, bytesPerSample: 2, chroma: '4:2:0', key: true, damaged: false, colour };
  expect(seen[0]).toMatchObject(first);
  expect(seen[0]!.sei.bytes).toBeGreaterThan(0); // Mastering display and light level.
  expect(seen[3]).toMatchObject({ width: 130, height: 98, sequence: 2 }); // Coded as 136x104.
  const full = { primaries: 1, transfer: 1, matrix: 1, fullRange: true };
  expect(seen.at(-1)).toMatchObject({ width: 208, sequence: 3, sar: [4, 3], colour: full });
});

test('length-prefixed units with the parameter sets in an hvcC record give the same pictures', async () => {
  const decoder = await openDecoder();
  const { units, md5 } = stream('b8-pyramid');
  const nals = units.map((unit) => [...splitAnnexB(unit)]);
  const isParameterSet = (nal: Uint8Array) => [32, 33, 34].includes((nal[0]! >> 1) & 63);
  const arrays = nals[0]!.filter(isParameterSet).flatMap((nal) => [(nal[0]! >> 1) & 63, 0, 1, nal.length >> 8, nal.length & 255, ...nal]);
  const record = Uint8Array.from([1, ...new Uint8Array(20), 0xfc | 1, 3, ...arrays]); // Two length bytes.
  expect(decoder.configure(record)).toEqual({ ok: true, value: undefined });
  const whole = createHash('md5');
  const show = () => drain(decoder, (picture) => whole.update(decoder.copy(picture)!));
  nals.forEach((unit, i) => {
    const prefixed = Uint8Array.from(
      unit.filter((nal) => !isParameterSet(nal)).flatMap((nal) => [nal.length >> 8, nal.length & 255, ...nal]),
    );
    expect(decoder.push(prefixed, i, 'length-prefixed')).toEqual({ ok: true, value: 'taken' });
    show();
  });
  decoder.flush();
  show();
  expect(whole.digest('hex')).toBe(md5);
});

test('1080p decoded as in a room, six pictures ahead on two threads, needs less than 64 MiB', async () => {
  const ahead = 6;
  const decoder = await openDecoder({ build: 'simd-mt', threads: 2, limits: { ...DEFAULT_LIMITS, maxHeld: ahead + 2 } });
  const { units } = stream('size-1080p');
  const held: Picture[] = [];
  // Each repetition starts with a keyframe; the stream is long enough to use every slot.
  for (const [i, unit] of Array.from({ length: 8 }, () => units)
    .flat()
    .entries()) {
    while (held.length >= ahead) decoder.release(held.shift()!);
    held.push(...pullAll(decoder));
    expect(decoder.push(unit, i)).toEqual({ ok: true, value: 'taken' });
  }
  expect(held.length).toBeGreaterThanOrEqual(ahead - 1);
  const { memoryBytes, arenaBytes } = valueOf(decoder.counters());
  expect(memoryBytes).toBeLessThan(64 * 1024 ** 2);
  expect(arenaBytes).toBeGreaterThan(ahead * 1_920 * 1_080 * 1.5);
});

test.each(['simd', 'simd-mt'] as const)('held pictures stay unchanged, and push() returns full at the limit (%s)', async (build) => {
  const decoder = await openDecoder({ build, threads: 2, limits: { ...DEFAULT_LIMITS, maxHeld: 3 } });
  const { units, frames, md5 } = stream('b4-flat');
  const held: { picture: Picture; bytes: Uint8Array }[] = [];
  const whole = createHash('md5');
  let full = 0;
  const releaseOldest = () => {
    const oldest = held.shift();
    if (!oldest) return;
    expect(decoder.copy(oldest.picture)).toEqual(oldest.bytes);
    decoder.release(oldest.picture);
  };
  const take = () => {
    for (const picture of pullAll(decoder)) {
      const bytes = decoder.copy(picture)!;
      whole.update(bytes);
      held.push({ picture, bytes });
    }
  };
  for (const [i, unit] of units.entries()) {
    for (; full < 1_000 && valueOf(decoder.push(unit, i)) === 'full'; full++) {
      take();
      releaseOldest();
    }
  }
  decoder.flush();
  for (const _ of Array(frames).keys()) {
    take();
    releaseOldest();
  }
  while (held.length > 0) releaseOldest();
  expect(full).toBeGreaterThan(0);
  expect(whole.digest('hex')).toBe(md5);
});

test.each([
  ['simd', 1],
  ['simd-mt', 2],
] as const)(
  'after a trap the call fails, the instance is rebuilt, and the next keyframe decodes exactly (%s, %i threads)',
  async (build, threads) => {
    const decoder = await openDecoder({ build, threads });
    const { units, md5 } = stream('closed-gop');
    decoder.push(units[0]!, 0);
    decoder.flush();
    const pictures = pullAll(decoder);
    expect(pictures).toHaveLength(1);
    breakMemory(decoder.memory());
    const codes = units.map((unit, i) => errorCode(decoder.push(unit, i)));
    expect(codes).toContain('DECODER_TRAPPED');
    expect(decoder.push(units[1]!, 1)).toEqual({ ok: true, value: 'skipped' });
    expect(decoder.pull()).toEqual({ ok: true, value: { name: 'again' } });
    await decoder.settled();
    expect(decoder.epoch).toBe(1);
    for (const picture of pictures) {
      expect(decoder.copy(picture)).toBeUndefined();
      expect(decoder.release(picture)).toEqual({ ok: true, value: undefined });
    }
    expect(await md5Of(decoder, units)).toBe(md5);
    expect(decoder.threads).toBe(threads);
  },
);

test('a decoder rebuilt in mid-stream has the parameter sets that the stream sent only once', async () => {
  const decoder = await openDecoder();
  const { units } = stream('intra-only');
  const withoutSets = units.slice(1);
  decoder.push(units[0]!, 0);
  drain(decoder);
  breakMemory(decoder.memory());
  expect(errorCode(decoder.push(units[1]!, 1))).toBe('DECODER_TRAPPED');
  await decoder.settled();
  const outcome = await decodeStream(decoder, withoutSets);
  expect(outcome).toEqual({ pictures: withoutSets.length, errors: 0, firstError: undefined });
});

test('after eight consecutive traps the decoder reports it and stays failed', async () => {
  const decoder = await openDecoder();
  const { units } = stream('intra-only');
  const codes: (string | undefined)[] = [];
  for (let i = 0; i < 10; i++) {
    await decoder.settled();
    breakMemory(decoder.memory());
    codes.push(errorCode(decoder.push(units[0]!, 0)));
  }
  expect(new Set(codes)).toEqual(new Set(['DECODER_TRAPPED']));
  expect(decoder.memory()).toBeUndefined();
});

test.each([
  ['x265-422', /4:2:2/],
  ['x265-444', /4:4:4/],
  ['x265-12bit', /bit depth above 10/],
  ['cross-component', /4:4:4/],
  ['rice-tiles', /persistent Rice adaptation/],
])('a module without range extensions specified by the caller refuses %s with the reason', async (name, reason) => {
  const decoder = await openDecoder({ base: new URL('../dist/hevc-simd.wasm', import.meta.url) });
  const outcome = await decodeStream(decoder, rangeStream(name));
  expect(outcome.pictures).toBe(0);
  expect(outcome.firstError?.code).toBe('DECODER_UNSUPPORTED');
  expect(outcome.firstError?.detail).toMatch(reason);
  const { units, md5 } = stream('ctu64');
  expect(await md5Of(decoder, units)).toBe(md5);
});

test('the module with range extensions is loaded when a stream needs it, after the pictures of the previous stream, and decodes both', async () => {
  const decoder = await openDecoder();
  const before = stream('b8-pyramid');
  const after = rowOf('hevc-range/x265-422');
  expect(decoder.profiles).toBe('main');
  const whole = createHash('md5');
  let pictures = 0;
  const outcome = await decodeStream(decoder, [...before.units, ...rangeStream('x265-422'), ...before.units], (picture) => {
    if (picture.chroma === '4:2:2') whole.update(decoder.copy(picture)!);
    pictures++;
  });
  expect(outcome.firstError).toBeUndefined();
  expect(decoder.profiles).toBe('range');
  expect(whole.digest('hex')).toBe(after.md5);
  expect(pictures).toBe(2 * before.frames + after.frames);
});

/** The unit with a flag of sps_range_extension() set: its nine flags end the SPS, before the stop bit. */
function withRangeFlag(unit: Uint8Array, flag: number): Uint8Array {
  const changed = Uint8Array.from(unit);
  for (const nal of splitAnnexB(changed)) {
    if (((nal[0]! >> 1) & 63) !== 33) continue;
    let bit = nal.length * 8 - 1;
    while (((nal[bit >> 3]! >> (7 - (bit & 7))) & 1) === 0) bit--;
    const at = bit - 9 + flag;
    nal[at >> 3]! |= 128 >> (at & 7);
  }
  return changed;
}

test.each([
  [4, 'extended precision (RExt, 16 bits)'],
  [8, 'CABAC bypass alignment (RExt)'],
])('flag %i of the range extension of an SPS is refused by name: %s', async (flag, reason) => {
  const decoder = await openDecoder({ profiles: 'range' });
  const [first] = rangeStream('smoothing-off');
  const outcome = await decodeStream(decoder, [withRangeFlag(first!, flag)]);
  expect(outcome.firstError).toEqual({ code: 'DECODER_UNSUPPORTED', detail: reason });
});

test('a stream beyond the limits is refused without memory growth', async () => {
  const decoder = await openDecoder({ limits: { ...DEFAULT_LIMITS, maxWidth: 640, maxHeight: 480 } });
  const outcome = await decodeStream(decoder, stream('size-1080p').units);
  expect(outcome.pictures).toBe(0);
  expect(outcome.firstError?.code).toBe('DECODER_LIMIT');
  expect(valueOf(decoder.counters()).memoryBytes).toBeLessThan(16 * 1024 ** 2); // Stacks, tables and input, no picture.
  expect(errorCode(decoder.push(new Uint8Array(DEFAULT_LIMITS.maxInputBytes + 1), 0))).toBe('DECODER_LIMIT');
});

test('the decode level can change at any picture: keyframes only, lower temporal layers only, no filters', async () => {
  const { units, frames } = stream('closed-gop');
  const count = async (level: Partial<typeof FULL_DECODE_LEVEL>, name = 'closed-gop') => {
    const decoder = await openDecoder();
    decoder.setDecodeLevel({ ...FULL_DECODE_LEVEL, ...level });
    return (await decodeStream(decoder, stream(name).units)).pictures;
  };
  expect(await count({ pictures: 'key' })).toBe(3); // Keyframes at 0, 8, 16 of 20.
  const references = await count({ pictures: 'references' });
  expect(references).toBeGreaterThan(3);
  expect(references).toBeLessThan(frames);
  const base = await count({ maxTemporalId: 0 }, 'temporal-layers');
  expect(base).toBeGreaterThan(1);
  expect(base).toBeLessThan(stream('temporal-layers').frames);

  const decoder = await openDecoder();
  const keys = units.flatMap((unit, i) => ([...splitAnnexB(unit)].some((nal) => [19, 20, 21].includes((nal[0]! >> 1) & 63)) ? [i] : []));
  decoder.setDecodeLevel({ ...FULL_DECODE_LEVEL, filters: 'none', pictures: 'key' });
  await decodeStream(decoder, units.slice(0, keys[1]));
  decoder.setDecodeLevel(FULL_DECODE_LEVEL);
  const rest = units.slice(keys[1]);
  const fresh = await openDecoder();
  expect(await md5Of(decoder, rest)).toBe(await md5Of(fresh, rest)); // Full decoding from the next keyframe on.
});

test('a closed decoder returns errors, and two decoders are independent', async () => {
  const [a, b] = [await openDecoder(), await openDecoder({ build: 'baseline' })];
  const [x, y] = [stream('p-only'), stream('weight-b')];
  a.push(x.units[0]!, 0);
  expect(await md5Of(b, y.units)).toBe(y.md5);
  a.close();
  expect(errorCode(a.push(x.units[0]!, 0))).toBe('DECODER_ARGUMENT');
  expect(errorCode(a.pull())).toBe('DECODER_ARGUMENT');
});
