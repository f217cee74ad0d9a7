// Made by `npm run proto` from the .proto files. Not edited by hand.
import type { Person } from '../../../generated/bodies.ts';
export interface PkTeam {
  readonly teamId: number;
  readonly name: string;
  readonly score: number;
  readonly rank: number;
  readonly stars: readonly Person[];
}
export interface MultiPkRound {
  readonly pkId: number;
  readonly round: number;
  readonly roundTotal: number;
  readonly status: number;
  readonly startTime: number;
  readonly endTime: number;
  readonly teams: readonly PkTeam[];
  readonly leftMs: number;
  readonly version: number;
}
export interface MultiPkLoseToWin {
  readonly pkId: number;
  readonly teamId: number;
  readonly title: string;
  readonly score: number;
  readonly user: Person | null;
  readonly id: string;
}
export interface MultiPkTeamQuery {
  readonly pkId: number;
  readonly status: number;
  readonly teams: readonly PkTeam[];
}
export interface Battle {
  readonly pkId: number;
  readonly version: number;
  readonly phase: number;
  readonly leftMs: number;
  readonly own: BattleSide | null;
  readonly rival: BattleSide | null;
  readonly winner: number;
  readonly punishment: string;
}
export interface BattleSide {
  readonly star: Person | null;
  readonly roomId: number;
  readonly posterUrl: string;
  readonly score: number;
  readonly givers: readonly BattleGiver[];
}
export interface BattleGiver {
  readonly user: Person | null;
  readonly score: number;
}
export interface ClanPkQuickMessage {
  readonly pkId: number;
  readonly clanId: number;
  readonly clanName: string;
  readonly sender: Person | null;
  readonly content: string;
  readonly type: number;
  readonly id: string;
}
export interface ClanPkPromotion {
  readonly pkId: number;
  readonly clanId: number;
  readonly clanName: string;
  readonly stage: number;
  readonly rank: number;
  readonly score: number;
  readonly title: string;
  readonly leftMs: number;
  readonly version: number;
}
/** By name, for the rows of the registry. */
export interface Bodies {
  readonly PkTeam: PkTeam;
  readonly MultiPkRound: MultiPkRound;
  readonly MultiPkLoseToWin: MultiPkLoseToWin;
  readonly MultiPkTeamQuery: MultiPkTeamQuery;
  readonly Battle: Battle;
  readonly BattleSide: BattleSide;
  readonly BattleGiver: BattleGiver;
  readonly ClanPkQuickMessage: ClanPkQuickMessage;
  readonly ClanPkPromotion: ClanPkPromotion;
}
