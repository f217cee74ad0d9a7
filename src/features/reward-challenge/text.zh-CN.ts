export const words = {
  title: '悬赏挑战',
  about: '悬赏一个挑战给主播，主播接下后大家一起助力；时间内达成目标，赏金归主播，没有达成就退回。',
  open: '打开悬赏挑战',
  status: { menu: '', offered: '等待主播接下', running: '挑战中', complete: '挑战成功', refunded: '赏金已退回', evaluated: '已评价' },
  news: {
    running: (title: string): string => `主播接下了你的挑战「${title}」`,
    complete: (title: string): string => `「${title}」挑战成功，来评价一下吧`,
    refunded: (title: string): string => `「${title}」没有完成，赏金已退回`,
  },
  by: (name: string): string => `${name} 悬赏`,
  mine: '你的悬赏',
  progress: (score: number, goal: number): string => `${score} / ${goal} 助力`,
  score: (score: number): string => '★★★★★'.slice(0, score),
  queue: (count: number): string => `等待中的挑战 ${count}`,
  none: '还没有人悬赏，来发起第一个吧',
  offers: '选一个挑战',
  noOffers: '现在不能悬赏',
  verb: { request: '悬赏', cheer: '助力 +1', cancel: '撤回', start: '接下', refuse: '拒绝', evaluate: '评价' },
};

export type ChallengeWords = typeof words;
