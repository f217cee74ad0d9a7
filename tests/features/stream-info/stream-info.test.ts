import { expect, test } from 'vitest';
import { createDecisionLog } from '../../../src/core/decision-log.ts';
import { createRunner } from '../../../src/core/machine.ts';
import { streamInfoMachine } from '../../../src/features/stream-info/rules.ts';
import { manualClock } from '../../manual-clock.ts';

function streamInfo() {
  const clock = manualClock();
  const runner = createRunner(streamInfoMachine, { clock, decisions: createDecisionLog(), context: () => null, execute: () => undefined });
  return { clock, runner };
}

test('P30 the song is shown until another one or none is announced', () => {
  const { runner } = streamInfo();
  runner.send({ type: 'song', name: '星光', singer: 'Momo' });
  expect(runner.state().song).toEqual({ name: '星光', singer: 'Momo' });
  runner.send({ type: 'song', name: '', singer: '' });
  expect(runner.state().song).toBeNull();
});

test('P30 the tip of an effect gift disappears after a while, a later one has its own time, and another stream starts empty', () => {
  const { clock, runner } = streamInfo();
  runner.send({ type: 'gift', sender: 'A', name: '花', count: 3 });
  expect(runner.state().gift).toMatchObject({ id: 1, sender: 'A', name: '花', count: 3 });
  clock.advance(3_000);
  runner.send({ type: 'gift', sender: '', name: '星', count: 1 });
  clock.advance(3_000);
  expect(runner.state().gift).toMatchObject({ id: 2, name: '星' });
  clock.advance(1_000);
  expect(runner.state().gift).toBeNull();
  runner.send({ type: 'gift', sender: '', name: '星', count: 1 });
  runner.send({ type: 'cleared' });
  expect(runner.state()).toMatchObject({ song: null, gift: null });
  expect(clock.timers()).toBe(0);
});
