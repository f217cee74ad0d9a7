import { counted } from '../../ui/text/counted.ts';
import type { RedPacketsWords } from './text.zh-CN.ts';

export const words: RedPacketsWords = {
  of: (sender) => (sender === '' ? 'Red packet' : `Red packet of ${sender}`),
  statuses: {
    waiting: (num) => `${counted(num, 'share')}, grab when the countdown is over`,
    open: (num, left) => `${left} of ${num} left, be quick`,
    empty: () => 'Too late, all of it is gone',
    over: () => 'This packet is over',
  },
  left: (num, left) => `${left} of ${num} left`,
  givers: { star: 'From the star', admin: 'From a room admin', viewer: 'From a viewer' },
  audiences: { followers: 'For followers', 'fan-club': 'For the fan club', guards: 'For guards', admins: 'For room admins' },
  grab: 'Grab',
  who: 'Who got what',
  got: (coin) => `You got ${coin} coins`,
  more: (count) => `${count} more`,
  failed: 'Nothing yet, please try again',
  sum: (coin, taken, num) => `${coin} coins, ${taken} of ${num} shares taken`,
  nobody: 'Nobody has got any yet',
  best: 'Best luck',
  coins: (coin) => `${coin} coins`,
  give: 'Give a red packet',
  fields: {
    coin: (min, max) => `Coins in all (${min} to ${max})`,
    num: (min, max) => `Shares (${min} to ${max})`,
    title: 'Your words',
  },
  usualTitle: 'Good luck to all of you',
  giveFailed: 'It could not be given, please try again',
};
