import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { orderSession } from '../../../mocks/sessions/session-orders.ts';

const MESSAGES = {
  offer: 'reward-challenge-status',
  offered: 'reward-challenge-offer',
  running: 'reward-challenge-status',
  complete: 'reward-challenge-complete',
  refunded: 'reward-challenge-refund',
  evaluated: 'reward-challenge-evaluate',
} as const;
type Status = Exclude<keyof typeof MESSAGES, 'offer'>;

/** Challenges are offered, accepted one after the other, supported, completed or refunded, and evaluated. */
export const rewardChallenge = orderSession<Status>({
  name: 'reward-challenge',
  offers: [
    { title: '一口气唱完副歌', coin: 200, goal: 8, note: '目标：8 次助力' },
    { title: '用方言唱一段', coin: 300, goal: 10, note: '目标：10 次助力' },
    { title: '清唱一首老歌', coin: 500, goal: 60, note: '目标：60 次助力' },
  ],
  steps: {
    offered: {
      number: 1,
      stage: 'waiting',
      next: { status: 'running', afterMs: 5_000 },
      verbs: { start: 'running', refuse: 'refunded', cancel: 'refunded' },
    },
    running: { number: 2, stage: 'running', next: { status: 'refunded', afterMs: 40_000 } },
    complete: { number: 3, stage: 'running', next: { status: 'evaluated', afterMs: 20_000 }, verbs: { evaluate: 'evaluated' } },
    refunded: { number: 4, stage: 'over' },
    evaluated: { number: 5, stage: 'over' },
  },
  first: 'offered',
  reached: 'complete',
  ended: 'refunded',
  // Default evaluation: five stars.
  scoreOf: (status) => (status === 'evaluated' ? 5 : null),
  push: (status, body, { goal, note }) => sessionPush(MESSAGES[status], { ...body, goal, reason: note }),
  guests: 3,
});

export const mock = recorded(
  'reward-challenge',
  rewardChallenge,
  'Challenges for the star: offered, supported, completed or refunded, rated',
  '给主播的悬赏挑战：发起、助力、完成或退回、评价',
);
