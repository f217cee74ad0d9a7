/** Costs of a decoder before it decodes: bytes, time to the first picture in a fresh process, and memory. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { nameFor, ratioFor, type BenchContext, type Outcomes } from '../measure/benchmark.ts';
import { ensureOthers, othersFile } from '../measure/others.ts';
import { race, rowsOf, type Contestant, type FigureKinds, type Sample } from '../measure/rounds.ts';
import type { ColdAnswer } from './cold-process.ts';
import type { DecodeStream } from './streams.ts';

export const COLD_KINDS: FigureKinds = {
  opened: {
    unit: 'ms',
    better: 'lower',
    meaning: 'From a fresh process’s first line to a decoder that is ready: reading, compiling, making its memory and threads',
  },
  'first picture': {
    unit: 'ms',
    better: 'lower',
    meaning: 'From a fresh process’s first line to the first decoded picture, the engine not warmed up',
  },
  memory: { unit: 'MiB', better: 'lower', meaning: 'The module’s whole memory after the stream, with the widest limits of the decoder' },
  module: { unit: 'kB', better: 'lower', meaning: 'Bytes of the WebAssembly module' },
  'module, gzip': { unit: 'kB', better: 'lower', meaning: 'The same as it travels, gzip -9' },
};

const PROCESS = fileURLToPath(new URL('./cold-process.ts', import.meta.url));
const LIMIT_MS = 120_000;
const MIB = 1024 ** 2;

export type ColdEntrant = 'simd 1' | 'simd-mt 2' | 'hevcjs' | 'ffmpeg-core';

function contestant(name: string, entrant: ColdEntrant, root: string, module: string, stream: DecodeStream): Contestant {
  const wasm = readFileSync(module);
  const bytes = { module: wasm.length / 1_000, 'module, gzip': gzipSync(wasm, { level: 9 }).length / 1_000 };
  return {
    name,
    measure(): Promise<Sample> {
      const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', 'tsx', PROCESS, entrant, root, stream.file], {
        encoding: 'utf8',
        timeout: LIMIT_MS,
      });
      const last = stdout.trim().split('\n').at(-1) ?? '';
      if (status !== 0 || !last.startsWith('{')) throw new Error(`${name}: ${stderr.trim().split('\n').at(-1) ?? 'no answer'}`);
      const { openedMs, firstPictureMs, memoryBytes } = JSON.parse(last) as ColdAnswer;
      return Promise.resolve({ opened: openedMs, 'first picture': firstPictureMs, memory: memoryBytes / MIB, ...bytes });
    },
  };
}

export async function measureCold(context: BenchContext, stream: DecodeStream, outcomes: Outcomes): Promise<void> {
  const contestants = context.subjects.flatMap((subject) => {
    const dist = path.join(subject.root, 'src/wasm/dist');
    return [
      contestant(nameFor(context, subject, 'footlight x1'), 'simd 1', subject.root, path.join(dist, 'hevc-simd.wasm'), stream),
      contestant(nameFor(context, subject, 'footlight x2'), 'simd-mt 2', subject.root, path.join(dist, 'hevc-simd-mt.wasm'), stream),
    ];
  });
  if (!context.isComparison && ensureOthers(context)) {
    contestants.push(contestant('@hevcjs/core', 'hevcjs', '', othersFile('@hevcjs/core/wasm/hevc-decode.wasm'), stream));
    if (!context.isQuick)
      contestants.push(contestant('@ffmpeg/core', 'ffmpeg-core', '', othersFile('@ffmpeg/core/dist/esm/ffmpeg-core.wasm'), stream));
  }
  const raced = await race(contestants, {
    rounds: context.isQuick ? 1 : 4,
    warmUp: context.isQuick ? 0 : 1,
    probe: context.probe,
    isQuick: context.isQuick,
    onTurn: (name) => context.say(`cold start: ${name}`),
  });
  outcomes.count(raced);
  outcomes.groups.push({
    name: 'Cold start in Node',
    about: `A fresh process for each turn decodes ${stream.name}. The whole of @ffmpeg/core is a program with every codec; its start says what using it costs.`,
    rows: rowsOf(contestants, raced, COLD_KINDS, ratioFor(context, 'footlight x1')),
    absent: [],
    series: [],
  });
}
