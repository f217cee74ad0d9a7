import type { RealSingWords } from './text.zh-CN.ts';

export const words: RealSingWords = {
  title: 'Real singing',
  listening: 'Checking the singing',
  real: 'Sung live',
  song: (name) => `“${name}”`,
  score: (score) => `${score} points`,
};
