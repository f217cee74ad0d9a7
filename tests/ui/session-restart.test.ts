/** Restarts: events of the page meanwhile, one worker of each after them, and the order in which a new worker gets its ports. */
import { afterEach, expect, test, vi } from 'vitest';
import type { PageEvent } from '../../src/workers/room/api.ts';
import { openSession } from './session-harness.ts';

// Mocked, because it is preloaded at the start and large; nothing here plays it.
vi.mock('../../src/player/kinds/h264.ts', () => ({ openH264: vi.fn(), openNativeH265: vi.fn() }));
vi.mock('../../src/player/kinds/mpegts/load.ts', () => ({ loadEngine: async () => Promise.resolve({}) }));

let page: ReturnType<typeof openSession>;
afterEach(() => page.close());

const soon = (check: () => void): Promise<void> => vi.waitFor(check);
const starts = (worker: string): number => page.started.filter((start) => start.worker === worker).length;

/** A room that does not play live: nothing waits for a picture. */
async function open(): Promise<void> {
  page = openSession();
  await soon(() => expect(starts('room')).toBe(1));
  page.command({ type: 'view', nowMs: 0, patch: { phase: 'ready' } });
  await page.session.started;
}

test('S2 P20 clicks before the delayed restart of the room worker reach the next one; crashes of the others do not', async () => {
  await open();
  page.workers('room')[0]?.crash('x');
  await soon(() => expect(starts('socket')).toBe(2));
  // From the second crash on the restart is delayed.
  page.workers('room')[1]?.crash('x');
  await soon(() => expect(page.context.store.get().services).toMatchObject([{ service: 'room' }]));
  page.context.act({ type: 'open-login' });
  page.context.act({ type: 'set-volume', volume: 0.5 });
  page.workers('socket')[1]?.crash('x');
  await soon(() => expect(starts('room')).toBe(3));
  await soon(() => expect(page.events().map(({ type }) => type)).toContain('player-state'));
  expect(page.events()).toMatchObject([
    { type: 'action', action: { type: 'open-login' } },
    { type: 'player-action', action: { type: 'set-volume' } },
    { type: 'player-state', facts: expect.arrayContaining([{ type: 'sound', volume: 0.5, muted: false }]) },
  ]);
});

test('S2 P20 workers that crash together are replaced once: one of each runs', async () => {
  await open();
  for (const name of ['room', 'socket', 'stats']) page.workers(name)[0]?.crash('out of memory');
  await soon(() => expect(page.started.filter(({ worker }) => worker === 'room')).toHaveLength(2));
  page.last('room').ports[2]?.postMessage('of the new room');
  await soon(() => expect(page.started.filter(({ received }) => received.includes('of the new room'))).toHaveLength(1));
  for (const name of ['room', 'socket', 'stats']) expect(page.workers(name).filter((worker) => !worker.isTerminated())).toHaveLength(1);
});

test('S32 a restarted stats worker gets the session of the socket before the room reports its open frames again', async () => {
  await open();
  const callsBefore: string[] = [];
  page.last('room').ports[0]?.addEventListener('message', ({ data }: MessageEvent<PageEvent>) => {
    if (data.type === 'worker-back') callsBefore.push(...page.calls.map(([worker, call]) => `${worker} ${call}`));
  });
  page.setBusy(new Promise((resolve) => setTimeout(resolve, 20)));
  page.workers('stats')[0]?.crash('x');
  await soon(() => expect(page.events().map(({ type }) => type)).toContain('worker-back'));
  expect(callsBefore).toContain('socket replaceStats');
});
