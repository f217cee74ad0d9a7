import { expect, test } from 'vitest';
import { createDecisionLog } from '../../../src/core/decision-log.ts';
import { createRunner } from '../../../src/core/machine.ts';
import {
  drainMounts,
  mountName,
  mountsMachine,
  NO_MOUNTS,
  queueMount,
  type Mount,
  type MountQueue,
} from '../../../src/features/mounts/rules.ts';
import { manualClock } from '../../manual-clock.ts';

test('P11 mounts are shown one at a time with fifteen characters of the nickname; the oldest of too many is dropped', () => {
  const mount = (id: number): Mount => ({ status: 1, src: '', id, name: 'm', isVideo: false, nickname: 'n', isOwn: false });
  let queue = NO_MOUNTS;
  for (let id = 0; id < 60; id++) queue = queueMount(queue, mount(id));
  expect(queue.waiting).toHaveLength(50);
  expect(queue.dropped).toBe(10);
  queue = drainMounts(queue, 0);
  expect(queue.shown?.id).toBe(10);
  expect(drainMounts(queue, 50)).toBe(queue);
  queue = drainMounts({ ...queue, waiting: [] }, 4_000);
  expect(queue.shown).toBeNull();
  expect(drainMounts(queue, 4_050)).toBe(queue);
  expect(mountName('一二三四五六七八九十一二三四五六七')).toBe('一二三四五六七八九十一二三四五');
  expect(mountName('🎤'.repeat(20))).toBe('🎤'.repeat(15));
});

test('P11 the queue is drained every 50 ms while it has entries, each appearance has a number, and an empty queue has no timer', () => {
  const clock = manualClock();
  let isHidden = false;
  const runner = createRunner(mountsMachine, {
    clock,
    decisions: createDecisionLog(),
    context: () => ({ isHidden }),
    execute: () => undefined,
  });
  const mount = (): Mount => ({ status: 1, src: '/a.png', id: 9, name: '银河', isVideo: false, nickname: '小鱼', isOwn: false });
  const shown = (): unknown => {
    const state = runner.state();
    return state.name === 'draining' ? (state.shown?.id ?? null) : state.name;
  };
  runner.send({ type: 'arrival', mount: mount() });
  runner.send({ type: 'arrival', mount: mount() });
  clock.advance(49);
  expect(shown()).toBeNull();
  clock.advance(1);
  expect(shown()).toBe(1);
  clock.advance(4_000);
  expect(shown()).toBe(2);
  clock.advance(5_000);
  expect(shown()).toBe('quiet');
  expect(clock.timers()).toBe(0);
  isHidden = true;
  runner.send({ type: 'arrival', mount: mount() });
  expect(shown()).toBe('quiet');
});

test('P11 the mount of the viewer is shown next, however many others wait, and is never dropped', () => {
  const mount = (id: number, isOwn = false): Mount => ({ status: 1, src: '', id, name: 'm', isVideo: false, nickname: 'n', isOwn });
  const arrive = (queue: MountQueue, count: number): MountQueue =>
    Array.from({ length: count }, (_, at) => mount(100 + at)).reduce((before, one) => queueMount(before, one), queue);
  const shown = drainMounts(arrive(NO_MOUNTS, 20), 0);
  const queue = arrive(queueMount(shown, mount(5, true)), 100);
  expect(drainMounts(queue, 3_999).shown?.id).toBe(100);
  expect(drainMounts(queue, 4_000).shown?.id).toBe(5);
});
