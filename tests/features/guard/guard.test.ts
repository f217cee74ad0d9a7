import { room, type GuardView, readGuard, readMedal } from '../../../src/features/guard/room.ts';
import { words } from '../../../src/features/guard/text.ts';
import { featureRoom, HERE } from '../../feature-room.ts';
import { messageOf } from '../../message-of.ts';
import { expect, test } from 'vitest';
import { TRANSLATE } from '../../../src/ui/features/panel.ts';

const zh = words(TRANSLATE['zh-CN']);
const en = words(TRANSLATE.en);

const user = { userId: 5, nickname: '小鱼' };
const guardOf = (type: number) => readGuard(messageOf('guard-update', { user, type, guard: { level: 2 } }).body);
const medalOf = (type: number) => readMedal(messageOf('medal-update', { user, type, medal: { id: 7, name: '知音', level: 2 } }).body);

test('S9 S37 each guard and medal message is news, and the end of a guard and the loss of a medal have both languages', () => {
  expect([1, 2, 3, 4].map((type) => guardOf(type)?.news)).toMatchObject(
    ['new', 'renewed', 'raised', 'over'].map((what) => ({ type: 'guard', what })),
  );
  expect([1, 2, 3].map((type) => medalOf(type)?.news)).toMatchObject(['new', 'raised', 'taken'].map((what) => ({ type: 'medal', what })));
  expect([zh.guard.over('小鱼', '守护', 2, 0), en.guard.over('小鱼', 'guard', 2, 0)]).toEqual([
    '小鱼 的守护到期了',
    '小鱼 is no longer a guard',
  ]);
  expect([zh.medal.taken('小鱼', '知音', 2), en.medal.taken('小鱼', '知音', 2)]).toEqual([
    '小鱼 的勋章「知音」被收回',
    '小鱼 lost the medal “知音”',
  ]);
  expect([guardOf(5), medalOf(4)]).toEqual([null, null]);
});

test('S34 S37 the level of the fan club is shown once, however often the club changes otherwise, and again when it has risen', () => {
  const viewer = featureRoom(room, { userId: 7, feature: 'guard' }, (view) => view as GuardView);
  const shown: unknown[] = [];
  for (const [at, intimacyLevel] of [3, 3, 3, 4, 4].entries()) {
    const body = { roomId: HERE, version: at + 1, intimacyLevel, intimacy: 300 + at, clubName: '星光' };
    viewer.take({ name: 'fandom-update', toUserId: null, body });
    const news = viewer.view()?.news;
    shown.push(news?.type === 'club' ? news.level : undefined);
    viewer.clock.advance(400_000);
  }
  expect(shown).toEqual([3, undefined, undefined, 4, undefined]);
});
