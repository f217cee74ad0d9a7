/**
 * A race by processor time between processes that take turns: each runs for a slice and is then stopped, so that all meet the same machine,
 * however busy. Nothing but decoding counts: no start, no copy, no md5.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Probe, ProbeReading } from '../../../benchmarks/measure/probe.ts';
import type { FigureKinds, RaceOutcome, Sample } from '../../../benchmarks/measure/rounds.ts';
import type { Build } from '../glue/build.ts';
import type { Pass } from './decoding-process.ts';
import type { DecodeStream } from './streams.ts';

export const TURN_KINDS: FigureKinds = {
  cpu: {
    unit: 'ms/s',
    better: 'lower',
    meaning:
      'Processor time of all threads for each second of video at its own frame rate, warm: what a device pays in energy while it plays',
  },
  cold: {
    unit: 'ms/s',
    better: 'lower',
    meaning: 'The same for the first pass of a fresh process, in which the engine compiles; a native program has no other',
  },
};

/** Short enough that other load changes little from one turn to the next. */
const SLICE_MS = 250;
/** Times that a native decoder decodes the stream, so that the others have a cold pass and at least one warm one. */
const NATIVE_TIMES = 4;
/** Passes of ours at least: one is cold. */
const PASSES = 3;
const PROCESS = fileURLToPath(new URL('./decoding-process.ts', import.meta.url));

/** How a contestant decodes in a process of its own. */
export type Runner = { readonly build: Build; readonly threads: number; readonly root: string } | { readonly ffmpegThreads: number };

interface Runs {
  readonly child: ChildProcess;
  /** True if this contestant may be ended. */
  isDone(): boolean;
  sample(framesPerS: number): Sample;
}

function runOurs({ build, threads, root }: Extract<Runner, { build: Build }>, stream: DecodeStream): Runs {
  const child = fork(PROCESS, [build, String(threads), root, stream.file], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const passes: Pass[] = [];
  child.on('message', (pass) => passes.push(pass as Pass));
  return {
    child,
    isDone: () => passes.length >= PASSES,
    sample(framesPerS) {
      const [cold, ...warm] = passes;
      const total = warm.reduce((sum, { cpuMs, pictures }) => ({ cpuMs: sum.cpuMs + cpuMs, pictures: sum.pictures + pictures }), {
        cpuMs: 0,
        pictures: 0,
      });
      if (cold === undefined) return {};
      return { cpu: (total.cpuMs / total.pictures) * framesPerS, cold: (cold.cpuMs / cold.pictures) * framesPerS };
    },
  };
}

function runNative(threads: number, { file }: DecodeStream): Runs {
  const input = `concat:${Array.from({ length: NATIVE_TIMES }, () => file).join('|')}`;
  const options = ['-hide_banner', '-nostdin', '-nostats', '-benchmark', '-threads', String(threads), '-i', input];
  const child = spawn('ffmpeg', [...options, '-fps_mode', 'passthrough', '-f', 'null', '-'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return {
    child,
    isDone: () => child.exitCode !== null,
    sample(framesPerS) {
      const { cpuMs, pictures } = readBenchmark(text);
      const cpu = (cpuMs / pictures) * framesPerS;
      return { cpu, cold: cpu };
    },
  };
}

/** Reads the output of `-benchmark`, which excludes the start of the process and the probing of the file. */
function readBenchmark(text: string): { readonly cpuMs: number; readonly pictures: number } {
  const seconds = (what: string): number => Number(new RegExp(`${what}=([\\d.]+)s`).exec(text)?.[1]);
  return {
    cpuMs: (seconds('utime') + seconds('stime')) * 1_000,
    pictures: Number([...text.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1]),
  };
}

async function round(runners: ReadonlyMap<string, Runner>, stream: DecodeStream): Promise<Map<string, Sample>> {
  const runs = [...runners].map(([name, runner]) => ({
    name,
    ...('build' in runner ? runOurs(runner, stream) : runNative(runner.ffmpegThreads, stream)),
  }));
  try {
    for (const { child } of runs) child.kill('SIGSTOP');
    while (!runs.every((run) => run.isDone()))
      for (const { name, child } of runs) {
        if (child.exitCode !== null && child.exitCode !== 0)
          throw new Error(`${name}: ${(await child.stderr!.toArray()).join('').slice(-500)}`);
        child.kill('SIGCONT');
        await sleep(SLICE_MS);
        child.kill('SIGSTOP');
      }
    return new Map(runs.map((run) => [run.name, run.sample(stream.framesPerS)]));
  } finally {
    for (const { child } of runs) child.kill('SIGKILL');
  }
}

export async function raceInTurns(
  runners: ReadonlyMap<string, Runner>,
  stream: DecodeStream,
  rounds: number,
  probe: Probe,
): Promise<RaceOutcome> {
  const samples = new Map<string, Sample[]>([...runners.keys()].map((name) => [name, []]));
  const probes: ProbeReading[] = [];
  for (let i = 0; i < rounds; i++) {
    for (const [name, sample] of await round(runners, stream)) samples.get(name)!.push(sample);
    probes.push(await probe.read());
  }
  return { samples, probes, counts: { counted: rounds, warmUp: 0, repeated: 0, disturbed: 0 } };
}
