import type { MountsWords } from './text.zh-CN.ts';

export const words: MountsWords = {
  welcome: (name) => `Welcome, ${name}`,
  mystic: 'Mystic guest',
  arrived: 'has arrived',
};
