import { afterEach, expect, test, vi } from 'vitest';
import { PcmRing } from '../../../shared-memory/pcm-ring.ts';
import { METRICS_BYTES, SharedMetrics } from '../../../shared-memory/shared-metrics.ts';
import { Sound } from '../../../workers/stream/sound.ts';

const RATE = 48_000;
const FRAMES = 1_024;
const BLOCK_MS = (FRAMES / RATE) * 1_000;
/** Repeated here, so that a change of the capacity fails a test. */
const RING_FRAMES = 2 ** 20;
/** AAC-LC, 48 kHz, stereo. */
const FORMAT = { name: 'AAC', codec: 'mp4a.40.2', sampleRate: RATE, channels: 2, config: Uint8Array.of(0x11, 0x90) };

afterEach(() => vi.unstubAllGlobals());

class Chunk {
  readonly timestamp: number;
  constructor({ timestamp }: { timestamp: number }) {
    this.timestamp = timestamp;
  }
}

/** Each chunk is decoded at once to one block of silence at its time. */
function openSound() {
  vi.stubGlobal(
    'AudioDecoder',
    class {
      state = 'configured';
      readonly #output: (block: object) => void;
      constructor({ output }: { output: (block: object) => void }) {
        this.#output = output;
      }
      configure(): void {}
      close(): void {}
      decode({ timestamp }: { timestamp: number }): void {
        const shape = { numberOfFrames: FRAMES, numberOfChannels: 2, sampleRate: RATE, timestamp };
        this.#output({ ...shape, copyTo: () => undefined, close: () => undefined });
      }
    },
  );
  vi.stubGlobal('EncodedAudioChunk', Chunk);
  const metrics = new SharedMetrics(new ArrayBuffer(METRICS_BYTES) as unknown as SharedArrayBuffer);
  metrics.clear();
  let ring!: PcmRing;
  const sound = new Sound(metrics, (event) => {
    if (event.type === 'format') ring = new PcmRing(event.ring, event.channels);
  });
  sound.configure(FORMAT);
  let blocks = 0;
  return {
    ring: () => ring,
    /** Decodes the next block and returns its time. */
    next(): number {
      const ptsMs = blocks++ * BLOCK_MS;
      sound.frame(new Uint8Array(1), ptsMs);
      return ptsMs;
    },
    /** Media time of a frame of the ring, as the render worker computes it. */
    timeOf: (index: number) => metrics.get('AUDIO_BASE_MS') + ((index - metrics.get('AUDIO_BASE_INDEX')) / RATE) * 1_000,
  };
}

test('P29 sound that continues after the ring was full has the times of the stream', () => {
  const it = openSound();
  // Nothing is played before the viewer's first click.
  for (let at = 0; at < RING_FRAMES / FRAMES + 10; at++) it.next();
  expect(it.ring().bufferedFrames).toBe(RING_FRAMES);
  it.ring().consume(RING_FRAMES / 2);
  it.next();
  const ptsMs = it.next();
  expect(it.timeOf(it.ring().writeIndex - FRAMES)).toBeCloseTo(ptsMs, 1);
});

test('P29 a configuration that no decoder supports is tried three times, and another one again', () => {
  class FailingDecoder {
    state = 'configured';
    readonly #error: (cause: Error) => void;
    constructor({ error }: { error: (cause: Error) => void }) {
      this.#error = error;
    }
    configure(): void {}
    close(): void {}
    decode(): void {
      this.#error(new Error('not supported'));
    }
  }
  vi.stubGlobal('AudioDecoder', FailingDecoder);
  vi.stubGlobal('EncodedAudioChunk', Chunk);
  const events: string[] = [];
  const sound = new Sound(new SharedMetrics(new ArrayBuffer(METRICS_BYTES) as unknown as SharedArrayBuffer), ({ type }) =>
    events.push(type),
  );
  for (const [format, failures] of [
    [FORMAT, 1],
    [FORMAT, 1],
    [{ ...FORMAT, sampleRate: 44_100 }, 2],
  ] as const) {
    sound.configure(format);
    for (let frame = 0; frame < 100; frame++) sound.frame(new Uint8Array(1), frame * BLOCK_MS);
    expect(events).toEqual(Array.from({ length: failures }, () => 'unsupported'));
  }
});
