import type { EmotionWords } from './text.zh-CN.ts';

export const words: EmotionWords = {
  someone: 'Somebody',
  sent: (name) => `${name} sent a sticker`,
};
