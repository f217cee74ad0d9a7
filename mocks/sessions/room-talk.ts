/**
 * Chat traffic of rooms without a recording: a minute of lines, entries and gifts for each room, from prepared texts, seeded by the room's
 * number, so that a room repeats the same traffic and two rooms differ. Room 1001 has a recording.
 */
import { encodePush } from '../../src/wire/server-side.ts';
import { chance } from '../backend/faults.ts';
import { STAR_OF_ROOM } from '../backend/people.ts';
import type { SocketLog, SocketRecord } from '../recordings/recording.ts';
import type { BodyOfMessage, MessageName } from '../../src/wire/registry.ts';
import { personNamed } from './session.ts';
import TALK from './room-talk.json' with { type: 'json' };

// Messages that the chat server sends after a login: the people in the room, and earlier chat lines. The same for each entry, from prepared
// data.

export interface Greeting {
  readonly name: MessageName;
  readonly body: object;
}

/** Viewers in the room with their coins of this show; one of them is a mystic viewer. */
const GREETED: readonly (readonly [nickname: string, richlevel: number, coins: number, guard: number])[] = [
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
const levelOf = (nickname: string): number => GREETED.find(([name]) => name === nickname)?.[1] ?? 1;

/** Data of a listed viewer by user id, so that card and list agree; null: not listed. */
export const knownViewer = (userId: number): { readonly richlevel: number; readonly coins: number; readonly guard: number } | null => {
  const known = GREETED.find(([nickname]) => personNamed(nickname).userId === userId);
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
    members: GREETED.map(([nickname, richlevel, coins, guard]) => ({
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

interface Theme {
  readonly starName: string;
  readonly lines: readonly string[];
  readonly starLines: readonly string[];
}

const RECORDED_ROOM = 1_001;
const ROUND_MS = 60_000;
/** Interval between two messages in milliseconds: minimum, and additional random part. */
const GAP_MS = { least: 900, more: 2_600 } as const;
const FIRST_VIEWER = 610_000;
const PEOPLE = 24;

const THEMES: Readonly<Record<string, Theme>> = TALK.rooms;

const GIFTS = [
  { giftid: 101, giftname: '玫瑰', price: 10, iconUrl: '/fixtures/images/gift-rose.svg' },
  { giftid: 102, giftname: '星星', price: 100, iconUrl: '/fixtures/images/gift-star.svg' },
] as const;

/** The default recording; a scenario with another one tests that recording. */
const USUAL_CHAT = 'chat-normal';

/** Chat log of a room that replaces the scenario's recording; null: the recording. */
export const roomLogOf = (chat: string, roomId: number): SocketLog | null => (isUsualTalk(chat) ? roomTalk(roomId) : null);

const isUsualTalk = (chat: string): boolean => chat === USUAL_CHAT;

/** null: the room has a recording. */
export function roomTalk(roomId: number): SocketLog | null {
  if (roomId === RECORDED_ROOM) return null;
  const theme = THEMES[roomId] ?? TALK.other;
  let counter = 0;
  const next = (): number => chance(roomId, counter++);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
  const people = peopleOf(roomId);
  const star = { id: STAR_OF_ROOM + roomId, name: theme.starName, level: 32 };
  const records: SocketRecord[] = [];
  const push = (atMs: number, id: number, body: object): void => {
    const number = records.length + 1;
    const bytes = encodePush({ id, body, offset: number, msgId: `t${roomId}-${number}`, time: 0 });
    records.push({ atMs: Math.round(atMs), direction: 'in', form: 'binary', bytes });
  };
  const say = shuffled(theme.lines, roomId);
  let lines = 0;
  for (let atMs = 600; atMs < ROUND_MS - 500; atMs += GAP_MS.least + next() * GAP_MS.more) {
    const roll = next();
    const one = pick(people);
    if (roll < 0.12) push(atMs, 201, { ...named(one), nickname: one.name, wellcomes: one.level > 10 ? '驾到' : '来了' });
    else if (roll < 0.2) push(atMs, 601, { ...pick(GIFTS), ...giving(one, star), num: pick([1, 1, 1, 6]), type: 1 });
    else if (roll < 0.3) push(atMs, 501, { ...saying(star), chatmsg: pick(theme.starLines) });
    else push(atMs, 501, { ...saying(one), chatmsg: say[lines++ % say.length]! });
  }
  return { records, durationMs: ROUND_MS, isTruncated: false };
}

interface Talker {
  readonly id: number;
  readonly name: string;
  readonly level: number;
}

function peopleOf(roomId: number): readonly Talker[] {
  const names = shuffled(
    TALK.surnames.flatMap((first) => TALK.givenNames.map((last) => `${first}${last}`)),
    roomId + 1,
  );
  return names.slice(0, PEOPLE).map((name, at) => ({
    id: FIRST_VIEWER + roomId * 100 + at,
    name,
    level: Math.floor(chance(roomId + 2, at) ** 2 * 36),
  }));
}

/** Each item once before any repeats, so that no line appears twice in a row. */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const ranked = items.map((item, at) => ({ item, rank: chance(seed, 10_000 + at) }));
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item);
}

const named = ({ id, level }: Talker) => ({ userid: id, kugouid: id, richlevel: level, richlevelV2: level, platform: 7 });
const saying = (one: Talker) => ({ ...named(one), senderid: one.id, sendername: one.name, nickname: one.name });
const giving = (one: Talker, to: Talker) => ({
  senderid: one.id,
  senderkugouid: one.id,
  sendername: one.name,
  senderrichlevel: one.level,
  receiverid: to.id,
  receiverkugouid: to.id,
  receivername: to.name,
});
