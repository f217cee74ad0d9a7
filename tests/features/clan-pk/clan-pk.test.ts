import { expect, test } from 'vitest';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { clanPk } from '../../../src/features/clan-pk/mock.ts';
import { room, type ClansView } from '../../../src/features/clan-pk/room.ts';
import { featureRoom, playFeature } from '../../feature-room.ts';

const viewer = (userId = 880_001) => featureRoom(room, { userId, feature: 'clan-pk' }, (view) => view as ClansView);
const quick = (clanId: unknown, text: unknown) => ({ type: 'request', verb: 'quick', fields: { clanId, type: 1, text } });

test('S9 S37 a quick message gives its clan points for all viewers, and the clans proceed to the champion', async () => {
  const [mine, other] = [viewer(), viewer(880_002)];
  const play = playFeature([clanPk], [mine, other]);
  play.host.command(1, 'clan-pk', 'start');
  expect(mine.view()).toMatchObject({ clans: [{ stage: 'group', score: 0 }, { score: 0 }, { score: 0 }] });
  await mine.act({ type: 'entry' });
  await mine.act(quick(3, '加油'));
  for (const seen of [mine, other]) {
    expect(seen.view()?.clans[0]).toMatchObject({ name: '海盐战队', score: 10 });
    expect(seen.view()?.message).toMatchObject({ clanName: '海盐战队', sender: '观众0001', text: '加油' });
  }
  for (const bad of [quick(9, '加油'), quick(1, ''), quick('1', 'x')]) {
    await mine.act(bad);
    expect(mine.view()?.request).toMatchObject({ name: 'failed', text: '发送失败' });
  }
  const stages: (string | undefined)[] = [];
  for (let second = 0; second < 90; second++) {
    const stage = other.view()?.clans[0]?.stage;
    if (stage !== stages.at(-1)) stages.push(stage);
    play.advance(1_000);
  }
  expect(stages).toEqual(['group', 'semifinal', 'final', 'champion', undefined]);
  expect(mine.view()).toBeNull();
});

test('S37 clans are listed by score; a message is about one clan, and an older one changes neither this clan nor the end of the stage', () => {
  const mine = viewer();
  const told = (clanId: number, version: number, change: object = {}) => {
    const body = { pkId: 1, clanId, clanName: `c${clanId}`, stage: 1, version, leftMs: 60_000, score: 50, ...change };
    mine.take(sessionPush('clan-pk-promotion', body));
    return mine.view();
  };
  const clans = () => mine.view()?.clans.map(({ clanId, share }) => [clanId, share]);
  told(2, 1);
  told(3, 2);
  told(1, 3, { score: 100 });
  told(1, 1, { score: 5 });
  expect(clans()).toEqual([
    [1, 1],
    [2, 0.5],
    [3, 0.5],
  ]);
  // A late message about another clan, an unknown stage, and the end in an older message and of another PK.
  expect(told(4, 2, { score: 10, leftMs: 5_000 })).toMatchObject({ leftMs: 60_000 });
  for (const change of [{ stage: 9 }, { pkId: 9, stage: 5 }]) told(5, 9, change);
  told(1, 2, { stage: 5 });
  expect(clans()?.map(([clanId]) => clanId)).toEqual([1, 2, 3, 4]);
  mine.clock.advance(1_000);
  // Without a time the end of the stage stays; another stage has its own.
  expect(told(1, 4, { leftMs: 0 })).toMatchObject({ leftMs: 59_000 });
  expect(told(1, 5, { stage: 2, leftMs: 0 })).toMatchObject({ leftMs: 0, isOverdue: false });
  mine.clock.advance(122_000);
  expect(mine.view()).toMatchObject({ isOverdue: true });
  expect(told(1, 5, { stage: 2, leftMs: 0 })).toMatchObject({ isOverdue: false });
  const { length } = mine.calls;
  // Nothing follows the champion.
  told(1, 6, { stage: 4, leftMs: 1_000 });
  mine.clock.advance(20_000);
  expect([mine.view(), mine.calls.length]).toEqual([null, length]);
  told(1, 7, { pkId: 2 });
  expect(told(1, 8, { pkId: 2, stage: 5 })).toBeNull();
  expect(told(2, 3, { pkId: 2 })).toBeNull();
});

test('S37 a quick message is shown with its sender, if known; one without a text or of another PK is not', () => {
  const mine = viewer();
  const quickly = (change: object) => {
    mine.take(sessionPush('clan-pk-quick-message', { pkId: 1, clanId: 1, clanName: '海盐', content: '加油', ...change }));
    return mine.view()?.message ?? null;
  };
  expect(quickly({ content: ' ' })).toBeNull();
  expect(quickly({})).toMatchObject({ clanName: '海盐', sender: '', text: '加油' });
  mine.clock.advance(4_500);
  mine.take(sessionPush('clan-pk-promotion', { pkId: 1, clanId: 1, stage: 1, version: 1, leftMs: 60_000 }));
  expect(quickly({ pkId: 2, content: '别家' })).toBeNull();
  expect(quickly({ content: '再来' })).toMatchObject({ text: '再来' });
});

test('S37 a user who sends the same quick message without an id again is shown again', () => {
  const mine = viewer();
  mine.take(sessionPush('clan-pk-promotion', { pkId: 1, clanId: 1, clanName: 'a', stage: 1, version: 1, leftMs: 60_000 }));
  for (let times = 0; times < 2; times++) {
    mine.take(sessionPush('clan-pk-quick-message', { pkId: 1, clanId: 1, clanName: 'a', content: '加油' }));
    expect(mine.view()?.message?.text).toBe('加油');
    mine.clock.advance(4_500);
    expect(mine.view()?.message).toBeNull();
  }
});

test('S37 a quick message with an id is shown once, also without a PK', () => {
  const mine = viewer();
  for (const shown of ['加油', undefined]) {
    mine.take(sessionPush('clan-pk-quick-message', { pkId: 1, clanId: 1, clanName: 'a', content: '加油', id: 'q1' }));
    expect(mine.view()?.message?.text).toBe(shown);
    if (shown !== undefined) expect(mine.view()?.clans).toEqual([]);
    mine.clock.advance(4_500);
  }
});
