import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('悬赏挑战', 'Challenges'),
  about: t(
    '悬赏一个挑战给主播，主播接下后大家一起助力；时间内达成目标，赏金归主播，没有达成就退回。',
    'Put a reward on a challenge for the star. Once the star takes it, everyone cheers: if the goal is reached in time, the star gets the reward; otherwise it is refunded.',
  ),
  open: t('打开悬赏挑战', 'Open the challenges'),
  status: {
    menu: '',
    offered: t('等待主播接下', 'Waiting for the star'),
    running: t('挑战中', 'Under way'),
    complete: t('挑战成功', 'Done'),
    refunded: t('赏金已退回', 'Refunded'),
    evaluated: t('已评价', 'Rated'),
  },
  news: {
    running: (title: string) => t(`主播接下了你的挑战「${title}」`, `The star took your challenge: ${title}`),
    complete: (title: string) => t(`「${title}」挑战成功，来评价一下吧`, `Done: ${title}. How was it?`),
    refunded: (title: string) => t(`「${title}」没有完成，赏金已退回`, `Not done: ${title}. Your coins are refunded`),
  },
  by: (name: string) => t(`${name} 悬赏`, `by ${name}`),
  mine: t('你的悬赏', 'yours'),
  progress: (score: number, goal: number) => t(`${score} / ${goal} 助力`, `${score} of ${goal} cheers`),
  score: (score: number) => '★★★★★'.slice(0, score),
  queue: (count: number) => t(`等待中的挑战 ${count}`, `Waiting challenges: ${count}`),
  none: t('还没有人悬赏，来发起第一个吧', 'No challenge yet: offer the first one'),
  offers: t('选一个挑战', 'Choose a challenge'),
  noOffers: t('现在不能悬赏', 'No challenge can be offered now'),
  verb: {
    request: t('悬赏', 'Offer'),
    cheer: t('助力 +1', 'Cheer +1'),
    cancel: t('撤回', 'Withdraw'),
    start: t('接下', 'Take'),
    refuse: t('拒绝', 'Refuse'),
    evaluate: t('评价', 'Rate'),
  },
});

export type ChallengeWords = ReturnType<typeof words>;
