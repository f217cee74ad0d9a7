/** Rooms followed by a user of this browser, as `user:room`; the newest are kept. */
const MAX_FOLLOWS = 200;

const keyOf = (userId: number, roomId: number): string => `${userId}:${roomId}`;

export function readFollows(stored: unknown): readonly string[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter((key): key is string => typeof key === 'string' && /^\d{1,16}:\d{1,12}$/.test(key)).slice(-MAX_FOLLOWS);
}

export const doesFollow = (follows: readonly string[], userId: number, roomId: number): boolean =>
  userId > 0 && follows.includes(keyOf(userId, roomId));

export function withFollow(follows: readonly string[], userId: number, roomId: number, isFollowing: boolean): readonly string[] {
  const others = follows.filter((key) => key !== keyOf(userId, roomId));
  return isFollowing ? [...others, keyOf(userId, roomId)].slice(-MAX_FOLLOWS) : others;
}
