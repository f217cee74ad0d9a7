/**
 * Streams to decode: fixtures as they are, or encoded from them once if ffmpeg and x265 are installed (sizes and profiles missing in the
 * fixtures, or with only a few pictures there); any file with `--file`. Encoded streams are kept in
 * .cache/bench.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readStream } from '../streams/folder.ts';
import { readVideo } from '../cli/decode-stream.ts';
import { CACHE, inputOf, ROOT, versionOf, type Input } from '../../../benchmarks/measure/environment.ts';

export interface DecodeStream {
  readonly name: string;
  readonly about: string;
  readonly units: readonly Uint8Array[];
  readonly framesPerS: number;
  readonly input: Input;
  /** File with the raw stream, for programs. */
  readonly file: string;
}

/** 1920x1080. */
interface Encoding {
  readonly kbps: number;
  readonly bitDepth: 8 | 10;
  readonly wpp: boolean;
  /** Default: 4:2:0. */
  readonly chroma?: '422' | '444';
  /** `film`: the source with grain; `screen`: sharp edges, text and flat areas, drawn by ffmpeg. Default: the source. */
  readonly content?: 'film' | 'screen';
}

interface Plan {
  readonly name: string;
  /** A file of the fixtures, and how often it is repeated. */
  readonly fixture: readonly [file: string, times: number];
  /** Encoded instead if the encoder is installed. */
  readonly encoding?: Encoding;
  readonly isQuick?: true;
  /** Decoded in the browser too. */
  readonly inBrowser?: true;
  /** With the build without SIMD too, which takes most of the time and gives the same ratio on every stream. */
  readonly isBroad?: true;
}

/** Low and high bit rates, 8 and 10 bits, three chroma formats, drawn pictures, film and screen. */
export const PLANS: readonly Plan[] = [
  { name: '480p Main WPP', fixture: ['fixtures/streams/stage-852x480-h265-hvc1.flv', 1], isQuick: true, isBroad: true },
  { name: '720p Main WPP', fixture: ['fixtures/streams/stage-1280x720-h265-hvc1.flv', 1], inBrowser: true },
  {
    name: '1080p Main WPP',
    fixture: ['src/wasm/fixtures/hevc/size-1080p.265', 40],
    encoding: { kbps: 4_000, bitDepth: 8, wpp: true },
    inBrowser: true,
    isBroad: true,
  },
  {
    name: '1080p Main, no WPP',
    fixture: ['src/wasm/fixtures/hevc/size-1080p-no-wpp.265', 40],
    encoding: { kbps: 4_000, bitDepth: 8, wpp: false },
  },
  {
    name: '1080p Main film WPP',
    fixture: ['src/wasm/fixtures/hevc/size-1080p.265', 0],
    encoding: { kbps: 16_000, bitDepth: 8, wpp: true, content: 'film' },
  },
  {
    name: '1080p Main screen WPP',
    fixture: ['src/wasm/fixtures/hevc/size-1080p.265', 0],
    encoding: { kbps: 2_000, bitDepth: 8, wpp: true, content: 'screen' },
  },
  {
    name: '1080p Main 10 WPP',
    fixture: ['src/wasm/fixtures/hevc/main10-1080p.265', 60],
    encoding: { kbps: 4_000, bitDepth: 10, wpp: true },
  },
  {
    name: '1080p 4:2:2 10 WPP',
    fixture: ['src/wasm/fixtures/hevc-range/x265-422-10bit.265', 100],
    encoding: { kbps: 8_000, bitDepth: 10, wpp: true, chroma: '422' },
  },
  {
    name: '1080p 4:4:4 8 WPP',
    fixture: ['src/wasm/fixtures/hevc-range/x265-444.265', 100],
    encoding: { kbps: 8_000, bitDepth: 8, wpp: true, chroma: '444' },
  },
];

/** Source picture from which streams are scaled, the same as for the fixtures. */
const SOURCE = 'fixtures/streams/stage-1280x720-h264.flv';
const FRAMES_PER_S = 30;
const [WIDTH, HEIGHT, ENCODED_PICTURES] = [1_920, 1_080, 120];

export const canEncode = (): boolean => versionOf('ffmpeg') !== null && versionOf('x265', ['--version']) !== null;

/** The stream of a plan, or null if it can neither be read nor encoded. */
export async function openPlan(plan: Plan, mayEncode: boolean, isQuick: boolean): Promise<DecodeStream | null> {
  const picturesMax = isQuick ? QUICK_PICTURES : Number.POSITIVE_INFINITY;
  if (plan.encoding && mayEncode) {
    const file = encode(plan.name, plan.encoding);
    const from = plan.encoding.content === 'screen' ? 'a drawn screen' : SOURCE;
    return openFile(file, plan.name, 1, `x265 medium, ${plan.encoding.kbps} kb/s, closed GOPs of 2 s, from ${from}`);
  }
  const [fixture, times] = plan.fixture;
  return times === 0
    ? null
    : openFile(path.join(ROOT, fixture), plan.name, times, times === 1 ? fixture : `${fixture}, ${times} times in a row`, picturesMax);
}

/** Number of pictures in a quick run. */
const QUICK_PICTURES = 50;

export async function openFile(
  file: string,
  name: string,
  times: number,
  about: string,
  picturesMax = Number.POSITIVE_INFINITY,
): Promise<DecodeStream> {
  const video = readVideo(readStream(file));
  if (!video.ok) throw new Error(`${file}: ${video.error.detail}`);
  const units = Array.from({ length: times }, () => video.value.units)
    .flat()
    .slice(0, picturesMax);
  const bytes = Buffer.concat(units);
  mkdirSync(CACHE, { recursive: true });
  const raw = path.join(CACHE, `${slug(name)}.raw.265`);
  writeFileSync(raw, bytes);
  const kbps = Math.round((bytes.length * 8 * (video.value.framesPerS ?? FRAMES_PER_S)) / units.length / 1_000);
  return {
    name,
    about: `${about}; ${units.length} pictures, ${kbps} kb/s`,
    units,
    framesPerS: video.value.framesPerS ?? FRAMES_PER_S,
    input: inputOf(name, bytes, about),
    file: raw,
  };
}

const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

/** Encodes the stream unless it exists, scaled to fill the picture. */
function encode(name: string, encoding: Encoding): string {
  const { kbps, bitDepth, wpp, chroma = '420', content } = encoding;
  const target = path.join(CACHE, `${slug(name)}.265`);
  if (existsSync(target)) return target;
  mkdirSync(CACHE, { recursive: true });
  const shots = path.join(CACHE, 'shots.yuv');
  const written = openSync(shots, 'w');
  const fill = `scale=${WIDTH}:${HEIGHT}:force_original_aspect_ratio=increase:flags=bicubic,crop=${WIDTH}:${HEIGHT}`;
  // The seed makes the grain the same on each machine.
  const filter = content === 'film' ? `${fill},noise=alls=14:allf=t:all_seed=1` : fill;
  const pixels = `yuv${chroma}p${bitDepth === 8 ? '' : `${bitDepth}le`}`;
  const drawn = ['-f', 'lavfi', '-i', `testsrc2=size=${WIDTH}x${HEIGHT}:rate=${FRAMES_PER_S}`];
  const input = content === 'screen' ? drawn : ['-stream_loop', '-1', '-i', path.join(ROOT, SOURCE)];
  const shot = [...input, '-map', '0:v:0', '-frames:v', String(ENCODED_PICTURES), '-vf', filter, '-pix_fmt', pixels];
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...shot, '-f', 'rawvideo', '-'], { stdio: ['ignore', written, 'inherit'] });
  closeSync(written);
  const options = [
    ...`--preset medium --keyint 60 --min-keyint 60 --no-open-gop --no-info --no-progress --log-level error`.split(' '),
    ...`--bitrate ${kbps} --vbv-maxrate ${Math.round(kbps * 1.2)} --vbv-bufsize ${kbps}`.split(' '),
    ...`--input-res ${WIDTH}x${HEIGHT} --fps ${FRAMES_PER_S} --input-depth ${bitDepth} -D ${bitDepth} --input-csp i${chroma}`.split(' '),
    wpp ? '--wpp' : '--no-wpp',
  ];
  execFileSync('x265', [...options, '--input', shots, '-o', `${target}.part`], { stdio: ['ignore', 'ignore', 'inherit'] });
  renameSync(`${target}.part`, target);
  rmSync(shots);
  return target;
}
