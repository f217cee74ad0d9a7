import { badFields, sessionPush, type SessionAnswer, portraitOf } from './session.ts';
import { scripted, type Play } from './session-script.ts';
import { chance } from '../backend/faults.ts';
import { knownViewer } from './room-talk.ts';
import { follow } from '../backend/follow.ts';
import type { Session } from './session-host.ts';
import { FEATURE_MOCKS } from '#feature-mocks';

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

interface State {
  /** `follower:followed`. */
  follows: readonly string[];
}

/** Profile data for the card of a user, and following of users other than the star. The data of one user are the same each time. */
export const profiles = scripted<State>({
  name: 'profiles',
  feature: 'chat-tools',
  begin: () => ({ follows: [] }),
  openCalls: {
    profile(play, { toUserId }, viewer) {
      const userId = userIdOf(toUserId);
      if (userId === null) return badFields(UNKNOWN_USER);
      const isFollowing = play.state.follows.includes(`${viewer.userId}:${userId}`);
      return play.push(sessionPush('user-profile', profileOf(userId, isFollowing), viewer.userId));
    },
  },
  calls: {
    follow: (play, { toUserId }, viewer) => setFollow(play, toUserId, viewer.userId, true),
    unfollow: (play, { toUserId }, viewer) => setFollow(play, toUserId, viewer.userId, false),
  },
});

const UNKNOWN_USER = '没有这个用户';
const userIdOf = (field: unknown): number | null => (Number.isSafeInteger(Number(field)) && Number(field) > 0 ? Number(field) : null);

function setFollow({ state }: Play<State>, toUserId: unknown, viewerId: number, isFollowing: boolean): SessionAnswer | string | undefined {
  const userId = userIdOf(toUserId);
  if (userId === null) return badFields(UNKNOWN_USER);
  if (userId === viewerId) return '不能关注自己';
  const pair = `${viewerId}:${userId}`;
  const others = state.follows.filter((other) => other !== pair);
  state.follows = isFollowing ? [...others, pair].slice(-MAX_FOLLOWS) : others;
  return undefined;
}

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

/** All scripted sessions of the mock. `profiles` is before the other session of its feature, because it answers only its own verbs. */
export const SESSIONS: readonly Session[] = [profiles, follow, ...FEATURE_MOCKS.flatMap(({ sessions = [] }) => sessions)];
