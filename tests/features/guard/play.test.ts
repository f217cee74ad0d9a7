import { describe, expect, test } from 'vitest';
import { room } from '../../../src/features/guard/room.ts';
import type { GuardView } from '../../../src/features/guard/rules.ts';
import { testsOfPlay } from '../../feature-plays.ts';
import { featureRoom, HERE } from '../../feature-room.ts';

describe('S9 S37 guard with its scripted session', () => {
  testsOfPlay('guard', 80_000);
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

test('S9 S34 a level of the fan club of another room is not shown', () => {
  const viewer = featureRoom(room, { userId: 7, feature: 'guard' }, (view) => view as GuardView);
  const take = (roomId: number): void =>
    viewer.take({ name: 'fandom-update', toUserId: null, body: { roomId, version: 1, intimacyLevel: 3, clubName: '星光' } });
  take(HERE + 1);
  expect(viewer.view()).toBeNull();
  take(HERE);
  expect(viewer.view()).toMatchObject({ title: '星光' });
});
