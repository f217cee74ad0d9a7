import type { ChatModeWords } from './text.zh-CN.ts';

export const words: ChatModeWords = {
  title: 'Lead the chat',
  rules: 'Rules of the chat',
  pinned: 'Pinned',
  hide: 'Put the pinned line away',
  unpin: 'Unpin',
  slow: (seconds) => `Slow mode: one line every ${seconds} s`,
  wait: (seconds) => (seconds > 0 ? `your next line in ${seconds} s` : ''),
  followersOnly: 'Only followers may speak',
  follow: 'Follow to speak',
  slowTitle: 'Slow mode',
  slowChoice: (seconds) => (seconds === 0 ? 'Off' : `${seconds} s`),
  followersTitle: 'Only followers may speak',
  saving: 'Saving…',
  done: 'Saved; everybody sees it',
  failed: 'It was not saved, try again later',
};
