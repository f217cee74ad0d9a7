import type { CeremonyWords } from './text.zh-CN.ts';

export const words: CeremonyWords = {
  title: 'Ceremony match',
  someone: 'A star',
  matched: (star, rival) => `Matched: ${star} against ${rival}`,
  failure: 'No match',
  left: (time) => `${time} left`,
  over: 'Over',
  close: 'Got it',
};
