import type { StreamInfoWords } from './text.zh-CN.ts';

export const words: StreamInfoWords = {
  gift: (sender, gift, count) => `${sender === '' ? '' : `${sender} `}sent ${gift}${count > 1 ? ` ×${count}` : ''}`,
};
