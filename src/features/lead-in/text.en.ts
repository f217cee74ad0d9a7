import type { LeadInWords } from './text.zh-CN.ts';

export const words: LeadInWords = {
  playing: 'Playing back the programme',
  backToLive: 'Back to live',
};
