import type { StarGameWords } from './text.zh-CN.ts';

export const words: StarGameWords = {
  title: 'Star game',
  aGame: 'a game',
  plays: (star, game) => `${star} is playing “${game}”`,
  join: 'Play along',
};
