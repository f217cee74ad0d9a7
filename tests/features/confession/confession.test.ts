import { expect, test } from 'vitest';
import { playedFeature, VIEWER_ID, type View } from '../../feature-plays.ts';
import { featureRoom } from '../../feature-room.ts';
import { loadRoomPart } from '../../../src/workers/room/features/feature-loader.ts';

test('S37 a confession is answered only by its addressee, and everybody sees the answer', async () => {
  const play = await playedFeature('confession', [VIEWER_ID, 7]);
  const [mine, other] = play.viewers;
  play.start();
  play.advance(16_000);
  expect(mine?.view()).toMatchObject({ canAnswer: true, reply: 'none' });
  expect(other?.view()).toMatchObject({ canAnswer: false });
  const { key, id } = mine!.view() as { readonly key: string; readonly id: number };
  await other!.act({ type: 'request', key, verb: 'answer', fields: { id, as: 'accept' } });
  expect(other?.view()).toMatchObject({ reply: 'none', request: { name: 'failed' } });
  await mine!.act({ type: 'request', key, verb: 'answer', fields: { id, as: 'accept' } });
  for (const viewer of play.viewers) expect(viewer.view()).toMatchObject({ reply: 'accepted', canAnswer: false });
  play.host.dispose();
});

test('S37 a confession without an addressee is answered by nobody, also not by a guest', async () => {
  const part = await loadRoomPart('confession');
  const person = { userId: 42, nickname: '阿星' };
  for (const [userId, addressee, canAnswer] of [
    [0, 0, false],
    [0, 7, false],
    [7, 7, true],
    [8, 7, false],
  ] as const) {
    const viewer = featureRoom(part, { userId, feature: 'confession' }, (view) => view as View);
    viewer.take({
      name: 'confession',
      toUserId: null,
      body: { id: 6, answer: 0, star: person, user: { ...person, userId: addressee }, content: '你好' },
    });
    expect(viewer.view(), `${userId} of ${addressee}`).toMatchObject({ canAnswer });
  }
});

test('S37 a confession is shown for 30 s, an answered one for 8 s; one without a text is not shown, and its text identifies one without an id', async () => {
  const part = await loadRoomPart('confession');
  const viewer = featureRoom(part, { userId: 7, feature: 'confession' }, (view) => view as View);
  const confess = (fields: object) => {
    const body = { id: 0, answer: 0, star: { userId: 42, nickname: 's' }, user: { userId: 9, nickname: 'n' }, content: '你好', ...fields };
    viewer.take({ name: 'confession', toUserId: null, body });
    return viewer.view();
  };
  expect(confess({ content: ' ' })).toBeNull();
  expect(confess({ answer: 9 })).toMatchObject({ text: '你好', reply: 'none', leftMs: 30_000 });
  // Another one waits for the end of one without an answer.
  confess({ content: '早安' });
  viewer.clock.advance(29_999);
  expect(viewer.view()).toMatchObject({ text: '你好' });
  viewer.clock.advance(1);
  expect(viewer.view()).toMatchObject({ text: '早安' });
  expect(confess({ content: '早安', answer: 2 })).toMatchObject({ text: '早安', reply: 'declined', leftMs: 8_000 });
  viewer.clock.advance(8_000);
  expect(viewer.view()).toBeNull();
});

test('S37 the confession to the viewer is shown before others that wait, however many they are', async () => {
  const viewer = featureRoom(await loadRoomPart('confession'), { userId: 7, feature: 'confession' }, (view) => view as View);
  const star = { userId: 42, nickname: '阿星' };
  const confess = (id: number, userId: number): void =>
    viewer.take({ name: 'confession', toUserId: null, body: { id, answer: 0, star, user: { userId, nickname: 'n' }, content: '你好' } });
  for (let id = 1; id <= 10; id++) confess(id, 100 + id);
  confess(11, 7);
  expect(viewer.view()).toMatchObject({ id: 1, canAnswer: false });
  viewer.clock.advance(30_000);
  expect(viewer.view()).toMatchObject({ id: 11, canAnswer: true });
});
