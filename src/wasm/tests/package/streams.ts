/** Streams of the fixtures, decoders that are closed with their test, and decoders whose callbacks are recorded. */
import { createHash } from 'node:crypto';
import { onTestFinished } from 'vitest';
import {
  Decoder,
  EncodedHevcChunk,
  HevcVideoDecoder,
  readTrack,
  splitAccessUnits,
  type HevcChunk,
  type HevcDecoderConfig,
  type HevcFrame,
  type HevcResult,
  type HevcTrack,
  type HevcVideoDecoderInit,
  type OpenOptions,
  type Picture,
} from '../../glue/index.ts';
import { readManifest, readStream, type ManifestRow } from '../../streams/folder.ts';

/** Path of a fixture from the root: streams and stills of the decoder are in its folder, clips and live streams in the room's. */
export const fixtureOf = (path: string): string => `${/^(?:hevc|heic)/.test(path) ? 'src/wasm/' : ''}fixtures/${path}`;

export const bytesOf = (path: string): Uint8Array<ArrayBuffer> => readStream(fixtureOf(path));
/** The access units of a raw stream. */
export const unitsOf = (path: string): Uint8Array[] => [...splitAccessUnits(bytesOf(`${path}.265`))];
export const rowOf = (path: string): ManifestRow => {
  const [folder = '', name] = path.split('/');
  return readManifest(fixtureOf(folder)).find(({ file }) => file === `${name}.265`)!;
};

export function valueOf<T>(result: HevcResult<T>): T {
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.detail}`);
  return result.value;
}

export const track = (path: string): HevcTrack => valueOf(readTrack(bytesOf(path)));

export async function openDecoder(options: OpenOptions = {}): Promise<Decoder> {
  const decoder = valueOf(await Decoder.open({ build: 'simd', ...options }));
  onTestFinished(() => decoder.close());
  return decoder;
}

/** Takes and releases all pictures that can be pulled now; returns why the last call had none. */
export function drain(decoder: Decoder, use: (picture: Picture) => void = () => undefined): string {
  for (;;) {
    const pulled = decoder.pull();
    if (!pulled.ok) return pulled.error.code;
    if (pulled.value.name !== 'picture') return pulled.value.name;
    use(pulled.value.picture);
    decoder.release(pulled.value.picture);
  }
}

export const chunksOf = ({ samples }: HevcTrack): HevcChunk[] => samples.map((sample) => new EncodedHevcChunk(sample));

/** One thread in this process, so that the order of events depends only on the decoder. */
export function record(init: Partial<HevcVideoDecoderInit<HevcFrame>> = {}) {
  const frames: HevcFrame[] = [];
  const errors: DOMException[] = [];
  const callbacks = { output: (frame: HevcFrame) => frames.push(frame), error: (error: DOMException) => errors.push(error) };
  const decoder = new HevcVideoDecoder<HevcFrame>({ worker: false, threads: 1, ...callbacks, ...init });
  return { decoder, frames, errors };
}

/** Decodes a track, or some of its samples, to the end. */
export async function decoded({ config, samples }: HevcTrack, init: Partial<HevcVideoDecoderInit<HevcFrame>> = {}, count = samples.length) {
  const recorded = record(init);
  recorded.decoder.configure(config);
  for (const sample of samples.slice(0, count)) {
    if (sample.config) recorded.decoder.configure(sample.config);
    recorded.decoder.decode(new EncodedHevcChunk(sample));
  }
  await recorded.decoder.flush();
  recorded.decoder.close();
  const hash = createHash('md5');
  for (const frame of recorded.frames) hash.update(frame.data!);
  return { ...recorded, md5: hash.digest('hex') };
}

export const STAGE = track('clips/stage-h265.mp4');
/** Without B pictures: each is output at once. */
export const DIRECT = track('streams/sync-640x360-h265-id12.flv');
export const CONFIG: HevcDecoderConfig = STAGE.config;
