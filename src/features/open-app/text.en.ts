import type { OpenAppWords } from './text.zh-CN.ts';

export const words: OpenAppWords = {
  title: 'Open the app',
  text: 'The app can do more than this page.',
  leadsTo: (host) => `It opens ${host}`,
  stay: 'Stay here',
  open: 'Open the app',
};
