import type { MountsWords } from './text.zh-CN.ts';

export const words: MountsWords = {
  arrived: 'has arrived',
};
