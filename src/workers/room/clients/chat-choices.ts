import { CHAT_CHOICES_KEY, hiddenBy, readChoices, writeChoices } from '../../../core/room/chat/chat-choices.ts';
import type { ChatRow } from '../../../core/room/view.ts';
import type { Screen } from '../screen.ts';
import type { Storage } from './storage.ts';

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
