import type { OfflineVideoWords } from './text.zh-CN.ts';

export const words: OfflineVideoWords = {
  noLive: 'The star is not live right now',
  replay: 'Highlights',
  replays: 'More highlights',
  untitled: 'Highlight',
  nextLive: (when) => `Next show ${when}`,
};
