import { leftMsOf } from '../../core/room/feature/feature-message.ts';
import type { WholeNews } from '../../core/room/feature/phased.ts';
import { asShown } from '../../core/socket/cleaning.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';

export type Phase = 'match' | 'fight' | 'punishment' | 'result';
export const phaseOf = (status: number): Phase | null => PHASES[status] ?? null;
/** `phase` and `status` on the wire. S9 lists no values; these are the project's. 5: the PK is over. */
const PHASES: Readonly<Record<number, Phase>> = { 1: 'match', 2: 'fight', 3: 'punishment', 4: 'result' };
const OVER = 5;

/** Limits: top givers a side, teams, and stars a team. */
const MAX_GIVERS = 3;
const MAX_TEAMS = 8;
const MAX_STARS = 6;

export type Winner = 'nobody' | 'own' | 'rival' | 'draw';
const WINNERS: readonly Winner[] = ['nobody', 'own', 'rival', 'draw'];

export interface Team {
  readonly teamId: number;
  readonly name: string;
  readonly score: number;
  readonly stars: readonly { readonly userId: number; readonly name: string; readonly logo: string }[];
}

export interface Duel {
  readonly kind: 'duel';
  readonly phase: Phase;
  readonly own: Side;
  readonly rival: Side;
  readonly winner: Winner;
  readonly punishment: string;
}

export interface Teams {
  readonly kind: 'teams';
  readonly phase: Phase;
  readonly round: number;
  readonly roundTotal: number;
  readonly teams: readonly Team[];
}

export type PkNews = WholeNews<Duel | Teams>;

/** null: unknown phase. */
export function readDuel(body: BodyOfMessage<'battle'>): PkNews | null {
  const phase = PHASES[body.phase];
  if (phase === undefined && body.phase !== OVER) return null;
  return {
    id: body.pkId,
    version: body.version,
    leftMs: body.leftMs,
    data:
      phase === undefined
        ? null
        : {
            kind: 'duel',
            phase,
            own: sideOf(body.own),
            rival: sideOf(body.rival),
            winner: WINNERS[body.winner] ?? 'nobody',
            punishment: asShown(body.punishment),
          },
  };
}

export function readTeams(body: BodyOfMessage<'multi-pk-round'>, serverMs: number): PkNews | null {
  const phase = PHASES[body.status];
  if (phase === undefined && body.status !== OVER) return null;
  const { pkId: id, version, round, roundTotal } = body;
  const data = phase === undefined ? null : ({ kind: 'teams', phase, round, roundTotal, teams: teamsOf(body.teams) } as const);
  return { id, version, leftMs: leftMsOf(body, serverMs), data };
}

/** Highest score first; equal scores keep the order of the message. */
export function teamsOf(teams: BodyOfMessage<'multi-pk-round'>['teams']): readonly Team[] {
  return teams
    .slice(0, MAX_TEAMS)
    .filter(({ teamId }, at, all) => all.findIndex((other) => other.teamId === teamId) === at)
    .map(({ teamId, name, score, stars }) => ({
      teamId,
      name: asShown(name),
      score: Math.max(0, score),
      stars: stars.slice(0, MAX_STARS).map(({ userId, nickname, userLogo }) => ({ userId, name: asShown(nickname), logo: userLogo })),
    }))
    .sort((a, b) => b.score - a.score);
}

function sideOf(side: BodyOfMessage<'battle'>['own']) {
  return {
    /** '' for the own side, because the room knows its star. */
    name: asShown(side?.star?.nickname ?? ''),
    posterUrl: side?.posterUrl ?? '',
    roomId: side?.roomId ?? 0,
    score: Math.max(0, side?.score ?? 0),
    givers: (side?.givers ?? []).slice(0, MAX_GIVERS).map(({ user, score }) => ({
      userId: user?.userId ?? 0,
      nickname: asShown(user?.nickname ?? ''),
      logo: user?.userLogo ?? '',
      score,
    })),
  };
}

export type Side = Readonly<ReturnType<typeof sideOf>>;
