/**
 * Decodes a file and prints the result as JSON: frames, width, height (cropped), bitDepth, chroma, ms, fps, md5 of the raw planes in output
 * order (8 bit: bytes, more: 16-bit little endian), the same bytes as `ffmpeg -i FILE -f rawvideo -vsync passthrough -`. The file is
 * decoded twice, once for the planes and once for the time, so that ms includes neither the copy and the md5 of the planes nor the engine's
 * warm-up.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import {
  EXIT,
  flag,
  integer,
  isMain,
  oneOf,
  outputFile,
  requireFile,
  runTool,
  startProgress,
  type Tool,
  UsageError,
  type ValuesOf,
} from '../../../scripts/lib/command-line.ts';
import { BUILDS } from '../glue/build.ts';
import type { Decoder, OpenOptions } from '../glue/decoder.ts';
import type { Picture } from '../glue/picture.ts';
import { WORKERS_MAX } from '../glue/threads.ts';
import { isPacked, readStream } from '../streams/folder.ts';
import { type ContainedVideo, readVideo, decodeStream, type StreamOutcome } from './decode-stream.ts';
import { md5sOf, openDecoder, type Hashed } from './opened.ts';

// YUV4MPEG2: a header line, then each picture's planes after its own header line. Programs that read raw video read this format without a
// size option.

/** Denominator of the rate. */
const RATE_SCALE = 1_000;

function headerOf({ width, height, bitDepth, chroma, sar }: Picture, framesPerS: number): string {
  const depth = bitDepth > 8 ? `p${bitDepth}` : '';
  const colour = {
    monochrome: `mono${bitDepth > 8 ? bitDepth : ''}`,
    '4:2:0': `420${depth === '' ? 'mpeg2' : depth}`,
    '4:2:2': `422${depth}`,
    '4:4:4': `444${depth}`,
  }[chroma];
  return `YUV4MPEG2 W${width} H${height} F${Math.round(framesPerS * RATE_SCALE)}:${RATE_SCALE} Ip A${sar[0]}:${sar[1]} C${colour}\n`;
}

/** A pipe may accept only a part, or nothing for a moment. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(file, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  }
}

/** If the container does not contain it; only written into y4m. */
const FRAMES_PER_S = 25;
const STDIN = 0;
const STDOUT = 1;

const OPTIONS = {
  threads: integer('threads, the caller’s included', 1, 1, WORKERS_MAX + 1),
  build: oneOf('the module instead of the one that fits best', BUILDS),
  json: flag('the result on one line'),
  out: outputFile('write the raw planes; - is standard output'),
  y4m: outputFile('write YUV4MPEG2; - is standard output'),
  frames: flag('md5 of every picture'),
  hash: flag('compare every picture with its hash SEI'),
  once: flag('decode once only: no ms and fps'),
} as const;
type Values = ValuesOf<typeof OPTIONS>;

export const DECODE: Tool<typeof OPTIONS> = {
  name: 'npm run wasm -- decode',
  takes: '[file]',
  about: 'Decodes H265 of a raw stream, an FLV or an MP4 (- is standard input) and prints the result as JSON.',
  options: OPTIONS,
  wordsMax: 1,
  examples: [
    '  npm run wasm -- decode stream.flv --threads 2 --y4m out.y4m',
    '  cat stream.265 | npm run --silent decode -- - --y4m - | ffplay -',
  ],
  run: decode,
};

async function decode(values: Values, words: readonly string[]): Promise<number> {
  const name = words[0];
  if (name === undefined) throw new UsageError('which file? a path, or - for standard input');
  if (values.out === '-' && values.y4m === '-') throw new UsageError('--out and --y4m cannot both write to standard output');
  const bytes = name === '-' ? readFileSync(STDIN) : readStream(isPacked(name) ? name : requireFile(name));
  const video = readVideo(new Uint8Array(bytes));
  if (!video.ok) throw new UsageError(`${name}: ${video.error.detail}`);
  const build = values.build === undefined ? {} : { build: values.build };
  const options: OpenOptions = { threads: values.threads, checkHash: values.hash, ...build };
  const decoder = await openDecoder(options);
  const { outcome, sink } = await decodePlanes(decoder, video.value, values);
  const counters = decoder.counters();
  const { threads, choice } = decoder;
  decoder.close();
  const ms = values.once || outcome.pictures === 0 ? undefined : await timeDecode({ ...options, checkHash: false }, video.value.units);
  const error = outcome.firstError ?? sink.error;
  const result = {
    file: name,
    container: video.value.container,
    frames: outcome.pictures,
    ...sink.shape,
    ...(ms === undefined ? {} : { ms: Number(ms.toFixed(1)), fps: Number(((outcome.pictures * 1_000) / ms).toFixed(1)) }),
    md5: outcome.md5,
    build: choice.build,
    threads,
    ...(video.value.framesPerS === undefined ? {} : { framesPerS: video.value.framesPerS }),
    ...(video.value.damaged === 0 ? {} : { damagedTags: video.value.damaged }),
    ...(sink.sizes.size > 1 ? { sizes: [...sink.sizes] } : {}),
    ...(counters.ok ? { counters: counters.value } : {}),
    ...(values.frames ? { frameMd5: outcome.each } : {}),
    ...(error ? { errors: Math.max(outcome.errors, 1), error } : {}),
  };
  const print = values.out === '-' || values.y4m === '-' ? console.error : console.log;
  print(values.json ? JSON.stringify(result) : JSON.stringify(result, null, 2));
  if (outcome.pictures === 0) {
    console.error(`${name}: not one picture could be decoded`);
    return EXIT.NOTHING_DONE;
  }
  return error ? EXIT.WRONG : EXIT.DONE;
}

/** Files of the pictures, and their sizes. */
class Sink {
  readonly sizes = new Set<string>();
  shape: Partial<Pick<Picture, 'width' | 'height' | 'bitDepth' | 'chroma'>> = {};
  error: StreamOutcome['firstError'];
  readonly #raw: number | undefined;
  readonly #y4m: number | undefined;
  readonly #framesPerS: number;
  #header = '';

  constructor(values: Values, framesPerS: number) {
    this.#raw = openOutput(values.out);
    this.#y4m = openOutput(values.y4m);
    this.#framesPerS = framesPerS;
  }

  take(picture: Picture, planes: Uint8Array): void {
    if (this.#raw !== undefined) writeAll(this.#raw, planes);
    if (this.#y4m !== undefined && !this.error) this.#writeY4m(this.#y4m, picture, planes);
    const { width, height, bitDepth, chroma } = picture;
    if (this.sizes.size === 0) this.shape = { width, height, bitDepth, chroma };
    this.sizes.add(`${width}x${height}`);
  }

  /** Pictures of one size and depth; the first different one is refused, because the format does not support it. */
  #writeY4m(file: number, picture: Picture, planes: Uint8Array): void {
    const header = headerOf(picture, this.#framesPerS);
    const refuse = (detail: string): void => void (this.error = { code: 'DECODER_UNSUPPORTED', detail });
    if (picture.chroma !== 'monochrome' && picture.bitDepth !== picture.bitDepthChroma)
      return refuse(`y4m has no place for ${picture.bitDepth} bit luma with ${picture.bitDepthChroma} bit chroma`);
    if (this.#header !== '' && this.#header !== header)
      return refuse('the size or depth changes within the stream, and y4m holds one of each');
    writeAll(file, Buffer.from(`${this.#header === '' ? header : ''}FRAME\n`, 'latin1'));
    this.#header = header;
    return writeAll(file, planes);
  }

  close(): void {
    for (const file of [this.#raw, this.#y4m]) if (file !== undefined && file !== STDOUT) closeSync(file);
  }
}

function openOutput(name: string | undefined): number | undefined {
  if (name === undefined) return undefined;
  if (name === '-') return STDOUT;
  try {
    return openSync(name, 'w');
  } catch (error) {
    throw new UsageError(`${name}: ${(error as NodeJS.ErrnoException).code ?? String(error)}`);
  }
}

async function decodePlanes(decoder: Decoder, video: ContainedVideo, values: Values): Promise<{ outcome: Hashed; sink: Sink }> {
  const sink = new Sink(values, video.framesPerS ?? FRAMES_PER_S);
  const progress = startProgress(video.units.length);
  const counted = function* (): Generator<Uint8Array> {
    for (const [index, unit] of video.units.entries()) {
      progress.at(index, 'pictures');
      yield unit;
    }
  };
  try {
    const outcome = await md5sOf(decoder, counted(), (picture, planes) => planes && sink.take(picture, planes));
    return { outcome, sink };
  } finally {
    progress.end();
    sink.close();
  }
}

/** Milliseconds from the first push to the last picture, in a separate decoder. */
async function timeDecode(options: OpenOptions, units: readonly Uint8Array[]): Promise<number> {
  const decoder = await openDecoder(options);
  const startedMs = performance.now();
  await decodeStream(decoder, units);
  const ms = performance.now() - startedMs;
  decoder.close();
  return ms;
}

if (isMain(import.meta.url)) process.exitCode = await runTool(DECODE, process.argv.slice(2));
