// Made by `npm run proto` from the .proto files. Not edited by hand.
import type { Unpacker } from '../../../packed.ts';
import type * as body from './bodies.ts';
import { Person } from '../../../generated/unpack.ts';
export const MusicOption = (u: Unpacker): body.MusicOption => ({ id: u.text(), text: u.text(), right: u.flag(), count: u.number() });
export const MusicQuestion = (u: Unpacker): body.MusicQuestion => ({
  questionId: u.number(),
  title: u.text(),
  songUrl: u.text(),
  options: u.messages(MusicOption),
  index: u.number(),
  endTime: u.number(),
});
export const MusicKit = (u: Unpacker): body.MusicKit => ({ kitId: u.number(), name: u.text(), num: u.number(), iconUrl: u.text() });
export const MusicPlayer = (u: Unpacker): body.MusicPlayer => ({
  star: u.message(Person),
  blood: u.number(),
  bloodTotal: u.number(),
  score: u.number(),
  answer: u.text(),
  right: u.flag(),
  excluded: u.flag(),
  kits: u.messages(MusicKit),
});
export const MusicSettlement = (u: Unpacker): body.MusicSettlement => ({
  winnerId: u.number(),
  result: u.number(),
  coin: u.number(),
  score: u.number(),
  seasonLevel: u.number(),
  seasonName: u.text(),
});
export const MusicPkStatus = (u: Unpacker): body.MusicPkStatus => ({
  pkId: u.number(),
  status: u.number(),
  startTime: u.number(),
  endTime: u.number(),
  players: u.messages(MusicPlayer),
  seasonLevel: u.number(),
  round: u.number(),
  leftMs: u.number(),
  version: u.number(),
});
export const MusicPkRounds = (u: Unpacker): body.MusicPkRounds => ({
  pkId: u.number(),
  round: u.number(),
  roundTotal: u.number(),
  question: u.message(MusicQuestion),
  players: u.messages(MusicPlayer),
  leftMs: u.number(),
  version: u.number(),
});
export const MusicPkEndInfo = (u: Unpacker): body.MusicPkEndInfo => ({
  pkId: u.number(),
  settlement: u.message(MusicSettlement),
  players: u.messages(MusicPlayer),
  leftMs: u.number(),
  version: u.number(),
});
export const MusicPkPublicChat = (u: Unpacker): body.MusicPkPublicChat => ({
  pkId: u.number(),
  sender: u.message(Person),
  content: u.text(),
  right: u.flag(),
});
export const MusicPkResult = (u: Unpacker): body.MusicPkResult => ({
  pkId: u.number(),
  round: u.number(),
  answer: u.text(),
  players: u.messages(MusicPlayer),
  settlement: u.message(MusicSettlement),
  leftMs: u.number(),
  version: u.number(),
});
export const MusicPkMatch = (u: Unpacker): body.MusicPkMatch => ({
  pkId: u.number(),
  status: u.number(),
  star: u.message(Person),
  rival: u.message(Person),
  endTime: u.number(),
  leftMs: u.number(),
  version: u.number(),
});
export const MusicPkExcludeError = (u: Unpacker): body.MusicPkExcludeError => ({
  pkId: u.number(),
  questionId: u.number(),
  optionIds: u.texts(),
  user: u.message(Person),
});
export const MusicPkHelpReborn = (u: Unpacker): body.MusicPkHelpReborn => ({
  pkId: u.number(),
  star: u.message(Person),
  helper: u.message(Person),
  blood: u.number(),
  coin: u.number(),
  id: u.text(),
});
export const MusicPkRemindAnswer = (u: Unpacker): body.MusicPkRemindAnswer => ({
  pkId: u.number(),
  questionId: u.number(),
  user: u.message(Person),
  content: u.text(),
  id: u.text(),
});
export const MusicPkUseKit = (u: Unpacker): body.MusicPkUseKit => ({
  pkId: u.number(),
  user: u.message(Person),
  kit: u.message(MusicKit),
  questionId: u.number(),
  id: u.text(),
});
export const MusicPkKitAdd = (u: Unpacker): body.MusicPkKitAdd => ({
  pkId: u.number(),
  user: u.message(Person),
  kit: u.message(MusicKit),
  id: u.text(),
});
export const MusicPkSendCall = (u: Unpacker): body.MusicPkSendCall => ({
  pkId: u.number(),
  user: u.message(Person),
  num: u.number(),
  content: u.text(),
  id: u.text(),
});
export const MusicPkTips = (u: Unpacker): body.MusicPkTips => ({
  pkId: u.number(),
  type: u.number(),
  title: u.text(),
  content: u.text(),
  durationS: u.number(),
  link: u.text(),
  id: u.text(),
});
export const MusicStarGameStatus = (u: Unpacker): body.MusicStarGameStatus => ({
  starId: u.number(),
  status: u.number(),
  gameId: u.number(),
  startTime: u.number(),
});
export const MusicWinner = (u: Unpacker): body.MusicWinner => ({ user: u.message(Person), score: u.number() });
export const MusicGuessStatus = (u: Unpacker): body.MusicGuessStatus => ({
  guessId: u.number(),
  status: u.number(),
  question: u.message(MusicQuestion),
  endTime: u.number(),
  leftMs: u.number(),
  version: u.number(),
  winners: u.messages(MusicWinner),
  round: u.number(),
  roundTotal: u.number(),
});
export const RealSingLog = (u: Unpacker): body.RealSingLog => ({
  songId: u.number(),
  songName: u.text(),
  status: u.number(),
  score: u.number(),
  content: u.text(),
});
export const SongOrder = (u: Unpacker): body.SongOrder => ({
  orderId: u.text(),
  status: u.number(),
  songName: u.text(),
  singerName: u.text(),
  coin: u.number(),
  user: u.message(Person),
  leftMs: u.number(),
});
export const SongOffer = (u: Unpacker): body.SongOffer => ({
  songId: u.number(),
  songName: u.text(),
  singerName: u.text(),
  coin: u.number(),
});
export const SongOrderList = (u: Unpacker): body.SongOrderList => ({
  roomId: u.number(),
  version: u.number(),
  isOpen: u.flag(),
  orders: u.messages(SongOrder),
  offers: u.messages(SongOffer),
});
