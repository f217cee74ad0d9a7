import type { ConfessionWords } from './text.zh-CN.ts';

export const words: ConfessionWords = {
  title: 'AI confession',
  star: 'The star',
  you: 'you',
  says: (star, user) => `${star} to ${user}:`,
  quoted: (text) => `“${text}”`,
  seconds: (left) => `${left} s`,
  accept: 'Accept',
  decline: 'Another time',
  replies: {
    accepted: (user) => `${user} accepted it`,
    declined: (user) => `${user}: another time`,
  },
  listen: 'Listen to the confession',
  failed: 'The answer failed, please try again',
};
