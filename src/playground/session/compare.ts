/** Decodes the same stream with the browser's own decoder: measures the speed and compares every sample. */
import type { HevcTrack } from '../../wasm/glue/containers/index.ts';
import type { Race } from '../protocol.ts';
import { md5 } from './md5.ts';

export interface BrowserPass {
  readonly race: Race;
  /** Hash of each picture in output order. */
  readonly hashes: readonly string[];
}

/** The used part of VideoDecoder; tests pass another one. */
export type DecoderClass = Pick<typeof VideoDecoder, 'isConfigSupported'> & { new (init: VideoDecoderInit): VideoDecoder };

const QUEUE_MAX = 8;

/** Undefined if the browser does not support the stream. */
export async function decodeByBrowser(track: HevcTrack, Decoder: DecoderClass | undefined): Promise<BrowserPass | undefined> {
  const config = track.config as VideoDecoderConfig;
  if (!Decoder || !(await Decoder.isConfigSupported(config).catch(() => undefined))?.supported) return undefined;
  const start = performance.now();
  const pictures = await run(track, Decoder, (frame) => frame.close());
  const race = { pictures, ms: performance.now() - start };
  // A second pass for the samples: copying them takes longer than decoding and must not count.
  const hashes: string[] = [];
  let failure: Error | undefined;
  const copy = async (frame: VideoFrame): Promise<void> => {
    try {
      if (failure) return;
      const bytes = new Uint8Array(frame.allocationSize());
      const layout = await frame.copyTo(bytes);
      hashes.push(md5(toI420(frame, bytes, layout)));
    } catch (error) {
      // Samples of a format without a name cannot be copied: 10 bits from a hardware decoder.
      failure = error as Error;
    } finally {
      // Also after a failure, because a hardware decoder waits until its pictures are closed.
      frame.close();
    }
  };
  let copying = Promise.resolve();
  await run(track, Decoder, (frame) => {
    copying = copying.then(() => copy(frame));
  });
  await copying;
  if (failure) throw failure;
  return { race, hashes };
}

async function run(track: HevcTrack, Decoder: DecoderClass, output: (frame: VideoFrame) => void): Promise<number> {
  let pictures = 0;
  let failure: DOMException | undefined;
  const decoder = new Decoder({
    output: (frame) => {
      pictures++;
      output(frame);
    },
    error: (error) => {
      failure = error;
    },
  });
  decoder.configure(track.config as VideoDecoderConfig);
  for (const sample of track.samples) {
    if (decoder.state === 'closed') break;
    if (sample.config) decoder.configure(sample.config as VideoDecoderConfig);
    decoder.decode(new EncodedVideoChunk(sample));
    while (decoder.state === 'configured' && decoder.decodeQueueSize > QUEUE_MAX) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await decoder.flush().catch((error: unknown) => {
    failure ??= error as DOMException;
  });
  if (failure) throw failure;
  decoder.close();
  return pictures;
}

/** Hardware decoders return NV12; its chroma is separated, so that both decoders hash the same planes. */
function toI420(frame: VideoFrame, bytes: Uint8Array, layout: readonly PlaneLayout[]): Uint8Array {
  if (frame.format !== 'NV12') return bytes;
  const chroma = layout[1]!.offset;
  const out = bytes.slice();
  const half = (bytes.length - chroma) >> 1;
  for (let i = 0; i < half; i++) {
    out[chroma + i] = bytes[chroma + 2 * i]!;
    out[chroma + half + i] = bytes[chroma + 2 * i + 1]!;
  }
  return out;
}
