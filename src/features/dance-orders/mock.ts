import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { orderSession } from '../../../mocks/sessions/session-orders.ts';

const MESSAGES = {
  offer: 'dance-order-status',
  queued: 'dance-order-create',
  reminded: 'dance-order-remind-wait',
  dancing: 'dance-order-status',
  scored: 'dance-order-score',
  refunded: 'dance-order-refund',
} as const;
type Status = Exclude<keyof typeof MESSAGES, 'offer'>;

/** Dances are ordered, announced by a reminder, danced one after the other, and scored. */
export const danceOrders = orderSession<Status>({
  name: 'dance-orders',
  offers: [
    { title: '极乐净土', coin: 100 },
    { title: '桃源恋歌', coin: 100 },
    { title: '古风折扇舞', coin: 300 },
    { title: '爵士编舞', coin: 500 },
  ],
  steps: {
    queued: {
      number: 1,
      stage: 'waiting',
      next: { status: 'reminded', afterMs: 4_000 },
      verbs: { accept: 'reminded', refuse: 'refunded', cancel: 'refunded' },
    },
    reminded: { number: 2, stage: 'waiting', next: { status: 'dancing', afterMs: 5_000 }, verbs: { start: 'dancing', refuse: 'refunded' } },
    dancing: { number: 3, stage: 'running', next: { status: 'scored', afterMs: 20_000 }, verbs: { finish: 'scored' } },
    scored: { number: 4, stage: 'over' },
    refunded: { number: 5, stage: 'over' },
  },
  first: 'queued',
  ended: 'refunded',
  scoreOf: (status, made) => (status === 'scored' ? 85 + ((made * 7) % 15) : null),
  push: (status, body, { note }) =>
    sessionPush(MESSAGES[status], { ...body, reason: note, danceId: 1, waitS: status === 'reminded' ? Math.ceil(body.leftMs / 1_000) : 0 }),
  guests: 3,
});

export const mock = recorded(
  'dance-orders',
  danceOrders,
  'Dances are ordered, reminded, danced and scored',
  '点舞：排队、提醒、跳舞、评分',
);
