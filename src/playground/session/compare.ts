/** The same stream by the browser's own decoder: how fast, and whether every sample is the same. */
import type { HevcTrack } from '../../wasm/glue/containers/index.ts';
import type { Race } from '../protocol.ts';
import { md5 } from './md5.ts';

export interface BrowserPass {
  readonly race: Race;
  /** Of each picture in order of output. */
  readonly hashes: readonly string[];
}

/** What VideoDecoder is asked; tests bring another one. */
export type DecoderClass = Pick<typeof VideoDecoder, 'isConfigSupported'> & { new (init: VideoDecoderInit): VideoDecoder };

const QUEUE_MAX = 8;

/** Nothing when the browser says that it cannot. */
export async function decodeByBrowser(track: HevcTrack, Decoder: DecoderClass | undefined): Promise<BrowserPass | undefined> {
  const config = track.config as VideoDecoderConfig;
  if (!Decoder || !(await Decoder.isConfigSupported(config).catch(() => undefined))?.supported) return undefined;
  const start = performance.now();
  const pictures = await run(track, Decoder, (frame) => frame.close());
  const race = { pictures, ms: performance.now() - start };
  // Again for the samples: copying them takes longer than decoding, and does not belong to its time.
  const hashes: string[] = [];
  let copying = Promise.resolve();
  await run(track, Decoder, (frame) => {
    copying = copying.then(async () => {
      const bytes = new Uint8Array(frame.allocationSize());
      const layout = await frame.copyTo(bytes);
      hashes.push(md5(toI420(frame, bytes, layout)));
      frame.close();
    });
  });
  await copying;
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

/** Hardware gives NV12: its chroma is taken apart, so that both hash the same planes. */
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
