// Made by `npm run proto` from the .proto files. Not edited by hand.
import type { Unpacker } from '../../../packed.ts';
import type * as body from './bodies.ts';
import { Person } from '../../../generated/unpack.ts';
export const RewardChallenge = (u: Unpacker): body.RewardChallenge => ({
  orderId: u.text(),
  status: u.number(),
  coin: u.number(),
  title: u.text(),
  score: u.number(),
  user: u.message(Person),
  star: u.message(Person),
  reason: u.text(),
  endTime: u.number(),
  goal: u.number(),
  leftMs: u.number(),
  version: u.number(),
});
export const DanceOrder = (u: Unpacker): body.DanceOrder => ({
  orderId: u.text(),
  status: u.number(),
  coin: u.number(),
  title: u.text(),
  score: u.number(),
  user: u.message(Person),
  danceId: u.number(),
  reason: u.text(),
  waitS: u.number(),
  leftMs: u.number(),
  version: u.number(),
});
export const RewardSquareOrder = (u: Unpacker): body.RewardSquareOrder => ({
  orderId: u.text(),
  status: u.number(),
  coin: u.number(),
  title: u.text(),
  score: u.number(),
  user: u.message(Person),
  star: u.message(Person),
  type: u.number(),
  msg: u.text(),
  link: u.text(),
  endTime: u.number(),
  leftMs: u.number(),
  version: u.number(),
});
