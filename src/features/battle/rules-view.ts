import type { Ask } from '../../core/room/feature/ask.ts';
import { phaseLeftMs } from '../../core/room/feature/phase-due.ts';
import type { Battle, Flash } from './rules.ts';
import type { Duel, Side, Team, Teams } from './rules-message.ts';

export interface SideView extends Side {
  /** Share of the bar, 0.1 to 0.9, so that a side without points stays visible. */
  readonly share: number;
}

interface Shared {
  readonly isOpen: boolean;
  readonly ask: Ask;
  /** True for the star, who can end the PK; viewers can give. */
  readonly canCommand: boolean;
  readonly flash: Flash | null;
  /** Time left in the phase when this view was made, in milliseconds. */
  readonly leftMs: number;
  /** The time of the phase is over and no message has announced the next phase. */
  readonly isOverdue: boolean;
}
export type BattleView =
  | (Shared & { readonly kind: 'none' })
  | (Shared & Omit<Duel, 'own' | 'rival'> & { readonly own: SideView; readonly rival: SideView; readonly leader: 'own' | 'rival' | 'even' })
  | (Shared & Omit<Teams, 'teams'> & { readonly teams: readonly (Team & { readonly share: number })[]; readonly hasStars: boolean });

export type BattleAction =
  | { readonly type: 'entry' }
  | { readonly type: 'close' }
  | { readonly type: 'support'; readonly coin: number; readonly teamId: number }
  | { readonly type: 'start' }
  | { readonly type: 'end' };

/** Minimum share of the bar, so that a trailing side stays visible. */
const MIN_SHARE = 0.1;

export const shareOf = (own: number, rival: number): number =>
  own + rival === 0 ? 0.5 : Math.min(1 - MIN_SHARE, Math.max(MIN_SHARE, own / (own + rival)));

/** null: no PK is running, and the star has not opened the tool. */
export function battleView(
  state: Battle,
  who: { readonly isStar: boolean; readonly starName: string; readonly starLogo: string },
  nowMs: number,
): BattleView | null {
  const shared = { isOpen: state.isOpen, ask: state.ask, canCommand: who.isStar };
  if (state.name === 'none') return state.isOpen ? { ...shared, kind: 'none', flash: null, leftMs: 0, isOverdue: false } : null;
  const { pk, due, flash } = state;
  const leftMs = phaseLeftMs(due, nowMs);
  const timed = { flash, isOverdue: due.name === 'overdue' || (due.isSaid && leftMs === 0), leftMs };
  if (pk.kind === 'duel') {
    const share = shareOf(pk.own.score, pk.rival.score);
    return {
      ...shared,
      ...timed,
      ...pk,
      own: { ...pk.own, name: pk.own.name || who.starName, posterUrl: pk.own.posterUrl || who.starLogo, share },
      rival: { ...pk.rival, share: 1 - share },
      leader: pk.own.score === pk.rival.score ? 'even' : pk.own.score > pk.rival.score ? 'own' : 'rival',
    };
  }
  const most = Math.max(1, ...pk.teams.map(({ score }) => score));
  const stars = new Map(state.teams?.map((team) => [team.teamId, team.stars]));
  return {
    ...shared,
    ...timed,
    ...pk,
    teams: pk.teams.map((team) => ({ ...team, stars: stars.get(team.teamId) ?? team.stars, share: team.score / most })),
    hasStars: state.teams !== null,
  };
}
