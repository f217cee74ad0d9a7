/** One machine for features that show items only while the server keeps sending them, several at a time. */
import type { Machine, Step, Tick } from '../../../player/base/machine.ts';
import {
  answeredRequest,
  IDLE,
  reopenedRequest,
  type CallAction,
  type FeatureRequest,
  type Fields,
  type Refusal,
} from './feature-dialog.ts';
import { earliestMs } from './phased.ts';
import { REORDER_WINDOW_MS } from './feature-message.ts';

/** The same message again within this time is a duplicate: it does not prolong the item. Milliseconds. */
const DOUBLED_MS = 1_500;
/** Removed items that are remembered, so that a late message does not restore them. */
const MAX_GONE = 64;

export interface ExpiringItem<Item> {
  readonly key: string;
  readonly item: Item;
  readonly seenMs: number;
  readonly untilMs: number;
}

interface Gone {
  readonly key: string;
  readonly atMs: number;
  /** Removed because there were too many: it returns when there is room. With one place it was replaced instead. */
  readonly isDropped: boolean;
}

export interface ExpiringItems<Item> {
  readonly name: 'none' | 'some';
  /** Oldest first. */
  readonly all: readonly ExpiringItem<Item>[];
  readonly gone: readonly Gone[];
  readonly request: FeatureRequest;
}

export type ExpiringItemEvent<Item> =
  | { readonly type: 'seen'; readonly key: string; readonly item: Item; readonly forMs: number }
  | { readonly type: 'gone'; readonly key: string }
  | CallAction
  | { readonly type: 'answered'; readonly refusal: Refusal };

export type ExpiringItemEffect =
  | { readonly type: 'count'; readonly why: 'older than what is known' | 'it is gone already' | 'there are too many' }
  | { readonly type: 'call'; readonly verb: string; readonly fields: Fields }
  | { readonly type: 'login' };

export interface ExpiringItemOptions<Item> {
  readonly name: string;
  /** Maximum number of items; the oldest is dropped that is not the viewer's own. */
  readonly max: number;
  /** User to whom an item belongs. */
  readonly ownerOf?: (item: Item) => number;
  readonly isOlder?: (item: Item, known: Item) => boolean;
  readonly isSame?: (item: Item, known: Item) => boolean;
  /** The same item can begin again at once after its end: messages apply in the order of arrival. */
  readonly canReturn?: true;
}

type ExpiringItemStep<Item> = Step<ExpiringItems<Item>, ExpiringItemEffect>;

export const expiringItemsMachine = <Item>(
  options: ExpiringItemOptions<Item>,
): Machine<ExpiringItems<Item>, ExpiringItemEvent<Item>, ExpiringItemEffect, { readonly userId: number }> => ({
  name: options.name,
  initial: { name: 'none', all: [], gone: [], request: IDLE },
  deadlineMs: ({ all }) => earliestMs(all.map(({ untilMs }) => untilMs)),
  step(state, event: ExpiringItemEvent<Item> | Tick, nowMs, { userId }): ExpiringItemStep<Item> {
    switch (event.type) {
      case 'seen':
        return onSeen(state, event, nowMs, options, userId);
      case 'gone':
        return [
          withAll(
            { ...state, gone: withGone(state.gone, { key: event.key, atMs: nowMs, isDropped: false }) },
            (one) => one.key !== event.key,
          ),
        ];
      case 'request':
        if (state.request.name === 'sending') return [state];
        if (userId === 0) return [state, { type: 'login' }];
        return [
          { ...state, request: { name: 'sending', what: event.verb } },
          { type: 'call', verb: event.verb, fields: event.fields },
        ];
      case 'answered':
        if (state.request.name !== 'sending') return [state];
        // The answer of a request about an item that is gone is not shown.
        return [{ ...state, request: state.name === 'none' ? IDLE : answeredRequest(state.request, event.refusal) }];
      case 'tick':
        return [withAll(state, ({ untilMs }) => nowMs < untilMs)];
    }
  },
});

function onSeen<Item>(
  state: ExpiringItems<Item>,
  { key, item, forMs }: Extract<ExpiringItemEvent<Item>, { type: 'seen' }>,
  nowMs: number,
  { max, ownerOf, isOlder, isSame, canReturn }: ExpiringItemOptions<Item>,
  userId: number,
): ExpiringItemStep<Item> {
  const isOwn = (one: Item): boolean => userId !== 0 && ownerOf?.(one) === userId;
  const known = state.all.find((one) => one.key === key);
  const hasRoom = state.all.length < max || isOwn(item);
  const isGone =
    known === undefined &&
    state.gone.some((one) => one.key === key && nowMs - one.atMs <= REORDER_WINDOW_MS && !(one.isDropped && hasRoom));
  if (isGone && canReturn !== true) return [state, { type: 'count', why: 'it is gone already' }];
  if (known !== undefined && isOlder?.(item, known.item) === true && nowMs - known.seenMs <= REORDER_WINDOW_MS)
    return [state, { type: 'count', why: 'older than what is known' }];
  if (known !== undefined && isSame?.(item, known.item) === true && nowMs - known.seenMs <= DOUBLED_MS) return [state];
  const seen: ExpiringItem<Item> = { key, item, seenMs: nowMs, untilMs: nowMs + forMs };
  const all = known === undefined ? [...state.all, seen] : state.all.map((one) => (one === known ? seen : one));
  const left = bounded(all, max, (one) => isOwn(one.item));
  const lost = all.find((one) => !left.includes(one));
  if (lost === undefined) return [{ ...state, name: 'some', all }];
  return [
    { ...state, name: 'some', all: left, gone: withGone(state.gone, { key: lost.key, atMs: nowMs, isDropped: max > 1 }) },
    { type: 'count', why: 'there are too many' },
  ];
}

function withAll<Item>(state: ExpiringItems<Item>, stays: (one: ExpiringItem<Item>) => boolean): ExpiringItems<Item> {
  const all = state.all.filter(stays);
  if (all.length === state.all.length) return state;
  return {
    ...state,
    all,
    name: all.length === 0 ? 'none' : 'some',
    request: all.length === 0 ? reopenedRequest(state.request) : state.request,
  };
}

const withGone = (gone: readonly Gone[], last: Gone): readonly Gone[] => [
  ...gone.filter(({ key }) => key !== last.key).slice(1 - MAX_GONE),
  last,
];

/** At most `max` entries. The oldest one that is not kept is dropped first. */
function bounded<Entry>(entries: readonly Entry[], max: number, isKept: (entry: Entry) => boolean): readonly Entry[] {
  let left = entries;
  while (left.length > max) {
    const leaves = left.find((entry) => !isKept(entry)) ?? left[0];
    left = left.filter((entry) => entry !== leaves);
  }
  return left;
}
