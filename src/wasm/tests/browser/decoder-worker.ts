/** Decodes the received stream on three threads and posts the result. */
import { decodeStream } from '../../cli/decode-stream.ts';
import { Decoder } from '../../glue/decoder.ts';

async function decode(units: readonly Uint8Array[]): Promise<void> {
  const opened = await Decoder.open({ threads: 3, checkHash: true });
  if (!opened.ok) throw new Error(opened.error.detail);
  const decoder = opened.value;
  const hashes = new Set<string>();
  const outcome = await decodeStream(decoder, units, (picture) => hashes.add(picture.hash));
  const shared = decoder.memory() instanceof SharedArrayBuffer;
  postMessage({ choice: decoder.choice, threads: decoder.threads, shared, outcome, hashes: [...hashes] });
  decoder.close();
}

addEventListener('message', ({ data }: MessageEvent<Uint8Array[]>) => void decode(data));
