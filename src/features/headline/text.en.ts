import type { HeadlineWords } from './text.zh-CN.ts';

export const words: HeadlineWords = {
  title: 'Headline',
  gives: (sender, star) => `${sender} gives ${star}`,
  gift: (name, count) => `${name} ×${count}`,
  someone: 'Somebody',
  toRoom: 'Watch',
  toRoomNew: 'Watch (opens the room in a new window)',
  more: (count) => `${count} more to come`,
  open: 'Open',
  openNew: 'Open (in a new window)',
};
