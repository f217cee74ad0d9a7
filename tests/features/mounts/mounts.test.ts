import { runMachine } from '../../run-machine.ts';
import { expect, test } from 'vitest';
import { drainMounts, mountName, mountsMachine, NO_MOUNTS, queueMount, type Mount, readMount } from '../../../src/features/mounts/room.ts';
import { hideMystics, MYSTIC_NAME } from '../../../src/core/room/people/mystic.ts';
import { readExtension } from '../../../src/wire/body.ts';
import type { BodyOfMessage } from '../../../src/wire/registry.ts';
import { messageOf } from '../../message-of.ts';

test('P11 the queue is drained every 50 ms while it has entries, each appearance has a number, and an empty queue has no timer', () => {
  let isHidden = false;
  const { clock, runner } = runMachine(mountsMachine, () => ({ isHidden }));
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

const entry = (nickname: string, usingMount: unknown) => ({
  userid: 5,
  nickname,
  userExt: readExtension(encodeURIComponent(JSON.stringify({ usingMount }))),
});

test('P11 an entry message contains the viewer’s mount', () => {
  const mount = { s: 1, swf: '', id: 7, n: '飞马', v: 1, bi: '/m.png', p: 500 };
  const expected = { status: 1, src: '/m.png', id: 7, name: '飞马', isVideo: true, nickname: '<小鹿>', isOwn: false };
  expect(readMount(entry('&lt;小鹿&gt;', mount), 0)).toEqual(expected);
  // Without a status, the default in protobuf: a mount that is sent is in use.
  expect(readMount(entry('&lt;小鹿&gt;', { ...mount, s: undefined, v: true }), 7)).toEqual(expected);
});

test('P11 only the mount of the logged-in viewer is the own one', () => {
  const isOwn = (userid: number, ownId: number) => readMount({ ...entry('a', { n: 'x' }), userid }, ownId)?.isOwn;
  expect([isOwn(5, 5), isOwn(6, 5), isOwn(5, 0), isOwn(0, 0)]).toEqual([true, false, false, false]);
});

test.each([
  ['no mount', entry('a', undefined)],
  ['no user', { userid: 0, nickname: 'a', userExt: null }],
  ['no name', entry('', { n: 'x' })],
  ['a mount that is not in use', entry('a', { s: 0, n: 'x' })],
  ['wrong types', entry('a', [1])],
])('P11 %s: no mount is shown', (_why, body) => {
  expect(readMount(body, 5)).toBeNull();
});

test('P11 an address that browsers must not fetch is dropped', () => {
  expect(readMount(entry('a', { n: 'x', bi: 'javascript:alert(1)' }), 0)).toMatchObject({ src: '' });
});

test('P11 S35 the mount of a mystic viewer shows no name', () => {
  const ext = encodeURIComponent(JSON.stringify({ usingMount: { id: 7, n: '飞马' }, mystic: true }));
  const entered = hideMystics(messageOf('login', { userid: 5, nickname: '小鹿', ext }), 0, new Set());
  expect(readMount(entered.body as BodyOfMessage<'login'>, 0)).toMatchObject({ name: '飞马', nickname: MYSTIC_NAME });
});

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
