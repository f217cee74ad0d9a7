import { runMachine } from '../../run-machine.ts';
import { expect, test } from 'vitest';
import { streamInfoMachine } from '../../../src/features/stream-info/room.ts';
import { FEATURES } from '../../../src/features/index.ts';
import { visit } from '../../wires/visit.ts';

const streamInfo = () => runMachine(streamInfoMachine, () => null);

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

test.each([
  ['a song', { code: 1, json: '{"songName":"歌","singerName":"星"}' }, { song: { name: '歌', singer: '星' }, gift: null }],
  [
    'a gift',
    { code: 4, json: '{"sendername":"阿星","giftname":"花","num":3}' },
    { song: null, gift: { sender: '阿星', name: '花', count: 3 } },
  ],
])('P30 a stream message with only %s is shown', async (_what, message, shown) => {
  const { part, context } = await visit({ ...FEATURES.find(({ name }) => name === 'stream-info')!, wakes: ['room-start'] });
  const views: unknown[] = [];
  const instance = part.create(context()!, { show: (view) => views.push(view), onError: () => undefined });
  instance.onRoom({ type: 'stream-messages', messages: [{ ...message, ptsMs: 0 }] });
  expect(views.at(-1)).toMatchObject(shown);
  instance.dispose();
});
