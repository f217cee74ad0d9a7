/** Gain of each decode level of the room, and its cost in PSNR. */
import type { DecodeLevel } from '../../src/wasm/glue/decoder.ts';
import { nameFor, type BenchContext, type Outcomes } from '../measure/benchmark.ts';
import { race, rowsOf, type Contestant, type FigureKinds } from '../measure/rounds.ts';
import { psnr } from '../measure/statistics.ts';
import { loadGlue, type Glue } from './contestants.ts';
import type { DecodeStream } from './streams.ts';

export const LEVEL_KINDS: FigureKinds = {
  speed: { unit: 'x', better: 'higher', meaning: 'Times faster than all of the work, by processor time of the same round' },
  shown: { unit: '%', better: 'higher', meaning: 'Share of the pictures that are still shown' },
  psnr: {
    unit: 'dB',
    better: 'higher',
    meaning: 'Mean PSNR of the luma of the pictures that are shown, against the full decode; an equal picture counts as 99',
  },
};

const levels = (full: DecodeLevel): readonly (readonly [name: string, level: DecodeLevel])[] => [
  ['all of the work', full],
  ['no filters on non-references', { ...full, filters: 'references' }],
  ['no filters', { ...full, filters: 'none' }],
  ['no non-references', { ...full, pictures: 'references' }],
  ['lowest temporal layer', { ...full, maxTemporalId: 0 }],
  ['key pictures', { ...full, pictures: 'key' }],
];

const EQUAL_DB = 99;

/** Luma of every picture, by the index of its access unit. */
async function decodeLuma(glue: Glue, stream: DecodeStream, level: DecodeLevel): Promise<Map<number, Uint8Array>> {
  const opened = await glue.decoder.Decoder.open({ build: 'simd' });
  if (!opened.ok) throw new Error(opened.error.detail);
  const decoder = opened.value;
  decoder.setDecodeLevel(level);
  const pictures = new Map<number, Uint8Array>();
  await glue.decodeStream(decoder, stream.units, (picture) => {
    const planes = decoder.copy(picture);
    if (planes) pictures.set(picture.ptsMs, planes.subarray(0, picture.width * picture.height * picture.bytesPerSample));
  });
  decoder.close();
  return pictures;
}

/** 8 bits only. */
function compare(
  full: ReadonlyMap<number, Uint8Array>,
  less: ReadonlyMap<number, Uint8Array>,
): { readonly psnr: number; readonly shown: number } {
  const values: number[] = [];
  for (const [pts, luma] of less) {
    const whole = full.get(pts);
    if (!whole) continue;
    let error = 0;
    for (let i = 0; i < luma.length; i++) error += (luma[i]! - whole[i]!) ** 2;
    values.push(Math.min(psnr(error, luma.length, 255), EQUAL_DB));
  }
  return { psnr: values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1), shown: (less.size / full.size) * 100 };
}

export async function measureLevels(context: BenchContext, stream: DecodeStream, outcomes: Outcomes): Promise<void> {
  const subject = context.subjects[0]!;
  const glue = await loadGlue(subject);
  const all = levels(glue.decoder.FULL_DECODE_LEVEL);
  const full = await decodeLuma(glue, stream, all[0]![1]);
  let fullCpuMs = Number.NaN;
  const contestants: Contestant[] = [];
  for (const [name, level] of all) {
    context.say(`decode level: ${name}`);
    const quality = compare(full, await decodeLuma(glue, stream, level));
    const opened = await glue.decoder.Decoder.open({ build: 'simd' });
    if (!opened.ok) throw new Error(opened.error.detail);
    const decoder = opened.value;
    decoder.setDecodeLevel(level);
    contestants.push({
      name: nameFor(context, subject, name),
      async measure() {
        const cpu = process.cpuUsage();
        await glue.decodeStream(decoder, stream.units);
        const { user, system } = process.cpuUsage(cpu);
        const cpuMs = (user + system) / 1_000;
        if (level === all[0]![1]) fullCpuMs = cpuMs;
        return { speed: fullCpuMs / cpuMs, shown: quality.shown, psnr: quality.psnr };
      },
      close: () => decoder.close(),
    });
  }
  const raced = await race(contestants, {
    rounds: 3,
    warmUp: 1,
    probe: context.probe,
    isQuick: context.isQuick,
    onTurn: (name) => context.say(`decode level: ${name}`),
  });
  for (const contestant of contestants) await contestant.close?.();
  outcomes.count(raced);
  outcomes.groups.push({
    name: 'Decode levels',
    about: `${stream.name} on one thread, with less and less of the work done, as the room does when a machine is too slow.`,
    rows: rowsOf(contestants, raced, LEVEL_KINDS),
    absent: [],
    series: [],
  });
}
