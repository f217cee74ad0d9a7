/**
 * Chat traffic of rooms without a recording: a minute of lines, entries and gifts for each room, from prepared texts, seeded by the room's
 * number, so that a room repeats the same traffic and two rooms differ. Room 1001 has a recording.
 */
import { encodePush } from '../../src/wire/encode-push.ts';
import { chance } from '../backend/faults.ts';
import type { SocketLog, SocketRecord } from '../recordings/recording.ts';
import type { BodyOfMessage, MessageName } from '../../src/wire/registry.ts';
import { personNamed } from './session.ts';

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
const FIRST_STAR = 90_000;
const FIRST_VIEWER = 610_000;
const PEOPLE = 24;

const THEMES: Readonly<Record<number, Theme>> = {
  1_002: {
    starName: '夏沫演唱会',
    lines: [
      '内场的朋友举个手',
      '这个舞台也太大了',
      '开场三首都没停过',
      '鼓手今天好用力',
      '高清看得到汗珠',
      '安可安可！',
      '第二段的转调好绝',
      '我妈也跟着唱起来了',
      '去年夏天在现场，今年在屏幕前',
      '灯光秀比歌单还长',
      '等一首《落日飞行》',
      '和声组全员在线',
      '手机都举起来了',
      '这嗓子是租来的吧，不用还吗',
    ],
    starLines: ['后排的朋友听得到吗？', '下一首，送给夏天', '把手机的灯打开', '谢谢你们没有走'],
  },
  1_003: {
    starName: '蓝鲸Coral',
    lines: [
      '海浪声是真的吗',
      '吉他换弦了？声音亮了',
      '想去你那边看海',
      '这首歌像傍晚六点的风',
      '听着听着就不想加班了',
      '讲讲上次出海的事吧',
      '和弦谱能分享一下吗',
      '海鸥抢镜了',
      '在火车上听，刚好过海',
      '这个把位我练了一个月',
      '声音像贝壳',
      '今天的晚霞是粉色的',
    ],
    starLines: ['这段是在船上写的', '风有点大，我靠近一点', '你们那边天黑了吗', '慢慢唱，不着急'],
  },
  1_004: {
    starName: '橙子Orange',
    lines: [
      '八点还有多久',
      '先占个座',
      '昨晚的回放看了两遍',
      '橙子今天会唱新歌吗',
      '带了零食来等',
      '有人一起等吗',
      '开播提醒我设好了',
      '路过打个卡，晚上见',
      '上次说的故事还没讲完',
    ],
    starLines: ['还在化妆，八点准时来'],
  },
  1_005: {
    starName: '夜行电台',
    lines: [
      '戴着耳机，关了灯',
      '今天的开场白写得真好',
      '失眠的人集合',
      '想点一首给三年前的自己',
      '声音好低，好安心',
      '出租车里在听你的节目',
      '下雨了，正好',
      '主播喝口水吧',
      '这封信是我写的，谢谢你读了它',
      '夜班休息十分钟',
      '听到熟悉的前奏了',
      '晚安之前再听一首',
    ],
    starLines: ['下一封信来自北方的小城', '如果睡不着，就当我在你旁边说话', '外面的雨，你们也听到了吧'],
  },
  1_006: {
    starName: '七七Nana',
    lines: [
      '这个 wave 太丝滑了',
      '地板都在发光',
      '七七今天的帽子好可爱',
      '第一次来，关注了',
      '这段副歌的走位绝了',
      '跟着跳了十分钟，累瘫',
      '慢动作再来一遍',
      '画面很稳',
      '节拍卡得太准',
      '等七七的生日舞会',
    ],
    starLines: ['欢迎新来的朋友', '先热身，别拉伤', '左脚先出，数四拍', '这支练了好久'],
  },
  1_008: {
    starName: '阿泽与小满',
    lines: [
      '蓝方加油',
      '粉方冲啊',
      '两个声音叠在一起太好听',
      '第三回合稳了',
      '和声那句起鸡皮疙瘩',
      '输的人要唱儿歌吗',
      '我两边都站',
      '小满的眼镜好看',
      '阿泽这个低音',
      '最后十秒！',
    ],
    starLines: ['第三回合开始', '输了就唱你们点的歌', '别吵架，都是朋友', '谢谢两边的家人'],
  },
  1_009: {
    starName: '橘子皮Pip',
    lines: [
      '跳早了跳早了',
      '左边有金币',
      '这只狐狸也太灵活',
      '一命通关？我不信',
      '小心紫色那个',
      '存档点在哪',
      '刚才那下是极限',
      '背景音乐循环在脑子里了',
      '让我来，我也是这么死的',
      '第四关最难',
    ],
    starLines: ['稳住，这里要二段跳', '这个洞我掉过三次', '谢谢提醒，看到了', '过了过了过了！'],
  },
  1_007: {
    starName: '校音台',
    lines: [
      '节拍和闪光对得上',
      '左声道先响',
      '延迟比上次低',
      '听到一声，看到一闪',
      '我这边同步',
      '耳机和音箱差一点点',
      '校完音再唱',
      '画面准时',
    ],
    starLines: ['每一拍都数着', '听到哔声的同时应该看到闪光'],
  },
};
const USUAL: Theme = {
  starName: '主播',
  lines: [
    '晚上好',
    '今天唱什么',
    '刚进来，错过什么了吗',
    '这首好听',
    '声音很稳',
    '点个关注',
    '大家都从哪里来',
    '再来一首',
    '好久没来了',
    '先听为敬',
  ],
  starLines: ['欢迎欢迎', '想听什么打在公屏上'],
};

const SURNAMES = ['风', '林', '山', '雾', '栗', '禾', '桥', '溪', '霜', '岛', '灯', '鹿'] as const;
const GIVEN = [
  '间书',
  '下客',
  '里的糖',
  '外有人家',
  '子不想起床',
  '小满',
  '边的旧唱片',
  '与三餐',
  '降之前',
  '上听雪',
  '火阑珊',
  '饮清泉',
] as const;
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
  const theme = THEMES[roomId] ?? USUAL;
  let counter = 0;
  const next = (): number => chance(roomId, counter++);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
  const people = peopleOf(roomId);
  const star = { id: FIRST_STAR + roomId, name: theme.starName, level: 32 };
  const records: SocketRecord[] = [];
  const push = (atMs: number, id: number, body: object): void => {
    const number = records.length + 1;
    const bytes = encodePush({ id, body, offset: number, msgId: `t${roomId}-${number}`, time: 0 });
    records.push({ atMs: Math.round(atMs), direction: 'in', form: 'binary', bytes });
  };
  const say = shuffled(theme.lines, roomId);
  let said = 0;
  for (let atMs = 600; atMs < ROUND_MS - 500; atMs += GAP_MS.least + next() * GAP_MS.more) {
    const roll = next();
    const one = pick(people);
    if (roll < 0.12) push(atMs, 201, { ...named(one), nickname: one.name, wellcomes: one.level > 10 ? '驾到' : '来了' });
    else if (roll < 0.2) push(atMs, 601, { ...pick(GIFTS), ...giving(one, star), num: pick([1, 1, 1, 6]), type: 1 });
    else if (roll < 0.3) push(atMs, 501, { ...saying(star), chatmsg: pick(theme.starLines) });
    else push(atMs, 501, { ...saying(one), chatmsg: say[said++ % say.length]! });
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
    SURNAMES.flatMap((first) => GIVEN.map((last) => `${first}${last}`)),
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
