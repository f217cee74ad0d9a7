/** Player that is loaded and started before the room's kind is known. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type preloadPlayer as PreloadPlayer } from '../../../src/ui/start/preload.ts';
import { rememberKind } from '../../../src/ui/start/last-kind.ts';

const begun = vi.hoisted(() => ({ h264: vi.fn(), h265: vi.fn(), h265Loads: 0 }));
vi.mock('../../../src/player/kinds/mpegts/load.ts', () => ({ loadEngine: begun.h264 }));
vi.mock('../../../src/player/kinds/h265.ts', () => {
  begun.h265Loads++;
  return { beginAhead: begun.h265 };
});

let preloadPlayer: typeof PreloadPlayer;
const stored = new Map<string, string>();
beforeEach(async () => {
  // Another file of the same worker may have loaded it with its own players.
  vi.resetModules();
  ({ preloadPlayer } = await import('../../../src/ui/start/preload.ts'));
  vi.useFakeTimers();
  stored.clear();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('window', { localStorage });
  vi.stubGlobal('navigator', { hardwareConcurrency: 4 });
  vi.stubGlobal('crossOriginIsolated', true);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.clearAllMocks();
});

const never = new Promise<never>(() => undefined);
const LONG_MS = 1_000;

// The order matters, because a module is loaded once.
test('P21 on a first visit that may play H265 the answers decide what to load, and H265’s files are loaded if they are slow', async () => {
  preloadPlayer(Promise.resolve());
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(begun.h265Loads).toBe(0);
  preloadPlayer(never);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  await vi.waitFor(() => expect(begun.h265Loads).toBe(1));
  expect([begun.h264, begun.h265].map((begin) => begin.mock.calls.length)).toEqual([0, 0]);
});

test('P21 the last played kind is started without waiting for an answer; without isolation a first visit starts H264', async () => {
  rememberKind('h265');
  preloadPlayer(never);
  await vi.waitFor(() => expect(begun.h265).toHaveBeenCalledOnce());
  stored.clear();
  vi.stubGlobal('crossOriginIsolated', false);
  preloadPlayer(never);
  await vi.waitFor(() => expect(begun.h264).toHaveBeenCalledOnce());
});

test('P21 a player that cannot be started early has no effect: it is chosen, and its failure reported, later', async () => {
  const unheard = vi.fn();
  process.on('unhandledRejection', unheard);
  vi.stubGlobal('crossOriginIsolated', false);
  begun.h264.mockImplementationOnce(() => {
    throw new Error('no worker here');
  });
  expect(() => preloadPlayer(never)).not.toThrow();
  rememberKind('h265');
  begun.h265.mockImplementationOnce(() => {
    throw new Error('no worker here');
  });
  preloadPlayer(never);
  await vi.waitFor(() => expect(begun.h265).toHaveBeenCalledOnce());
  await vi.advanceTimersByTimeAsync(LONG_MS);
  process.off('unhandledRejection', unheard);
  expect(unheard).not.toHaveBeenCalled();
});
