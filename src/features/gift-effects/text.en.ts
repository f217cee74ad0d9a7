import type { GiftEffectsWords } from './text.zh-CN.ts';

export const words: GiftEffectsWords = {
  banners: 'Gifts',
  gives: (receiver, gift) => (receiver === '' ? `sent ${gift}` : `sent ${receiver} ${gift}`),
  fancy: (number) => `No. ${number}`,
  round: (round, total) => (total > 0 ? `Round ${round}/${total}` : `Round ${round}`),
  me: 'I',
  more: (count) => `${count} more`,
  effect: (sender, gift) => `${sender} sent ${gift}`,
  skip: 'Skip the effect',
};
