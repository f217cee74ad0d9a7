import type { AdAction } from '../../src/features/ad/rules.ts';
import type { BattleAction } from '../../src/features/battle/rules-view.ts';
import type { BoxAction } from '../../src/core/room/feature/module-box.ts';
import type { CeremonyAction } from '../../src/features/ceremony/rules.ts';
import type { ChatModeAction } from '../../src/features/chat-mode/rules.ts';
import type { ChatToolsAction } from '../../src/features/chat-tools/rules.ts';
import type { ConfessionAction } from '../../src/features/confession/rules.ts';
import type { DanmakuAction } from '../../src/features/danmaku/rules.ts';
import type { FanClubAction } from '../../src/features/fan-club/rules.ts';
import type { FramesAction } from '../../src/features/frames/rules.ts';
import type { GiftEffectsAction } from '../../src/features/gift-effects/rules.ts';
import type { GiftsAction } from '../../src/features/gifts/rules.ts';
import type { LeadInAction } from '../../src/features/lead-in/rules.ts';
import type { LiveFlashAction } from '../../src/features/live-flash/rules.ts';
import type { MicAction } from '../../src/features/mic/rules.ts';
import type { MysticAction } from '../../src/features/mystic-viewer/rules.ts';
import type { NoticesAction } from '../../src/features/notices/rules.ts';
import type { OfflineVideoAction } from '../../src/features/offline-video/rules.ts';
import type { OpenAppAction } from '../../src/features/open-app/rules.ts';
import type { OrderAction } from '../../src/core/room/feature/orders.ts';
import type { PeopleAction } from '../../src/features/people/rules.ts';
import type { PetAction } from '../../src/features/pet/rules.ts';
import type { PublishAction } from '../../src/features/publish/rules.ts';
import type { RanksAction } from '../../src/features/ranks/rules.ts';
import type { RedPacketsAction } from '../../src/features/red-packets/rules-view.ts';
import type { ShootingAction } from '../../src/features/shooting/rules.ts';
import type { SliderAction } from '../../src/features/slider-check/rules.ts';
import type { SongOrdersAction } from '../../src/features/song-orders/rules.ts';
import type { TankAction } from '../../src/features/tank/rules.ts';
import type { TowerDefenseAction } from '../../src/features/tower-defense/rules.ts';
import { STAR_ID } from './people.ts';
import { CARD, GIFT, GIFT_ANSWERS, PERSON, PK, rows, type ActionRows, type ByDo } from './action-rows.ts';

const BOX = { entry: [{}], close: [{}] } as const;
const order = (fields: Readonly<Record<string, unknown>>) => ({
  orderId: 'o-1',
  version: 1,
  title: '一首歌',
  coin: 50,
  leftMs: 60_000,
  ...fields,
});
const ORDER_ACTIONS: ByDo<OrderAction> = {
  ...BOX,
  seen: [{ id: 'o-1 running' }],
  ask: [
    { verb: 'request', orderId: 'o-1', fields: {} },
    { verb: 'evaluate', orderId: 'o-1', fields: { stars: 4, words: '好听' } },
  ],
};
/** For a panel without actions that only displays messages. */
const showing = (...messages: NonNullable<ActionRows['messages']>): ActionRows => ({ actions: {}, messages });

/** The viewer's actions in the panel of each feature that has actions. */
export const ACTIONS: Readonly<Record<string, ActionRows>> = {
  ad: rows<AdAction>(
    { progress: [{ positionS: 3, durationS: 15 }], ended: [{ failed: false }, { failed: true }], skip: [{}], paused: [{ isPaused: true }] },
    {
      answers: {
        '/ad/query': {
          code: 0,
          data: { adSwitch: 1, playing: 1, repeatPlay: 0, concertId: '9', src: 'https://cdn.test/ad.mp4', durationS: 15, skipAfterS: 0 },
        },
      },
    },
  ),
  battle: rows<BattleAction>({ ...BOX, support: [{ coin: 66, teamId: 2 }], start: [{}], end: [{}] }, { messages: [PK] }),
  ceremony: rows<CeremonyAction>(
    { dismiss: [{ key: '1 2 success' }] },
    { messages: [['ceremony-match-success', { ceremonyId: 1, matchId: 2, leftMs: 60_000, star: PERSON }]] },
  ),
  'chat-mode': rows<ChatModeAction>(
    {
      entry: [{}],
      'close-tool': [{}],
      'hide-pinned': [{}],
      unpin: [{}],
      set: [{ slowS: 10, isFollowersOnly: true }],
      pin: [{ userId: 42, name: '阿星', text: '你好' }],
    },
    { as: 'star' },
  ),
  'chat-tools': rows<ChatToolsAction>(
    {
      entry: [{}],
      close: [{}],
      'choose-reason': [{}],
      follow: [{}],
      unfollow: [{}],
      open: [CARD],
      report: [{ reason: 'abuse' }],
      mute: [{}],
      unmute: [{}],
      kick: [{}],
    },
    { before: [{ type: 'open', ...CARD }] },
  ),
  'clan-pk': rows<BoxAction>({ ...BOX, ask: [{ verb: 'quick', fields: { clanId: 8, type: 1, text: '加油' } }] }),
  confession: rows<ConfessionAction>(
    {
      answer: [
        { key: '6 none', id: 6, as: 'accept' },
        { key: '6 none', id: 6, as: 'decline' },
      ],
    },
    { messages: [['confession', { id: 6, answer: 0, star: PERSON, user: { ...PERSON, userId: 700_007 }, content: '你好' }]] },
  ),
  'dance-orders': rows<OrderAction>(ORDER_ACTIONS, { messages: [['dance-order-create', order({ status: 1, user: PERSON })]] }),
  danmaku: rows<DanmakuAction>({
    ...BOX,
    toggle: [{}],
    set: [{ settings: { density: 'few' } } as unknown as Omit<Extract<DanmakuAction, { type: 'set' }>, 'type'>],
    page: [{ page: { width: 852, height: 480, covered: [], reducedMotion: true } }],
  }),
  'fan-club': rows<FanClubAction>(
    { ...BOX, join: [{}], 'light-up': [{}] },
    {
      answers: {
        '/fandom/switch': { switchInfos: [{ switchKey: 'fans_group', switchValue: 1 }] },
        '/fandom/club': { code: 0, data: { clubName: '星光', intimacyLevel: 0, lightUp: 0 } },
        '/fandom/join': { code: 0, data: { clubName: '星光', intimacyLevel: 1, lightUp: 0 } },
        '/fandom/light-up': { code: 0, data: { clubName: '星光', intimacyLevel: 1, lightUp: 1 } },
      },
      before: [{ type: 'entry' }],
    },
  ),
  frames: rows<FramesAction>(
    {
      entry: [{}],
      'close-menu': [{}],
      activity: [{ key: 'shake' }, { key: 'https://frames.test/page.html', mode: 'passive' }, { key: 'javascript:1' }],
      'mini-app': [{ appId: 'app1' }],
      club: [{}],
      frame: [
        { id: 'f1', event: 'loaded' },
        { id: 'f1', event: 'retry' },
      ],
      close: [{ id: 'f1', by: 'viewer' }],
      visibility: [{ visible: false }, { visible: true }],
      login: [{}],
      'refusal-shown': [{}],
      toast: [{ text: '你好' }],
      refused: [{ origin: 'https://other.test', why: 'origin' }],
    },
    { before: [{ type: 'mini-app', appId: 'app0' }] },
  ),
  'gift-effects': rows<GiftEffectsAction>({
    wake: [{}],
    switch: [{ isOn: false }, { isOn: true }],
    lanes: [{ count: 2 }],
    ended: [{ id: 1, why: 'played' } as unknown as Omit<Extract<GiftEffectsAction, { type: 'ended' }>, 'type'>],
  }),
  gifts: rows<GiftsAction>(
    { ...BOX, combo: [{}], login: [{}], send: [{ request: GIFT }], recharge: [{ step: 'pay' }, { step: 'done' }, { step: 'leave' }] },
    {
      answers: GIFT_ANSWERS,
      before: [{ type: 'entry' }],
    },
  ),
  'lead-in': rows<LeadInAction>(
    {
      progress: [{ positionS: 3, durationS: 60 }],
      paused: [{ isPaused: true }, { isPaused: false }],
      ended: [{ failed: false }, { failed: true }],
    },
    {
      ofTheRoom: [{ type: 'back-to-live' }],
      path: '/live/1001?type=3&songName=Song%7Cx&playuuid=play-1&fx_unionId_ck=134',
      answers: {
        '/config': { leadIn: 1 },
        '/current.json': { code: 0, data: { video: [{ url: 'https://cdn.test/v.mp4', songName: 'v' }], nextFetchId: 'n2' } },
      },
    },
  ),
  'live-flash': rows<LiveFlashAction>({ ...BOX, write: [{ text: '今晚八点' }] }, { before: [{ type: 'entry' }] }),
  mic: rows<MicAction>(
    {
      entry: [{}],
      'close-tool': [{}],
      choose: [
        { as: 'admit', requestId: 'r-1' },
        { as: 'refuse', requestId: 'r-1' },
      ],
      request: [{}],
      cancel: [{}],
      leave: [{}],
      accept: [{}],
      open: [{}],
      close: [{}],
    },
    { messages: [['mic-link', { roomId: 1_001, version: 1, isOpen: true, asking: [{ requestId: 'r-1', user: PERSON }] }]] },
  ),
  'music-guess': rows<BoxAction>({ ...BOX, ask: [{ verb: 'answer', fields: { guessId: 3, questionId: 4, optionId: 'b' } }] }),
  'music-pk': rows<BoxAction>({ ...BOX, ask: [{ verb: 'answer', fields: { pkId: 3, questionId: 4, optionId: 'b' } }] }),
  'mystic-viewer': rows<MysticAction>({ open: [{}], close: [{}] }, { before: [{ type: 'open' }] }),
  notices: rows<NoticesAction>(
    { dismiss: [{ key: '["t","c",""]' }] },
    { messages: [['common-notice', { roomId: 1_001, title: 't', content: 'c' }]] },
  ),
  'number-lucky': rows<BoxAction>({ ...BOX, ask: [{ verb: 'join', fields: {} }] }),
  'offline-video': rows<OfflineVideoAction>({
    choose: [{ index: 1 }],
    ended: [{ failed: false }, { failed: true }],
    progress: [{ positionS: 3, durationS: 60 }],
    paused: [{ isPaused: true }],
  }),
  'open-app': rows<OpenAppAction>(
    { dismiss: [{ key: '{"title":"t","text":"c","href":"https://frames.test/app"}' }] },
    { messages: [['open-app', { title: 't', content: 'c', link: 'https://frames.test/app' }]] },
  ),
  people: rows<PeopleAction>({ entry: [{}], close: [{}], tab: [{ tab: 'guards' }] }),
  pet: rows<PetAction>(
    { take: [{ key: '4 p-1', petId: 4, orderId: 'p-1' }], dismiss: [{ key: '4 p-1' }] },
    { messages: [['pet-missed-order', { petId: 4, orderId: 'p-1', title: '喂食', coin: 5 }]] },
  ),
  publish: {
    actions: {
      start: [{}],
      stop: [{}],
      'link-open': [{ epoch: 1 }],
      'link-interrupted': [{ epoch: 1 }],
      'link-lost': [{ epoch: 1, failure: { code: 'PUBLISH_REFUSED', detail: 'x' } }],
      sent: [{ epoch: 1, sent: { atMs: 1 } }],
    } satisfies Readonly<Record<PublishAction['type'], readonly object[]>>,
    named: 'type',
    answers: {
      '/publish': { code: 0, data: { session: 's-1', url: 'https://rtc.test/whip', provider: 5, since: 1_700_000_000, on: 0 } },
    },
  },
  ranks: rows<RanksAction>({ ...BOX, pick: [{ which: { kind: 'intimacy', period: 'month' } }] }, { before: [{ type: 'entry' }] }),
  'red-packets': rows<RedPacketsAction>(
    { ...BOX, open: [{ packetId: 'p-1' }], grab: [{ packetId: 'p-1' }], give: [{ coin: 100, num: 5, title: '恭喜' }] },
    {
      messages: [['red-packet', { packetId: 'p-1', version: 1, status: 2, leftMs: 60_000, sender: PERSON, coin: 100, num: 5, numLeft: 5 }]],
    },
  ),
  'reward-challenge': rows<OrderAction>(ORDER_ACTIONS, { messages: [['reward-challenge-offer', order({ status: 1, user: PERSON })]] }),
  'reward-square': rows<OrderAction>(ORDER_ACTIONS, { messages: [['reward-square-create', order({ status: 0, user: PERSON })]] }),
  shooting: rows<ShootingAction>(
    { join: [{ gameId: 7 }] },
    { messages: [['shooter-critical-buff', { gameId: 7, user: PERSON, rate: 3, durationS: 60 }]] },
  ),
  'slider-check': rows<SliderAction>({ passed: [{}] }),
  'song-orders': rows<SongOrdersAction>(
    {
      ...BOX,
      seen: [{ id: 'o-1 accepted' }],
      'order-song': [{ songId: 12 }],
      decide: [
        { orderId: 'o-1', as: 'accept' },
        { orderId: 'o-1', as: 'end' },
      ],
    },
    { messages: [['song-order-list', { roomId: 1_001, version: 1, isOpen: true, offers: [{ songId: 12, songName: '歌' }] }]] },
  ),
  tank: rows<TankAction>({ join: [{ gameId: 7 }] }, { messages: [['tank-location', { gameId: 7, tankId: 1, user: PERSON }]] }),
  'tower-defense': rows<TowerDefenseAction>(
    { join: [{ gameId: 7 }] },
    { messages: [['tower-defense-monsters', { gameId: 7, wave: 1, monsters: [{ id: 1, type: 1, blood: 5 }] }]] },
  ),
  emotion: showing(['emotion', { id: 3, name: '笑', iconUrl: 'https://cdn.test/e.png', user: PERSON }]),
  'enter-tips': showing(
    ['login', { userid: 42, nickname: '阿星', richlevel: 9 }],
    ['login', { userid: 42, nickname: '阿星', richlevel: 9 }],
  ),
  guard: showing(['guard-update', { type: 1, user: PERSON, guard: { name: '守护', level: 2 }, months: 3 }]),
  headline: showing(['headline-message', { id: 3, content: '你好', sender: PERSON }]),
  mounts: showing(['login', { userid: 42, nickname: '阿星', userExt: { usingMount: { id: 1, n: '马', bi: 'https://cdn.test/m.png' } } }]),
  'real-sing': showing(['real-sing-log', { songId: 4, songName: '歌', status: 1, score: 50 }]),
  singer: showing(),
  'star-game': showing(['star-game-change', { starId: STAR_ID, gameId: 7, name: '游戏', status: 1 }]),
  'stream-info': showing(),
};
