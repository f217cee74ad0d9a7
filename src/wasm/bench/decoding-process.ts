/**
 * A fresh process with one decoder: `decoding-process.ts BUILD THREADS ROOT FILE`. It prints the costs of its start. With an IPC channel it
 * decodes the file again and again instead, and reports the processor time of each pass; its parent ends it.
 */
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { splitAccessUnits } from '../glue/access-units.ts';
import type { Build } from '../glue/build.ts';
import { loadGlue } from './contestants.ts';

export interface ColdAnswer {
  readonly openedMs: number;
  readonly firstPictureMs: number;
  readonly memoryBytes: number;
}

/** One decode of the whole file: processor time of all threads, without the start. The engine has compiled nothing before the first pass. */
export interface Pass {
  readonly cpuMs: number;
  readonly pictures: number;
}

const [build, threads, root = '', file = ''] = process.argv.slice(2);
const units = [...splitAccessUnits(new Uint8Array(readFileSync(file)))];
// Loading the TypeScript sources is not part of the decoder: the clock starts after all imports.
const glue = await loadGlue({ root });

const startedMs = performance.now();
const opened = await glue.decoder.Decoder.open({ build: build as Build, threads: Number(threads), limits: glue.decoder.LEVEL_6_2_LIMITS });
if (!opened.ok) throw new Error(opened.error.detail);
const decoder = opened.value;
const openedMs = performance.now() - startedMs;

async function pass(): Promise<Pass> {
  const from = process.cpuUsage();
  const { pictures, firstError } = await glue.decodeStream(decoder, units);
  if (firstError) throw new Error(firstError.detail);
  const { user, system } = process.cpuUsage(from);
  return { cpuMs: (user + system) / 1_000, pictures };
}

if (process.send) {
  for (;;) {
    process.send(await pass());
    await setImmediate();
  }
}
let firstPictureMs = Number.NaN;
await glue.decodeStream(decoder, units, () => {
  if (Number.isNaN(firstPictureMs)) firstPictureMs = performance.now() - startedMs;
});
const counters = decoder.counters();
const answer: ColdAnswer = { openedMs, firstPictureMs, memoryBytes: counters.ok ? counters.value.memoryBytes : 0 };
console.log(JSON.stringify(answer));
process.exit(0);
