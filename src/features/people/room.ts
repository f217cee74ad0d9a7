import { countOf } from '../../core/counts.ts';
import { pictureUrl, shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { isNewer, type Newest } from '../../core/room/feature/feature-message.ts';
import { defineRoomPart, type FeatureContext } from '../../workers/room/features/feature-api.ts';

const MAX_NAME_CHARS = 24;
const MAX_LEVEL = 999;
const MAX_GUARD_LEVEL = 99;

/** A mystic viewer is listed without id, name, portrait and level. */
const MYSTIC = { userId: 0, name: '', logo: '', richLevel: 0, guard: 0 } as const;

interface Person {
  readonly userId: number;
  readonly name: string;
  readonly logo: string;
  readonly richLevel: number;
}

const memberOf = ({ userId, name, logo, richLevel }: Person, coins: number, guard: number) => ({
  /** 0 for a mystic viewer, whose name and logo are ''. */
  userId: countOf(userId),
  name: shownText(name, MAX_NAME_CHARS),
  logo: pictureUrl(logo),
  richLevel: Math.min(MAX_LEVEL, countOf(richLevel)),
  /** Coins given in this show. */
  coins: countOf(coins),
  /** Guard level; 0: no guard. */
  guard: Math.min(MAX_GUARD_LEVEL, countOf(guard)),
});

export type Member = Readonly<ReturnType<typeof memberOf>>;

export function readAudience({ version, members, total }: BodyOfMessage<'audience'>): PeopleEvent {
  const read = members.slice(0, MAX_MEMBERS).flatMap(({ user, coins, guard, mystic }): Member[] => {
    if (mystic || user?.mystic === true) return [{ ...MYSTIC, coins: countOf(coins) }];
    if (user === null) return [];
    const member = memberOf({ ...user, name: user.nickname, logo: user.userLogo, richLevel: user.richlevel }, coins, guard);
    return member.userId === 0 || member.name === '' ? [] : [member];
  });
  const known = new Set<number>();
  const once = read.filter(({ userId }) => userId === 0 || (!known.has(userId) && known.add(userId)));
  return { type: 'audience', version, members: once, total: countOf(total) };
}

/** null: a visitor without a name, or a mystic viewer, whose entry must not reveal the identity. */
export function readEntry({ userid, nickname, userLogo, richlevel, richlevelV2, userExt }: BodyOfMessage<'login'>): PeopleEvent | null {
  const guard = userExt?.userGuard?.level ?? 0;
  const person = { userId: userid, name: nickname, logo: userLogo, richLevel: countOf(richlevelV2) || richlevel };
  return seen(memberOf(person, 0, guard), userExt?.mystic === true);
}

export function readGift(body: BodyOfMessage<'gift'>): PeopleEvent | null {
  const { senderid, sendername, senderlogo, senderrichlevel, price, num, userExt } = body;
  const coins = countOf(price) * Math.max(1, countOf(num));
  const person = { userId: senderid, name: sendername, logo: senderlogo, richLevel: senderrichlevel };
  return seen(memberOf(person, Math.min(coins, Number.MAX_SAFE_INTEGER), userExt?.userGuard?.level ?? 0), userExt?.mystic === true);
}

const seen = (member: Member, isMystic: boolean): PeopleEvent | null =>
  isMystic || member.userId === 0 || member.name === '' ? null : { type: 'seen', member };

/** Maximum number of members in the list; members with the fewest coins are dropped first. */
const MAX_MEMBERS = 100;
const STRIP_MEMBERS = 3;
/** Minimum interval between updates of the page after entries and gifts; milliseconds. */
const REFRESH_MS = 1_000;

export const TABS = ['viewers', 'guards'] as const;
type PeopleTab = (typeof TABS)[number];

export interface PeopleView {
  /** The first members of the list, for the strip. */
  readonly strip: readonly Member[];
  /** null: the list is closed. */
  readonly list: { readonly tab: PeopleTab; readonly members: readonly Member[]; readonly total: number } | null;
}

interface People {
  readonly name: 'closed' | 'open';
  readonly tab: PeopleTab;
  readonly newest: Newest | null;
  readonly members: readonly Member[];
  readonly total: number;
  /** Time of the next update of the page; null: the page is up to date. */
  readonly dueMs: number | null;
  readonly shown: PeopleView;
}

export type PeopleAction = { readonly type: 'entry' | 'close' } | { readonly type: 'tab'; readonly tab: PeopleTab };
export type PeopleEvent =
  | PeopleAction
  | { readonly type: 'audience'; readonly version: number; readonly members: readonly Member[]; readonly total: number }
  /** A user entered or gave a gift: `member.coins` is the value of the gift, 0 for an entry. */
  | { readonly type: 'seen'; readonly member: Member };

type PeopleStep = Step<People, never>;

export const peopleMachine: Machine<People, PeopleEvent, never, null> = {
  name: 'people',
  initial: {
    name: 'closed',
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
      return [show({ ...state, name: 'open' })];
    case 'close':
      return [show({ ...state, name: 'closed' })];
    case 'tab':
      return [show({ ...state, tab: event.tab })];
    case 'tick':
      return [show(state)];
  }
}

/** Members are identified by user id: a second entry adds no row, and the coins of gifts are added up. */
function withMember(members: readonly Member[], seen: Member): readonly Member[] {
  const known = members.find(({ userId }) => userId === seen.userId);
  if (known === undefined) return ranked([...members, seen]);
  if (seen.coins === 0) return members;
  const changed = { ...known, coins: known.coins + seen.coins, logo: known.logo === '' ? seen.logo : known.logo };
  return ranked(members.map((member) => (member === known ? changed : member)));
}

/** Most coins first, then guard level, then rich level; otherwise in the order of arrival. */
const ranked = (members: readonly Member[]): readonly Member[] =>
  members.toSorted((a, b) => b.coins - a.coins || b.guard - a.guard || b.richLevel - a.richLevel).slice(0, MAX_MEMBERS);

function show(state: People): People {
  const { name: at, tab, members, total, shown } = state;
  const first = members.slice(0, STRIP_MEMBERS);
  const isSame = first.length === shown.strip.length && first.every((member, place) => member === shown.strip[place]);
  const strip = isSame ? shown.strip : first;
  const list =
    at === 'closed'
      ? null
      : tab === 'viewers'
        ? { tab, members, total }
        : { tab, members: members.filter(({ guard }) => guard > 0), total };
  // While the list is closed, an unchanged strip is not sent again.
  const isOld = isSame && list === null && shown.list === null;
  return { ...state, dueMs: null, shown: isOld ? shown : { strip, list } };
}

/** null: no members yet. */
export const peopleView = ({ shown }: People): PeopleView | null => (shown.strip.length === 0 && shown.list === null ? null : shown);

export const room = defineRoomPart({
  machine: peopleMachine,
  context: () => null,
  view: peopleView,
  messages: {
    audience: readAudience,
    // The star is not a member of the list, because the star's bar shows the star.
    login: (body, room) => (body.userid === room.room().starId ? null : readEntry(body)),
    gift: gave,
    'socket-gift': gave,
  },
  onAction: (action: PeopleAction): PeopleEvent => action,
  execute: () => undefined,
});

function gave(body: BodyOfMessage<'gift'>, room: FeatureContext): PeopleEvent | null {
  return body.senderid === room.room().starId ? null : readGift(body);
}
