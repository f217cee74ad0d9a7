import type { Machine } from '../../core/machine.ts';
import type { Ask } from '../../core/room/feature/ask.ts';
import {
  ASK_AGAIN,
  CLOSED,
  stepBox,
  withoutAnswer,
  type BoxEffect,
  type BoxEvent,
  type FeatureBox,
} from '../../core/room/feature/feature-box.ts';
import { leftMsOf } from '../../core/room/feature/feature-message.ts';
import { isNewer, type Newest, replacedAt } from '../../core/room/chat/newest.ts';
import { endPhase, phaseDueMs, phaseLeftMs, renewPhase, runPhase, type PhaseDue } from '../../core/room/feature/phase-due.ts';
import { readQuestion, type Question } from '../../core/room/feature/quiz.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';

export type GuessPhase = 'asking' | 'revealed' | 'settled';
/** `status` on the wire. S9 lists no values; these are the project's. 4: the guess is over. */
const PHASES: Readonly<Record<number, GuessPhase>> = { 1: 'asking', 2: 'revealed', 3: 'settled' };
const OVER = 4;
const MAX_WINNERS = 10;
const MAX_NAME_CHARS = 24;

export interface GuessWinner {
  readonly userId: number;
  readonly nickname: string;
  readonly score: number;
}
export interface Guess {
  readonly guessId: number;
  readonly phase: GuessPhase;
  readonly round: number;
  readonly roundTotal: number;
  readonly question: Question | null;
  readonly winners: readonly GuessWinner[];
}
export interface GuessNews {
  readonly guessId: number;
  readonly version: number;
  readonly leftMs: number;
  /** null: the guess is over. */
  readonly guess: Guess | null;
}
export interface Guesses {
  readonly name: 'none' | 'running';
  readonly box: FeatureBox;
  readonly guess: Guess | null;
  readonly newest: (Newest & { readonly guessId: number }) | null;
  /** The previous guess, so that a late message of it is not treated as a new one. */
  readonly last: (Newest & { readonly guessId: number }) | null;
  readonly due: PhaseDue | null;
  /** The viewer's answer and its question. */
  readonly answer: { readonly questionId: number; readonly optionId: string } | null;
}
export type GuessEvent = BoxEvent | { readonly type: 'news'; readonly news: GuessNews } | { readonly type: 'login-changed' };

export const guessesMachine: Machine<Guesses, GuessEvent, BoxEffect, { readonly userId: number }> = {
  name: 'music-guess',
  initial: { name: 'none', box: CLOSED, guess: null, newest: null, last: null, due: null, answer: null },
  step(state, event, nowMs, { userId }) {
    switch (event.type) {
      case 'news':
        return [onNews(state, event.news, nowMs)];
      case 'login-changed':
        return [{ ...state, answer: null }];
      case 'tick': {
        if (state.due === null || state.newest === null) return [state];
        const end = endPhase(state.due, nowMs, state.guess?.phase === 'settled');
        if (end === 'not yet') return [state];
        if (end === 'gone') return [gone(state, { ...state.newest, atMs: nowMs })];
        return [{ ...state, due: end }, ASK_AGAIN];
      }
      default: {
        // A question can be answered once, because a refused second answer would also remove the first one.
        if (event.type === 'ask' && state.answer !== null && state.answer.questionId === state.guess?.question?.questionId) return [state];
        const [box, ...effects] = stepBox(state.box, event, userId);
        if (box === state.box && effects.length === 0) return [state];
        return [withAnswer({ ...state, box }, event), ...effects];
      }
    }
  },
  deadlineMs: ({ due }) => (due === null ? null : phaseDueMs(due)),
};

/** The answer is shown immediately and removed if the server refuses it. */
function withAnswer(state: Guesses, event: BoxEvent): Guesses {
  const questionId = state.guess?.question?.questionId;
  if (event.type === 'ask' && questionId !== undefined && state.box.ask.name === 'sending')
    return { ...state, answer: { questionId, optionId: String(event.fields['optionId'] ?? '') } };
  return event.type === 'answered' && event.refusal !== null ? { ...state, answer: null } : state;
}

function onNews(state: Guesses, { guessId, version, leftMs, guess }: GuessNews, nowMs: number): Guesses {
  if (state.newest?.guessId === guessId && !isNewer(version, state.newest, nowMs)) {
    if (state.due === null || version !== state.newest.version) return state;
    const due = renewPhase(state.due, leftMs, nowMs);
    return due === state.due ? state : { ...state, due };
  }
  if (state.last?.guessId === guessId && !isNewer(version, state.last, nowMs)) return state;
  const newest = { guessId, version, atMs: nowMs };
  if (guess === null) return state.guess?.guessId === guessId ? gone(state, newest) : state;
  const known = state.guess?.guessId === guessId ? state.guess : null;
  const isSamePhase = known?.phase === guess.phase && known.round === guess.round;
  const box = known === null ? withoutAnswer(state.box) : state.box;
  const due = runPhase(leftMs, nowMs, isSamePhase ? state.due : null);
  const isOther = state.newest !== null && state.newest.guessId !== guessId;
  const last = isOther ? { guessId: state.newest.guessId, ...replacedAt(nowMs) } : state.last;
  return { ...state, name: 'running', box, guess, newest, last, due };
}

const gone = (state: Guesses, newest: NonNullable<Guesses['newest']>): Guesses => ({
  ...state,
  name: 'none',
  box: withoutAnswer(state.box, false),
  guess: null,
  newest,
  due: null,
  answer: null,
});

/** null: unknown status. */
export function readGuess(body: BodyOfMessage<'music-guess-status'>, serverMs: number): GuessNews | null {
  const phase = PHASES[body.status] ?? null;
  if (phase === null && body.status !== OVER) return null;
  const { guessId, version, round, roundTotal } = body;
  const winners = body.winners.slice(0, MAX_WINNERS).map(({ user, score }) => ({
    userId: user?.userId ?? 0,
    nickname: shownText(user?.nickname ?? '', MAX_NAME_CHARS),
    score: Math.max(0, score),
  }));
  const guess = phase === null ? null : { guessId, phase, round, roundTotal, question: readQuestion(body.question), winners };
  return { guessId, version, leftMs: leftMsOf(body, serverMs), guess };
}

export interface GuessView extends Guess {
  readonly isOpen: boolean;
  readonly ask: Ask;
  readonly leftMs: number;
  readonly isOverdue: boolean;
  /** '' for none. */
  readonly chosen: string;
  /** null: not known yet, or no answer given. */
  readonly wasRight: boolean | null;
}

export function guessView({ guess, due, box, answer }: Guesses, nowMs: number): GuessView | null {
  if (guess === null || due === null) return null;
  const { question, phase } = guess;
  const chosen = answer !== null && answer.questionId === question?.questionId ? answer.optionId : '';
  return {
    ...guess,
    isOpen: box.isOpen,
    ask: box.ask,
    leftMs: phaseLeftMs(due, nowMs),
    isOverdue: due.name === 'overdue',
    chosen,
    wasRight: phase === 'asking' || chosen === '' ? null : (question?.options.some(({ id, isRight }) => isRight && id === chosen) ?? null),
  };
}
