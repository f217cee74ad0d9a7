/** Requests of other parts of the page to the chat: text for the send box, a whisper to a user, the search. */
export type ChatRequest =
  /** Inserted at the caret. */
  | { readonly type: 'insert'; readonly text: string; readonly keepFocus?: true }
  /** Reply to a line of another user. */
  | { readonly type: 'reply'; readonly to: RepliedLine }
  | { readonly type: 'whisper'; readonly userId: number; readonly name: string }
  | { readonly type: 'search' };

export interface RepliedLine {
  readonly name: string;
  readonly text: string;
}

/** Text of a reply: the name in front is a mention (core/room/chat/mention.ts). */
export function replyOf(to: RepliedLine | null, text: string): string {
  const call = to === null ? '' : `@${to.name} `;
  return text.startsWith(call) ? text : `${call}${text}`;
}

type Listener = (request: ChatRequest) => void;
const listeners = new Set<Listener>();

export function requestChat(request: ChatRequest): void {
  for (const listener of listeners) listener(request);
}

export function onChatRequest(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
