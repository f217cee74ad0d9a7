import { expect, test } from 'vitest';
import { readGuard, readMedal } from '../../../src/features/guard/rules.ts';
import { words as en } from '../../../src/features/guard/text.en.ts';
import { words as zh } from '../../../src/features/guard/text.zh-CN.ts';
import type { BodyOfMessage } from '../../../src/wire/registry.ts';
import { messageOf } from '../../message-of.ts';

const user = { userId: 5, nickname: '小鱼' };
const guardOf = (type: number) =>
  readGuard(messageOf('guard-update', { user, type, guard: { level: 2 } }).body as BodyOfMessage<'guard-update'>);
const medalOf = (type: number) =>
  readMedal(messageOf('medal-update', { user, type, medal: { id: 7, name: '知音', level: 2 } }).body as BodyOfMessage<'medal-update'>);

test('S9 S37 each guard and medal message is news, and the end of a guard and the loss of a medal have both languages', () => {
  expect([1, 2, 3, 4].map((type) => guardOf(type)?.news)).toMatchObject(
    ['new', 'renewed', 'raised', 'over'].map((what) => ({ type: 'guard', what })),
  );
  expect([1, 2, 3].map((type) => medalOf(type)?.news)).toMatchObject(['new', 'raised', 'taken'].map((what) => ({ type: 'medal', what })));
  expect([zh.guard.over('小鱼', '守护', 2, 0), en.guard.over('小鱼', 'guard', 2, 0)]).toEqual([
    '小鱼 的守护到期了',
    '小鱼 is no guard any more',
  ]);
  expect([zh.medal.taken('小鱼', '知音', 2), en.medal.taken('小鱼', '知音', 2)]).toEqual([
    '小鱼 的勋章「知音」被收回',
    '小鱼 lost the medal “知音”',
  ]);
  expect([guardOf(5), medalOf(4)]).toEqual([null, null]);
});

test('S37 the loss of a medal is a separate news item from winning it', () => {
  expect(medalOf(3)?.key).not.toBe(medalOf(1)?.key);
});
