export const words = {
  banners: '礼物',
  gives: (receiver: string, gift: string): string => (receiver === '' ? `送出 ${gift}` : `送给 ${receiver} ${gift}`),
  fancy: (number: string): string => `靓号 ${number}`,
  round: (round: number, total: number): string => (total > 0 ? `第 ${round}/${total} 轮` : `第 ${round} 轮`),
  me: '我',
  more: (count: number): string => `另有 ${count} 件`,
  effect: (sender: string, gift: string): string => `${sender} 送出 ${gift}`,
  skip: '跳过特效',
};

export type GiftEffectsWords = typeof words;
