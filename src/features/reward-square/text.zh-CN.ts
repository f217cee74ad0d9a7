export const words = {
  title: '悬赏广场',
  about: '这里是主播提供的服务。选一项下单，主播接单后为你完成；完成后可以评价，没有接单就退回星币。',
  open: '打开悬赏广场',
  status: {
    service: '',
    created: '等待接单',
    accepted: '已接单',
    reminded: '即将开始',
    started: '进行中',
    completed: '已完成',
    refused: '未接单，已退回',
    refunded: '星币已退回',
    evaluated: '已评价',
  },
  news: {
    accepted: (title: string): string => `主播接了你的「${title}」`,
    reminded: (title: string): string => `你的「${title}」即将开始`,
    started: (title: string): string => `你的「${title}」开始了`,
    completed: (title: string): string => `你的「${title}」完成了，来评价一下吧`,
    refused: (title: string): string => `主播没有接你的「${title}」，星币已退回`,
    refunded: (title: string): string => `你的「${title}」已取消，星币已退回`,
  },
  by: (name: string): string => `${name} 的订单`,
  mine: '你的订单',
  score: (score: number): string => '★★★★★'.slice(0, score),
  queue: (count: number): string => `等待中的订单 ${count}`,
  none: '还没有订单，来下第一单吧',
  offers: '选一项服务',
  noOffers: '主播现在没有提供服务',
  verb: { request: '下单', cancel: '取消订单', accept: '接单', refuse: '不接', start: '开始', finish: '完成', evaluate: '评价' },
};

export type SquareWords = typeof words;
