// Made by `npm run proto` from the .proto files. Not edited by hand.
import type { Unpacker } from '../../../packed.ts';
import type * as body from './bodies.ts';
import { Person } from '../../../generated/unpack.ts';
export const Monster = (u: Unpacker): body.Monster => ({
  id: u.number(),
  type: u.number(),
  blood: u.number(),
  x: u.number(),
  y: u.number(),
});
export const TowerDefenseMonsters = (u: Unpacker): body.TowerDefenseMonsters => ({
  gameId: u.number(),
  wave: u.number(),
  monsters: u.messages(Monster),
});
export const ShooterCriticalBuff = (u: Unpacker): body.ShooterCriticalBuff => ({
  gameId: u.number(),
  user: u.message(Person),
  rate: u.number(),
  durationS: u.number(),
});
export const PetMissedOrder = (u: Unpacker): body.PetMissedOrder => ({
  petId: u.number(),
  orderId: u.text(),
  title: u.text(),
  coin: u.number(),
});
export const NumberLucky = (u: Unpacker): body.NumberLucky => ({
  activityId: u.number(),
  number: u.text(),
  user: u.message(Person),
  endTime: u.number(),
  leftMs: u.number(),
  version: u.number(),
  status: u.number(),
  joined: u.number(),
});
export const NumberLuckyPrize = (u: Unpacker): body.NumberLuckyPrize => ({
  activityId: u.number(),
  number: u.text(),
  prizeName: u.text(),
  iconUrl: u.text(),
  num: u.number(),
  user: u.message(Person),
});
export const TankLocation = (u: Unpacker): body.TankLocation => ({
  gameId: u.number(),
  tankId: u.number(),
  x: u.number(),
  y: u.number(),
  angle: u.number(),
  user: u.message(Person),
});
export const OpenApp = (u: Unpacker): body.OpenApp => ({ link: u.text(), title: u.text(), content: u.text() });
export const Emotion = (u: Unpacker): body.Emotion => ({
  emotionId: u.number(),
  name: u.text(),
  iconUrl: u.text(),
  user: u.message(Person),
  durationS: u.number(),
  id: u.number(),
});
export const Confession = (u: Unpacker): body.Confession => ({
  id: u.number(),
  user: u.message(Person),
  star: u.message(Person),
  content: u.text(),
  audioUrl: u.text(),
  answer: u.number(),
});
export const StarGameChange = (u: Unpacker): body.StarGameChange => ({
  starId: u.number(),
  gameId: u.number(),
  status: u.number(),
  name: u.text(),
  link: u.text(),
});
