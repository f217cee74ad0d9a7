// Made by `npm run proto` from the .proto files. Not edited by hand.
import type { Unpacker } from '../../../packed.ts';
import type * as body from './bodies.ts';
import { Guard, Medal, Person } from '../../../generated/unpack.ts';
export const RedPacket = (u: Unpacker): body.RedPacket => ({
  packetId: u.text(),
  roomId: u.number(),
  version: u.number(),
  kind: u.number(),
  audience: u.number(),
  sender: u.message(Person),
  title: u.text(),
  status: u.number(),
  leftMs: u.number(),
  coin: u.number(),
  num: u.number(),
  numLeft: u.number(),
});
export const RedPacketShare = (u: Unpacker): body.RedPacketShare => ({ user: u.message(Person), coin: u.number(), best: u.flag() });
export const RedPacketResult = (u: Unpacker): body.RedPacketResult => ({
  packetId: u.text(),
  roomId: u.number(),
  kind: u.number(),
  sender: u.message(Person),
  coin: u.number(),
  num: u.number(),
  shares: u.messages(RedPacketShare),
});
export const RankEntry = (u: Unpacker): body.RankEntry => ({
  user: u.message(Person),
  rank: u.number(),
  score: u.number(),
  change: u.number(),
  mystic: u.flag(),
});
export const RankList = (u: Unpacker): body.RankList => ({
  roomId: u.number(),
  kind: u.number(),
  period: u.number(),
  version: u.number(),
  entries: u.messages(RankEntry),
  total: u.number(),
  leftMs: u.number(),
});
export const RankOwn = (u: Unpacker): body.RankOwn => ({
  roomId: u.number(),
  kind: u.number(),
  period: u.number(),
  version: u.number(),
  rank: u.number(),
  score: u.number(),
  gap: u.number(),
});
export const MicSeat = (u: Unpacker): body.MicSeat => ({
  seat: u.number(),
  user: u.message(Person),
  status: u.number(),
  volume: u.number(),
  isVideo: u.flag(),
});
export const MicAsker = (u: Unpacker): body.MicAsker => ({ requestId: u.text(), user: u.message(Person) });
export const MicLink = (u: Unpacker): body.MicLink => ({
  roomId: u.number(),
  version: u.number(),
  isOpen: u.flag(),
  seats: u.messages(MicSeat),
  waiting: u.number(),
  asking: u.messages(MicAsker),
});
export const MicRequest = (u: Unpacker): body.MicRequest => ({
  roomId: u.number(),
  requestId: u.text(),
  status: u.number(),
  seat: u.number(),
  position: u.number(),
  leftMs: u.number(),
  msg: u.text(),
});
export const GuardUpdate = (u: Unpacker): body.GuardUpdate => ({
  roomId: u.number(),
  user: u.message(Person),
  guard: u.message(Guard),
  type: u.number(),
  months: u.number(),
  total: u.number(),
});
export const MedalUpdate = (u: Unpacker): body.MedalUpdate => ({
  roomId: u.number(),
  user: u.message(Person),
  medal: u.message(Medal),
  type: u.number(),
});
export const FandomUpdate = (u: Unpacker): body.FandomUpdate => ({
  roomId: u.number(),
  version: u.number(),
  intimacyLevel: u.number(),
  intimacy: u.number(),
  guard: u.number(),
  guardType: u.number(),
  littleGuard: u.number(),
  clubName: u.text(),
  isFollow: u.flag(),
  plateId: u.number(),
  lightUp: u.flag(),
  lightUpGuide: u.text(),
  members: u.number(),
});
