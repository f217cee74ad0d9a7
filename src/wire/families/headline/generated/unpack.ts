// Made by `npm run proto` from the .proto files. Not edited by hand.
import type { Unpacker } from '../../../packed.ts';
import type * as body from './bodies.ts';
import { Person } from '../../../generated/unpack.ts';
export const HeadlineContent = (u: Unpacker): body.HeadlineContent => ({
  id: u.number(),
  roomId: u.number(),
  sender: u.message(Person),
  star: u.message(Person),
  giftname: u.text(),
  num: u.number(),
  content: u.text(),
  coin: u.number(),
  startTime: u.number(),
  durationS: u.number(),
  iconUrl: u.text(),
});
export const HeadlineMessage = (u: Unpacker): body.HeadlineMessage => ({
  id: u.number(),
  roomId: u.number(),
  sender: u.message(Person),
  content: u.text(),
  type: u.number(),
  link: u.text(),
});
export const CeremonyGlobalNotice = (u: Unpacker): body.CeremonyGlobalNotice => ({
  ceremonyId: u.number(),
  title: u.text(),
  content: u.text(),
  roomId: u.number(),
  link: u.text(),
  iconUrl: u.text(),
});
export const CeremonyMatch = (u: Unpacker): body.CeremonyMatch => ({
  ceremonyId: u.number(),
  matchId: u.number(),
  status: u.number(),
  star: u.message(Person),
  rival: u.message(Person),
  title: u.text(),
  msg: u.text(),
  endTime: u.number(),
  leftMs: u.number(),
});
