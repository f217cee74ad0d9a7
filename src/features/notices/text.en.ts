import type { NoticesWords } from './text.zh-CN.ts';

export const words: NoticesWords = {
  title: 'Notice',
  levels: { site: 'Site', own: 'For you', room: 'Room', chat: 'Notice' },
  close: 'Close the notice',
  more: (count) => `${count} more to come`,
  toRoom: 'Watch',
  toRoomNew: 'Watch (opens the room in a new window)',
  open: 'Open',
  openNew: 'Open (in a new window)',
};
