/** The rules of origins in the room's half: read once, and each bad domain of the deployment is reported. */
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { FeatureContext, FeatureRoomHalf } from '../../../src/workers/room/features/feature-api.ts';
import { createDecisionLog } from '../../../src/core/decision-log.ts';
import { manualClock } from '../../manual-clock.ts';

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('location', new URL('https://room.test/'));
});
afterAll(() => {
  vi.unstubAllGlobals();
  // The module keeps the policy of these domains, and the next test file of the same worker would use it.
  vi.resetModules();
});

async function opened(frameDomains: readonly string[]) {
  const { room } = (await import('../../../src/features/frames/room.ts')) as { readonly room: FeatureRoomHalf };
  const failures: unknown[] = [];
  const views: ({ readonly policy: unknown } | null)[] = [];
  const context: Partial<FeatureContext> = {
    clock: manualClock(),
    decisions: createDecisionLog(),
    services: { frameDomains, frames: 'https://frames.test', game: 'https://game.test' } as never,
    failure: (failure) => failures.push(failure),
  };
  const instance = room.create(context as FeatureContext, {
    show: (view) => views.push(view as (typeof views)[number]),
    onError: (cause) => failures.push(cause),
  });
  return { failures, views, act: (action: object) => instance.onAction(action) };
}

test('S30 S31 the policy of origins is one object for all views, because the panel compares it by identity', async () => {
  const { failures, views, act } = await opened(['one.test']);
  act({ type: 'entry' });
  act({ type: 'close-menu' });
  act({ type: 'entry' });
  const policies = views.flatMap((view) => (view === null ? [] : [view.policy]));
  expect([policies.length, new Set(policies).size, failures]).toEqual([2, 1, []]);
});

test('S30 S31 an invalid domain of the deployment is reported once', async () => {
  const { failures, act } = await opened(['one.test', 'no domain']);
  for (const type of ['entry', 'close-menu', 'entry']) act({ type });
  expect(failures).toEqual([{ code: 'PARAMETER_BAD', detail: expect.stringMatching(/^services\.frameDomains/) }]);
});
