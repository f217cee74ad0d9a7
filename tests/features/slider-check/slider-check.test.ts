import { beforeAll, expect, test } from 'vitest';
import { slidBy } from '../../../src/features/slider-check/room.ts';
import type { SocketDown, SocketUp } from '../../../src/workers/socket/api.ts';
import { fakePort, loadAllFeatures, openedRoom } from '../../workers/room/harness.ts';

beforeAll(loadAllFeatures);

test('S23 slider keys move it: arrows and pages step by step, End to the end, Home back', () => {
  expect([slidBy(0, 'ArrowRight'), slidBy(0, 'ArrowUp'), slidBy(0.5, 'ArrowLeft'), slidBy(0.5, 'ArrowDown')]).toEqual([0.1, 0.1, 0.4, 0.4]);
  expect([slidBy(0.2, 'End'), slidBy(0.9, 'Home'), slidBy(0.95, 'PageUp'), slidBy(0.1, 'PageDown')]).toEqual([1, 0, 1, 0]);
  for (const key of ['a', 'Tab', 'Enter', 'toString']) expect(slidBy(0.5, key)).toBeNull();
});

test('S23 a dangerous user sees the slider; passing it notifies the socket and hides the check', async () => {
  const room = await openedRoom({}, 0);
  room.socket.deliver({ type: 'slider', needed: true });
  await room.settle(40);
  room.page.deliver({ type: 'viewport', width: 800, height: 600, devicePixelRatio: 1 });
  await room.settle(300);
  expect(room.view().features['slider-check']).toEqual({ name: 'shown', view: { isShown: true } });
  for (const _twice of [1, 2]) {
    room.act({ type: 'feature', feature: 'slider-check', action: { type: 'passed' } });
    await room.settle(40);
  }
  expect(room.view().features['slider-check']).toEqual({ name: 'hidden' });
  expect(room.socket.posted.filter(({ type }) => type === 'slider-passed')).toMatchObject([{ safety: { safeTimes: '1' } }]);
});

test('S23 a slider that a crashed socket worker required is hidden: the next worker requires it again', async () => {
  const room = await openedRoom({}, 0);
  room.socket.deliver({ type: 'slider', needed: true });
  await room.settle(40);
  const fresh = fakePort<SocketUp, SocketDown>();
  room.page.deliver({ type: 'worker-back', worker: 'socket', port: fresh.port });
  await room.settle(40);
  expect(room.view().features['slider-check']).toEqual({ name: 'hidden' });
  fresh.deliver({ type: 'slider', needed: true });
  await room.settle(40);
  expect(room.view().features['slider-check']).toMatchObject({ name: 'shown' });
  fresh.deliver({ type: 'slider', needed: false });
  await room.settle(40);
  expect(room.view().features['slider-check']).toEqual({ name: 'hidden' });
});
