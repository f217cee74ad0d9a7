/** Streams for the cases: HEVC from the fixtures, and VP8 that the browser encodes for its own decoder. */
import { readTrack, splitLengthPrefixed, parseHvcc, type HevcTrack } from '../../../src/wasm/glue/index.ts';
import type { Stream } from './subject.ts';

const STREAM_CHUNKS = 12;

async function hevcTrack(path: string): Promise<HevcTrack> {
  const response = await fetch(new URL(`/fixtures/${path}`, location.origin));
  const read = readTrack(new Uint8Array(await response.arrayBuffer()));
  if (!read.ok) throw new Error(`${path}: ${read.error.detail}`);
  return read.value;
}

export async function hevcStream(path: string, width: number, height: number, count = STREAM_CHUNKS): Promise<Stream> {
  const { config, samples } = await hevcTrack(path);
  const sized = { ...(config as VideoDecoderConfig), codedWidth: width, codedHeight: height };
  return { config: sized, chunks: samples.slice(0, count).map((sample) => ({ ...sample, data: bytesOf(sample.data) })), width, height };
}

/** A copy, because EncodedVideoChunkInit accepts no view of shared memory by its type. */
export const bytesOf = (data: AllowSharedBufferSource): Uint8Array<ArrayBuffer> =>
  new Uint8Array(ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data));

export function joinAnnexB(nals: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> {
  return new Uint8Array([...nals].flatMap((nal) => [0, 0, 0, 1, ...nal]));
}

/** The same stream without its description: start codes, and the parameter sets before each keyframe. */
export function toAnnexB({ config, chunks, ...size }: Stream): Stream {
  const { description, ...rest } = config;
  const record = parseHvcc(bytesOf(description!))!;
  const sets = joinAnnexB(record.parameterSets);
  return {
    ...size,
    config: { ...rest, codec: rest.codec.replace('hvc1', 'hev1') },
    chunks: chunks.map((chunk) => {
      const unit = joinAnnexB(splitLengthPrefixed(bytesOf(chunk.data), record.lengthBytes));
      return { ...chunk, data: chunk.type === 'key' ? new Uint8Array([...sets, ...unit]) : unit };
    }),
  };
}

/** Moving bars in VP8, the one codec that every browser encodes and decodes. */
export async function vp8Stream(width: number, height: number): Promise<Stream> {
  const chunks: EncodedVideoChunkInit[] = [];
  let failure: DOMException | undefined;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      chunks.push({ type: chunk.type, timestamp: chunk.timestamp, duration: chunk.duration ?? 40_000, data });
    },
    error: (error) => (failure = error),
  });
  encoder.configure({ codec: 'vp8', width, height, framerate: 25, latencyMode: 'realtime' });
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  for (let i = 0; i < STREAM_CHUNKS; i++) {
    context.fillStyle = `hsl(${i * 25} 80% 50%)`;
    context.fillRect(i * 4, 0, 16, height);
    const frame = new VideoFrame(canvas, { timestamp: i * 40_000, duration: 40_000 });
    encoder.encode(frame, { keyFrame: i === 0 });
    frame.close();
  }
  await encoder.flush();
  encoder.close();
  if (failure !== undefined) throw new Error(`the encoder failed: ${failure.message}`);
  return { config: { codec: 'vp8', codedWidth: width, codedHeight: height }, chunks, width, height };
}
