import { upTo, type Wait, WAITS, waitMs, type Reach } from '../../../player/base/waits.ts';
import { type Machine, type Step, type Tick, firstRule, reasonsOf } from '../../../player/base/machine.ts';

/**
 * Several sources report whether the room is live, and each may be wrong or late: a push, the addresses, the player. The live info decides;
 * it is requested again when a source reports a change, and on a timer in states where no source would report one.
 */
export const LIVE_CHECK_LIMITS = {
  requestGapMs: { value: 1_000, unit: 'ms between two requests' },
  claimTries: { value: 3, unit: 'requests whose answers may contradict a push, because they lag behind it' },
  growth: { value: 1.5, unit: 'times the wait before' },
} as const satisfies Record<string, { value: number; unit: string }>;

/** State of the room as far as polling is concerned. `quiet`: no answer could change anything. */
export type ShownState = 'quiet' | 'live' | 'guest' | 'offline' | 'failed' | 'limited' | 'unknown';

/**
 * Upper bounds of the first and of the longest interval of live info requests while no source reports anything, in ms; null: no requests,
 * because the player would notice.
 */
const ASKS: Readonly<Record<ShownState, { readonly firstMs: number; readonly mostMs: number } | null>> = {
  quiet: null,
  live: null,
  guest: { firstMs: 60_000, mostMs: 120_000 },
  offline: { firstMs: 20_000, mostMs: 120_000 },
  failed: { firstMs: 10_000, mostMs: 60_000 },
  limited: { firstMs: 30_000, mostMs: 120_000 },
  // After a fallback start, until live info names the star, the role of the viewer is a guess.
  unknown: { firstMs: 10_000, mostMs: 60_000 },
};

export type CheckWhy =
  | 'the addresses say that the stream is over'
  | 'the player gave up'
  | 'the connection was away'
  | 'the viewer is no longer the star';
type RequestWhy = CheckWhy | 'a push' | 'the answer contradicts the push' | 'no news for a while';

export interface LiveCheck {
  readonly name: 'still' | 'asking';
  readonly shown: ShownState;
  /** Pushed status that no answer has confirmed yet. */
  readonly claim: 0 | 1 | null;
  readonly tries: number;
  /** Timer-driven requests since the last change: each wait is longer than the previous one. */
  readonly rounds: number;
  readonly requestedMs: number;
  readonly due: { readonly atMs: number; readonly why: RequestWhy } | null;
}

export type LiveCheckEvent =
  | { readonly type: 'shown'; readonly shown: ShownState }
  | { readonly type: 'push'; readonly liveStatus: 0 | 1 }
  | { readonly type: 'check'; readonly why: CheckWhy }
  /** Another part of the room reports that the network works again, or that nothing is reachable. */
  | { readonly type: 'reach'; readonly reach: Reach }
  /** null: no answer. `retryAfterMs`: wait in ms that the service asked for. */
  | { readonly type: 'answer'; readonly liveStatus: 0 | 1 | null; readonly retryAfterMs?: number | null };

export type LiveCheckEffect =
  | { readonly type: 'request'; readonly why: RequestWhy }
  /** Use the answer, or the push if there is no answer. */
  | { readonly type: 'take-answer'; readonly why: AnswerWhy }
  | { readonly type: 'take-push'; readonly liveStatus: 0 | 1; readonly why: AnswerWhy };

export interface LiveCheckContext {
  /** First interval of all rows, if the remote config sets it (`liveAskMs`); null: as in the table. */
  readonly firstMs: number | null;
  readonly random: number;
  /** Nothing is reachable, and another part of the room tries. */
  readonly isHeld?: boolean;
}

interface AnswerCase {
  readonly answer: 0 | 1 | null;
  readonly claim: 0 | 1 | null;
  readonly tries: number;
}

const ANSWER_RULES = [
  { why: 'nothing was answered', take: 'none', when: ({ answer, claim }) => answer === null && claim === null },
  {
    why: 'not what was pushed, which may be newer',
    take: 'again',
    when: ({ answer, claim, tries }) => claim !== null && answer !== claim && tries < LIVE_CHECK_LIMITS.claimTries.value,
  },
  { why: 'no answer, and the push stands', take: 'push', when: ({ answer }) => answer === null },
  { why: 'the live info says so', take: 'answer', when: () => true },
] as const satisfies readonly { why: string; take: 'none' | 'again' | 'push' | 'answer'; when(given: AnswerCase): boolean }[];

export type AnswerWhy = (typeof ANSWER_RULES)[number]['why'];
export const ANSWER_REASONS: readonly AnswerWhy[] = reasonsOf(ANSWER_RULES);

export const liveCheckMachine: Machine<LiveCheck, LiveCheckEvent, LiveCheckEffect, LiveCheckContext> = {
  name: 'live-check',
  initial: { name: 'still', shown: 'quiet', claim: null, tries: 0, rounds: 0, requestedMs: Number.NEGATIVE_INFINITY, due: null },
  step(state, event, nowMs, context) {
    const [next, ...effects] = stepLiveCheck(state, event, nowMs, context);
    if (context.isHeld !== true || next.due === null || next.due === state.due || event.type === 'reach') return [next, ...effects];
    const atMs = Math.max(next.due.atMs, nowMs + waitMs(WAITS.held, 0, context.random));
    return [{ ...next, due: { ...next.due, atMs } }, ...effects];
  },
  deadlineMs: ({ name, due }) => (name === 'asking' ? null : (due?.atMs ?? null)),
};

type LiveCheckStep = Step<LiveCheck, LiveCheckEffect>;

function stepLiveCheck(state: LiveCheck, event: LiveCheckEvent | Tick, nowMs: number, context: LiveCheckContext): LiveCheckStep {
  switch (event.type) {
    case 'shown': {
      if (event.shown === state.shown) return [state];
      const next: LiveCheck = { ...state, shown: event.shown, rounds: 0 };
      return [state.claim === null ? byClock(next, nowMs, context) : next];
    }
    case 'push':
      return state.shown === 'quiet' ? [state] : soon({ ...state, claim: event.liveStatus, tries: 0, rounds: 0 }, 'a push', nowMs, context);
    case 'check':
      return state.shown === 'quiet' ? [state] : soon(state, event.why, nowMs, context);
    case 'reach': {
      if (state.due === null) return [state];
      const atMs = nowMs + waitMs(event.reach === 'up' ? WAITS.soon : WAITS.held, 0, context.random);
      return [
        { ...state, due: { ...state.due, atMs: event.reach === 'up' ? Math.min(state.due.atMs, atMs) : Math.max(state.due.atMs, atMs) } },
      ];
    }
    case 'answer':
      return state.name === 'asking' ? onAnswer(state, event, nowMs, context) : [state];
    case 'tick':
      return state.name === 'still' && state.due !== null && nowMs >= state.due.atMs ? request(state, state.due.why, nowMs) : [state];
  }
}

/** A push, the end of a stream and a lost server reach all viewers at once, and only this viewer's network does not. */
const WAIT_OF: Readonly<Record<CheckWhy | 'a push', Wait>> = {
  'a push': WAITS.livePush,
  'the addresses say that the stream is over': WAITS.liveAgain,
  'the player gave up': WAITS.liveAgain,
  'the connection was away': WAITS.soon,
  'the viewer is no longer the star': WAITS.soon,
};

/** After the minimum gap, and after a pending request, whose response may be older than this report. */
function soon(state: LiveCheck, why: CheckWhy | 'a push', nowMs: number, { random }: LiveCheckContext): LiveCheckStep {
  const atMs = Math.max(nowMs + waitMs(WAIT_OF[why], 0, random), state.requestedMs + LIVE_CHECK_LIMITS.requestGapMs.value);
  return [{ ...state, due: state.due !== null && state.due.atMs < atMs ? { ...state.due, why } : { atMs, why } }];
}

const request = (state: LiveCheck, why: RequestWhy, nowMs: number): LiveCheckStep => [
  { ...state, name: 'asking', tries: state.tries + 1, requestedMs: nowMs, due: null },
  { type: 'request', why },
];

function onAnswer(
  state: LiveCheck,
  { liveStatus: answer, retryAfterMs = null }: Extract<LiveCheckEvent, { type: 'answer' }>,
  nowMs: number,
  context: LiveCheckContext,
): LiveCheckStep {
  const { why, take } = firstRule(ANSWER_RULES, { answer, claim: state.claim, tries: state.tries });
  if (take === 'again') {
    const due = { atMs: nowMs + waitMs(WAITS.liveAgain, 0, context.random, retryAfterMs), why: 'the answer contradicts the push' } as const;
    return [{ ...state, name: 'still', due: state.due ?? due }];
  }
  const { claim, due } = state;
  const settled: LiveCheck = { ...state, name: 'still', claim: null, tries: 0, rounds: state.rounds + 1 };
  const next = due === null ? byClock(settled, nowMs, context, retryAfterMs) : settled;
  if (take === 'none') return [next];
  if (take === 'push' && claim !== null) return [next, { type: 'take-push', liveStatus: claim, why }];
  return [next, { type: 'take-answer', why }];
}

function byClock(state: LiveCheck, nowMs: number, { firstMs, random }: LiveCheckContext, retryAfterMs: number | null = null): LiveCheck {
  const row = ASKS[state.shown];
  if (row === null) return { ...state, due: null };
  const first = firstMs ?? row.firstMs;
  const upperMs = Math.min(Math.max(first, row.mostMs), first * LIVE_CHECK_LIMITS.growth.value ** Math.min(state.rounds, 16));
  return { ...state, due: { atMs: nowMs + waitMs(upTo(upperMs), 0, random, retryAfterMs), why: 'no news for a while' } };
}
