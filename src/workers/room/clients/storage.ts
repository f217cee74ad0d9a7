import type { Failure } from '../../../core/errors.ts';
import { readStored, writeStored, STORED_KEYS } from '../../../core/room/start/stored.ts';
import { readBlocked, setBlocked, writeBlocked, type BlockedUser } from '../../../core/room/chat/blocked.ts';
import type { Screen } from '../room-base.ts';
import { CHAT_CHOICES_KEY, hiddenBy, readChoices, writeChoices } from '../../../core/room/chat/chat-choices.ts';
import type { ChatRow } from '../../../core/room/view.ts';

/** Local storage for the room worker: a copy made by the page at start, and writes executed by the page. */
export function createStorage(
  initial: Readonly<Record<string, string>>,
  store: (key: string, value: string | null) => void,
  onBad: (failure: Failure) => void,
  epochMs: () => number,
) {
  const texts = new Map(Object.entries(initial));
  return {
    /** undefined if missing, expired or invalid; an invalid value is reported and removed. */
    read(key: string) {
      const stored = readStored(texts.get(key), epochMs());
      if (stored.name === 'kept') return stored.value;
      if (stored.name === 'missing') return undefined;
      if (stored.name === 'bad') onBad({ code: 'STORAGE_BAD_VALUE', detail: `${key}: ${stored.detail}` });
      texts.delete(key);
      store(key, null);
      return undefined;
    },
    /** Another tab has stored this text. Only lists are taken: this tab extends them, while other values are choices of each tab. */
    take(key: string, text: string) {
      const stored = readStored(text, epochMs());
      if (stored.name === 'kept' && Array.isArray(stored.value)) texts.set(key, text);
    },
    write(key: string, value: string | number | boolean | readonly string[], expiresS: number | null) {
      const text = writeStored(value, expiresS, epochMs());
      texts.set(key, text);
      store(key, text);
    },
  };
}

export type Storage = ReturnType<typeof createStorage>;

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

/** The viewer's choices for the chat: stored in the browser, shown in the view, and as a test for rows. */
export function createChatChoices(screen: Screen, storage: Storage) {
  let hides: ((row: ChatRow) => boolean) | null = null;
  const show = (entries: unknown): readonly string[] => {
    const choices = readChoices(entries);
    hides = hiddenBy(choices);
    screen.patch({ chat: { ...screen.get().chat, choices } });
    return writeChoices(choices);
  };
  const stored = storage.read(CHAT_CHOICES_KEY);
  if (stored !== undefined) show(stored);
  return {
    /** Whether a row is hidden by the viewer's choices; null: none is. */
    hides: () => hides,
    /** All entries, in the format in which they are stored. */
    set: (entries: unknown) => storage.write(CHAT_CHOICES_KEY, show(entries), null),
  };
}

export type ChatChoicesClient = ReturnType<typeof createChatChoices>;
