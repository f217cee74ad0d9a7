import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { orderSession } from '../../../mocks/sessions/session-orders.ts';

const MESSAGES = {
  offer: 'reward-square-service',
  created: 'reward-square-create',
  accepted: 'reward-square-accept',
  reminded: 'reward-square-remind',
  started: 'reward-square-start',
  completed: 'reward-square-complete',
  refused: 'reward-square-refuse',
  refunded: 'reward-square-refund',
  evaluated: 'reward-square-evaluate',
} as const;
type Status = Exclude<keyof typeof MESSAGES, 'offer'>;

/** Services are ordered, accepted, announced by a reminder, completed, and evaluated. */
export const rewardSquare = orderSession<Status>({
  name: 'reward-square',
  offers: [
    { title: '生日祝福', coin: 188, note: '念出名字，送上一段祝福' },
    { title: '合唱一首', coin: 520, note: '连线合唱一首歌' },
    { title: '叫早服务', coin: 99, note: '录一段叫早语音' },
  ],
  steps: {
    created: {
      number: 1,
      stage: 'waiting',
      next: { status: 'accepted', afterMs: 4_000 },
      verbs: { accept: 'accepted', refuse: 'refused', cancel: 'refunded' },
    },
    accepted: { number: 2, stage: 'waiting', next: { status: 'reminded', afterMs: 4_000 }, verbs: { start: 'started' } },
    reminded: { number: 8, stage: 'waiting', next: { status: 'started', afterMs: 4_000 }, verbs: { start: 'started' } },
    started: { number: 4, stage: 'running', next: { status: 'completed', afterMs: 15_000 }, verbs: { finish: 'completed' } },
    completed: { number: 5, stage: 'running', next: { status: 'evaluated', afterMs: 20_000 }, verbs: { evaluate: 'evaluated' } },
    refused: { number: 3, stage: 'over' },
    refunded: { number: 6, stage: 'over' },
    evaluated: { number: 7, stage: 'over' },
  },
  first: 'created',
  ended: 'refunded',
  // Default evaluation: five stars.
  scoreOf: (status) => (status === 'evaluated' ? 5 : null),
  push: (status, body, { note }) => sessionPush(MESSAGES[status], { ...body, msg: note, type: 1 }),
  guests: 3,
});

export const mock = recorded(
  'reward-square',
  rewardSquare,
  'Services of the star and their orders, in every state',
  '悬赏广场：主播的服务，以及各种状态的订单',
);
