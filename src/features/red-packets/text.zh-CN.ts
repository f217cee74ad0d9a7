export const words = {
  of: (sender: string): string => (sender === '' ? '红包' : `${sender} 的红包`),
  statuses: {
    waiting: (num: number, _left: number): string => `${num} 个红包，倒计时结束开抢`,
    open: (num: number, left: number): string => `还剩 ${left} / ${num} 个，快抢`,
    empty: (_num: number, _left: number): string => '手慢了，红包已抢完',
    over: (_num: number, _left: number): string => '红包已结束',
  },
  /** Open, for a viewer who may not grab it. */
  left: (num: number, left: number): string => `还剩 ${left} / ${num} 个`,
  givers: { star: '主播发出', admin: '房管发出', viewer: '观众发出' },
  audiences: { followers: '关注主播可抢', 'fan-club': '粉丝团成员可抢', guards: '守护可抢', admins: '仅房管可抢' },
  grab: '抢',
  who: '看大家的手气',
  got: (coin: number): string => `抢到 ${coin} 星币`,
  more: (count: number): string => `还有 ${count} 个红包`,
  failed: '没抢到，请再试一次',
  sum: (coin: number, taken: number, num: number): string => `共 ${coin} 星币，已领 ${taken} / ${num} 个`,
  nobody: '还没有人抢到',
  best: '手气最佳',
  coins: (coin: number): string => `${coin} 星币`,
  give: '发红包',
  fields: {
    coin: (min: number, max: number): string => `总星币（${min} 到 ${max}）`,
    num: (min: number, max: number): string => `个数（${min} 到 ${max}）`,
    title: '祝福语',
  },
  usualTitle: '大家好运连连',
  giveFailed: '红包没有发出，请重试',
};

export type RedPacketsWords = typeof words;
