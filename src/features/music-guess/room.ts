import type { Showable } from '../../core/room/feature/announcements.ts';
import { eventWith, leftMsOf, readQuestion, type Question } from '../../core/room/feature/feature-message.ts';
import { phasedMachine, timedView, withNews, type Phased, type WholeNews } from '../../core/room/feature/phased.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { serverMs } from '../../workers/room/features/feature-api.ts';
import { phasedRoomPart } from '../../workers/room/features/feature-effects.ts';

type GuessPhase = 'asking' | 'revealed' | 'settled';
/** `status` on the wire. S9 lists no values; these are the project's. 4: the guess is over. */
const PHASES: Readonly<Record<number, GuessPhase>> = { 1: 'asking', 2: 'revealed', 3: 'settled' };
const OVER = 4;
const MAX_WINNERS = 10;
const MAX_NAME_CHARS = 24;

interface GuessWinner {
  readonly userId: number;
  readonly nickname: string;
  readonly score: number;
}
interface Guess {
  readonly phase: GuessPhase;
  readonly round: number;
  readonly roundTotal: number;
  readonly question: Question | null;
  readonly winners: readonly GuessWinner[];
}
type Guesses = Phased<Guess, null>;
type GuessEvent = { readonly type: 'news'; readonly news: WholeNews<Guess> };

export const guessesMachine = phasedMachine<Guess, null, Showable, GuessEvent>({
  name: 'music-guess',
  isLast: ({ phase }) => phase === 'settled',
  questionId: ({ question }) => question?.questionId,
  onMessage: (state, { news }, nowMs) => withNews(state, news, (a, b) => a.phase === b.phase && a.round === b.round, nowMs),
});

/** null: unknown status. */
function readGuess(body: BodyOfMessage<'music-guess-status'>, serverMs: number): WholeNews<Guess> | null {
  const phase = PHASES[body.status] ?? null;
  if (phase === null && body.status !== OVER) return null;
  const { guessId: id, version, round, roundTotal } = body;
  const winners = body.winners.slice(0, MAX_WINNERS).map(({ user, score }) => ({
    userId: user?.userId ?? 0,
    nickname: shownText(user?.nickname ?? '', MAX_NAME_CHARS),
    score: Math.max(0, score),
  }));
  const data = phase === null ? null : { phase, round, roundTotal, question: readQuestion(body.question), winners };
  return { id, version, leftMs: leftMsOf(body, serverMs), data };
}

export function guessView(state: Guesses, nowMs: number) {
  const { run, answer } = state;
  if (run === null) return null;
  const { question, phase } = run.data;
  const chosen = answer !== null && answer.questionId === question?.questionId ? answer.optionId : '';
  return {
    ...run.data,
    ...timedView(state, nowMs),
    guessId: run.id,
    /** '' for none. */
    chosen,
    /** null: not known yet, or no answer given. */
    wasRight: phase === 'asking' || chosen === '' ? null : (question?.options.some(({ id, isRight }) => isRight && id === chosen) ?? null),
  };
}

export type GuessView = NonNullable<ReturnType<typeof guessView>>;

export const room = phasedRoomPart(guessesMachine, {
  view: (state: Guesses, room) => guessView(state, room.clock.nowMs()),
  messages: {
    'music-guess-status': (body, room) => eventWith('news', readGuess(body, serverMs(room))),
  },
});
