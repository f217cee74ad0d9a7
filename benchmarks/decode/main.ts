/**
 *     npm run bench:decode -- [--clips A,B,C] [--streams NAME,…] [--rounds 7] [--json FILE] [--dist DIR] [--baseline] [--degrees]
 *
 * Decodes each stream in interleaved rounds: native ffmpeg on one thread, ours on one and two threads (and native on two), so that a machine
 * that drifts drifts for all of them. `ours x1 twice` is two decoders in two processes: what a second core of this machine is worth. Printed are
 * medians of fps and of the ratios within the same round. The streams are encoded once from --clips (any natural video) into .cache/bench.
 * --degrees: what each degree of less work gains and what it costs in PSNR.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { splitAccessUnits } from '../../src/wasm/glue/access-units.ts';
import { nativeIsInstalled, openNative, openOurs, openSideBySide, type Contestant, type Run } from './contestants.ts';
import { measureDegrees } from './degrees.ts';
import { median } from './statistics.ts';
import { makeStream, streamFile, STREAMS } from './streams.ts';

const WARM_UP_ROUNDS = 2;

const { values } = parseArgs({
  options: {
    clips: { type: 'string', default: '' },
    streams: { type: 'string', default: '' },
    file: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    json: { type: 'string' },
    dist: { type: 'string' },
    baseline: { type: 'boolean', default: false },
    degrees: { type: 'boolean', default: false },
  },
});

interface Row {
  readonly name: string;
  readonly fps: number;
  readonly fpsMin: number;
  readonly fpsMax: number;
  readonly msPerFrame: number;
  /** CPU time over wall time: cores kept busy. */
  readonly cores: number;
  /** Times faster than native on one thread, by wall time; and by CPU time, which other work on the machine disturbs less. */
  readonly overNative: number | undefined;
  readonly cpuOverNative: number | undefined;
  readonly overOurOne: number | undefined;
}

async function race(contestants: readonly Contestant[], rounds: number): Promise<Row[]> {
  const results = new Map(contestants.map(({ name }) => [name, [] as Run[]]));
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const contestant of contestants) {
      const result = await contestant.decode();
      if (round >= 0) results.get(contestant.name)!.push(result);
    }
  }
  /** Median over rounds of how many times faster than `other` in the same round. */
  const over = (name: string, other: string, clock: 'ms' | 'cpuMs' = 'ms') => {
    const base = results.get(other);
    if (!base || name === other) return undefined;
    return median(results.get(name)!.map((run, i) => base[i]![clock] / base[i]!.pictures / (run[clock] / run.pictures)));
  };
  return contestants.map(({ name }) => {
    const runs = results.get(name)!;
    const fps = runs.map(({ ms, pictures }) => (pictures * 1_000) / ms);
    return {
      name,
      fps: median(fps),
      fpsMin: Math.min(...fps),
      fpsMax: Math.max(...fps),
      msPerFrame: 1_000 / median(fps),
      cores: median(runs.map(({ ms, cpuMs }) => cpuMs / ms)),
      overNative: over(name, 'native x1'),
      cpuOverNative: over(name, 'native x1', 'cpuMs'),
      overOurOne: over(name, 'ours x1'),
    };
  });
}

const show = (value: number | undefined, digits: number) => (value === undefined ? '-' : value.toFixed(digits)).padStart(8);

async function main(): Promise<void> {
  const clips = values.clips === '' ? [] : values.clips.split(',');
  const wanted = values.streams === '' ? STREAMS : STREAMS.filter(({ name }) => values.streams.split(',').includes(name));
  if (clips.length > 0) for (const stream of wanted) makeStream(stream, clips);
  const files =
    values.file === undefined
      ? wanted.map((stream) => ({ name: stream.name, file: streamFile(stream) })).filter(({ file }) => existsSync(file))
      : values.file.split(',').map((file) => ({ name: path.basename(file), file }));
  if (files.length === 0) {
    console.error('no streams in .cache/bench: name some natural video with --clips, or a stream with --file');
    process.exitCode = 2;
    return;
  }
  const base = values.dist === undefined ? {} : { base: pathToFileURL(path.resolve(values.dist) + path.sep) };
  const native = nativeIsInstalled();
  const report: { stream: string; kbps: number; rows: Row[] }[] = [];

  for (const { name, file } of files) {
    const units = [...splitAccessUnits(readFileSync(file))];
    if (values.degrees) {
      console.log(`\n${name}`);
      await measureDegrees(units, base, Number(values.rounds));
      continue;
    }
    const contestants = [
      ...(native ? [openNative('native x1', file, 1), openNative('native x2', file, 2)] : []),
      await openOurs('ours x1', units, { build: 'simd', ...base }),
      await openOurs('ours x2', units, { build: 'simd-mt', threads: 2, ...base }),
      await openSideBySide('ours x1 twice', file),
      ...(values.baseline ? [await openOurs('baseline x1', units, { build: 'baseline', ...base })] : []),
    ];
    const rows = await race(contestants, Number(values.rounds));
    for (const contestant of contestants) contestant.close();
    const bytes = units.reduce((sum, unit) => sum + unit.length, 0);
    const kbps = Math.round((bytes * 8 * 30) / units.length / 1_000);
    report.push({ stream: name, kbps, rows });
    console.log(`\n${name}  ${units.length} pictures, ${kbps} kb/s at 30 fps, load ${os.loadavg()[0]!.toFixed(1)}`);
    console.log(`${''.padEnd(14)}     fps     min     max  ms/pic   cores  /native by CPU  /ours1`);
    for (const row of rows) {
      const figures = [show(row.fps, 1), show(row.fpsMin, 1), show(row.fpsMax, 1), show(row.msPerFrame, 2), show(row.cores, 2)];
      console.log(
        `${row.name.padEnd(14)}${figures.join('')} ${show(row.overNative, 2)}${show(row.cpuOverNative, 2)}${show(row.overOurOne, 2)}`,
      );
    }
  }
  if (values.json !== undefined && report.length > 0) {
    const machine = { cpu: os.cpus()[0]?.model, cores: os.availableParallelism(), node: process.version };
    writeFileSync(values.json, `${JSON.stringify({ machine, rounds: Number(values.rounds), report }, null, 2)}\n`);
  }
}

await main();
