/** A fresh process that opens one decoder, decodes a file and prints the time of the first picture: `cold-process.ts ENTRANT ROOT FILE`. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { splitAccessUnits } from '../../src/wasm/glue/access-units.ts';
import type { Build } from '../../src/wasm/glue/build.ts';
import { asModule, othersFile } from '../measure/others.ts';
import { loadGlue } from './contestants.ts';
import { FfmpegCoreDecoder, type FfmpegCoreFactory } from './ffmpeg-core.ts';
import { decodeByHevcjs, hevcjsFactory } from './hevcjs.ts';

export interface ColdAnswer {
  readonly openedMs: number;
  readonly firstPictureMs: number;
  readonly memoryBytes: number;
}

const [entrant = '', root = '', file = ''] = process.argv.slice(2);
const bytes = new Uint8Array(readFileSync(file));
const units = [...splitAccessUnits(bytes)];
// Loading the TypeScript sources is not part of the decoder: the clock starts after all imports.
const glue = root === '' ? undefined : await loadGlue({ root });

async function ours(): Promise<ColdAnswer> {
  if (!glue) throw new Error('the argument ROOT is missing');
  const [build, threads] = entrant.split(' ') as [Build, string];
  const startedMs = performance.now();
  const opened = await glue.decoder.Decoder.open({ build, threads: Number(threads) });
  if (!opened.ok) throw new Error(opened.error.detail);
  const openedMs = performance.now() - startedMs;
  let firstPictureMs = Number.NaN;
  await glue.decodeStream(opened.value, units, () => {
    if (Number.isNaN(firstPictureMs)) firstPictureMs = performance.now() - startedMs;
  });
  const counters = opened.value.counters();
  opened.value.close();
  return { openedMs, firstPictureMs, memoryBytes: counters.ok ? counters.value.memoryBytes : 0 };
}

async function hevcjs(): Promise<ColdAnswer> {
  const folder = othersFile('@hevcjs/core/wasm');
  const source = readFileSync(path.join(folder, 'hevc-decode.js'), 'utf8');
  const startedMs = performance.now();
  const create = hevcjsFactory(source, createRequire(import.meta.url));
  const module = await create({ locateFile: (name: string) => path.join(folder, name), print: () => undefined, printErr: () => undefined });
  const openedMs = performance.now() - startedMs;
  let firstPictureMs = Number.NaN;
  decodeByHevcjs(module, units, () => {
    if (Number.isNaN(firstPictureMs)) firstPictureMs = performance.now() - startedMs;
  });
  return { openedMs, firstPictureMs, memoryBytes: module.HEAPU8.length };
}

async function ffmpegCore(): Promise<ColdAnswer> {
  Object.assign(globalThis, { self: globalThis, location: { href: '' } });
  const { default: create } = (await import(pathToFileURL(asModule(othersFile('@ffmpeg/core/dist/esm/ffmpeg-core.js'))).href)) as {
    default: FfmpegCoreFactory;
  };
  const startedMs = performance.now();
  const core = await create({ wasmBinary: readFileSync(othersFile('@ffmpeg/core/dist/esm/ffmpeg-core.wasm')) });
  const openedMs = performance.now() - startedMs;
  // @ffmpeg/core can only decode a whole file, so this file contains only the first access unit.
  new FfmpegCoreDecoder(core, Buffer.concat(units.slice(0, 1))).decode();
  const firstPictureMs = performance.now() - startedMs;
  const whole = new FfmpegCoreDecoder(core, bytes);
  whole.decode();
  return { openedMs, firstPictureMs, memoryBytes: whole.memoryBytes };
}

const answer = await (entrant === 'hevcjs' ? hevcjs() : entrant === 'ffmpeg-core' ? ffmpegCore() : ours());
console.log(JSON.stringify(answer));
process.exit(0);
