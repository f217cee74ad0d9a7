/**
 * Expected pictures of a generated stream by native ffmpeg (5.1 was used): of the stream itself, or of one with the same pictures if ffmpeg
 * deviates.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Choices } from './choices.ts';
import { avoidDeviations } from './deviations.ts';
import { chromaShifts } from './types.ts';
import { generateStream, type GeneratedStream } from './stream.ts';

/** Size of the planes of the longest stream. */
const PLANES_BYTES_MAX = 256 * 1024 ** 2;

const FFMPEG_DEADLINE_MS = 30_000;

export const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

/**
 * All planes in output order. Range extensions use ffmpeg's C code, because its assembly for 10 and 12 bits overflows when sums exceed 16
 * bits.
 */
function decode({ bytes, choices }: GeneratedStream): { planes: Uint8Array; log: string } {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'footlight-syntax-'));
  const file = path.join(dir, 'case.265');
  try {
    writeFileSync(file, bytes);
    const options = [
      '-v',
      'error',
      '-nostdin',
      ...(choices.range ? ['-cpuflags', '0'] : []),
      '-threads',
      '1',
      '-flags',
      'unaligned',
      '-noautorotate',
      '-f',
      'hevc',
      '-i',
      file,
    ];
    const run = spawnSync('ffmpeg', [...options, '-map', '0:v:0', '-autoscale', '0', '-f', 'rawvideo', '-vsync', 'passthrough', '-'], {
      maxBuffer: PLANES_BYTES_MAX,
      timeout: FFMPEG_DEADLINE_MS,
    });
    if (run.error !== undefined) throw run.error;
    return { planes: run.stdout, log: run.stderr.toString().trim() };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** 8-bit samples as 16-bit ones. */
const widened = (planes: Uint8Array) => Uint8Array.from({ length: planes.length * 2 }, (_, i) => (i % 2 === 0 ? planes[i >> 1]! : 0));

export interface Reference {
  /** The stream to decode. */
  readonly stream: GeneratedStream;
  readonly width: number;
  readonly height: number;
  /** Of each picture in output order. */
  readonly md5s: readonly string[];
  /** Of all planes. */
  readonly md5: string;
  /** ffmpeg's error messages. */
  readonly log: string;
}

export function reference(seed: number, force: Partial<Choices>): Reference {
  const decided = avoidDeviations(seed, force);
  const stream = generateStream(seed, decided.force);
  const { sps, choices } = stream;
  const [left, right, top, bottom] = sps.crop ?? [0, 0, 0, 0];
  const [across, down] = sps.chroma === 0 ? [0, 0] : chromaShifts(sps.chroma);
  const [width, height] = [sps.width - ((left + right) << across), sps.height - ((top + bottom) << down)];
  const [luma, chroma] = choices.depths;
  const wide = luma > 8 || chroma > 8;
  const lumaBytes = width * height * (wide ? 2 : 1);
  const pictureBytes = sps.chroma === 0 ? lumaBytes : lumaBytes + 2 * (lumaBytes >> (across + down));

  let { planes, log } = luma === chroma ? decode(generateStream(seed, decided.reference)) : { planes: new Uint8Array(), log: '' };
  if (luma !== chroma) {
    const [ofLuma, ofChroma] = [luma, chroma].map((depth) => {
      const other = decode(generateStream(seed, { ...decided.reference, depths: [depth, depth] }));
      log += other.log;
      return depth > 8 ? other.planes : widened(other.planes);
    }) as [Uint8Array, Uint8Array];
    planes = Uint8Array.from(ofChroma);
    for (let at = 0; at < planes.length; at += pictureBytes) planes.set(ofLuma.subarray(at, at + lumaBytes), at);
  }
  const md5s = [];
  for (let at = 0; at < planes.length; at += pictureBytes) md5s.push(md5(planes.subarray(at, at + pictureBytes)));
  return { stream, width, height, md5s, md5: md5(planes), log };
}
