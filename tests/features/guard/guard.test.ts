import { room, type GuardView, readGuard, readMedal } from '../../../src/features/guard/room.ts';
import { words } from '../../../src/features/guard/text.ts';
import { featureRoom, HERE } from '../../feature-room.ts';
import { messageOf } from '../../message-of.ts';
import { expect, test } from 'vitest';
import { TRANSLATE } from '../../../src/ui/features/panel.ts';

const zh = words(TRANSLATE['zh-CN']);
const en = words(TRANSLATE.en);

const user = { userId: 5, nickname: '小鱼' };
const guardOf = (type: number, fields: object = { guard: { level: 2 } }) =>
  readGuard(messageOf('guard-update', { user, type, ...fields }).body);
const medalOf = (type: number, fields: object = {}) =>
  readMedal(messageOf('medal-update', { user, type, medal: { id: 7, name: '知音', level: 2, iconUrl: '/m.png' }, ...fields }).body);

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

test('S9 S37 a guard and a medal are shown with name, image, level and months; one without a user or a medal without a name is not', () => {
  const full = guardOf(2, { guard: { level: 3, name: '年守护', iconUrl: '/g.png' }, months: 12, total: 15 });
  expect(full).toMatchObject({ name: '小鱼', title: '年守护', iconUrl: '/g.png', news: { level: 3, months: 12, total: 15 } });
  expect(guardOf(2, {})).toMatchObject({ name: '小鱼', title: '', iconUrl: '', news: { level: 0, months: 0, total: 0 } });
  expect(medalOf(1)).toMatchObject({ name: '小鱼', title: '知音', iconUrl: '/m.png', news: { level: 2 } });
  expect([guardOf(1, { user: null }), medalOf(1, { user: null }), medalOf(1, { medal: null })]).toEqual([null, null, null]);
  // Each of them is other news than the one before.
  const news = [
    full,
    guardOf(2, {}),
    guardOf(2, { months: 1 }),
    medalOf(1),
    medalOf(2),
    medalOf(1, { user: { userId: 6, nickname: 'n' } }),
  ];
  expect(new Set(news.map((one) => one?.key)).size).toBe(news.length);
});

test('S34 S37 the level of the fan club is shown once, however often the club changes otherwise, and again when it has risen', () => {
  const viewer = featureRoom(room, { userId: 7, feature: 'guard' }, (view) => view as GuardView);
  const shown: unknown[] = [];
  for (const [at, intimacyLevel] of [3, 3, 0, 4, 4].entries()) {
    const body = { roomId: HERE, version: at + 1, intimacyLevel, intimacy: 300 + at, clubName: '星光', lightUp: at > 2 };
    viewer.take({ name: 'fandom-update', toUserId: null, body });
    const news = viewer.view()?.news;
    shown.push(news?.type === 'club' ? news.level : undefined);
    if (at === 3) expect(viewer.view()).toMatchObject({ title: '星光', news: { isLit: true } });
    viewer.clock.advance(400_000);
  }
  expect(shown).toEqual([3, undefined, undefined, 4, undefined]);
});
