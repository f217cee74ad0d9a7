import type { UserAction } from '../../../core/room/view.ts';
import { copyText } from '../../../design/clipboard.ts';
import { requestChat } from '../send/compose.ts';
import { openRowCard } from '../open-card.ts';
import type { ChatTail } from './tail.ts';

/** Scroll positions within this distance of the end count as the end, in CSS pixels. */
const END_PX = 28;
/** A pointer that moves by at most this distance while it is pressed, in CSS pixels, selects no text. */
const PRESS_PX = 5;

export interface ListEventsDeps {
  readonly act: (action: UserAction) => void;
  readonly tail: ChatTail;
  /** Separator between a name and its text. */
  readonly colon: () => string;
  /** Notifies the viewer whether the address was copied. */
  readonly copiedLink: (isCopied: boolean) => void;
}

/**
 * Rows are not React elements: one listener each for clicks, for the keys that move between names, and for copying. `early` is the newest
 * click before this code was loaded.
 */
export function listenToList(box: HTMLElement, { act, tail, colon, copiedLink }: ListEventsDeps, early: MouseEvent | null): () => void {
  let press: PointerEvent | null = null;
  const pointerDown = (event: PointerEvent): void => void (press = event);
  /** The pressed element: a new line may move the rows before the pointer is released, and the event names what is there then. */
  const targetOf = (event: MouseEvent): Element => {
    const began = press;
    press = null;
    // A key presses without a pointer.
    const isStill = began !== null && event.detail > 0 && Math.hypot(event.x - began.x, event.y - began.y) <= PRESS_PX;
    return (isStill ? began.target : event.target) as Element;
  };
  const clicked = (event: MouseEvent): void => {
    const target = targetOf(event);
    const failed = Number(target.closest<HTMLElement>('[data-resend]')?.dataset['resend']);
    if (failed > 0) act({ type: 'resend-chat', id: failed });
    const link = target.closest<HTMLElement>('[data-copy]')?.dataset['copy'];
    if (link !== undefined) void copyText(link).then((isCopied) => copiedLink(isCopied));
    if (target.closest('[data-plus]') !== null) {
      const row = tail.row(idOf(target));
      if (row !== undefined) act({ type: 'send-chat', text: row.text });
    }
    const name = target.closest<HTMLElement>('[data-user-id]');
    if (name === null) {
      reply(target);
      return;
    }
    const userId = Number(name.dataset['userId']);
    if (userId > 0) openRowCard(act, tail.row(idOf(name)), userId, name);
    if (name.dataset['mystic'] !== undefined) act({ type: 'feature', feature: 'mystic-card', action: { type: 'open' } });
  };
  /** A press on the text of a line, but not the end of a selection or a press on a button in the line. */
  function reply(target: Element): void {
    if (target.closest('[data-chat-line]') === null || target.closest('button') !== null || getSelection()?.isCollapsed === false) return;
    const row = tail.row(idOf(target));
    if (row !== undefined && row.userId > 0 && !row.isMe) requestChat({ type: 'reply', to: { name: row.name, text: row.text } });
  }
  const pressed = (event: KeyboardEvent): void => {
    const log = (event.target as HTMLElement).closest<HTMLElement>('[role="log"]');
    if (log === null || !moveAmongNames(log, event.key)) return;
    event.preventDefault();
    // While the viewer moves between names with the keyboard, the list does not scroll.
    tail.follow(event.key === 'Escape' && log.scrollTop > -END_PX);
  };
  // Names are buttons, which a selection omits: several lines are copied as lines with their senders.
  const copied = (event: ClipboardEvent): void => {
    const selection = getSelection();
    const rows = [...box.querySelectorAll<HTMLElement>('[data-id]')].filter((row) => selection?.containsNode(row, true));
    if (rows.length < 2) return;
    event.clipboardData?.setData('text/plain', rows.map((row) => lineOf(row)).join('\n'));
    event.preventDefault();
  };
  function lineOf(element: HTMLElement): string {
    const row = tail.row(idOf(element));
    if (row === undefined) return element.textContent;
    return row.name === '' ? row.text : `${row.name}${colon()}${row.text}`;
  }
  if (early !== null) clicked(early);
  const listening = new AbortController();
  const { signal } = listening;
  box.addEventListener('pointerdown', pointerDown, { signal });
  box.addEventListener('click', clicked, { signal });
  box.addEventListener('keydown', pressed, { signal });
  box.addEventListener('copy', copied, { signal });
  return () => listening.abort();
}

const idOf = (element: Element): number => Number(element.closest<HTMLElement>('[data-id]')?.dataset['id']);

/**
 * Keyboard navigation between names. Names are not tab stops, because a hundred of them would precede the send box. In the log Enter moves
 * to the newest name, arrows to the next name, Home and End to the first and last, Escape back to the log. Returns true if the key was
 * used.
 */
function moveAmongNames(log: HTMLElement, key: string): boolean {
  const names = [...log.querySelectorAll<HTMLElement>('button[data-user-id]')];
  const at = names.findIndex((name) => name === document.activeElement);
  const next = targetOf(names, at, key, log);
  next?.focus();
  return next !== undefined;
}

function targetOf(names: readonly HTMLElement[], at: number, key: string, log: HTMLElement): HTMLElement | undefined {
  if (at < 0) return key === 'Enter' && document.activeElement === log ? names.at(-1) : undefined;
  switch (key) {
    case 'ArrowUp':
      return names[Math.max(0, at - 1)];
    case 'ArrowDown':
      return names[at + 1] ?? names[at];
    case 'Home':
      return names[0];
    case 'End':
      return names.at(-1);
    case 'Escape':
      return log;
    default:
      return undefined;
  }
}
