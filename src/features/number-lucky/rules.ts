import type { Machine, Step } from '../../core/machine.ts';
import {
  ASK_AGAIN,
  CLOSED,
  stepBox,
  withoutAnswer,
  type BoxEffect,
  type BoxEvent,
  type FeatureBox,
} from '../../core/room/feature/feature-box.ts';
import type { Ask } from '../../core/room/feature/ask.ts';
import { leftMsOf } from '../../core/room/feature/feature-message.ts';
import { isNewer, type Newest, replacedAt } from '../../core/room/chat/newest.ts';
import { endPhase, phaseDueMs, phaseLeftMs, renewPhase, runPhase, type PhaseDue } from '../../core/room/feature/phase-due.ts';
import { mediaLink } from '../../core/room/chat/message-link.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';

/** `status` on the wire. S9 lists no values; these are the project's. 3: the activity is over. */
const PHASES: Readonly<Record<number, LuckyPhase>> = { 1: 'taking', 2: 'drawn' };
const OVER = 3;
/** Maximum number of listed winners; the viewer's own prize is listed in any case. */
const MAX_WINNERS = 20;
const MAX_NUMBER_CHARS = 8;
const MAX_NAME_CHARS = 24;

export type LuckyPhase = 'taking' | 'drawn';
export interface Winner {
  readonly userId: number;
  readonly nickname: string;
  readonly number: string;
  readonly prize: string;
  /** Image of the prize; '' for none. */
  readonly iconUrl: string;
  readonly count: number;
}
export interface LuckyNews {
  readonly activityId: number;
  readonly version: number;
  /** null: the activity is over. */
  readonly phase: LuckyPhase | null;
  readonly leftMs: number;
  readonly joined: number;
  readonly number: string;
  /** Owner of the number; 0: the drawn number. */
  readonly userId: number;
}

interface Activity {
  readonly activityId: number;
  readonly newest: Newest;
  readonly phase: LuckyPhase;
  readonly due: PhaseDue;
  readonly joined: number;
  readonly drawn: string;
  readonly own: string;
  readonly winners: readonly Winner[];
}
export interface Lucky {
  readonly name: 'none' | 'running';
  readonly box: FeatureBox;
  readonly activity: Activity | null;
  /** The previous activity, so that a late message of it is not treated as a new one. */
  readonly last: { readonly activityId: number; readonly newest: Newest } | null;
}
export type LuckyEvent =
  | BoxEvent
  | { readonly type: 'news'; readonly news: LuckyNews }
  | { readonly type: 'login-changed' }
  | { readonly type: 'prize'; readonly activityId: number; readonly winner: Winner };

type LuckyStep = Step<Lucky, BoxEffect>;

export const luckyMachine: Machine<Lucky, LuckyEvent, BoxEffect, { readonly userId: number }> = {
  name: 'number-lucky',
  initial: { name: 'none', box: CLOSED, activity: null, last: null },
  step(state, event, nowMs, { userId }): LuckyStep {
    switch (event.type) {
      case 'news':
        return [onNews(state, event.news, nowMs, userId)];
      case 'prize':
        return [onPrize(state, event.activityId, event.winner, userId)];
      case 'login-changed':
        return [state.activity === null ? state : { ...state, activity: { ...state.activity, own: '' } }];
      case 'tick':
        return onTick(state, nowMs);
      default: {
        const [box, ...effects] = stepBox(state.box, event, userId);
        return [box === state.box ? state : { ...state, box }, ...effects];
      }
    }
  },
  deadlineMs: ({ activity }) => (activity === null ? null : phaseDueMs(activity.due)),
};

function onNews(state: Lucky, news: LuckyNews, nowMs: number, userId: number): Lucky {
  const { activityId, version, phase, leftMs, joined } = news;
  // Numbers of other users are ignored.
  if (news.userId !== 0 && news.userId !== userId) return state;
  const known = state.activity?.activityId === activityId ? state.activity : null;
  const newest = known?.newest ?? (state.last?.activityId === activityId ? state.last.newest : null);
  const own = news.userId !== 0 ? news.number : (known?.own ?? '');
  const drawn = news.userId === 0 && phase === 'drawn' ? news.number : (known?.drawn ?? '');
  if (!isNewer(version, newest, nowMs)) {
    // The viewer's own number arrives in a separate message with the same version.
    if (known === null || (known.newest.version !== version && news.userId === 0)) return state;
    const due = known.newest.version === version ? renewPhase(known.due, leftMs, nowMs) : known.due;
    return own === known.own && drawn === known.drawn && due === known.due ? state : { ...state, activity: { ...known, own, drawn, due } };
  }
  if (phase === null) return known === null ? state : gone(state, { version, atMs: nowMs });
  const winners = known?.winners ?? [];
  const due = runPhase(leftMs, nowMs, known?.phase === phase ? known.due : null);
  const box = known === null ? withoutAnswer(state.box) : state.box;
  const activity = { activityId, newest: { version, atMs: nowMs }, phase, due, joined, drawn, own, winners };
  const replaced = known === null && state.activity !== null ? state.activity.activityId : null;
  const last = replaced === null ? state.last : { activityId: replaced, newest: replacedAt(nowMs) };
  return { name: 'running', box, activity, last };
}

function onPrize(state: Lucky, activityId: number, winner: Winner, ownId: number): Lucky {
  const { activity } = state;
  if (activity === null || activity.activityId !== activityId) return state;
  const isTold = activity.winners.some(({ userId, number }) => userId === winner.userId && number === winner.number);
  if (isTold) return state;
  const isOwn = ownId !== 0 && winner.userId === ownId;
  const others = isOwn ? activity.winners.slice(0, MAX_WINNERS - 1) : activity.winners;
  return { ...state, activity: { ...activity, winners: [...others, winner].slice(0, MAX_WINNERS) } };
}

function onTick(state: Lucky, nowMs: number): LuckyStep {
  if (state.activity === null) return [state];
  const end = endPhase(state.activity.due, nowMs, state.activity.phase === 'drawn');
  if (end === 'not yet') return [state];
  if (end === 'gone') return [gone(state, { ...state.activity.newest, atMs: nowMs })];
  return [{ ...state, activity: { ...state.activity, due: end } }, ASK_AGAIN];
}

const gone = (state: Lucky, newest: Newest): Lucky => ({
  name: 'none',
  box: withoutAnswer(state.box, false),
  activity: null,
  last: state.activity === null ? state.last : { activityId: state.activity.activityId, newest },
});

/** null: unknown status. */
export function readLucky(body: BodyOfMessage<'number-lucky'>, serverMs: number): LuckyNews | null {
  const phase = PHASES[body.status] ?? null;
  if (phase === null && body.status !== OVER) return null;
  const { activityId, version } = body;
  const leftMs = leftMsOf(body, serverMs);
  const number = shownText(body.number, MAX_NUMBER_CHARS);
  return { activityId, version, phase, leftMs, joined: Math.max(0, body.joined), number, userId: body.user?.userId ?? 0 };
}

export const readPrize = (body: BodyOfMessage<'number-lucky-prize'>): LuckyEvent => ({
  type: 'prize',
  activityId: body.activityId,
  winner: {
    userId: body.user?.userId ?? 0,
    nickname: shownText(body.user?.nickname ?? '', MAX_NAME_CHARS),
    number: shownText(body.number, MAX_NUMBER_CHARS),
    prize: shownText(body.prizeName, MAX_NAME_CHARS),
    iconUrl: mediaLink(body.iconUrl),
    count: Math.max(1, body.num),
  },
});

export interface LuckyView {
  readonly phase: LuckyPhase;
  readonly isOpen: boolean;
  readonly ask: Ask;
  readonly isOverdue: boolean;
  readonly leftMs: number;
  readonly joined: number;
  readonly drawn: string;
  readonly own: string;
  readonly winners: readonly (Winner & { readonly isMine: boolean })[];
}

export function luckyView({ activity, box }: Lucky, userId: number, nowMs: number): LuckyView | null {
  if (activity === null) return null;
  const { phase, due, joined, drawn, own, winners } = activity;
  return {
    phase,
    isOpen: box.isOpen,
    ask: box.ask,
    isOverdue: due.name === 'overdue',
    leftMs: phaseLeftMs(due, nowMs),
    joined,
    drawn,
    own,
    winners: winners.map((winner) => ({ ...winner, isMine: userId !== 0 && winner.userId === userId })),
  };
}
