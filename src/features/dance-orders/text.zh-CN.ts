export const words = {
  title: '点舞',
  about: '选一支舞点给主播，按顺序排队；快到你时会提醒，跳完给出评分，没有跳成就退回星币。',
  open: '打开点舞列表',
  status: { menu: '', queued: '排队中', reminded: '马上轮到', dancing: '正在跳', scored: '跳完了', refunded: '星币已退回' },
  news: {
    reminded: (title: string): string => `马上轮到你点的「${title}」了`,
    dancing: (title: string): string => `主播开始跳你点的「${title}」`,
    scored: (title: string): string => `你点的「${title}」跳完了，快看看评分`,
    refunded: (title: string): string => `你点的「${title}」没有跳成，星币已退回`,
  },
  by: (name: string): string => `${name} 点的舞`,
  mine: '你点的舞',
  score: (score: number): string => `${score} 分`,
  queue: (count: number): string => `排队 ${count}`,
  none: '还没有人排队，来点第一支吧',
  offers: '选一支舞',
  noOffers: '主播现在不接受点舞',
  verb: { request: '点舞', cancel: '取消', accept: '准备', refuse: '拒绝', start: '开始跳', finish: '跳完了' },
};

export type DanceWords = typeof words;
