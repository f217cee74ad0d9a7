import type { Ask } from '../../core/room/feature/ask.ts';
import { phaseLeftMs } from '../../core/room/feature/phase-due.ts';
import type { Question } from '../../core/room/feature/quiz.ts';
import type { MusicPk } from './rules.ts';
import type { Kit, Line, PkPhase, Player, Settlement } from './rules-message.ts';

export interface MusicPkView {
  readonly phase: PkPhase;
  readonly isOpen: boolean;
  readonly ask: Ask;
  readonly leftMs: number;
  readonly isOverdue: boolean;
  readonly round: number;
  readonly roundTotal: number;
  readonly own: Player;
  readonly rival: Player;
  readonly question: Question | null;
  readonly pkId: number;
  /** '' for none. */
  readonly chosen: string;
  readonly excluded: readonly string[];
  readonly kits: readonly Kit[];
  readonly line: Pick<Line, 'key' | 'kind' | 'who' | 'what' | 'count' | 'href'> | null;
  readonly settlement: (Settlement & { readonly winner: 'own' | 'rival' | 'draw' }) | null;
  readonly seasonLevel: number;
}

const NOBODY: Player = { userId: 0, name: '', logo: '', blood: 0, bloodTotal: 0, score: 0, wasRight: null };

export function musicPkView(
  { pk, box, lines, kits, excluded, answer }: MusicPk,
  star: { readonly userId: number; readonly name: string; readonly logo: string },
  nowMs: number,
): MusicPkView | null {
  if (pk === null) return null;
  // The room's own star is listed first, regardless of the order in the message.
  const own = pk.players.find(({ userId }) => userId === star.userId) ?? pk.players[0] ?? NOBODY;
  const rival = pk.players.find((player) => player !== own) ?? NOBODY;
  const question = pk.asked?.round === pk.round ? pk.asked.question : null;
  const shown = lines.shown?.item ?? null;
  return {
    phase: pk.phase,
    isOpen: box.isOpen,
    ask: box.ask,
    leftMs: phaseLeftMs(pk.due, nowMs),
    isOverdue: pk.due.name === 'overdue',
    round: pk.round,
    roundTotal: pk.roundTotal,
    own: { ...own, name: own.name || star.name, logo: own.logo || star.logo },
    rival,
    question,
    pkId: pk.pkId,
    chosen: question !== null && answer?.questionId === question.questionId ? answer.optionId : '',
    excluded: question !== null && excluded?.questionId === question.questionId ? excluded.optionIds : [],
    kits,
    line:
      shown === null ? null : { key: shown.key, kind: shown.kind, who: shown.who, what: shown.what, count: shown.count, href: shown.href },
    settlement: pk.settlement === null ? null : { ...pk.settlement, winner: winnerOf(pk.settlement.winnerId, own.userId, rival.userId) },
    seasonLevel: pk.seasonLevel,
  };
}

const winnerOf = (winnerId: number, ownId: number, rivalId: number): 'own' | 'rival' | 'draw' =>
  winnerId === 0 ? 'draw' : winnerId === ownId ? 'own' : winnerId === rivalId ? 'rival' : 'draw';
