/** Writes and reads results. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Benchmark, BenchOutcome } from './benchmark.ts';
import { commitNow, machineNow, ROOT, softwareNow } from './environment.ts';
import { BENCHMARKS, readResult, SCHEMA_VERSION, SIGNIFICANT_DIGITS, type BenchmarkResult } from './schema.ts';

export const RESULTS = path.join(ROOT, 'benchmarks/results');

const rounded = (value: unknown): unknown => {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(SIGNIFICANT_DIGITS));
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rounded(one)]));
  return value;
};

/** The result of a run; throws if it is invalid, which means that the benchmark is wrong. */
export function resultOf(
  benchmark: Benchmark,
  outcome: BenchOutcome,
  run: { readonly startedAt: Date; readonly isQuick: boolean; readonly base?: BenchmarkResult['base'] },
): BenchmarkResult {
  const used = new Set(outcome.groups.flatMap(({ rows }) => rows.flatMap(({ figures }) => figures.map(({ figure }) => figure))));
  const read = readResult(
    rounded({
      schema: SCHEMA_VERSION,
      benchmark: benchmark.name,
      about: benchmark.about,
      meanings: Object.fromEntries(
        Object.entries({ ...benchmark.kinds, ...outcome.kinds }).flatMap(([name, { meaning }]) =>
          used.has(name) ? [[name, meaning]] : [],
        ),
      ),
      startedAt: run.startedAt.toISOString(),
      tookS: (Date.now() - run.startedAt.getTime()) / 1_000,
      isQuick: run.isQuick,
      commit: commitNow(),
      ...(run.base === undefined ? {} : { base: run.base }),
      machine: machineNow(),
      software: softwareNow(),
      inputs: outcome.inputs,
      rounds: outcome.rounds,
      probes: outcome.probes,
      groups: outcome.groups,
    }),
  );
  if (!read.ok) throw new Error(`${benchmark.name}: ${read.why}`);
  return read.value;
}

export function writeResult(folder: string, result: BenchmarkResult): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${result.benchmark}.json`);
  writeFileSync(file, `${JSON.stringify(result, null, 1)}\n`);
  return file;
}

/** Throws for an invalid file. */
export function readResultFile(file: string): BenchmarkResult {
  const read = readResult(JSON.parse(readFileSync(file, 'utf8')));
  if (!read.ok) throw new Error(`${file}: ${read.why}`);
  return read.value;
}

/** Results of a folder in the order of the benchmarks, then those of devices by their files. */
export function readResults(folder: string): BenchmarkResult[] {
  if (!existsSync(folder)) return [];
  const place = ({ benchmark }: BenchmarkResult): number => [...BENCHMARKS, 'device'].indexOf(benchmark);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readResultFile(path.join(folder, name)))
    .sort((a, b) => place(a) - place(b));
}
