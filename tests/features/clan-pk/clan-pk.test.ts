import { expect, test } from 'vitest';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { clanPk } from '../../../src/features/clan-pk/mock.ts';
import { room, type ClansView } from '../../../src/features/clan-pk/room.ts';
import { featureRoom, playFeature } from '../../feature-room.ts';

/** Repeated here, so that a change of the limits fails a test. */
const DUE_GRACE_MS = 2_000;
const DUE_OVERDUE_MS = 10_000;

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
