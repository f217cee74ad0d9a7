import { answered, COURSE_CODE, coursePush, refused, type Course } from '../sessions/course.ts';
import { refusalOf } from '../sessions/course-calls.ts';
import { chance } from './faults.ts';
import { knownViewer } from '../sessions/greeting.ts';
import { portraitOf } from './portraits.ts';

/** Maximum number of stored follower pairs. */
const MAX_FOLLOWS = 500;
const MAX_FANS = 3_000;
const MAX_COINS = 9_000;
const MAX_NUM = 99;
const MAX_LEVEL = 36;
const GIFTS = [
  { giftId: 101, name: '玫瑰', iconUrl: '/fixtures/images/gift-rose.svg' },
  { giftId: 102, name: '星星', iconUrl: '/fixtures/images/gift-star.svg' },
  { giftId: 103, name: '荧光棒', iconUrl: '/fixtures/images/gift-stick.svg' },
  { giftId: 104, name: '演唱会', iconUrl: '/fixtures/images/gift-concert.svg' },
] as const;

export interface ProfilesCourse {
  /** `follower:followed`. */
  readonly follows: readonly string[];
}

/** Profile data for the card of a user, and following of users other than the star. The data of one user are the same each time. */
export const profiles: Course<ProfilesCourse> = {
  name: 'profiles',
  feature: 'chat-tools',
  initial: { follows: [] },
  onCall(state, { verb, fields }, _time, viewer) {
    const no = { state, pushes: [], answer: refused(COURSE_CODE.unknownVerb, '') };
    if (verb !== 'profile' && verb !== 'follow' && verb !== 'unfollow') return no;
    const userId = Number(fields['toUserId']);
    if (!Number.isSafeInteger(userId) || userId <= 0) return { ...no, answer: refused(COURSE_CODE.badFields, '没有这个用户') };
    const pair = `${viewer.userId}:${userId}`;
    if (verb === 'profile') {
      const push = coursePush('user-profile', profileOf(userId, state.follows.includes(pair)), viewer.userId);
      return { state, pushes: [push], answer: answered() };
    }
    const refusal = refusalOf(viewer, false);
    if (refusal !== null) return { ...no, answer: refusal };
    if (userId === viewer.userId) return { ...no, answer: refused(COURSE_CODE.notNow, '不能关注自己') };
    const others = state.follows.filter((other) => other !== pair);
    return { state: { follows: verb === 'follow' ? [...others, pair].slice(-MAX_FOLLOWS) : others }, pushes: [], answer: answered() };
  },
  onCommand: (state) => ({ state, pushes: [] }),
  tick: (state) => ({ state, pushes: [] }),
  deadlineMs: () => null,
  snapshot: () => [],
  phase: () => null,
};

function profileOf(userId: number, isFollowing: boolean) {
  const below = (max: number, at: number): number => Math.floor(chance(userId, at) * max);
  const gifts = GIFTS.slice(0, below(GIFTS.length + 1, 1)).map((gift, at) => ({ ...gift, num: 1 + below(MAX_NUM, 10 + at) }));
  return {
    userId,
    userLogo: portraitOf(userId),
    richlevel: 1 + below(MAX_LEVEL, 2),
    fans: below(MAX_FANS, 3) + (isFollowing ? 1 : 0),
    isFollowing,
    guard: below(4, 4),
    coins: gifts.length === 0 ? 0 : below(MAX_COINS, 5),
    gifts,
    ...knownViewer(userId),
  };
}
