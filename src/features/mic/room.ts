import { countOf } from '../../core/counts.ts';
import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import {
  CLOSED,
  REQUEST_SNAPSHOT,
  stepWithDialog,
  withoutAnswer,
  type DialogAction,
  type DialogEffect,
  type DialogEvent,
  type FeatureDialog,
} from '../../core/room/feature/feature-dialog.ts';
import { lastingMs, shownPerson, isNewer, type Newest } from '../../core/room/feature/feature-message.ts';
import { earliestMs } from '../../core/room/feature/phased.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { defineRoomPart, isRoomStar, loginChanged } from '../../workers/room/features/feature-api.ts';
import { executeRequest } from '../../workers/room/features/feature-effects.ts';

/** Requests shown to the star; further ones move up when these are answered. */
const MAX_REQUESTS = 20;
const MAX_GUESTS = 3;
/**
 * After SILENT_MS without a message about the link the server is asked; after further OVERDUE_MS without one the link is over on this page.
 * Milliseconds.
 */
const SILENT_MS = 90_000;
const OVERDUE_MS = 12_000;
/** Timeout of an unanswered request that is in no queue; milliseconds. */
const WISH_MS = 120_000;
const MAX_TEXT_CHARS = 60;

const SEAT_STATUSES = { 1: 'connecting', 2: 'speaking', 3: 'muted', 4: 'muted-by-star' } as const;
type SeatStatus = (typeof SEAT_STATUSES)[keyof typeof SEAT_STATUSES];
/** `status` of a request; any other value ends it. */
const WISH_STATUSES = { 1: 'waits', 2: 'accepted', 3: 'refused', 6: 'invited' } as const;
type WishStatus = (typeof WISH_STATUSES)[keyof typeof WISH_STATUSES];
const inTable = <T>(table: Readonly<Record<number, T>>, status: number): T | undefined => table[status];

export interface Guest {
  readonly seat: number;
  readonly userId: number;
  readonly name: string;
  readonly logo: string;
  readonly status: SeatStatus;
  /** 0 to 100. */
  readonly volume: number;
}
export interface MicRequest {
  readonly requestId: string;
  readonly userId: number;
  readonly name: string;
  readonly logo: string;
}
interface Link {
  readonly isOpen: boolean;
  readonly guests: readonly Guest[];
  readonly waiting: number;
  readonly requests: readonly MicRequest[];
}
interface Wish {
  readonly requestId: string;
  readonly status: WishStatus;
  readonly position: number;
  readonly text: string;
  /** null: it ends by a message, or with the link. */
  readonly untilMs: number | null;
}

export interface Mic {
  readonly name: 'quiet' | 'linked' | 'overdue';
  readonly link: Link | null;
  readonly newest: Newest | null;
  readonly dueMs: number | null;
  readonly wish: Wish | null;
  /** Ids of finished requests; a late message does not restore one. */
  readonly over: readonly string[];
  /** The star's tool. */
  readonly dialog: FeatureDialog;
}
const MAX_OVER = 16;

export type MicEvent =
  | { readonly type: 'link'; readonly version: number; readonly link: Link }
  | { readonly type: 'wish'; readonly requestId: string; readonly wish: Omit<Wish, 'untilMs'> | null; readonly forMs: number | null }
  | { readonly type: 'login-changed' }
  | DialogEvent;

type MicStep = Step<Mic, DialogEffect>;

export const micMachine: Machine<Mic, MicEvent, DialogEffect, { readonly userId: number }> = {
  name: 'mic',
  initial: { name: 'quiet', link: null, newest: null, dueMs: null, wish: null, over: [], dialog: CLOSED },
  step,
  deadlineMs: ({ dueMs, wish }) => earliestMs([dueMs, wish?.untilMs]),
};

const isLinked = (link: Link): boolean => link.isOpen || link.guests.length > 0;

function step(state: Mic, event: MicEvent | Tick, nowMs: number, { userId }: { readonly userId: number }): MicStep {
  switch (event.type) {
    case 'link': {
      if (!isNewer(event.version, state.newest, nowMs)) return [state];
      const isOn = isLinked(event.link);
      const newest = { version: event.version, atMs: nowMs };
      if (!isOn) return [unlinked({ ...state, newest })];
      return [{ ...state, name: 'linked', link: event.link, newest, dueMs: nowMs + SILENT_MS }];
    }
    case 'wish': {
      const { requestId, wish, forMs } = event;
      if (state.over.includes(requestId)) return [state];
      const isOver = wish === null || wish.status === 'refused';
      // An accepted request cannot return to waiting.
      if (state.wish?.requestId === requestId && state.wish.status === 'accepted' && wish?.status === 'waits') return [state];
      // Without an id a late message cannot be distinguished from the next request.
      const over = isOver && requestId !== '' ? [...state.over, requestId].slice(-MAX_OVER) : state.over;
      // The end of an earlier request does not replace the shown one.
      if (isOver && state.wish !== null && state.wish.requestId !== requestId) return [{ ...state, over }];
      return [{ ...state, over, wish: wish === null ? null : { ...wish, untilMs: forMs === null ? null : nowMs + forMs } }];
    }
    case 'login-changed':
      // The request and its result belong to the previous user.
      return [{ ...state, wish: null, dialog: withoutAnswer(state.dialog) }];
    case 'request': {
      // Another user's request that was already answered or withdrawn: a second press sends nothing.
      const { requestId } = event.fields;
      const isGone = requestId !== undefined && state.link?.requests.some((one) => one.requestId === requestId) !== true;
      return isGone ? [state] : stepWithDialog(state, event, userId);
    }
    case 'entry':
    case 'close':
    case 'answered':
      return stepWithDialog(state, event, userId);
    case 'tick':
      return onTick(state, nowMs);
  }
}

/** The link is over, and with it an invitation to it. */
const unlinked = (state: Mic): Mic => ({
  ...state,
  name: 'quiet',
  link: null,
  dueMs: null,
  wish: state.link !== null && state.wish?.status === 'invited' ? null : state.wish,
});

/** Whether the link still contains a waiting request, as far as it lists them. */
const isQueued = ({ status, requestId }: Wish, link: Link | null): boolean =>
  status === 'waits' && link !== null && (link.requests.length < link.waiting || link.requests.some((one) => one.requestId === requestId));

function onTick(state: Mic, nowMs: number): MicStep {
  const { wish, link } = state;
  const queued = wish !== null && isQueued(wish, link) ? { ...wish, untilMs: nowMs + WISH_MS } : null;
  const wished: Mic = wish !== null && wish.untilMs !== null && nowMs >= wish.untilMs ? { ...state, wish: queued } : state;
  if (wished.dueMs === null || nowMs < wished.dueMs) return [wished];
  if (wished.name === 'overdue') return [unlinked(wished)];
  return [{ ...wished, name: 'overdue', dueMs: nowMs + OVERDUE_MS }, REQUEST_SNAPSHOT];
}

function readLink({ version, isOpen, seats, waiting, asking }: BodyOfMessage<'mic-link'>): MicEvent {
  const guests = seats
    .flatMap(({ seat, user, status, volume }): Guest[] => {
      const known = inTable(SEAT_STATUSES, status);
      const { userId, name, logo } = shownPerson(user);
      if (known === undefined || userId === 0 || seat < 1 || seat > MAX_GUESTS) return [];
      return [{ seat, userId, name, logo, status: known, volume: Math.min(100, countOf(volume)) }];
    })
    .filter(({ seat }, at, all) => all.findIndex((other) => other.seat === seat) === at)
    .toSorted((a, b) => a.seat - b.seat);
  const requests = asking.slice(0, MAX_REQUESTS).flatMap(({ requestId, user }): MicRequest[] => {
    const { userId, name, logo } = shownPerson(user);
    return requestId === '' || userId === 0 ? [] : [{ requestId, userId, name, logo }];
  });
  return { type: 'link', version, link: { isOpen, guests, waiting: countOf(waiting), requests } };
}

/** How long an accepted or refused request is shown; milliseconds. */
const ANSWERED_MS = 6_000;

export function readWish({ requestId, status, position, leftMs, msg }: BodyOfMessage<'mic-request'>): MicEvent {
  const known = inTable(WISH_STATUSES, status);
  if (known === undefined) return { type: 'wish', requestId, wish: null, forMs: 0 };
  const invitedMs = leftMs > 0 ? leftMs : null;
  return {
    type: 'wish',
    requestId,
    wish: { requestId, status: known, position: countOf(position), text: shownText(msg, MAX_TEXT_CHARS) },
    forMs: known === 'invited' ? invitedMs : lastingMs(leftMs, known === 'waits' ? WISH_MS : ANSWERED_MS, WISH_MS),
  };
}

/** A waiting request that only the link contains: its own message came to an earlier room worker, or before a login again. */
function queuedWish({ link, over }: Mic, userId: number): Wish | null {
  const at = link?.requests.findIndex((one) => one.userId === userId) ?? -1;
  const requestId = link?.requests[at]?.requestId;
  if (requestId === undefined || over.includes(requestId)) return null;
  return { requestId, status: 'waits', position: at + 1, text: '', untilMs: null };
}

/** null: no link, no request, and the star's tool is closed. */
export function micView(state: Mic, who: { readonly userId: number; readonly isStar: boolean }, nowMs: number) {
  const { link, dialog } = state;
  const wish = state.wish ?? queuedWish(state, who.userId);
  if (link === null && wish === null && !dialog.isOpen) return null;
  return {
    link,
    wish: wish === null ? null : { ...wish, leftMs: Math.max(0, (wish.untilMs ?? nowMs) - nowMs) },
    isGuest: who.userId !== 0 && (link?.guests.some(({ userId }) => userId === who.userId) ?? false),
    myId: who.userId,
    isStar: who.isStar,
    ...dialog,
  };
}

export type MicView = NonNullable<ReturnType<typeof micView>>;

export const room = defineRoomPart({
  machine: micMachine,
  context: (room) => ({ userId: room.login().userId }),
  view: (state, room) => micView(state, { userId: room.login().userId, isStar: isRoomStar(room) }, room.clock.nowMs()),
  messages: { 'mic-link': readLink, 'mic-request': readWish },
  onAction: (action: DialogAction): MicEvent => action,
  onRoom: loginChanged,
  execute: (effect, room, send) => executeRequest(effect, room, (refusal) => send({ type: 'answered', refusal })),
});
