import type { EnterTipsWords } from './text.zh-CN.ts';

export const words: EnterTipsWords = {
  entry: { before: 'Welcome', after: '' },
  follow: { before: '', after: 'follows the star' },
};
