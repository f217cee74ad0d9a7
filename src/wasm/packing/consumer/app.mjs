/** Run by every consumer: decodes a file by both interfaces, and publishes the hashes of the planes for the test. */
import { Decoder, HevcVideoDecoder, readTrack } from '@footlight/hevc';

const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function hashOf(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return hex(await crypto.subtle.digest('SHA-256', all));
}

async function byVideoDecoder({ config, samples }, options) {
  const parts = [];
  const copies = [];
  const kinds = new Set();
  let failure;
  const decoder = new HevcVideoDecoder({
    ...options,
    output: (frame) => {
      kinds.add(frame.constructor.name);
      const target = new Uint8Array(frame.allocationSize());
      parts.push(target);
      copies.push(frame.copyTo(target).then(() => frame.close()));
    },
    error: (error) => (failure = String(error)),
  });
  decoder.configure(config);
  const Chunk = globalThis.EncodedVideoChunk ?? (await import('@footlight/hevc')).EncodedHevcChunk;
  for (const sample of samples) decoder.decode(new Chunk(sample));
  await decoder.flush().catch(() => undefined);
  await Promise.all(copies);
  const { info } = decoder;
  if (decoder.state !== 'closed') decoder.close();
  return { frames: parts.length, hash: await hashOf(parts), kinds: [...kinds], info, failure };
}

async function byDecoder({ config, samples }, options) {
  const opened = await Decoder.open(options);
  if (!opened.ok) return { failure: opened.error };
  const decoder = opened.value;
  decoder.configure(new Uint8Array(config.description));
  const parts = [];
  const drain = () => {
    for (let pulled = decoder.pull(); pulled.ok && pulled.value.name === 'picture'; pulled = decoder.pull()) {
      parts.push(decoder.copy(pulled.value.picture));
      decoder.release(pulled.value.picture);
    }
  };
  for (const { data, timestamp } of samples) {
    while (decoder.push(data, timestamp / 1000, 'length-prefixed').value === 'full') drain();
    drain();
  }
  decoder.flush();
  drain();
  decoder.close();
  return { frames: parts.length, hash: await hashOf(parts) };
}

export async function run(bytes, options = {}) {
  const track = readTrack(bytes);
  if (!track.ok) return { failure: track.error };
  const { assets, ...rest } = options;
  const low = assets ? { base: new URL(assets), threadScript: new URL('thread-worker.mjs', assets) } : {};
  return {
    video: await byVideoDecoder(track.value, { threads: 3, ...rest, ...(assets ? { assets } : {}) }),
    low: await byDecoder(track.value, low),
  };
}
