// Made by `npm run proto` from the .proto files. Not edited by hand.
import type { Unpacker } from '../../../packed.ts';
import type * as body from './bodies.ts';
import { Person } from '../../../generated/unpack.ts';
export const PkTeam = (u: Unpacker): body.PkTeam => ({
  teamId: u.number(),
  name: u.text(),
  score: u.number(),
  rank: u.number(),
  stars: u.messages(Person),
});
export const MultiPkRound = (u: Unpacker): body.MultiPkRound => ({
  pkId: u.number(),
  round: u.number(),
  roundTotal: u.number(),
  status: u.number(),
  startTime: u.number(),
  endTime: u.number(),
  teams: u.messages(PkTeam),
  leftMs: u.number(),
  version: u.number(),
});
export const MultiPkLoseToWin = (u: Unpacker): body.MultiPkLoseToWin => ({
  pkId: u.number(),
  teamId: u.number(),
  title: u.text(),
  score: u.number(),
  user: u.message(Person),
  id: u.text(),
});
export const MultiPkTeamQuery = (u: Unpacker): body.MultiPkTeamQuery => ({
  pkId: u.number(),
  status: u.number(),
  teams: u.messages(PkTeam),
});
export const BattleGiver = (u: Unpacker): body.BattleGiver => ({ user: u.message(Person), score: u.number() });
export const BattleSide = (u: Unpacker): body.BattleSide => ({
  star: u.message(Person),
  roomId: u.number(),
  posterUrl: u.text(),
  score: u.number(),
  givers: u.messages(BattleGiver),
});
export const Battle = (u: Unpacker): body.Battle => ({
  pkId: u.number(),
  version: u.number(),
  phase: u.number(),
  leftMs: u.number(),
  own: u.message(BattleSide),
  rival: u.message(BattleSide),
  winner: u.number(),
  punishment: u.text(),
});
export const ClanPkQuickMessage = (u: Unpacker): body.ClanPkQuickMessage => ({
  pkId: u.number(),
  clanId: u.number(),
  clanName: u.text(),
  sender: u.message(Person),
  content: u.text(),
  type: u.number(),
  id: u.text(),
});
export const ClanPkPromotion = (u: Unpacker): body.ClanPkPromotion => ({
  pkId: u.number(),
  clanId: u.number(),
  clanName: u.text(),
  stage: u.number(),
  rank: u.number(),
  score: u.number(),
  title: u.text(),
  leftMs: u.number(),
  version: u.number(),
});
