import type { LiveFlashWords } from './text.zh-CN.ts';

export const words: LiveFlashWords = {
  title: 'Live flash',
  hint: 'Write a line: everybody in the room sees it over the picture.',
  text: 'Your line',
  count: (length, max) => `${length} of ${max}`,
  send: 'Publish',
  sent: 'Published',
  failed: 'It could not be published, please try again',
};
