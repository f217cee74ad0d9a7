export const words = {
  title: '幸运数字',
  about: '领取一个幸运数字，时间到了会开出一个号码，与你的末位相同就能领奖，完全相同是大奖。',
  open: '打开幸运数字',
  takeOne: '点这里领号',
  take: '领取我的号码',
  own: (number: string): string => `你的号码 ${number}`,
  ownLabel: '你的号码',
  drawnLabel: '开奖号码',
  drawn: (number: string): string => `开奖 ${number}`,
  joined: (count: number): string => `${count} 人已领号`,
  left: (time: string): string => `${time} 后开奖`,
  settling: '开奖中',
  won: '你中奖了',
  winners: (count: number): string => `${count} 人中奖`,
  you: '你',
  number: (number: string): string => `号码 ${number}`,
  prize: (name: string, count: number): string => `${name} ×${count}`,
  failed: '领号失败，请重试',
};

export type LuckyWords = typeof words;
