import type { Toast } from '../../core/room/view.ts';

/** Display time of a message about an action of the page, for example a copied link. Messages of the room are `view.toasts`. */
const NOTICE_MS = 2600;
const MAX_NOTICES = 3;

let notices: readonly Toast[] = [];
let nextId = -1;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

/** Ids decrease from -1, so that they never collide with ids of the room. */
export function notify(text: string, tone: Toast['tone']): void {
  const notice = { id: nextId--, text, tone };
  set([...notices, notice].slice(-MAX_NOTICES));
  setTimeout(() => dismissNotice(notice.id), NOTICE_MS);
}

export function dismissNotice(id: number): void {
  set(notices.filter((notice) => notice.id !== id));
}

export const noticeStore = {
  get: (): readonly Toast[] => notices,
  subscribe: (changed: () => void): (() => void) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
};
