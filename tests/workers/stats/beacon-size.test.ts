import { expect, test } from 'vitest';
import { NO_BEACONS, utf8Bytes } from '../../../src/core/reports/beacons.ts';
import { createDecisionLog } from '../../../src/core/decision-log.ts';
import type { Report } from '../../../src/core/reports/endpoints.ts';
import { createSender } from '../../../src/workers/stats/sender.ts';
import { manualClock } from '../../manual-clock.ts';

/** Repeated here, so that a change of the limit fails a test. */
const MAX_BEACON_BYTES = 61_440;

test('P42 S32 the beacons of both hosts and of the closing page together stay below the browser’s limit', () => {
  const clock = manualClock();
  let held = NO_BEACONS;
  const closing: Report = { endpoint: 'frame-heartbeat', body: { text: 'c'.repeat(2_000) } };
  const sender = createSender({
    services: { log: 'https://log.test', game: 'https://game.test' },
    session: 'session',
    platform: {
      ...clock,
      random: () => 0,
      uuid: () => 'id',
      // The services never answer, so that the reports stay queued.
      post: () => new Promise(() => undefined),
      get: () => new Promise(() => undefined),
      sign: () => '',
      device: '',
      browser: '',
      network: () => '',
    },
    store: { save: () => Promise.resolve('unavailable'), claim: () => Promise.resolve([]), forget: () => Promise.resolve() },
    decisions: createDecisionLog(),
    closing: () => [closing],
    onHeld: (next) => (held = next),
    onSent: () => undefined,
    onDropped: () => undefined,
  });
  const many = (endpoint: Report['endpoint']): Report[] =>
    Array.from({ length: 120 }, (_none, i): Report => ({ endpoint, body: { text: `${i} ${'x'.repeat(400)}` } }));
  sender.add([...many('log'), ...many('frame-heartbeat')]);
  clock.advance(1_000);
  const bytes = held.requests.reduce((sum, { body }) => sum + utf8Bytes(body), 0);
  expect(bytes).toBeLessThanOrEqual(MAX_BEACON_BYTES);
  // The limit is almost reached, with requests to both hosts.
  expect(bytes).toBeGreaterThan(MAX_BEACON_BYTES - 1_000);
  expect(new Set(held.requests.map(({ url }) => new URL(url).host))).toEqual(new Set(['log.test', 'game.test']));
  expect(held.requests.at(-1)?.body).toBe(JSON.stringify(closing.body));
});
