import { readBlocked, setBlocked, writeBlocked, type BlockedUser } from '../../../core/room/chat/blocked.ts';
import { STORED_KEYS } from '../../../core/room/start/stored.ts';
import type { Screen } from '../screen.ts';
import type { Storage } from './storage.ts';

/** Users whose lines are hidden: stored in the browser, shown in the view, and as a set for filtering messages. */
export function createBlockedUsers(screen: Screen, storage: Storage, ownId: () => number) {
  let ids: ReadonlySet<number> = new Set();
  function show(blocked: readonly BlockedUser[]): void {
    ids = new Set(blocked.map(({ userId }) => userId));
    screen.patch({ chat: { ...screen.get().chat, blocked } });
  }
  const stored = (): readonly BlockedUser[] => readBlocked(storage.read(STORED_KEYS.blockedUsers));
  if (stored().length > 0) show(stored());
  return {
    ids: () => ids,
    set(user: BlockedUser, isBlocked: boolean) {
      // Read again, because another tab may have changed the list.
      const before = stored();
      const blocked = setBlocked(before, user, isBlocked, ownId());
      if (blocked !== before) storage.write(STORED_KEYS.blockedUsers, writeBlocked(blocked), null);
      show(blocked);
    },
  };
}

export type BlockedUsers = ReturnType<typeof createBlockedUsers>;
