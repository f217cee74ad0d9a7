/** Contestants of a round in Node: the project's decoder by the subject's own glue, and native ffmpeg. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as DecodeStreamModule from '../cli/decode-stream.ts';
import type * as DecoderModule from '../glue/decoder.ts';
import type { Decoder } from '../glue/decoder.ts';
import type { Build } from '../glue/build.ts';
import type { Subject } from '../../../benchmarks/measure/benchmark.ts';
import type { Contestant, FigureKinds, Sample } from '../../../benchmarks/measure/rounds.ts';
import type { DecodeStream } from './streams.ts';
import type { Runner } from './turns.ts';
import type { Group } from '../../../benchmarks/measure/schema.ts';

// Only contestants with correct pictures are timed.

export interface Entrant<Contestant extends Verifiable> {
  readonly name: string;
  readonly open: () => Promise<Contestant>;
}
type Absent = Group['absent'][number];

export const NATIVE = 'native ffmpeg x1';

/** Opens each contestant and keeps those with correct pictures: those of native ffmpeg, or without it those of the majority. */
export async function verified<Contestant extends Verifiable>(
  entrants: readonly Entrant<Contestant>[],
  say: (what: string) => void,
): Promise<{ readonly right: readonly Contestant[]; readonly absent: readonly Absent[]; readonly md5: string }> {
  const opened: { readonly contestant: Contestant; readonly md5: string }[] = [];
  const absent: Absent[] = [];
  for (const { name, open } of entrants) {
    say(`${name}: verifying its pictures`);
    try {
      const contestant = await open();
      opened.push({ contestant, md5: await contestant.md5() });
    } catch (error) {
      absent.push({ contestant: name, why: `failed: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500) });
    }
  }
  const md5 = opened.find(({ contestant }) => contestant.name === NATIVE)?.md5 ?? mostFrequent(opened.map((one) => one.md5));
  const right: Contestant[] = [];
  for (const one of opened) {
    if (one.md5 === md5) right.push(one.contestant);
    else {
      absent.push({ contestant: one.contestant.name, why: `wrong pictures: md5 ${one.md5} for ${md5}` });
      await one.contestant.close?.();
    }
  }
  return { right, absent, md5 };
}

function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

export const SPEED_KINDS: FigureKinds = {
  fps: { unit: 'pictures/s', better: 'higher', meaning: 'Decoded pictures for each second of time, planes reachable, nothing drawn' },
  cpu: {
    unit: 'ms/s',
    better: 'lower',
    meaning: 'Processor time of all threads for each second of video at its own frame rate: what a device pays in energy while it plays',
  },
  cores: { unit: '', better: 'neither', meaning: 'Processor time over time: cores kept busy' },
};

/** One decode of the whole stream. */
export interface Run {
  readonly ms: number;
  readonly cpuMs: number;
  readonly pictures: number;
}

/** A decoder whose pictures are compared before it is timed. */
export interface Verifiable {
  readonly name: string;
  readonly notes?: readonly string[];
  /** MD5 of all planes in output order; decoded separately, not timed. */
  md5(): Promise<string>;
  close?(): Promise<void> | void;
}
export type DecodeContestant = Contestant & Verifiable;
/** It is timed in a process of its own (turns.ts). */
export interface NodeContestant extends Verifiable {
  readonly runner: Runner;
}

export const speedOf = ({ ms, cpuMs, pictures }: Run, framesPerS: number): Sample => ({
  fps: (pictures * 1_000) / ms,
  cpu: cpuMs / (pictures / framesPerS),
  cores: cpuMs / ms,
});

export interface Glue {
  readonly decoder: typeof DecoderModule;
  readonly decodeStream: typeof DecodeStreamModule.decodeStream;
}

/** The glue of a revision, with its own code and wasm modules. */
export async function loadGlue({ root }: Pick<Subject, 'root'>): Promise<Glue> {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(path.join(root, file)).href);
  const decoder = (await load('src/wasm/glue/decoder.ts')) as typeof DecoderModule;
  const { decodeStream } = (await load('src/wasm/cli/decode-stream.ts')) as typeof DecodeStreamModule;
  return { decoder, decodeStream };
}

/** Opens a decoder for the comparison of its pictures. */
export async function openOurs(
  name: string,
  glue: Glue,
  stream: DecodeStream,
  { build, threads, root }: Extract<Runner, { build: Build }>,
): Promise<NodeContestant> {
  const opened = await glue.decoder.Decoder.open({ limits: glue.decoder.LEVEL_6_2_LIMITS, build, threads });
  if (!opened.ok) throw new Error(`${name}: ${opened.error.code} ${opened.error.detail}`);
  const decoder: Decoder = opened.value;
  const decode = async (show?: Parameters<Glue['decodeStream']>[2]): Promise<number> => {
    const { pictures, firstError } = await glue.decodeStream(decoder, stream.units, show);
    if (firstError) throw new Error(`${name}: ${firstError.code} ${firstError.detail}`);
    return pictures;
  };
  return {
    name,
    runner: { build, threads, root },
    async md5() {
      const whole = createHash('md5');
      await decode((picture) => void whole.update(decoder.copy(picture) ?? ''));
      return whole.digest('hex');
    },
    close: () => decoder.close(),
  };
}

/** Native ffmpeg; `md5` of all planes. */
export const openNative = (stream: DecodeStream, threads: number): NodeContestant => ({
  name: `native ffmpeg x${threads}`,
  runner: { ffmpegThreads: threads },
  md5() {
    const options = [
      '-v',
      'error',
      '-nostdin',
      '-threads',
      String(threads),
      '-i',
      stream.file,
      '-fps_mode',
      'passthrough',
      '-f',
      'md5',
      '-',
    ];
    return Promise.resolve(md5Of(spawnSync('ffmpeg', options, { encoding: 'utf8' }).stdout));
  },
});

const md5Of = (text: string): string => /MD5=([0-9a-f]{32})/.exec(text)?.[1] ?? '';
