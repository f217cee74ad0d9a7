import type { AdWords } from './text.zh-CN.ts';

export const words: AdWords = {
  ad: 'Ad',
  left: (seconds) => `Ad · ${seconds} s`,
  more: 'Learn more',
  onNow: 'On now: go and see',
  skip: 'Skip the ad',
  skipIn: (seconds) => `Skip in ${seconds} s`,
};
