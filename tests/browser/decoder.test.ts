import { expect, test } from 'vitest';
import { decodeStream } from '../../src/wasm/cli/decode-stream.ts';
import { splitAccessUnits } from '../../src/wasm/glue/access-units.ts';
import { Decoder } from '../../src/wasm/glue/decoder.ts';

const url = (name: string) => new URL(`../../fixtures/hevc/${name}.265`, import.meta.url);

async function readUnits(name: string): Promise<Uint8Array[]> {
  const response = await fetch(url(name));
  return [...splitAccessUnits(new Uint8Array(await response.arrayBuffer()))];
}

test('the window decodes exactly, on one thread because it must not block', async () => {
  const opened = await Decoder.open({ threads: 4, checkHash: true });
  if (!opened.ok) throw new Error(opened.error.detail);
  const decoder = opened.value;
  expect(decoder.choice).toEqual({ build: 'simd', why: 'a window may not wait' });
  const hashes = new Set<string>();
  const outcome = await decodeStream(decoder, await readUnits('main10-weight'), (picture) => hashes.add(picture.hash));
  expect(outcome).toEqual({ pictures: 16, errors: 0, firstError: undefined });
  expect([...hashes]).toEqual(['matches']);
  decoder.close();
});

test('a worker decodes exactly on three threads in shared memory', async () => {
  expect(crossOriginIsolated).toBe(true);
  const worker = new Worker(new URL('./decoder-worker.ts', import.meta.url), { type: 'module' });
  const units = await readUnits('wpp-ctu16');
  const reply = await new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => resolve(data));
    worker.addEventListener('error', reject);
    worker.postMessage(units);
  });
  expect(reply).toEqual({
    choice: { build: 'simd-mt', why: 'threads' },
    threads: 3,
    shared: true,
    outcome: { pictures: 6, errors: 0, firstError: undefined },
    hashes: ['matches'],
  });
  worker.terminate();
});
