/** Streams of the fixtures for HevcVideoDecoder, and decoders whose callbacks are recorded. */
import { createHash } from 'node:crypto';
import {
  EncodedHevcChunk,
  HevcVideoDecoder,
  readTrack,
  type HevcChunk,
  type HevcDecoderConfig,
  type HevcFrame,
  type HevcTrack,
  type HevcVideoDecoderInit,
} from '../../glue/index.ts';
import { readManifest, readStream } from '../../streams/folder.ts';

/** Path of a fixture from the root: streams and stills of the decoder are in its folder, clips and live streams in the room's. */
export const fixtureOf = (path: string): string => `${/^(?:hevc|heic)/.test(path) ? 'src/wasm/' : ''}fixtures/${path}`;

export function track(path: string): HevcTrack {
  const read = readTrack(readStream(fixtureOf(path)));
  if (!read.ok) throw new Error(`${path}: ${read.error.detail}`);
  return read.value;
}

export const chunksOf = ({ samples }: HevcTrack): HevcChunk[] => samples.map((sample) => new EncodedHevcChunk(sample));

export interface Recorded {
  readonly decoder: HevcVideoDecoder<HevcFrame>;
  readonly frames: HevcFrame[];
  readonly errors: DOMException[];
  /** All calls and settlements, in order. */
  readonly log: string[];
}

/** One thread in this process, so that the order of events depends only on the decoder. */
export function record(init: Partial<HevcVideoDecoderInit<HevcFrame>> = {}): Recorded {
  const frames: HevcFrame[] = [];
  const errors: DOMException[] = [];
  const log: string[] = [];
  const decoder = new HevcVideoDecoder<HevcFrame>({
    worker: false,
    threads: 1,
    output: (frame) => {
      frames.push(frame);
      log.push(`frame ${frame.timestamp}`);
    },
    error: (error) => {
      errors.push(error);
      log.push(error.name);
    },
    ...init,
  });
  return { decoder, frames, errors, log };
}

/** md5 as printed by `npm run wasm -- decode`: all planes in output order. */
export function md5OfAll(frames: readonly HevcFrame[]): string {
  const hash = createHash('md5');
  for (const frame of frames) hash.update(frame.data!);
  return hash.digest('hex');
}

/** The md5 of a raw stream's pictures from its manifest. */
export function expectedMd5(file: string): string {
  const rows = readManifest('src/wasm/fixtures/hevc');
  return rows.find((row) => row.file === file)!.md5;
}

export const STAGE = track('clips/stage-h265.mp4');
/** Without B pictures: each is output at once. */
export const DIRECT = track('streams/sync-640x360-h265-id12.flv');
export const CONFIG: HevcDecoderConfig = STAGE.config;
