export const words = {
  banners: '礼物',
  gives: (receiver: string, gift: string): string => (receiver === '' ? `送出 ${gift}` : `送给 ${receiver} ${gift}`),
  me: '我',
  more: (count: number): string => `另有 ${count} 件`,
  effect: (sender: string, gift: string): string => `${sender} 送出 ${gift}`,
  skip: '跳过特效',
};

export type GiftEffectsWords = typeof words;
