/**
 * Streams to time: x265 medium, closed GOPs of 2 s, VBV, from natural video that is at hand. They stay in .cache, outside the repository.
 * Shots are taken in turn from every clip and cut hard one after another, scaled to fill the picture.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const CACHE_DIR = path.resolve('.cache/bench');

export interface BenchStream {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly kbps: number;
  readonly bitDepth: 8 | 10;
  readonly wpp: boolean;
}

const size = (label: string, width: number, height: number, kbps: number) =>
  ([8, 10] as const).flatMap((bitDepth) =>
    [true, false].map((wpp): BenchStream => ({
      name: `${label}${bitDepth === 10 ? '-main10' : ''}${wpp ? '' : '-no-wpp'}`,
      width,
      height,
      kbps,
      bitDepth,
      wpp,
    })),
  );

export const STREAMS: readonly BenchStream[] = [
  ...size('1080p30', 1920, 1080, 4_000),
  ...size('720p30', 1280, 720, 2_200),
  ...size('480p30', 852, 480, 1_300),
];

const FRAMES_PER_SHOT = 60;
const FRAMES_PER_SECOND = 30;

export const streamFile = (stream: BenchStream): string => path.join(CACHE_DIR, `${stream.name}.265`);

/** Encodes the stream unless it is there. `clips`: any files that ffmpeg reads, one shot each. */
export function makeStream(stream: BenchStream, clips: readonly string[]): void {
  const target = streamFile(stream);
  if (existsSync(target)) return;
  mkdirSync(CACHE_DIR, { recursive: true });
  const raw = path.join(CACHE_DIR, 'shots.yuv');
  const { width, height, bitDepth, kbps } = stream;
  writeFileSync(raw, '');
  for (const clip of clips) {
    const fill = `scale=${width}:${height}:force_original_aspect_ratio=increase:flags=bicubic,crop=${width}:${height}`;
    const pixels = bitDepth === 10 ? 'yuv420p10le' : 'yuv420p';
    const shot = ['-i', clip, '-ss', '2', '-map', '0:v:0', '-frames:v', String(FRAMES_PER_SHOT), '-vf', fill, '-pix_fmt', pixels];
    execFileSync('sh', ['-c', 'ffmpeg -v error -nostdin "$@" -f rawvideo - >> "$0"', raw, ...shot], { stdio: 'inherit' });
  }
  const options = [
    ...`--preset medium --keyint 60 --min-keyint 60 --no-open-gop --no-info --no-progress --log-level error`.split(' '),
    ...`--bitrate ${kbps} --vbv-maxrate ${Math.round(kbps * 1.2)} --vbv-bufsize ${kbps}`.split(' '),
    ...`--input-res ${width}x${height} --fps ${FRAMES_PER_SECOND} --input-depth ${bitDepth} -D ${bitDepth}`.split(' '),
    stream.wpp ? '--wpp' : '--no-wpp',
  ];
  execFileSync('x265', [...options, '--input', raw, '-o', `${target}.part`], { stdio: ['ignore', 'ignore', 'inherit'] });
  renameSync(`${target}.part`, target);
  rmSync(raw);
}
