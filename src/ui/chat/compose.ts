/** What other parts of the page ask of the chat: text for the send box, somebody to whisper to, the search. */
export type ChatRequest =
  /** Stands at the caret. */
  | { readonly do: 'insert'; readonly text: string; readonly keepFocus?: true }
  | { readonly do: 'whisper'; readonly userId: number; readonly name: string }
  | { readonly do: 'search' };

type Listener = (request: ChatRequest) => void;
const listeners = new Set<Listener>();

export function askChat(request: ChatRequest): void {
  for (const listener of listeners) listener(request);
}

export function onChatRequest(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
