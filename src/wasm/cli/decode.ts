/**
 *     npm run decode -- FILE.265 [--threads N] [--build simd-mt|simd|baseline] [--json] [--out FILE.yuv]
 *                                [--hash] [--frames] [--dist DIR]
 *
 * Prints JSON: frames, width, height (cropped), bitDepth, chroma, ms, fps, md5 of the raw planes in output order (8 bit: bytes,
 * more: 16-bit little endian), the same bytes as `ffmpeg -i FILE -f rawvideo -vsync passthrough -`. The file is decoded twice: once for
 * the planes, once for the time, so that ms holds neither the copy nor the md5 of the planes nor the engine's warm-up.
 * --json: on one line. --hash: verify the picture hash SEI. --frames: md5 of each picture. --dist: modules of another folder.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { splitAccessUnits } from '../glue/access-units.ts';
import { BUILDS, type Build } from '../glue/build.ts';
import { Decoder, LEVEL_6_2_LIMITS, type OpenOptions } from '../glue/decoder.ts';
import { decodeStream } from './decode-stream.ts';

const USAGE = 'usage: npm run decode -- FILE.265 [--threads N] [--build simd-mt|simd|baseline] [--json] [--out FILE.yuv]';

const isBuild = (name: string): name is Build => (BUILDS as readonly string[]).includes(name);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    threads: { type: 'string', default: '1' },
    build: { type: 'string' },
    json: { type: 'boolean', default: false },
    out: { type: 'string' },
    hash: { type: 'boolean', default: false },
    frames: { type: 'boolean', default: false },
    dist: { type: 'string' },
  },
});

async function main(): Promise<number> {
  const file = positionals[0];
  const threads = Number(values.threads);
  if (file === undefined || !Number.isInteger(threads) || threads < 1) return usage();
  if (values.build !== undefined && !isBuild(values.build)) return usage();

  const units = [...splitAccessUnits(readFileSync(file))];
  const options: OpenOptions = {
    threads,
    limits: LEVEL_6_2_LIMITS,
    checkHash: values.hash,
    ...(values.build === undefined ? {} : { build: values.build }),
    ...(values.dist === undefined ? {} : { base: pathToFileURL(path.resolve(values.dist) + path.sep) }),
  };

  const opened = await Decoder.open(options);
  if (!opened.ok) return report({ file, error: opened.error });
  const decoder = opened.value;
  const whole = createHash('md5');
  const frameMd5: string[] = [];
  const sizes = new Set<string>();
  const raw = values.out === undefined ? undefined : openSync(values.out, 'w');
  let shape = { width: 0, height: 0, bitDepth: 0, chroma: '' };
  const outcome = await decodeStream(decoder, units, (picture) => {
    const planes = decoder.copy(picture);
    if (!planes) return;
    whole.update(planes);
    if (values.frames) frameMd5.push(createHash('md5').update(planes).digest('hex'));
    if (raw !== undefined) writeSync(raw, planes);
    const { width, height, bitDepth, chroma } = picture;
    if (sizes.size === 0) shape = { width, height, bitDepth, chroma };
    sizes.add(`${width}x${height}`);
  });
  if (raw !== undefined) closeSync(raw);
  const counters = decoder.counters();
  const threadsRunning = decoder.threads;
  decoder.close();

  const ms = await timeDecode(options, units);
  return report({
    file,
    frames: outcome.pictures,
    ...shape,
    ms: Number(ms.toFixed(1)),
    fps: Number(((outcome.pictures * 1_000) / ms).toFixed(1)),
    md5: whole.digest('hex'),
    build: decoder.choice.build,
    threads: threadsRunning,
    ...(sizes.size > 1 ? { sizes: [...sizes] } : {}),
    ...(counters.ok ? { counters: counters.value } : {}),
    ...(values.frames ? { frameMd5 } : {}),
    ...(outcome.firstError ? { errors: outcome.errors, error: outcome.firstError } : {}),
  });
}

/** Milliseconds from the first push to the last picture, in a decoder of its own. */
async function timeDecode(options: OpenOptions, units: readonly Uint8Array[]): Promise<number> {
  const opened = await Decoder.open({ ...options, checkHash: false });
  if (!opened.ok) return Number.NaN;
  const startedMs = performance.now();
  await decodeStream(opened.value, units);
  const ms = performance.now() - startedMs;
  opened.value.close();
  return ms;
}

function report(result: { readonly error?: unknown } & Readonly<Record<string, unknown>>): number {
  console.log(values.json ? JSON.stringify(result) : JSON.stringify(result, null, 2));
  return result.error === undefined ? 0 : 1;
}

function usage(): number {
  console.error(USAGE);
  return 2;
}

process.exitCode = await main();
