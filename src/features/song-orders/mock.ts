import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { orderSession } from '../../../mocks/sessions/session-orders.ts';

const OFFERS = [
  { songId: 1, songName: '星光', singerName: '小喵Momo', coin: 100 },
  { songId: 2, songName: '晚风告白', singerName: '林听夏', coin: 100 },
  { songId: 3, songName: '海边的信', singerName: '陈野', coin: 200 },
  { songId: 4, songName: '不眠列车', singerName: '小喵Momo', coin: 200 },
  { songId: 5, songName: '落日飞行', singerName: '北岸乐队', coin: 500 },
  { songId: 6, songName: '给你的歌', singerName: '小喵Momo', coin: 1_000 },
];

/** Songs are ordered, accepted after a while, and sung one after the other. */
export const songOrders = orderSession<'wished' | 'accepted' | 'singing' | 'sung' | 'refused'>({
  name: 'song-orders',
  offers: OFFERS.map(({ songName, coin }) => ({ title: songName, coin })),
  steps: {
    wished: {
      number: 1,
      stage: 'waiting',
      next: { status: 'accepted', afterMs: 4_000 },
      verbs: { accept: 'accepted', refuse: 'refused', start: 'singing' },
    },
    accepted: { number: 2, stage: 'waiting', next: { status: 'singing', afterMs: 3_000 }, verbs: { refuse: 'refused', start: 'singing' } },
    singing: { number: 5, stage: 'running', next: { status: 'sung', afterMs: 24_000 }, verbs: { refuse: 'refused', finish: 'sung' } },
    sung: { number: 3, stage: 'over' },
    refused: { number: 4, stage: 'over' },
  },
  first: 'wished',
  ended: 'refused',
  offerOf: ({ songId }) => OFFERS.findIndex((offer) => offer.songId === songId),
  decisions: { accept: 'accept', refuse: 'refuse', sing: 'start', end: 'finish' },
  // Each order is sent as a separate message, because only this message ends a lead-in.
  push: (status, { orderId, status: number, title, coin, user, leftMs }) =>
    sessionPush('song-order', {
      orderId,
      status: number,
      songName: title,
      singerName: OFFERS.find(({ songName }) => songName === title)?.singerName ?? '',
      coin,
      user,
      leftMs: status === 'singing' ? leftMs : 0,
    }),
  list: (version, orders) => sessionPush('song-order-list', { version, isOpen: true, orders: [...orders] as never, offers: OFFERS }),
  guests: 6,
  guestEveryMs: 9_000,
});

export const mock = recorded(
  'song-orders',
  songOrders,
  'Songs are ordered, accepted and sung; a second tab with &viewer=2 is another viewer',
  '点歌、接受、演唱；第二个标签页加 &viewer=2 就是另一位观众',
);
