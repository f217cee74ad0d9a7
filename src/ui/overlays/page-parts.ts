import type { PageEvent } from '../../workers/room/api.ts';

type Send = (event: PageEvent) => void;

/** Parts whose failure was reported and that were not shown since. */
const failed = new Set<string>();

/** The room shows a notice until the part is shown. */
export function partFailed(send: Send, name: string, detail: string): void {
  failed.add(name);
  send({ type: 'page-part-failed', name, feature: false, detail });
}

/** Failed parts that nothing else shows again: the name by the function that renders the part again. */
const waiting = new Map<() => void, string>();

export function retryLater(name: string, retry: () => void): void {
  waiting.set(retry, name);
  addEventListener('online', retryParts);
}

export function forgetRetry(retry: () => void): void {
  waiting.delete(retry);
}

export const canRetry = (name: string): boolean => [...waiting.values()].includes(name);

export function retryParts(): void {
  for (const retry of waiting.keys()) {
    waiting.delete(retry);
    retry();
  }
}

export function partShown(send: Send, name: string): void {
  if (failed.delete(name)) send({ type: 'page-part-shown', name });
}
