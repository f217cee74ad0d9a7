/**
 * Chat traffic of rooms without a recording: a minute of lines, entries and gifts for each room, from prepared texts, seeded by the room's
 * number, so that a room repeats the same traffic and two rooms differ. Room 1001 has a recording.
 */
import { encodePush } from '../../src/wire/encode-push.ts';
import { chance } from '../backend/faults.ts';
import type { SocketLog, SocketRecord } from '../recordings/recording.ts';

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
      '七七今天的发夹好可爱',
      '新房间布置得好温馨',
      '试音听着没问题',
      '画面很稳',
      '第一次来，关注了',
      '七七唱首甜的',
      '猫呢？今天猫上班吗',
      '背景的小灯链接有吗',
      '笑起来有酒窝',
      '等七七的生日歌会',
    ],
    starLines: ['欢迎新来的朋友', '猫在睡觉，别吵它', '我先试一下麦克风', '这首练了好久'],
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

export const isUsualTalk = (chat: string): boolean => chat === USUAL_CHAT;

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
