/**
 * Streams to decode: fixtures as they are, or encoded from them once if ffmpeg and x265 are installed (sizes and profiles missing in the
 * fixtures, or with only a few pictures there); natural video with `--clips`; any file with `--file`. Encoded streams are kept in
 * .cache/bench.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readVideo } from '../../src/wasm/cli/containers.ts';
import { CACHE, inputOf, ROOT, versionOf, type Input } from '../measure/environment.ts';

export interface DecodeStream {
  readonly name: string;
  readonly about: string;
  readonly units: readonly Uint8Array[];
  readonly framesPerS: number;
  readonly input: Input;
  /** File with the raw stream, for programs. */
  readonly file: string;
}

interface Encoding {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly kbps: number;
  readonly bitDepth: 8 | 10 | 12;
  readonly wpp: boolean;
  readonly pictures: number;
  /** Default: 4:2:0. */
  readonly chroma?: '422' | '444';
}

interface Plan {
  readonly name: string;
  /** A file of the fixtures, and how often it is repeated. */
  readonly fixture: readonly [file: string, times: number];
  /** Encoded instead if the encoder is installed. */
  readonly encoding?: Omit<Encoding, 'name'>;
  readonly isQuick?: true;
  /** Decoded in the browser too. */
  readonly inBrowser?: true;
  /** With all contestants: builds without SIMD and packages of others take most of the time and give the same ratios on every stream. */
  readonly isBroad?: true;
}

const encoding = (
  width: number,
  height: number,
  kbps: number,
  bitDepth: 8 | 10 | 12,
  wpp: boolean,
  pictures: number,
  chroma?: Encoding['chroma'],
): Omit<Encoding, 'name'> => ({
  width,
  height,
  kbps,
  bitDepth,
  wpp,
  pictures,
  ...(chroma && { chroma }),
});

export const PLANS: readonly Plan[] = [
  { name: '480p Main WPP', fixture: ['fixtures/streams/stage-852x480-h265-hvc1.flv', 1], isQuick: true, isBroad: true },
  { name: '720p Main WPP', fixture: ['fixtures/streams/stage-1280x720-h265-hvc1.flv', 1], inBrowser: true },
  { name: '720p Main 10 WPP', fixture: ['fixtures/hevc/main10.265', 20], encoding: encoding(1280, 720, 2_200, 10, true, 120) },
  {
    name: '1080p Main WPP',
    fixture: ['fixtures/hevc/size-1080p.265', 20],
    encoding: encoding(1920, 1080, 4_000, 8, true, 60),
    inBrowser: true,
    isBroad: true,
  },
  { name: '1080p Main, no WPP', fixture: ['fixtures/hevc/size-1080p-no-wpp.265', 20], encoding: encoding(1920, 1080, 4_000, 8, false, 60) },
  { name: '1080p Main 10 WPP', fixture: ['fixtures/hevc/main10-1080p.265', 30], encoding: encoding(1920, 1080, 4_000, 10, true, 60) },
  { name: '2160p Main WPP', fixture: ['fixtures/hevc/size-1080p.265', 0], encoding: encoding(3840, 2160, 14_000, 8, true, 20) },
  { name: '2160p Main 10 WPP', fixture: ['fixtures/hevc/main10-1080p.265', 0], encoding: encoding(3840, 2160, 14_000, 10, true, 20) },
  {
    name: '1080p 4:2:2 10 WPP',
    fixture: ['fixtures/hevc-range/x265-422-10bit.265', 100],
    encoding: encoding(1920, 1080, 8_000, 10, true, 60, '422'),
  },
  {
    name: '1080p 4:4:4 8 WPP',
    fixture: ['fixtures/hevc-range/x265-444.265', 100],
    encoding: encoding(1920, 1080, 8_000, 8, true, 60, '444'),
  },
  {
    name: '1080p 4:2:2 12 WPP',
    fixture: ['fixtures/hevc-range/x265-422-12bit.265', 100],
    encoding: encoding(1920, 1080, 8_000, 12, true, 60, '422'),
  },
];

/** Source picture from which streams are scaled, the same as for the fixtures. */
const SOURCE = 'fixtures/streams/stage-1280x720-h264.flv';
const FRAMES_PER_SHOT = 60;
const FRAMES_PER_S = 30;

export const canEncode = (): boolean => versionOf('ffmpeg') !== null && versionOf('x265', ['--version']) !== null;

/** The stream of a plan, or null if it can neither be read nor encoded. */
export async function openPlan(plan: Plan, clips: readonly string[], mayEncode: boolean, isQuick: boolean): Promise<DecodeStream | null> {
  const picturesMax = isQuick ? QUICK_PICTURES : Number.POSITIVE_INFINITY;
  if (plan.encoding && mayEncode) {
    const file = encode({ name: plan.name, ...plan.encoding }, clips);
    const from = clips.length > 0 ? clips.map((clip) => path.basename(clip)).join(', ') : SOURCE;
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
  const video = readVideo(new Uint8Array(readFileSync(file)));
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

/** File of an encoded stream; other clips are another stream. */
export function encodedPath(name: string, clips: readonly string[]): string {
  const from = clips.length === 0 ? '' : `-${createHash('md5').update(clips.join('\n')).digest('hex').slice(0, 8)}`;
  return path.join(CACHE, `${slug(name)}${from}.265`);
}

/** Encodes the stream unless it exists. Shots alternate between the clips, with hard cuts, scaled to fill the picture. */
function encode(stream: Encoding, clips: readonly string[]): string {
  const target = encodedPath(stream.name, clips);
  if (existsSync(target)) return target;
  mkdirSync(CACHE, { recursive: true });
  const shots = path.join(CACHE, 'shots.yuv');
  const { width, height, bitDepth, kbps, chroma = '420' } = stream;
  const written = openSync(shots, 'w');
  const sources = clips.length > 0 ? clips : [path.join(ROOT, SOURCE)];
  for (const clip of sources) {
    const frames = clips.length > 0 ? FRAMES_PER_SHOT : stream.pictures;
    const fill = `scale=${width}:${height}:force_original_aspect_ratio=increase:flags=bicubic,crop=${width}:${height}`;
    const pixels = `yuv${chroma}p${bitDepth === 8 ? '' : `${bitDepth}le`}`;
    const shot = ['-i', clip, '-map', '0:v:0', '-frames:v', String(frames), '-vf', fill, '-pix_fmt', pixels];
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', ...shot, '-f', 'rawvideo', '-'], { stdio: ['ignore', written, 'inherit'] });
  }
  closeSync(written);
  const options = [
    ...`--preset medium --keyint 60 --min-keyint 60 --no-open-gop --no-info --no-progress --log-level error`.split(' '),
    ...`--bitrate ${kbps} --vbv-maxrate ${Math.round(kbps * 1.2)} --vbv-bufsize ${kbps}`.split(' '),
    ...`--input-res ${width}x${height} --fps ${FRAMES_PER_S} --input-depth ${bitDepth} -D ${bitDepth} --input-csp i${chroma}`.split(' '),
    stream.wpp ? '--wpp' : '--no-wpp',
  ];
  execFileSync('x265', [...options, '--input', shots, '-o', `${target}.part`], { stdio: ['ignore', 'ignore', 'inherit'] });
  renameSync(`${target}.part`, target);
  rmSync(shots);
  return target;
}
