/** Who decodes in a round: each returns the milliseconds of one decode of the whole stream. */
import { execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { decodeStream } from '../../src/wasm/cli/decode-stream.ts';
import { Decoder, LEVEL_6_2_LIMITS, type Degree, type OpenOptions } from '../../src/wasm/glue/decoder.ts';

export interface Run {
  readonly ms: number;
  readonly cpuMs: number;
  readonly pictures: number;
}

export interface Contestant {
  readonly name: string;
  decode(): Promise<Run>;
  close(): void;
}

/** Ours, in this process: one decoder for all rounds, its code already compiled by the warm-up rounds. */
export async function openOurs(name: string, units: readonly Uint8Array[], options: OpenOptions, degree?: Degree): Promise<Contestant> {
  const opened = await Decoder.open({ limits: LEVEL_6_2_LIMITS, ...options });
  if (!opened.ok) throw new Error(`${name}: ${opened.error.code} ${opened.error.detail}`);
  const decoder = opened.value;
  if (degree) decoder.setDegree(degree);
  return {
    name,
    async decode() {
      const cpu = process.cpuUsage();
      const startedMs = performance.now();
      const { pictures, firstError } = await decodeStream(decoder, units);
      const ms = performance.now() - startedMs;
      const { user, system } = process.cpuUsage(cpu);
      if (firstError) throw new Error(`${name}: ${firstError.code} ${firstError.detail}`);
      return { ms, cpuMs: (user + system) / 1_000, pictures };
    },
    close: () => decoder.close(),
  };
}

/**
 * The machine's own limit: two decoders of one thread in two processes that share nothing. Two threads of one decoder can't be faster than this, and
 * where it is far below 2 the cores are not whole ones (they share an execution unit, a cache or a clock).
 */
export async function openSideBySide(name: string, file: string): Promise<Contestant> {
  const children = [0, 1].map(() => fork(fileURLToPath(new URL('./side-by-side.ts', import.meta.url)), [file]));
  await Promise.all(children.map((child) => once(child, 'message')));
  return {
    name,
    async decode() {
      const startedMs = performance.now();
      for (const child of children) child.send('decode');
      const runs = await Promise.all(children.map(async (child) => (await once(child, 'message'))[0] as Run));
      const sum = (of: (run: Run) => number) => runs.reduce((total, run) => total + of(run), 0);
      return { ms: performance.now() - startedMs, cpuMs: sum((run) => run.cpuMs), pictures: sum((run) => run.pictures) };
    },
    close: () => children.forEach((child) => child.disconnect()),
  };
}

export function nativeIsInstalled(): boolean {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** ffmpeg's own clock around its decode loop: neither the start of the process nor the probing of the file counts. */
export function openNative(name: string, file: string, threads: number): Contestant {
  const input = ['-hide_banner', '-nostdin', '-nostats', '-benchmark', '-threads', String(threads), '-i', file];
  return {
    name,
    decode() {
      const { stderr } = spawnSync('ffmpeg', [...input, '-fps_mode', 'passthrough', '-f', 'null', '-'], { encoding: 'utf8' });
      const seconds = (what: string) => Number(new RegExp(`${what}=([\\d.]+)s`).exec(stderr)?.[1]);
      const pictures = Number([...stderr.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1]);
      return Promise.resolve({ ms: seconds('rtime') * 1_000, cpuMs: (seconds('utime') + seconds('stime')) * 1_000, pictures });
    },
    close: () => undefined,
  };
}
