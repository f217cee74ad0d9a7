import { assertNever } from '../../core/assert-never.ts';
import type { Machine, Step, Tick } from '../../core/machine.ts';
import { isNewer, type Newest } from '../../core/room/newest.ts';

/** Members that are known and listed; those who gave least leave first. */
export const MAX_MEMBERS = 100;
/** Portraits of the strip. */
const STRIP_MEMBERS = 3;
/** Entries and gifts change the page at most once in this time; in milliseconds. */
export const REFRESH_MS = 1_000;

export interface Member {
  /** 0 of a mystic viewer, whose name and logo are ''. */
  readonly userId: number;
  readonly name: string;
  readonly logo: string;
  readonly richLevel: number;
  /** Given in this show. */
  readonly coins: number;
  /** Level as a guard; 0: none. */
  readonly guard: number;
}

export const TABS = ['viewers', 'guards'] as const;
export type PeopleTab = (typeof TABS)[number];

export interface PeopleView {
  /** The first of the list, for the strip. */
  readonly strip: readonly Member[];
  /** null: the list is closed. */
  readonly list: { readonly tab: PeopleTab; readonly members: readonly Member[]; readonly total: number } | null;
}

export interface People {
  readonly at: 'closed' | 'open';
  readonly tab: PeopleTab;
  readonly newest: Newest | null;
  readonly members: readonly Member[];
  readonly total: number;
  /** When the page is told of changes; null: it knows all. */
  readonly dueMs: number | null;
  readonly shown: PeopleView;
}

export type PeopleEvent =
  | { readonly type: 'audience'; readonly version: number; readonly members: readonly Member[]; readonly total: number }
  /** Entered the room, or gave something: `member.coins` is what the gift is worth, 0 for an entry. */
  | { readonly type: 'seen'; readonly member: Member }
  | { readonly type: 'entry' | 'close' }
  | { readonly type: 'tab'; readonly tab: PeopleTab };

export type PeopleAction = { readonly do: 'entry' | 'close' } | { readonly do: 'tab'; readonly tab: PeopleTab };

type PeopleStep = Step<People, never>;

export const PEOPLE: Machine<People, PeopleEvent, never, null> = {
  name: 'people',
  initial: {
    at: 'closed',
    tab: 'viewers',
    newest: null,
    members: [],
    total: 0,
    dueMs: null,
    shown: { strip: [], list: null },
  },
  deadlineMs: ({ dueMs }) => dueMs,
  step,
};

function step(state: People, event: PeopleEvent | Tick, nowMs: number): PeopleStep {
  switch (event.type) {
    case 'audience': {
      if (!isNewer(event.version, state.newest, nowMs)) return [state];
      const members = ranked(event.members);
      const newest = { version: event.version, atMs: nowMs };
      return [show({ ...state, newest, members, total: Math.max(event.total, members.length) })];
    }
    case 'seen': {
      const members = withMember(state.members, event.member);
      if (members === state.members) return [state];
      return [{ ...state, members, total: Math.max(state.total, members.length), dueMs: state.dueMs ?? nowMs + REFRESH_MS }];
    }
    case 'entry':
      return [show({ ...state, at: 'open' })];
    case 'close':
      return [show({ ...state, at: 'closed' })];
    case 'tab':
      return [show({ ...state, tab: event.tab })];
    case 'tick':
      return [state.dueMs !== null && nowMs >= state.dueMs ? show(state) : state];
    default:
      return assertNever(event);
  }
}

/** Known by their number: who comes again is not listed twice, and a gift adds to what was given before. */
function withMember(members: readonly Member[], seen: Member): readonly Member[] {
  const known = members.find(({ userId }) => userId === seen.userId);
  if (known === undefined) return ranked([...members, seen]);
  if (seen.coins === 0) return members;
  const changed = { ...known, coins: known.coins + seen.coins, logo: known.logo === '' ? seen.logo : known.logo };
  return ranked(members.map((member) => (member === known ? changed : member)));
}

/** Those who gave most first, then guards, then by level; else in the order in which they came. */
const ranked = (members: readonly Member[]): readonly Member[] =>
  members.toSorted((a, b) => b.coins - a.coins || b.guard - a.guard || b.richLevel - a.richLevel).slice(0, MAX_MEMBERS);

function show(state: People): People {
  const { at, tab, members, total, shown } = state;
  const first = members.slice(0, STRIP_MEMBERS);
  const isSame = first.length === shown.strip.length && first.every((member, place) => member === shown.strip[place]);
  const strip = isSame ? shown.strip : first;
  const list =
    at === 'closed'
      ? null
      : tab === 'viewers'
        ? { tab, members, total }
        : { tab, members: members.filter(({ guard }) => guard > 0), total };
  // A closed list that says the same is nothing to send.
  const isOld = isSame && list === null && shown.list === null;
  return { ...state, dueMs: null, shown: isOld ? shown : { strip, list } };
}

/** null: nobody is known yet. */
export const peopleView = ({ shown }: People): PeopleView | null => (shown.strip.length === 0 && shown.list === null ? null : shown);
