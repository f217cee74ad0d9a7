/** What other parts of the page ask of the chat: text for the send box, somebody to whisper to, the search. */
export type ChatRequest =
  /** Stands at the caret. */
  | { readonly do: 'insert'; readonly text: string; readonly keepFocus?: true }
  /** To this line of somebody. */
  | { readonly do: 'reply'; readonly to: RepliedLine }
  | { readonly do: 'whisper'; readonly userId: number; readonly name: string }
  | { readonly do: 'search' };

export interface RepliedLine {
  readonly name: string;
  readonly text: string;
}

/** What is said when somebody replies: the name in front calls them (core/room/mention.ts). */
export function replyOf(to: RepliedLine | null, said: string): string {
  const call = to === null ? '' : `@${to.name} `;
  return said.startsWith(call) ? said : `${call}${said}`;
}

type Listener = (request: ChatRequest) => void;
const listeners = new Set<Listener>();

export function askChat(request: ChatRequest): void {
  for (const listener of listeners) listener(request);
}

export function onChatRequest(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
