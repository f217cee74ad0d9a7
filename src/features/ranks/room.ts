import { countOf } from '../../core/counts.ts';
import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { DEFAULT_SWITCHES, type Switches } from '../../core/room/people/fandom-switches.ts';
import { shownPerson, isNewer, type Newest } from '../../core/room/feature/feature-message.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { defineRoomPart, loginChanged } from '../../workers/room/features/feature-api.ts';
import { fetchSwitches } from '../../workers/room/features/fandom-switches.ts';
import { requestFeature } from '../../workers/room/features/feature-effects.ts';

const LIST_MS = 6_000;
const MAX_ENTRIES = 50;

const KINDS = ['contribution', 'intimacy', 'guards'] as const;
export const PERIODS = ['day', 'week', 'month'] as const;
type Kind = (typeof KINDS)[number];
type Period = (typeof PERIODS)[number];
interface Which {
  readonly kind: Kind;
  readonly period: Period;
}

interface Place {
  readonly rank: number;
  readonly userId: number;
  readonly name: string;
  readonly isMystic: boolean;
  readonly logo: string;
  readonly score: number;
  /** Change of place since the previous list; negative: moved down. */
  readonly change: number;
}
interface List {
  readonly newest: Newest;
  readonly places: readonly Place[];
  readonly total: number;
  /** End of the period on the room's clock; null: not in the message. */
  readonly endsMs: number | null;
}
interface Own {
  readonly newest: Newest;
  /** 0: not on the list. */
  readonly rank: number;
  readonly score: number;
  readonly gap: number;
}

export interface Ranks {
  readonly name: 'closed' | 'open';
  readonly which: Which;
  readonly lists: Readonly<Record<string, List>>;
  readonly own: Readonly<Record<string, Own>>;
  /** S34: lists enabled in this room. null: not requested yet. */
  readonly switches: Switches | null;
  readonly load: { readonly name: 'idle' } | { readonly name: 'loading'; readonly untilMs: number } | { readonly name: 'failed' };
}

export type RanksAction = { readonly type: 'entry' } | { readonly type: 'close' } | { readonly type: 'pick'; readonly which: Which };
export type RanksEvent =
  | RanksAction
  | {
      readonly type: 'list';
      readonly which: Which;
      readonly version: number;
      readonly places: readonly Place[];
      readonly total: number;
      readonly leftMs: number;
    }
  | ({ readonly type: 'own'; readonly which: Which; readonly version: number } & Omit<Own, 'newest'>)
  | { readonly type: 'switches'; readonly switches: Switches }
  | { readonly type: 'login-changed' };

type RanksEffect = { readonly type: 'snapshot'; readonly which: Which } | { readonly type: 'fetch-switches' };

type RanksStep = Step<Ranks, RanksEffect>;
const IDLE = { name: 'idle' } as const;
const keyOf = ({ kind, period }: Which): string => `${kind} ${period}`;

export const ranksMachine: Machine<Ranks, RanksEvent, RanksEffect, null> = {
  name: 'ranks',
  initial: { name: 'closed', which: { kind: 'contribution', period: 'day' }, lists: {}, own: {}, switches: null, load: IDLE },
  deadlineMs: ({ load }) => (load.name === 'loading' ? load.untilMs : null),
  step(state, event: RanksEvent | Tick, nowMs): RanksStep {
    switch (event.type) {
      case 'list': {
        const key = keyOf(event.which);
        const { version, places, total, leftMs } = event;
        // The requested list has arrived, even if its content is not new.
        const load = key === keyOf(state.which) ? IDLE : state.load;
        const known = state.lists[key];
        if (!isNewer(version, known?.newest ?? null, nowMs)) return [load === state.load ? state : { ...state, load }];
        const lists = {
          ...state.lists,
          // Without a time in the message the announced end of the period stays.
          [key]: { newest: { version, atMs: nowMs }, places, total, endsMs: leftMs > 0 ? nowMs + leftMs : (known?.endsMs ?? null) },
        };
        return [{ ...state, lists, load }];
      }
      case 'own': {
        const key = keyOf(event.which);
        const { version, rank, score, gap } = event;
        if (!isNewer(version, state.own[key]?.newest ?? null, nowMs)) return [state];
        return [{ ...state, own: { ...state.own, [key]: { newest: { version, atMs: nowMs }, rank, score, gap } } }];
      }
      case 'entry': {
        const [opened, ...effects] = requested({ ...state, name: 'open' }, state.which, nowMs);
        return state.switches === null ? [opened, ...effects, { type: 'fetch-switches' }] : [opened, ...effects];
      }
      case 'pick':
        return kindsOf(state.switches).includes(event.which.kind) ? requested(state, event.which, nowMs) : [state];
      case 'switches': {
        const kinds = kindsOf(event.switches);
        const next: Ranks = { ...state, switches: event.switches };
        if (kinds.includes(state.which.kind)) return [next];
        const which: Which = { ...state.which, kind: kinds[0] ?? 'guards' };
        return state.name === 'open' ? requested(next, which, nowMs) : [{ ...next, which }];
      }
      case 'login-changed':
        return state.name === 'open' ? requested({ ...state, own: {} }, state.which, nowMs) : [{ ...state, own: {} }];
      case 'close':
        return [{ ...state, name: 'closed', load: IDLE }];
      case 'tick':
        return [{ ...state, load: { name: 'failed' } }];
    }
  },
};

/** The list of guards has no switch. */
const kindsOf = (switches: Switches | null): readonly Kind[] => {
  const { contribution_rank, intimacy_rank } = switches ?? DEFAULT_SWITCHES;
  return KINDS.filter((kind) => kind === 'guards' || (kind === 'contribution' ? contribution_rank : intimacy_rank));
};

const requested = (state: Ranks, which: Which, nowMs: number): RanksStep => [
  { ...state, which, load: { name: 'loading', untilMs: nowMs + LIST_MS } },
  { type: 'snapshot', which },
];

function whichOf(kind: number, period: number): Which | null {
  const [knownKind, knownPeriod] = [KINDS[kind - 1], PERIODS[period - 1]];
  return knownKind === undefined || knownPeriod === undefined ? null : { kind: knownKind, period: knownPeriod };
}

/** null: unknown list. */
export function readList({ kind, period, version, entries, total, leftMs }: BodyOfMessage<'rank-list'>): RanksEvent | null {
  const which = whichOf(kind, period);
  if (which === null) return null;
  const places = entries
    .slice(0, MAX_ENTRIES)
    .map(({ user, rank, score, change }): Place => {
      const { userId, name, logo } = shownPerson(user);
      return { rank, userId, name, isMystic: user?.mystic === true, logo, score: countOf(score), change };
    })
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => a.rank - b.rank);
  return { type: 'list', which, version, places, total: Math.max(countOf(total), places.length), leftMs: countOf(leftMs) };
}

function readOwn({ kind, period, version, rank, score, gap }: BodyOfMessage<'rank-own'>): RanksEvent | null {
  const which = whichOf(kind, period);
  return which === null ? null : { type: 'own', which, version, rank: countOf(rank), score: countOf(score), gap: countOf(gap) };
}

/** null: the dialog is closed. */
export function ranksView(state: Ranks, userId: number, nowMs: number) {
  if (state.name === 'closed') return null;
  const key = keyOf(state.which);
  const list = state.lists[key];
  return {
    /** Lists enabled in this room. */
    kinds: kindsOf(state.switches),
    which: state.which,
    load: state.load.name,
    /** null: not loaded yet. */
    places: list?.places.map((place) => ({ ...place, isMine: userId !== 0 && place.userId === userId })) ?? null,
    total: list?.total ?? 0,
    /** Time left in the period; null: unknown, or over. */
    ends: list === undefined || list.endsMs === null || list.endsMs <= nowMs ? null : { leftMs: list.endsMs - nowMs },
    /** null: a guest, or not in the message. */
    own: state.own[key] ?? null,
    isLoggedIn: userId !== 0,
  };
}

export type RanksView = NonNullable<ReturnType<typeof ranksView>>;

export const room = defineRoomPart({
  machine: ranksMachine,
  context: () => null,
  view: (state, room) => ranksView(state, room.login().userId, room.clock.nowMs()),
  messages: { 'rank-list': readList, 'rank-own': readOwn },
  onAction: (action: RanksAction): RanksEvent => action,
  onRoom: loginChanged,
  // The list arrives as a message; the machine's deadline covers its absence.
  execute(effect: RanksEffect, room, send) {
    if (effect.type === 'snapshot') void requestFeature(room, 'snapshot', { kind: effect.which.kind, period: effect.which.period });
    else void fetchSwitches(room).then((switches) => send({ type: 'switches', switches }));
  },
});
