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
