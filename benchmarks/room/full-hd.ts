import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { encodeAudio, encodeVideo, ffmpeg, rawInput } from '../../scripts/fixtures/encode.ts';
import { muxFlv } from '../../scripts/fixtures/flv-muxer.ts';
import { stageSong } from '../../scripts/fixtures/music.ts';
import { CACHE, ROOT } from '../measure/environment.ts';

/** The fixture that is scaled: same frame rate and duration, which the server repeats. */
const SOURCE = 'fixtures/streams/stage-1280x720-h264.flv';
const ROUND_S = 8;
export const FULL_HD = {
  name: 'stage-1920x1080-h265-id12',
  about: `${SOURCE}, scaled and encoded in H265 without B frames, with sound`,
  width: 1920,
  height: 1080,
  frameRate: 30,
} as const;

/**
 * The offline room's stage in full HD with sound, encoded like the fixtures, which do not contain this size: once, if ffmpeg and its H265
 * encoder are installed (`canEncode`); kept in .cache/bench.
 */
export function fullHdFile(): string {
  const { name, width, height, frameRate } = FULL_HD;
  const target = path.join(CACHE, `${name}.flv`);
  if (existsSync(target)) return target;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(path.join(CACHE, 'full-hd-'));
  try {
    const pictures = path.join(folder, 'pictures.yuv');
    ffmpeg('-i', path.join(ROOT, SOURCE), '-map', '0:v:0', '-vf', `scale=${width}:${height}`, '-f', 'rawvideo', pictures);
    const raw = rawInput(pictures, width, height, frameRate);
    const video = encodeVideo(folder, raw, { codec: 'h265', crf: 29, bFrames: 0, keyS: 2 }, frameRate);
    const audio = encodeAudio(folder, stageSong(1), 96, ROUND_S * 1_000, video.delayMs);
    const bytes = muxFlv({ video: { carriage: 'hevc-id12', width, height, frameRate, ...video }, audio, durationMs: ROUND_S * 1_000 });
    writeFileSync(`${target}.part`, bytes);
    renameSync(`${target}.part`, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return target;
}
