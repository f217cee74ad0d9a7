/** P29: the effect of the specified numbers, tested at their limits; tests/core/machine.test.ts compares their values. */
import { afterEach, expect, test, vi } from 'vitest';
import { type AddressSet, NO_ADDRESSES } from '../../rules/recovery/candidates.ts';
import { DEFAULT_PLAYER_CONFIG } from '../../rules/constants.ts';
import { recoveryMachine } from '../../rules/recovery/recovery.ts';
import { IDLE } from '../../rules/recovery/recovery-state.ts';
import { CONTEXT, PROGRESS } from './harness.ts';
import { METRICS_BYTES } from '../../shared-memory/shared-metrics.ts';
import type { StreamEvent } from '../../workers/stream/api.ts';
import { Stream } from '../../workers/stream/stream.ts';

const { numbers } = DEFAULT_PLAYER_CONFIG;

const ADDRESSES: AddressSet = { ...NO_ADDRESSES, h265flv: ['/live/b.flv'] };
test('P29 first-frame ready delay 2 s: slow progress in the first seconds of h265 is not a stall', () => {
  const stallsAfter = (readyMs: number): number => {
    const config = { ...DEFAULT_PLAYER_CONFIG, numbers: { ...numbers, firstFrameReadyDelayMs: readyMs } };
    const here = { ...CONTEXT, config };
    let [state] = recoveryMachine.step(IDLE, { type: 'start', addresses: ADDRESSES }, 0, here);
    const { epoch } = state;
    [state] = recoveryMachine.step(state, { type: 'first-frame', epoch, width: 852, height: 480 }, 0, here);
    // A second and a half without progress right after the first picture.
    for (const [atMs, positionS] of [
      [100, 0],
      [1_600, 0.1],
      [2_600, 1.1],
    ] as const)
      [state] = recoveryMachine.step(state, { type: 'progress', epoch, progress: { ...PROGRESS, positionS } }, atMs, here);
    return state.name === 'playing' ? state.watch.stalls.length : -1;
  };
  expect(stallsAfter(0)).toBe(1);
  expect(stallsAfter(numbers.firstFrameReadyDelayMs)).toBe(0);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('P29 flv connect frequency: a connection without a byte is closed after 15 s, or after the time of the config', async () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  );
  for (const connectMs of [numbers.flvConnectMs, 3_000]) {
    const events: StreamEvent[] = [];
    const port = { postMessage: (event: StreamEvent) => events.push(event) } as unknown as MessagePort;
    const stream = new Stream({
      url: 'http://127.0.0.1/live/silent.flv',
      connectMs,
      shared: null,
      metrics: new SharedArrayBuffer(METRICS_BYTES),
      decode: port,
      page: port,
      soundByElement: true,
      soundOnly: false,
      keeps: false,
    });
    const over = stream.run();
    await vi.advanceTimersByTimeAsync(connectMs - 1);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await over;
    expect(events).toEqual([{ type: 'failed', failure: 'TIMEOUT', detail: `no bytes for ${connectMs} ms`, network: true, status: -1 }]);
  }
});
