import { expect, test } from 'vitest';
import { createReporter } from '../../kinds/reporter.ts';
import type { PlayerEvent } from '../../rules/contract.ts';

test('P20 P24 a status is reported until it changes, one failure per player, and nothing after its end', () => {
  const events: PlayerEvent[] = [];
  const reporter = createReporter({ epoch: 8, emit: (event) => events.push(event) });
  reporter.status('playing');
  reporter.status('playing');
  reporter.status('buffering');
  reporter.status('playing');
  expect(events.map((event) => (event.type === 'status' ? event.name : event.type))).toEqual([
    'created',
    'playing',
    'buffering',
    'playing',
  ]);
  expect(reporter.hasFailed).toBe(false);
  reporter.fail({ failure: 'NO_SUPPORT', detail: 'first', lacks: 'nothing draws pictures here' });
  reporter.fail({ failure: 'TIMEOUT', detail: 'second', network: true });
  expect(events.slice(4)).toEqual([
    {
      type: 'failed',
      epoch: 8,
      failure: 'NO_SUPPORT',
      detail: 'first',
      network: false,
      codecUnsupported: false,
      lacks: 'nothing draws pictures here',
    },
  ]);
  expect([reporter.hasFailed, reporter.isDisposed]).toEqual([true, false]);
  reporter.dispose();
  reporter.status('end');
  reporter.emit({ type: 'status', epoch: 8, name: 'paused' });
  expect([events.length, reporter.isDisposed]).toEqual([5, true]);
});
