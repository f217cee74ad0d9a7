/** Machine and software of a result. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { browserLaunch } from '../../scripts/lib/browser.ts';
import type { BenchmarkResult } from './schema.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');
/** Streams, pages and base revisions made by the benchmarks; outside of the repository. */
export const CACHE = path.join(ROOT, '.cache/bench');

const GIB = 1024 ** 3;

/** First line of the program's version, or null if it is not installed. */
export function versionOf(program: string, args: readonly string[] = ['-version']): string | null {
  const run = spawnSync(program, args, { encoding: 'utf8' });
  if (run.error || run.status !== 0) return null;
  return /\d[\w.+-]*/.exec(`${run.stdout}${run.stderr}`)?.[0] ?? null;
}

export const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

export function commitNow(): BenchmarkResult['commit'] {
  // Results and report are excluded, because the run itself writes them.
  const changed = git('status', '--porcelain', '--', '.', ':!benchmarks/results', ':!benchmarks/report/index.html');
  return { hash: git('rev-parse', 'HEAD'), isDirty: changed !== '' };
}

export function machineNow(): BenchmarkResult['machine'] {
  return {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.availableParallelism(),
    memoryGiB: Number((os.totalmem() / GIB).toFixed(1)),
    os: `${os.type()} ${os.release()} ${os.arch()}`,
  };
}

export function softwareNow(): BenchmarkResult['software'] {
  const { executablePath } = browserLaunch();
  const browser = executablePath === undefined ? null : versionOf(executablePath, ['--version']);
  return {
    node: process.version,
    browser: browser === null ? null : `Chromium ${browser}`,
    ffmpeg: versionOf('ffmpeg'),
    x265: versionOf('x265', ['--version']),
  };
}

export type Input = BenchmarkResult['inputs'][number];

export function inputOf(name: string, bytes: Uint8Array, about: string): Input {
  return { name, md5: createHash('md5').update(bytes).digest('hex'), bytes: bytes.length, about };
}

export const inputOfFile = (file: string, about: string): Input => inputOf(path.relative(ROOT, file), readFileSync(file), about);
