import type { PageEvent } from '../../workers/room/api.ts';

type Send = (event: PageEvent) => void;

/** Parts whose failure was reported and that were not shown since. */
const failed = new Set<string>();

/** The room shows a notice until the part is shown. */
export function partFailed(send: Send, name: string, detail: string): void {
  failed.add(name);
  send({ type: 'page-part-failed', name, feature: false, detail });
}

export function partShown(send: Send, name: string): void {
  if (failed.delete(name)) send({ type: 'page-part-shown', name });
}
