import type { BattleAction } from '../../src/features/battle/rules-view.ts';
import type { ChatToolsAction } from '../../src/features/chat-tools/rules.ts';
import type { FramesAction } from '../../src/features/frames/rules.ts';
import type { GiftEffectsAction } from '../../src/features/gift-effects/rules.ts';
import type { GiftsAction } from '../../src/features/gifts/rules.ts';
import type { MicAction } from '../../src/features/mic/rules.ts';
import type { OfflineVideoAction } from '../../src/features/offline-video/rules.ts';
import type { RedPacketsAction } from '../../src/features/red-packets/rules-view.ts';
import type { SliderAction } from '../../src/features/slider-check/rules.ts';
import type { SongOrdersAction } from '../../src/features/song-orders/rules.ts';
import { CARD, GIFT, GIFT_ANSWERS, MIC_LINK, more, PK, RED_PACKET, SONG_LIST, type ActionRows } from './action-rows.ts';

/** The same features with other users or in other rooms. */
export const MORE_ACTIONS: Readonly<Record<string, readonly ActionRows[]>> = {
  battle: [more<BattleAction>('the star', { start: [{}], end: [{}] }, { as: 'star', messages: [PK] })],
  'chat-tools': [
    more<ChatToolsAction>('the star', { mute: [{}], unmute: [{}], kick: [{}] }, { as: 'star', before: [{ type: 'open', ...CARD }] }),
  ],
  frames: [more<FramesAction>('the star', { 'mini-app': [{ appId: 'app1' }] }, { as: 'star' })],
  'gift-effects': [
    more<GiftEffectsAction>(
      'while an effect plays',
      {
        ended: [
          { id: 2, why: 'played' },
          { id: 2, why: 'could not be loaded' },
        ],
      },
      { messages: [['gift', { giftid: 7, giftname: '火箭', num: 1, price: 9, senderid: 42, sendername: '阿星', videoUrls: ['/a.mp4'] }]] },
    ),
  ],
  gifts: [
    more<GiftsAction>(
      'after a gift',
      { combo: [{}] },
      {
        answers: GIFT_ANSWERS,
        before: [{ type: 'entry' }, { type: 'send', request: GIFT }],
        ofTheRoom: [{ type: 'logout' }],
      },
    ),
    more<GiftsAction>(
      'without coins',
      { recharge: [{ step: 'pay' }, { step: 'done' }, { step: 'leave' }] },
      { answers: { ...GIFT_ANSWERS, '/gift/send': { code: 100032049 } }, before: [{ type: 'entry' }, { type: 'send', request: GIFT }] },
    ),
    more<GiftsAction>(
      'without coins and with a page of the config',
      { recharge: [{ step: 'pay' }] },
      {
        answers: { ...GIFT_ANSWERS, '/gift/send': { code: 100032049 }, '/config': { rechargeUrl: 'https://pay.test/coins' } },
        before: [{ type: 'entry' }, { type: 'send', request: GIFT }],
      },
    ),
    more<GiftsAction>(
      'without coins and without the guide',
      { send: [{ request: GIFT }] },
      { answers: { ...GIFT_ANSWERS, '/gift/send': { code: 100032049 }, '/config': { rechargeGuide: 0 } }, before: [{ type: 'entry' }] },
    ),
  ],
  mic: [
    more<MicAction>(
      'the star',
      {
        choose: [
          { as: 'admit', requestId: 'r-1' },
          { as: 'refuse', requestId: 'r-1' },
        ],
        open: [{}],
        close: [{}],
      },
      { as: 'star', messages: [MIC_LINK] },
    ),
  ],
  'offline-video': [
    more<OfflineVideoAction>(
      'in an offline room',
      { choose: [{ index: 0 }], ended: [{ failed: false }] },
      { room: { status: 0, room: { offlineVideo: '/offline.mp4' } } },
    ),
  ],
  'red-packets': [
    more<RedPacketsAction>('the star', { give: [{ coin: 100, num: 5, title: '恭喜' }] }, { as: 'star', messages: [RED_PACKET] }),
  ],
  singer: [
    more<never>(
      'on the embedding platform',
      {},
      { path: '/live/e/1001', answers: { '/rankStatisticInfo': { code: 0, data: { duration: 45 } } } },
    ),
  ],
  'slider-check': [
    more<SliderAction>(
      'while it is needed',
      { passed: [{}] },
      { prepare: ({ socket }) => socket.deliver({ type: 'slider', needed: true }) },
    ),
  ],
  'song-orders': [
    more<SongOrdersAction>(
      'the star',
      {
        decide: [
          { orderId: 'o-1', as: 'accept' },
          { orderId: 'o-1', as: 'end' },
        ],
      },
      { as: 'star', messages: [SONG_LIST] },
    ),
  ],
  'stream-info': [
    more<never>(
      'with messages in the stream',
      {},
      {
        prepare: (room) =>
          room.report({
            type: 'stream-messages',
            messages: [
              { code: 1, json: '{"songName":"歌","singerName":"星"}', ptsMs: 0 },
              { code: 4, json: '{"sendername":"阿星","giftname":"花","num":3}', ptsMs: 0 },
              { code: 5, json: '{"pitch":60}', ptsMs: 0 },
            ],
          }),
      },
    ),
  ],
};
