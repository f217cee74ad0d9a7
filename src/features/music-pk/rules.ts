import type { Machine } from '../../core/machine.ts';
import { advance, emptyQueue, enqueue, queueDeadlineMs, type AnnouncementQueue } from '../../core/room/feature/announcement-queue.ts';
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
import { isNewer, type Newest, replacedAt } from '../../core/room/chat/newest.ts';
import { endPhase, phaseDueMs, renewPhase, runPhase, type PhaseDue } from '../../core/room/feature/phase-due.ts';
import type { Question } from '../../core/room/feature/quiz.ts';
import { lineOf, type Kit, type Line, type PkNews, type PkPhase, type Player, type Settlement } from './rules-message.ts';

const MAX_KITS = 8;
const MAX_EXCLUDED = 6;

interface Pk {
  readonly pkId: number;
  readonly phase: PkPhase;
  readonly round: number;
  readonly roundTotal: number;
  readonly players: readonly Player[];
  /** The question and its round. After a status of a later round no question is shown until that round's question arrives. */
  readonly asked: { readonly round: number; readonly question: Question } | null;
  readonly settlement: Settlement | null;
  readonly seasonLevel: number;
  readonly newest: Newest;
  readonly due: PhaseDue;
}
export interface MusicPk {
  readonly name: 'none' | 'running';
  readonly box: FeatureBox;
  readonly pk: Pk | null;
  readonly last: { readonly pkId: number; readonly newest: Newest } | null;
  readonly lines: AnnouncementQueue<Line>;
  readonly kits: readonly Kit[];
  readonly excluded: { readonly questionId: number; readonly optionIds: readonly string[] } | null;
  /** The viewer's answer and its question. */
  readonly answer: { readonly questionId: number; readonly optionId: string } | null;
}
export type MusicPkEvent =
  | BoxEvent
  | { readonly type: 'news'; readonly news: PkNews }
  | { readonly type: 'line'; readonly line: Line }
  /** New stock of a kit for one user; `userId` 0: for everybody. */
  | { readonly type: 'kit'; readonly pkId: number; readonly kit: Kit; readonly userId: number; readonly line: Line | null }
  | { readonly type: 'excluded'; readonly pkId: number; readonly questionId: number; readonly optionIds: readonly string[] }
  /** A star entered the game or paused it. */
  | { readonly type: 'star'; readonly pkId: number; readonly starId: number; readonly what: 'entered' | 'paused' }
  | { readonly type: 'login-changed' }
  /** The star left the game. */
  | { readonly type: 'game-over'; readonly pkId: number };

export const musicPkMachine: Machine<MusicPk, MusicPkEvent, BoxEffect, { readonly userId: number }> = {
  name: 'music-pk',
  initial: { name: 'none', box: CLOSED, pk: null, last: null, lines: emptyQueue, kits: [], excluded: null, answer: null },
  step(state, event, nowMs, { userId }) {
    switch (event.type) {
      case 'news':
        return [onNews(state, event.news, nowMs)];
      case 'line':
        return [withLine(state, event.line, nowMs)];
      case 'kit': {
        if (state.pk?.pkId !== event.pkId) return [state];
        const isMine = event.userId === 0 || event.userId === userId;
        const kits = isMine ? withKit(state.kits, event.kit) : state.kits;
        return [withLine({ ...state, kits }, event.line, nowMs)];
      }
      case 'excluded':
        if (state.pk?.pkId !== event.pkId) return [state];
        return [{ ...state, excluded: { questionId: event.questionId, optionIds: event.optionIds.slice(0, MAX_EXCLUDED) } }];
      case 'star': {
        const player = state.pk?.pkId === event.pkId ? state.pk.players.find(({ userId }) => userId === event.starId) : undefined;
        if (player === undefined) return [state];
        const who = { nickname: player.name };
        return [withLine(state, lineOf(event.what, event.pkId, '', { who, what: '', count: 0, atMs: nowMs }), nowMs)];
      }
      case 'game-over':
        return [state.pk?.pkId === event.pkId ? gone(state, { ...state.pk.newest, atMs: nowMs }) : state];
      case 'login-changed':
        return [{ ...state, answer: null }];
      case 'tick': {
        const lines = advance(state.lines, nowMs);
        const shown = lines === state.lines ? state : { ...state, lines };
        if (shown.pk === null) return [shown];
        const end = endPhase(shown.pk.due, nowMs, shown.pk.phase === 'settled');
        if (end === 'not yet') return [shown];
        if (end === 'gone') return [gone(shown, { ...shown.pk.newest, atMs: nowMs })];
        return [{ ...shown, pk: { ...shown.pk, due: end } }, ASK_AGAIN];
      }
      default: {
        // A question can be answered once, because a refused second answer would also remove the first one.
        const questionId = state.pk?.asked?.question.questionId;
        if (event.type === 'ask' && event.verb === 'answer' && state.answer !== null && state.answer.questionId === questionId)
          return [state];
        const [box, ...effects] = stepBox(state.box, event, userId);
        if (box === state.box && effects.length === 0) return [state];
        return [withAnswer({ ...state, box }, event, state.box.ask), ...effects];
      }
    }
  },
  deadlineMs({ pk, lines }) {
    const due = [pk === null ? null : phaseDueMs(pk.due), queueDeadlineMs(lines)].filter((atMs) => atMs !== null);
    return due.length === 0 ? null : Math.min(...due);
  },
};

/** The answer is shown immediately and removed if the server refuses it. */
function withAnswer(state: MusicPk, event: BoxEvent, before: Ask): MusicPk {
  const questionId = state.pk?.asked?.question.questionId;
  if (event.type === 'ask' && event.verb === 'answer' && questionId !== undefined && state.box.ask.name === 'sending')
    return { ...state, answer: { questionId, optionId: String(event.fields['optionId'] ?? '') } };
  // A refused kit or call does not affect the answer.
  return event.type === 'answered' && event.refusal !== null && before.name === 'sending' && before.what.startsWith('answer ')
    ? { ...state, answer: null }
    : state;
}

/** Ignored for a PK that is not shown. */
const withLine = (state: MusicPk, line: Line | null, nowMs: number): MusicPk =>
  line === null || state.pk?.pkId !== line.pkId ? state : { ...state, lines: enqueue(state.lines, line, nowMs).queue };

function withKit(kits: readonly Kit[], kit: Kit): readonly Kit[] {
  const isKnown = kits.some(({ kitId }) => kitId === kit.kitId);
  return isKnown ? kits.map((one) => (one.kitId === kit.kitId ? kit : one)) : [...kits, kit].slice(0, MAX_KITS);
}

/** The stars of a match replace only players of an older version, so that the order of messages with one version does not matter. */
function playersAfter(pk: Pk | null, { players, stars }: PkNews, isNew: boolean): readonly Player[] {
  const known = pk?.players ?? [];
  return players ?? (isNew || known.length === 0 ? (stars ?? known) : known);
}

function onNews(state: MusicPk, news: PkNews, nowMs: number): MusicPk {
  const { pkId, version } = news;
  const pk = state.pk?.pkId === pkId ? state.pk : null;
  const known = pk?.newest ?? (state.last?.pkId === pkId ? state.last.newest : null);
  const isNew = isNewer(version, known, nowMs);
  // Several messages with one version describe the same moment; their members are merged.
  if (!isNew && (pk === null || version !== pk.newest.version)) return withLateQuestion(state, pk, news);
  if (news.phase === null) return pk === null ? state : gone(state, { version, atMs: nowMs });
  const round = news.round ?? pk?.round ?? 0;
  const isSamePhase = pk?.phase === news.phase && pk.round === round;
  const next: Pk = {
    pkId,
    phase: isNew ? news.phase : (pk?.phase ?? news.phase),
    round,
    roundTotal: news.roundTotal ?? pk?.roundTotal ?? 0,
    players: playersAfter(pk, news, isNew),
    asked: news.question === undefined ? (pk?.asked ?? null) : { round, question: news.question },
    settlement: news.settlement ?? pk?.settlement ?? null,
    seasonLevel: news.seasonLevel ?? pk?.seasonLevel ?? 0,
    newest: isNew || pk === null ? { version, atMs: nowMs } : pk.newest,
    due: isNew || pk === null ? runPhase(news.leftMs, nowMs, isSamePhase ? pk.due : null) : renewPhase(pk.due, news.leftMs, nowMs),
  };
  const isOther = pk === null;
  return {
    ...state,
    name: 'running',
    pk: next,
    ...(isOther && state.pk !== null && { last: { pkId: state.pk.pkId, newest: replacedAt(nowMs) } }),
    ...(isOther && {
      box: withoutAnswer(state.box),
      kits: [],
      excluded: null,
      answer: null,
      lines: { ...state.lines, shown: null, waiting: [] },
    }),
  };
}

/** A question that arrives after the status of its round is still applied. */
function withLateQuestion(state: MusicPk, pk: Pk | null, { round, question, roundTotal }: PkNews): MusicPk {
  if (pk === null || question === undefined || round !== pk.round || pk.asked?.round === round) return state;
  return { ...state, pk: { ...pk, asked: { round, question }, roundTotal: roundTotal ?? pk.roundTotal } };
}

const gone = (state: MusicPk, newest: Newest): MusicPk => ({
  name: 'none',
  box: withoutAnswer(state.box, false),
  pk: null,
  last: state.pk === null ? state.last : { pkId: state.pk.pkId, newest },
  lines: { ...state.lines, shown: null, waiting: [] },
  kits: [],
  excluded: null,
  answer: null,
});
