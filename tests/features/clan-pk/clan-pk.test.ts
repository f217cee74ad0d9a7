import { expect, test } from 'vitest';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { clanPk } from '../../../src/features/clan-pk/mock.ts';
import { room } from '../../../src/features/clan-pk/room.ts';
import { clansMachine, clansView, type ClansEvent, type ClansView } from '../../../src/features/clan-pk/rules.ts';
import { disorder, featureRoom, playFeature } from '../../feature-room.ts';
import { seeded } from '../../seeded.ts';

/** Repeated here, so that a change of the limits fails a test. */
const DUE_GRACE_MS = 2_000;
const DUE_OVERDUE_MS = 10_000;

const viewer = (userId = 880_001) => featureRoom(room, { userId, feature: 'clan-pk' }, (view) => view as ClansView);
const quick = (clanId: unknown, text: unknown) => ({ type: 'ask', verb: 'quick', fields: { clanId, type: 1, text } });

test('S9 S37 a quick message gives its clan points for all viewers, and the clans proceed to the champion', async () => {
  const [mine, other] = [viewer(), viewer(880_002)];
  const play = playFeature([clanPk], [mine, other]);
  play.host.command(1, 'clan-pk', 'start');
  expect(mine.view()).toMatchObject({ stage: 'group', clans: [{ score: 0 }, { score: 0 }, { score: 0 }] });
  await mine.act({ type: 'entry' });
  await mine.act(quick(3, '加油'));
  for (const seen of [mine, other]) {
    expect(seen.view()?.clans[0]).toMatchObject({ name: '海盐战队', score: 10 });
    expect(seen.view()?.message).toMatchObject({ clanName: '海盐战队', sender: '观众0001', text: '加油' });
  }
  for (const bad of [quick(9, '加油'), quick(1, ''), quick('1', 'x')]) {
    await mine.act(bad);
    expect(mine.view()?.ask).toMatchObject({ name: 'failed', text: '发送失败' });
  }
  const stages: (string | undefined)[] = [];
  for (let second = 0; second < 90; second++) {
    if (other.view()?.stage !== stages.at(-1)) stages.push(other.view()?.stage);
    play.advance(1_000);
  }
  expect(stages).toEqual(['group', 'semifinal', 'final', 'champion', undefined]);
  expect(mine.view()).toBeNull();
});

test('S37 a repeated quick message is shown once, and one of another PK never; a late viewer sees the bar', () => {
  const mine = viewer();
  const play = playFeature([clanPk], [mine]);
  play.host.command(1, 'clan-pk', 'start');
  play.advance(10_000);
  const late = viewer(880_003);
  play.join(late);
  expect(late.view()?.clans).toEqual(mine.view()?.clans);
  const [pkId] = [501];
  const say = (change: object) =>
    late.take(sessionPush('clan-pk-quick-message', { pkId, clanId: 1, clanName: 'a', content: 'x', id: 'same', ...change }));
  say({ pkId: 9, id: 'other' });
  expect(late.view()?.message).toBeNull();
  say({});
  expect(late.view()?.message?.text).toBe('x');
  late.clock.advance(4_500);
  say({});
  say({ content: '' });
  expect(late.view()?.message).toBeNull();
  play.host.dispose();
});

test('S37 a stage without an announced end is queried and then removed, and a late message does not restore an older end', () => {
  const mine = viewer();
  const clan = (change: object) =>
    mine.take(
      sessionPush('clan-pk-promotion', { pkId: 1, clanId: 1, clanName: 'a', stage: 1, score: 5, version: 5, leftMs: 9_000, ...change }),
    );
  clan({});
  clan({ clanId: 2, version: 4, leftMs: 60_000 });
  clan({ version: 4, score: 99 });
  clan({ version: 9, stage: 77 });
  expect(mine.view()).toMatchObject({ leftMs: 9_000, clans: [{ score: 5 }, { score: 5 }] });
  mine.clock.advance(9_000 + DUE_GRACE_MS);
  expect(mine.view()?.isOverdue).toBe(true);
  expect(mine.calls).toEqual([{ verb: 'snapshot', fields: {} }]);
  mine.clock.advance(DUE_OVERDUE_MS);
  expect(mine.view()).toBeNull();
  clan({ version: 5 });
  expect(mine.view()).toBeNull();
  expect(mine.clock.timers()).toBe(0);
});

test('S37 a clan PK with lost, doubled and reordered messages settles without an error', () => {
  for (let seed = 1; seed <= 8; seed++) {
    const [good, bad] = [viewer(), viewer(880_002)];
    const shuffle = disorder(seeded(seed));
    const play = playFeature([clanPk], [good, bad], (to, push) => (to === bad ? shuffle(to, push) : to.take(push)));
    play.host.command(1, 'clan-pk', 'start');
    play.advance(30_000);
    expect(good.view()?.stage).toBe('semifinal');
    play.advance(170_000);
    expect([good.view(), bad.view()]).toEqual([null, null]);
    expect([...good.errors, ...bad.errors]).toEqual([]);
  }
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

test('S37 a score without a time keeps the countdown of the stage, and a late message of an earlier PK does not replace the next one', () => {
  const mine = viewer();
  const clan = (change: object) =>
    mine.take(
      sessionPush('clan-pk-promotion', { pkId: 1, clanId: 1, clanName: 'a', stage: 1, score: 5, version: 1, leftMs: 20_000, ...change }),
    );
  clan({});
  mine.clock.advance(1_000);
  clan({ version: 2, score: 6, leftMs: 0 });
  expect(mine.view()).toMatchObject({ leftMs: 19_000, clans: [{ score: 6 }] });
  clan({ version: 3, stage: 2, leftMs: 0 });
  expect(mine.view()?.leftMs).toBe(0);
  clan({ pkId: 2, leftMs: 9_000, score: 7 });
  for (const version of [3, 4]) clan({ version });
  expect(mine.view()).toMatchObject({ leftMs: 9_000, clans: [{ score: 7 }] });
});

test('S37 a clan PK that ends keeps a pending request, so that the next one sends no second request until the response', () => {
  const clan = { clanId: 1, name: 'a', stage: 'group', rank: 1, score: 0, title: '' } as const;
  const news = (pkId: number, version: number, isOver = false): ClansEvent => ({
    type: 'news',
    news: { pkId, version, leftMs: 9_000, clan: isOver ? null : clan },
  });
  const ask = { type: 'ask', verb: 'quick', fields: { clanId: 1 } } as const;
  const after = (...events: readonly ClansEvent[]) =>
    events.reduce((state, event) => clansMachine.step(state, event, 0, { userId: 7 })[0], clansMachine.initial);
  const next = after(news(1, 1), ask, news(1, 2, true), news(2, 1));
  expect(clansMachine.step(next, ask, 0, { userId: 7 })).toEqual([next]);
  const refused: ClansEvent = { type: 'answered', refusal: '已结束' };
  expect(clansView(after(news(1, 1), ask, news(1, 2, true), refused, news(2, 1)), 0)?.ask).toEqual({ name: 'idle' });
});
