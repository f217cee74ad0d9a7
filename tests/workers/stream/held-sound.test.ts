import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HeldSound } from '../../../src/workers/stream/held-sound.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LONG_MS = 10_000;
const BURST_FRAMES = 1_000;

function open({ waits }: { waits: boolean }) {
  const state = { waits, decoded: [] as string[], closed: 0 };
  const sound = new HeldSound(
    {
      configure: (config) => void state.decoded.push(`config ${config[0]}`),
      frame: (_data, ptsMs) => void state.decoded.push(`frame ${ptsMs}`),
      close: () => void state.closed++,
    },
    () => state.waits,
  );
  return { state, sound };
}
const bytes = (value: number): Uint8Array => Uint8Array.of(value);

test('P22 sound received before the first picture is decoded after it, in order', () => {
  const { state, sound } = open({ waits: true });
  sound.configure(bytes(1));
  sound.frame(bytes(0), 0);
  sound.frame(bytes(0), 23);
  expect(state.decoded).toEqual([]);
  state.waits = false;
  sound.frame(bytes(0), 46);
  expect(state.decoded).toEqual(['config 1', 'frame 0', 'frame 23', 'frame 46']);
  state.waits = true;
  sound.frame(bytes(0), 69);
  expect(state.decoded.at(-1)).toBe('frame 69');
});

test('P22 sound without pictures is decoded immediately', () => {
  const { state, sound } = open({ waits: false });
  sound.configure(bytes(1));
  expect(state.decoded).toEqual(['config 1']);
});

test('P22 sound does not wait for a slow picture, nor with more sound than a start burst', async () => {
  const slow = open({ waits: true });
  slow.sound.frame(bytes(0), 0);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(slow.state.decoded).toEqual(['frame 0']);
  const burst = open({ waits: true });
  for (let i = 0; i < BURST_FRAMES; i++) burst.sound.frame(bytes(0), i);
  expect(burst.state.decoded).toHaveLength(BURST_FRAMES);
});

test('P22 a stream that ends drops its waiting sound', async () => {
  const { state, sound } = open({ waits: true });
  sound.frame(bytes(0), 0);
  sound.close();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect([state.decoded, state.closed]).toEqual([[], 1]);
});
