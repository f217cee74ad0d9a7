import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { orderSession } from '../../../mocks/sessions/session-orders.ts';

/** Songs are ordered, accepted after a while, and sung one after the other. */
export const songOrders = orderSession<'wished' | 'accepted' | 'singing' | 'sung' | 'refused'>({
  name: 'song-orders',
  offers: [
    { title: '星光', coin: 100, note: '小喵Momo' },
    { title: '晚风告白', coin: 100, note: '林听夏' },
    { title: '海边的信', coin: 200, note: '陈野' },
    { title: '不眠列车', coin: 200, note: '小喵Momo' },
    { title: '落日飞行', coin: 500, note: '北岸乐队' },
    { title: '给你的歌', coin: 1_000, note: '小喵Momo' },
  ],
  steps: {
    wished: {
      number: 1,
      stage: 'waiting',
      next: { status: 'accepted', afterMs: 4_000 },
      verbs: { accept: 'accepted', refuse: 'refused' },
    },
    accepted: { number: 2, stage: 'waiting', next: { status: 'singing', afterMs: 3_000 }, verbs: { refuse: 'refused', start: 'singing' } },
    singing: { number: 5, stage: 'running', next: { status: 'sung', afterMs: 24_000 }, verbs: { finish: 'sung' } },
    sung: { number: 3, stage: 'over' },
    refused: { number: 4, stage: 'over' },
  },
  first: 'wished',
  ended: 'refused',
  push: (_status, { title, score: _score, ...body }, { note }) => sessionPush('song-order', { ...body, songName: title, singerName: note }),
  guests: 6,
  guestEveryMs: 9_000,
});

export const mock = recorded(
  'song-orders',
  songOrders,
  'Songs are ordered, accepted and sung; a second tab with &viewer=2 is another viewer',
  '点歌、接受、演唱；第二个标签页加 &viewer=2 就是另一位观众',
);
