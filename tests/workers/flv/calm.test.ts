import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { READ_PAUSE } from '../../../src/player/rules/read-pause.ts';
import { calm, type EngineCommand, type EngineMessage, type EngineRead } from '../../../src/workers/flv/calm.ts';

/** A worker scope with the combining reader, whose chunks the test controls. */
function openScope() {
  const posted: unknown[][] = [];
  const waiting: { resolve(read: EngineRead): void; reject(error: Error): void }[] = [];
  const ready: EngineRead[] = [];
  let listen: (event: { readonly data: EngineCommand }) => void = () => undefined;
  class Reader {
    read(): Promise<EngineRead> {
      const read = ready.shift();
      if (read !== undefined) return Promise.resolve(read);
      return new Promise((resolve, reject) => void waiting.push({ resolve, reject }));
    }
  }
  const scope = {
    postMessage: (...args: unknown[]): void => void posted.push(args),
    addEventListener: (_type: string, act: typeof listen): void => void (listen = act),
    ReadableStreamDefaultReader: Reader,
    performance: { now: () => Date.now() },
    setTimeout: (act: () => void, delayMs: number): unknown => setTimeout(act, delayMs),
  };
  calm(scope);
  const say = (message: EngineMessage, ...more: unknown[]): void => Reflect.apply(scope.postMessage, scope, [message, ...more]);
  return {
    posted,
    say,
    reader: new Reader(),
    /** Delivered to a pending read, or kept for the next one. */
    arrive: (...bytes: number[]): void => {
      const read: EngineRead = { done: false, value: new Uint8Array(bytes) };
      const asked = waiting.shift();
      if (asked) asked.resolve(read);
      else ready.push(read);
    },
    end: (): void => void ready.push({ done: true }),
    isAskedFor: (): boolean => waiting.length > 0,
    play: (positionMs: number, endMs: number): void => {
      listen({ data: { cmd: 'timeupdate', current_time: positionMs / 1_000 } });
      say({ msg: 'buffered_position_changed', buffered_position_milliseconds: endMs });
    },
  };
}

/** Result of an engine's read, once it has one. */
function asked(reader: { read(): Promise<EngineRead> }): { bytes: number[] | 'end' | null } {
  const seen: { bytes: number[] | 'end' | null } = { bytes: null };
  void reader.read().then((read) => (seen.bytes = read.done ? 'end' : [...read.value]));
  return seen;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the page is not notified of appended segments, but of everything else', () => {
  const { say, posted } = openScope();
  const handle = {};
  say({ msg: 'mse_init' }, [handle]);
  say({ msg: 'mse_event', event: 'update_end' });
  say({ msg: 'buffered_position_changed', buffered_position_milliseconds: 40 });
  say({ msg: 'mse_event', event: 'buffer_full' });
  say({ msg: 'player_event', event: 'error' });
  expect(posted.map(([message]) => message)).toEqual([
    { msg: 'mse_init' },
    { msg: 'mse_event', event: 'buffer_full' },
    { msg: 'player_event', event: 'error' },
  ]);
  expect(posted[0]![1]).toEqual([handle]);
});

test('before playback each piece is passed on as it arrives', async () => {
  const { reader, arrive } = openScope();
  for (const byte of [1, 2]) {
    const got = asked(reader);
    await vi.advanceTimersByTimeAsync(50);
    arrive(byte);
    await vi.advanceTimersByTimeAsync(0);
    expect(got.bytes).toEqual([byte]);
  }
});

test('during playback a piece and those that follow within the pause are combined', async () => {
  const { reader, arrive, play } = openScope();
  play(1_000, 2_500);
  const got = asked(reader);
  await vi.advanceTimersByTimeAsync(20);
  arrive(1);
  await vi.advanceTimersByTimeAsync(READ_PAUSE.pauseMs - 1);
  expect(got.bytes).toBeNull();
  arrive(2, 3);
  await vi.advanceTimersByTimeAsync(1);
  expect(got.bytes).toEqual([1, 2, 3]);
});

test('a stream that stops keeps nothing back, and nothing is lost or reordered', async () => {
  const { reader, arrive, end, play, isAskedFor } = openScope();
  play(1_000, 2_500);
  const first = asked(reader);
  await vi.advanceTimersByTimeAsync(20);
  arrive(1);
  await vi.advanceTimersByTimeAsync(READ_PAUSE.pauseMs + 1);
  expect(first.bytes).toEqual([1]);
  expect(isAskedFor()).toBe(true);
  // Chunks requested meanwhile belong to the next call; with a short buffer it gets them immediately.
  play(2_400, 2_500);
  const second = asked(reader);
  await vi.advanceTimersByTimeAsync(5_000);
  arrive(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(second.bytes).toEqual([2]);
  play(1_000, 2_500);
  const third = asked(reader);
  await vi.advanceTimersByTimeAsync(20);
  arrive(3);
  end();
  await vi.advanceTimersByTimeAsync(READ_PAUSE.pauseMs + 1);
  expect(third.bytes).toEqual([3]);
  const last = asked(reader);
  await vi.advanceTimersByTimeAsync(0);
  expect(last.bytes).toBe('end');
});

test('existing data are read without a pause', async () => {
  const { reader, arrive, play } = openScope();
  play(1_000, 2_500);
  for (const byte of [1, 2, 3]) arrive(byte);
  for (const byte of [1, 2, 3]) {
    const got = asked(reader);
    await vi.advanceTimersByTimeAsync(0);
    expect(got.bytes).toEqual([byte]);
  }
});
