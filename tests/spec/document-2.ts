/**
 * Values of the second document of the specification (the real-time layer and the modules of the room): numbers, codes, texts, fields and
 * paths, written from the document and not from the code. document-2.test.ts sends each of them through a whole worker. `ours`: the document
 * does not show it.
 */

/** §3: the login message (S4). `ours`: `v` is the name of the field for the protocol version. */
export const LOGIN_FIELDS = [
  'cmd',
  'roomid',
  'kugouid',
  'token',
  'appid',
  'referer',
  'clientid',
  'v',
  'soctoken',
  'sid',
  'socsid',
  'deviceNo',
  'screen',
  'platid',
  'dfid',
] as const;
export const LOGIN_OPTIONAL = ['entryid', 'offset', 'safeSign', 'safeTimes', 'safeCt', 'version', 'sysVersion', 'kfd'] as const;

/** §3: the chat message that is sent (S20). */
export const CHAT_FIELDS = [
  'cmd',
  'chatmsg',
  'receiverid',
  'receiveruserid',
  'issecrect',
  'seq',
  'mac',
  'v',
  'source',
  'uuid',
  'paraAbnor',
] as const;

/** §7: the commands that are sent (S5). */
export const COMMANDS = { login: 201, loginAgain: 2201, quit: 202, chat: 501, verify: 502, acknowledge: 211, screen: 410001 } as const;

/** §8: codes of the address answer, with what the connection does next (S1). */
export const ADDRESS_CODES: readonly (readonly [code: number, then: 'slider' | 'no fallback' | 'fallback' | 'one retry'])[] = [
  [1_100_007, 'slider'],
  [1_100_005, 'no fallback'],
  [622, 'one retry'],
  [1, 'fallback'],
  [-1, 'fallback'],
  [1_100_006, 'fallback'],
];

/** §9: waits before the attempts 2 to 5: 1500*(2^n-1) ms, at most 10000 ms (S2). */
export const RETRY_WAITS_MS = [1_500, 4_500, 10_000, 10_000] as const;

/** §8: gift errors with their texts (S21). The first with the recharge guide off. */
export const GIFT_ERRORS: readonly (readonly [code: number, message: string, text: string])[] = [
  [100_032_049, '余额不足', '星币不足,请先充值'],
  [100_032_011, '', '此礼物仅守护尊享'],
  [100_032_012, '今日已达上限', '今日已达上限'],
  [100_032_012, '', '送礼失败'],
  [100_032_051, '主播暂不收礼', '主播暂不收礼'],
  [1, '您的操作太快了', '操作太快'],
  [100_032_099, '未知错误', '送礼失败'],
];
export const RECHARGE_TEXT = '你当前星币不足。';

/** §3: the gift send payload (S21); `{product}` is Footlight. */
export const GIFT_FIELDS = [
  'toUserId',
  'toFootlightId',
  'giftId',
  'giftNum',
  'type',
  'triggerType',
  'letterContent',
  'toKgId',
  'toFxId',
  'giftType',
  'store',
  'giftLucky',
  'ext',
  'extStr',
] as const;

/** §4: status of an embedded frame (S30). */
export const FRAME_STATUS = [
  'uninitialised',
  'initialised',
  'loading',
  'shown',
  'hidden',
  'closed',
  'timed-out',
  'background',
  'closed-by-code',
] as const;

/** §4: action types of the reports of frames (S32). */
export const ENTER_ACTIONS = { 'active open': 101, 're-show': 102, 'passive open': 104 } as const;
export const HEARTBEAT_ACTIONS = {
  normal: 0,
  closed: 201,
  'background or hidden': 202,
  'closed by code': 204,
  'room page closing': 205,
  'mini-app closed': 206,
  timeout: 299,
} as const;
/** §4: type of the room in reports. */
export const ROOM_TYPES: readonly (readonly [room: object, type: number])[] = [
  [{ kind: 'normal' }, 0],
  [{ kind: 'channel' }, 3],
  [{ kind: 'live' }, 2],
  [{ isLiveRoom: 1 }, 2],
  [{ kind: 'vertical' }, -1],
  [{ kind: 'embed' }, -1],
];

/** §9: types and scenes of analytics (S33). */
export const ANALYTICS_TYPES = { default: 99, start: 1, room: 2, expose: 3, refresh: 4, scroll: 5, click: 6, exit: 7, play: 8 } as const;
export const ANALYTICS_SCENES = { default: 99, basic: 1, list: 2, room: 3 } as const;
export const EVID_TEXT = '请输入evid（事件ID）！';

/** §2: keys of callActivity (S31). */
export const ACTIVITY_KEYS = [
  'sunshineFarm',
  'sunshineFarmV2',
  'MysteriousGiftBag',
  'FlippedShooter',
  'TowerDefense',
  'shake',
  'HappyNewYear',
  'NewXunBaoGame',
  'Archeological',
  'GiftBagCome',
  'WarPeak',
] as const;

/** A viewer, the star and a rival of the messages below. */
export const VIEWER = { userId: 880_001, nickname: '小鱼' };
const STAR = { userId: 77, nickname: '林听夏' };
const RIVAL = { userId: 78, nickname: '夏沫' };
const OTHER = { userId: 9, nickname: '南风' };
const player = { star: STAR, blood: 2, bloodTotal: 3, score: 66 };
const kit = { kitId: 1, name: '排除卡', num: 2 };
const question = {
  questionId: 5,
  title: '谁唱了海边的信',
  options: [
    { id: 'a', text: '北岸乐队' },
    { id: 'b', text: '陈野' },
  ],
};

export interface Push {
  readonly id: number;
  readonly row: string;
  readonly meaning: string;
  /** Fields of the document; numbers of a status are ours. */
  readonly body: object;
  /** Where the page shows it: a feature, or `chat`. */
  readonly at: string;
  /** Texts and values that are shown there when the message comes first and alone. */
  readonly shows: readonly (string | number)[];
  /** The viewer opens the feature's dialog. */
  readonly opens?: true;
}
const push = (id: number, meaning: string, at: string, body: object, shows: Push['shows'], row = 'S37'): Push => ({
  id,
  row,
  meaning,
  body,
  at,
  shows,
});

const notice = { title: '公告', content: '今晚八点开播', roomId: 1_001 };
const tips = { pkId: 9, title: '提醒', content: '主播要抢答了', id: 't' };
/** An order without a `status`: the number of its message names what happened. */
const order = (id: number, meaning: string, at: string, status: string, more: object = {}): Push => {
  const body = { orderId: 'o1', coin: 520, title: '唱一首晚风', user: VIEWER, leftMs: 60_000, version: 1, ...more };
  const { score } = more as { readonly score?: number };
  return push(id, meaning, at, body, ['唱一首晚风', 520, status, ...(score === undefined ? [] : [score])]);
};

/** §7: the table of received messages, except those that only the connection reads: 901, 211 and 202 (S5, S6). */
export const PUSHES: readonly Push[] = [
  push(
    201,
    'login response',
    'chat',
    { userid: 9, nickname: '南风', richlevel: 5, wellcomes: '驾到', userLogo: '' },
    ['南风', '驾到', 5],
    'S9',
  ),
  push(501, 'chat response', 'chat', { senderid: 9, sendername: '南风', chatmsg: '晚上好', richlevel: 5 }, ['南风', '晚上好'], 'S20'),
  push(601, 'gift effect', 'chat', { giftid: 1, giftname: '火箭', num: 3, senderid: 9, sendername: '南风' }, ['南风', '火箭 ×3'], 'S9'),
  push(
    601,
    'gift effect',
    'gift-effects',
    { giftid: 1, giftname: '火箭', num: 3, price: 9, senderid: 9, sendername: '南风' },
    ['火箭', 3],
    'S9',
  ),
  push(400_301, 'common notice', 'notices', { ...notice, roomId: 2_002 }, ['公告', '今晚八点开播']),
  push(400_302, 'common notice', 'notices', notice, ['公告', '今晚八点开播']),
  push(400_303, 'common notice', 'notices', { ...notice, roomId: 2_002 }, ['公告', '今晚八点开播']),
  push(400_305, 'socket chat content', 'chat', { senderid: 9, sendername: '南风', chatmsg: '晚上好' }, ['南风', '晚上好'], 'S20'),
  push(400_306, 'socket gift content', 'chat', { giftname: '火箭', num: 3, senderid: 9, sendername: '南风' }, ['南风', '火箭 ×3'], 'S9'),
  push(400_307, 'public chat area notice', 'chat', notice, ['公告 今晚八点开播']),
  push(400_308, 'public chat area notice', 'chat', notice, ['公告 今晚八点开播']),
  push(400_309, 'public chat area notice', 'chat', notice, ['公告 今晚八点开播']),
  push(
    302_315,
    'tower defense monsters',
    'tower-defense',
    { gameId: 1, wave: 7, monsters: [{ id: 1, type: 1, blood: 83, x: 1, y: 2 }] },
    [7, 83],
  ),
  push(302_607, 'clan PK quick message', 'clan-pk', { pkId: 9, clanId: 1, clanName: '海盐战队', sender: OTHER, content: '冲呀' }, [
    '海盐战队',
    '南风',
    '冲呀',
  ]),
  push(302_316, 'shooter critical buff', 'shooting', { gameId: 1, user: OTHER, rate: 3, durationS: 20 }, ['南风', 3]),
  push(301_010, 'pet missed order', 'pet', { petId: 1, orderId: 'p', title: '喂小猫', coin: 66 }, ['喂小猫', 66]),
  push(400_102, 'number lucky prize', 'number-lucky', { activityId: 9, number: '0042', prizeName: '头等奖', num: 2, user: OTHER }, [
    '0042',
    '头等奖',
    '南风',
  ]),
  push(400_101, 'lucky number', 'number-lucky', { activityId: 9, status: 2, number: '0042', version: 1, joined: 12 }, ['0042', 12]),
  push(400_501, 'open the app', 'open-app', { link: 'https://a.test/app', title: '来APP看高清', content: '更清晰' }, [
    '来APP看高清',
    '更清晰',
  ]),
  push(400_801, 'real sing log', 'real-sing', { songId: 1, songName: '海边的信', status: 1, score: 98 }, ['海边的信', 98]),
  push(
    400_701,
    'multi-PK round change',
    'battle',
    { pkId: 9, version: 1, round: 2, roundTotal: 3, status: 2, teams: [{ teamId: 1, name: '红队', score: 88 }] },
    ['红队', 88, 2],
  ),
  push(400_702, 'multi-PK lose-to-win', 'battle', { pkId: 9, teamId: 1, title: '红队反超', score: 99, user: OTHER }, ['红队反超', '南风']),
  push(400_703, 'multi-PK team query', 'battle', { pkId: 9, status: 2, teams: [{ teamId: 1, name: '红队', score: 88 }] }, ['红队', 88]),
  push(
    401_101,
    'clan PK promotion',
    'clan-pk',
    { pkId: 9, clanId: 1, clanName: '海盐战队', stage: 2, rank: 1, score: 320, title: '晋级半决赛', version: 1 },
    ['海盐战队', 320, '晋级半决赛'],
  ),
  push(400_112, 'tank location', 'tank', { gameId: 1, tankId: 1, x: 41, y: 52, angle: 90, user: OTHER }, [41, 52, '南风']),
  push(401_001, 'ceremony match success', 'ceremony', { matchId: 1, star: STAR, rival: RIVAL, title: '盛典半决赛' }, [
    '夏沫',
    '盛典半决赛',
  ]),
  push(401_002, 'ceremony match failure', 'ceremony', { matchId: 1, star: STAR, title: '盛典半决赛', msg: '对手未到' }, ['对手未到']),
  push(400_001, 'ceremony global notice', 'notices', { title: '盛典', content: '盛典开幕', roomId: 2_002 }, ['盛典开幕']),
  push(400_002, 'headline content', 'headline', { id: 1, roomId: 2_002, sender: OTHER, star: RIVAL, giftname: '城堡', num: 2 }, [
    '南风',
    '夏沫',
    '城堡',
  ]),
  push(400_003, 'headline content', 'headline', { id: 2, roomId: 2_002, sender: OTHER, star: RIVAL, giftname: '城堡', num: 2 }, [
    '南风',
    '夏沫',
    '城堡',
  ]),
  push(400_004, 'headline message', 'headline', { id: 1, roomId: 2_002, sender: OTHER, content: '生日快乐' }, ['南风', '生日快乐']),
  push(401_601, 'music PK status', 'music-pk', { pkId: 9, version: 1, status: 2, round: 1, players: [player], seasonLevel: 4 }, [
    '林听夏',
    66,
    4,
  ]),
  push(401_602, 'music PK rounds', 'music-pk', { pkId: 9, version: 1, round: 2, roundTotal: 5, question }, [
    '谁唱了海边的信',
    '北岸乐队',
    5,
  ]),
  push(
    401_603,
    'music PK end info',
    'music-pk',
    { pkId: 9, version: 1, settlement: { winnerId: 77, coin: 321, score: 9, seasonLevel: 4, seasonName: '夏季赛' } },
    [321, '夏季赛'],
  ),
  push(401_604, 'music PK public chat', 'chat', { pkId: 9, sender: OTHER, content: '我猜陈野', right: true }, ['南风', '我猜陈野 ✓']),
  push(401_605, 'music PK result', 'music-pk', { pkId: 9, version: 1, round: 2, players: [{ ...player, answer: 'a', right: true }] }, [
    '林听夏',
    66,
  ]),
  push(401_606, 'music PK match', 'music-pk', { pkId: 9, version: 1, status: 1, star: STAR, rival: RIVAL }, ['林听夏', '夏沫']),
  push(401_607, 'music PK exclude error', 'music-pk', { pkId: 9, questionId: 5, optionIds: ['b', 'c'] }, ['excluded', 2]),
  push(401_608, 'music PK help reborn', 'music-pk', { pkId: 9, star: STAR, helper: OTHER, blood: 1 }, ['reborn', '南风', '林听夏']),
  push(401_609, 'music PK remind answer', 'music-pk', { pkId: 9, user: OTHER, content: '快答题' }, ['南风', '快答题']),
  push(401_610, 'music PK use kit', 'music-pk', { pkId: 9, user: OTHER, kit }, ['南风', '排除卡']),
  push(401_611, 'music PK kit add', 'music-pk', { pkId: 9, user: OTHER, kit }, ['南风', '排除卡', 2]),
  push(401_612, 'music PK send call', 'music-pk', { pkId: 9, user: OTHER, num: 7 }, ['南风', 7]),
  push(401_613, 'music PK tips', 'music-pk', tips, ['提醒 · 主播要抢答了', 'tip']),
  push(401_614, 'music PK common tips', 'music-pk', tips, ['提醒 · 主播要抢答了', 'common-tip']),
  push(401_615, 'music PK star game status', 'music-pk', { starId: 77, gameId: 9, status: 1 }, ['entered', '林听夏']),
  push(401_616, 'music PK all-station', 'music-pk', tips, ['提醒 · 主播要抢答了', 'all-station']),
  push(401_617, 'music PK room', 'music-pk', tips, ['提醒 · 主播要抢答了', 'room']),
  push(401_618, 'music guess', 'music-guess', { guessId: 9, version: 1, status: 1, question, round: 2, roundTotal: 5 }, [
    '谁唱了海边的信',
    '陈野',
    2,
  ]),
  push(300_649, 'emotion', 'emotion', { emotionId: 1, name: '鼓掌', iconUrl: '/e.png', user: OTHER, durationS: 5 }, ['鼓掌', '南风']),
  push(306_902, 'AI confession to a user', 'confession', { id: 1, user: VIEWER, star: STAR, content: '遇见你真好' }, [
    '遇见你真好',
    '小鱼',
  ]),
  order(400_401, 'reward challenge status change', 'reward-challenge', 'running', { score: 3 }),
  order(400_402, 'reward challenge refund', 'reward-challenge', 'refunded', { reason: '主播没空' }),
  order(400_403, 'reward challenge offer', 'reward-challenge', 'offered'),
  order(400_404, 'reward challenge complete', 'reward-challenge', 'complete'),
  order(400_405, 'reward challenge evaluate', 'reward-challenge', 'evaluated', { reason: '唱得真好' }),
  order(400_406, 'dance order status change', 'dance-orders', 'dancing'),
  order(400_407, 'dance order refund', 'dance-orders', 'refunded'),
  order(400_408, 'dance order create', 'dance-orders', 'queued'),
  order(400_409, 'dance order remind wait', 'dance-orders', 'reminded'),
  order(400_410, 'dance order score', 'dance-orders', 'scored', { score: 97 }),
  // The document does not distinguish the ten numbers of the reward square: their meanings are ours.
  order(303_901, 'reward square order', 'reward-square', 'created', { status: 1 }),
  order(304_001, 'reward square service push', 'reward-square', 'created'),
  order(304_002, 'reward square service push', 'reward-square', 'accepted'),
  order(304_003, 'reward square service push', 'reward-square', 'refused', { msg: '主播没空' }),
  order(304_004, 'reward square service push', 'reward-square', 'started'),
  order(304_005, 'reward square service push', 'reward-square', 'completed'),
  order(304_006, 'reward square service push', 'reward-square', 'refunded'),
  order(304_007, 'reward square service push', 'reward-square', 'evaluated'),
  order(304_008, 'reward square service push', 'reward-square', 'reminded'),
  { ...order(304_009, 'reward square service push', 'reward-square', 'service'), opens: true },
  push(400_601, 'star game change', 'star-game', { starId: 77, gameId: 5, status: 1, name: '你画我猜', link: '' }, ['你画我猜']),
];
