/**
 * Messages that the chat server sends after a login: the people in the room, and earlier chat lines. The same for each entry, from prepared
 * data.
 */
import type { BodyOfMessage, MessageName } from '../../src/wire/registry.ts';
import { isUsualTalk } from './room-talk.ts';
import { personNamed } from './session-people.ts';

export interface Greeting {
  readonly name: MessageName;
  readonly body: object;
}

/** Viewers in the room with their coins of this show; one of them is a mystic viewer. */
const PEOPLE: readonly (readonly [nickname: string, richlevel: number, coins: number, guard: number])[] = [
  ['南风知我意', 34, 12_880, 3],
  ['山川', 28, 6_660, 0],
  ['一颗糖', 22, 5_200, 2],
  ['夜航船', 19, 1_314, 1],
  ['橘子海', 17, 520, 0],
  ['阿澈', 23, 188, 2],
  ['半夏', 12, 66, 0],
  ['柚子茶', 9, 10, 0],
  ['小满', 8, 0, 1],
  ['初雪', 5, 0, 0],
  ['木子', 3, 0, 0],
  ['Leo', 2, 0, 0],
];
const MYSTIC = '山川';
const TOTAL = 1_286;

/** Oldest first, with the time before the entry in seconds. */
const LINES: readonly (readonly [nickname: string, text: string, agoS: number])[] = [
  ['橘子海', '刚才那首叫什么名字？', 171],
  ['夜航船', '《晚风经过第七站》，歌单里有', 158],
  ['山川', '这把嗓子值得半夜不睡', 121],
  ['一颗糖', '主播喝口水再唱', 83],
  ['南风知我意', '下一首我来点', 46],
  ['半夏', '新来的朋友往前坐', 12],
];

const person = (nickname: string, richlevel: number) => ({ ...personNamed(nickname), richlevel });
const levelOf = (nickname: string): number => PEOPLE.find(([name]) => name === nickname)?.[1] ?? 1;

/** Data of a listed viewer by user id, so that card and list agree; null: not listed. */
export const knownViewer = (userId: number): { readonly richlevel: number; readonly coins: number; readonly guard: number } | null => {
  const known = PEOPLE.find(([nickname]) => personNamed(nickname).userId === userId);
  return known === undefined ? null : { richlevel: known[1], coins: known[2], guard: known[3] };
};

/** None for a room with its own recording, which contains these messages. */
export const greetingFor = (chat: string, roomId: number, nowMs: number): readonly Greeting[] =>
  isUsualTalk(chat) ? greetingOf(roomId, nowMs) : [];

export function greetingOf(roomId: number, nowMs: number): readonly Greeting[] {
  const audience: Partial<BodyOfMessage<'audience'>> = {
    roomId,
    version: 1,
    total: TOTAL,
    members: PEOPLE.map(([nickname, richlevel, coins, guard]) => ({
      user: person(nickname, richlevel),
      coins,
      guard,
      mystic: nickname === MYSTIC,
    })),
  };
  const history: Partial<BodyOfMessage<'chat-history'>> = {
    roomid: roomId,
    lines: LINES.map(([nickname, text, agoS]) => ({
      user: person(nickname, levelOf(nickname)),
      text,
      timeMs: nowMs - agoS * 1_000,
      mystic: nickname === MYSTIC,
    })),
  };
  return [
    { name: 'audience', body: audience },
    { name: 'chat-history', body: history },
  ];
}
