/** Contestants of a round in Node: the project's decoder by the subject's own glue, packages of others, native ffmpeg. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as DecodeStreamModule from '../../src/wasm/cli/decode-stream.ts';
import type * as DecoderModule from '../../src/wasm/glue/decoder.ts';
import type { Decoder, OpenOptions } from '../../src/wasm/glue/decoder.ts';
import type { Subject } from '../measure/benchmark.ts';
import { asModule, othersFile } from '../measure/others.ts';
import type { Contestant, FigureKinds, Sample } from '../measure/rounds.ts';
import { FfmpegCoreDecoder, md5Of, readBenchmark, type FfmpegCoreFactory } from './ffmpeg-core.ts';
import { decodeByHevcjs, hevcjsFactory } from './hevcjs.ts';
import type { DecodeStream } from './streams.ts';

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

export interface DecodeContestant extends Contestant {
  /** MD5 of all planes in output order; decoded separately, not timed. */
  md5(): Promise<string>;
}

/** Times one decode with the clocks of this process. */
async function timed(decode: () => Promise<number> | number): Promise<Run> {
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  const pictures = await decode();
  const ms = performance.now() - startedMs;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1_000, pictures };
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

/** Opens one decoder for all rounds; the warm-up compiles it. */
export async function openOurs(name: string, glue: Glue, stream: DecodeStream, options: OpenOptions): Promise<DecodeContestant> {
  const opened = await glue.decoder.Decoder.open({ limits: glue.decoder.LEVEL_6_2_LIMITS, ...options });
  if (!opened.ok) throw new Error(`${name}: ${opened.error.code} ${opened.error.detail}`);
  const decoder: Decoder = opened.value;
  const decode = async (show?: Parameters<Glue['decodeStream']>[2]): Promise<number> => {
    const { pictures, firstError } = await glue.decodeStream(decoder, stream.units, show);
    if (firstError) throw new Error(`${name}: ${firstError.code} ${firstError.detail}`);
    return pictures;
  };
  return {
    name,
    async md5() {
      const whole = createHash('md5');
      await decode((picture) => void whole.update(decoder.copy(picture) ?? ''));
      return whole.digest('hex');
    },
    measure: async () => speedOf(await timed(() => decode()), stream.framesPerS),
    close: () => decoder.close(),
  };
}

export async function openHevcjs(stream: DecodeStream): Promise<DecodeContestant> {
  const folder = othersFile('@hevcjs/core/wasm');
  const source = readFileSync(path.join(folder, 'hevc-decode.js'), 'utf8');
  const create = hevcjsFactory(source, createRequire(import.meta.url));
  const module = await create({ locateFile: (file: string) => path.join(folder, file), print: () => undefined, printErr: () => undefined });
  return {
    name: '@hevcjs/core',
    md5() {
      const whole = createHash('md5');
      decodeByHevcjs(module, stream.units, (planes) => whole.update(planes));
      return Promise.resolve(whole.digest('hex'));
    },
    measure: async () => speedOf(await timed(() => decodeByHevcjs(module, stream.units)), stream.framesPerS),
  };
}

/** Sets the globals of a worker, because the module of @ffmpeg/core reads its location when it is loaded. */
const asIfInWorker = (): void => {
  Object.assign(globalThis, { self: globalThis, location: { href: '' } });
};

export async function openFfmpegCore(stream: DecodeStream): Promise<DecodeContestant> {
  asIfInWorker();
  const script = asModule(othersFile('@ffmpeg/core/dist/esm/ffmpeg-core.js'));
  const { default: create } = (await import(pathToFileURL(script).href)) as { default: FfmpegCoreFactory };
  const core = await create({ wasmBinary: readFileSync(othersFile('@ffmpeg/core/dist/esm/ffmpeg-core.wasm')) });
  const decoder = new FfmpegCoreDecoder(core, readFileSync(stream.file));
  return {
    name: '@ffmpeg/core',
    md5: () => Promise.resolve(decoder.md5()),
    async measure() {
      let inside = { ms: 0, pictures: 0 };
      const { cpuMs } = await timed(() => {
        inside = decoder.decode();
        return inside.pictures;
      });
      return speedOf({ ...inside, cpuMs }, stream.framesPerS);
    },
  };
}

export function openNative(stream: DecodeStream, threads: number): DecodeContestant {
  const run = (...output: readonly string[]) =>
    spawnSync(
      'ffmpeg',
      [
        '-hide_banner',
        '-nostdin',
        '-nostats',
        '-benchmark',
        '-threads',
        String(threads),
        '-i',
        stream.file,
        '-fps_mode',
        'passthrough',
        ...output,
      ],
      { encoding: 'utf8' },
    );
  return {
    name: `native ffmpeg x${threads}`,
    md5: () => Promise.resolve(md5Of(run('-f', 'md5', '-').stdout)),
    measure: () => Promise.resolve(speedOf(readBenchmark(run('-f', 'null', '-').stderr), stream.framesPerS)),
  };
}
