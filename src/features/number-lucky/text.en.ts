import { counted } from '../../ui/text/counted.ts';
import type { LuckyWords } from './text.zh-CN.ts';

export const words: LuckyWords = {
  title: 'Lucky number',
  about: 'Take a number. When the time is up one is drawn: the same last digit wins a prize, the same number the big one.',
  open: 'Open the lucky numbers',
  takeOne: 'Take your number',
  take: 'Take my number',
  own: (number) => `Your number: ${number}`,
  ownLabel: 'Your number',
  drawnLabel: 'The drawn number',
  drawn: (number) => `Drawn: ${number}`,
  joined: (count) => `${count} took part`,
  left: (time) => `Drawn in ${time}`,
  settling: 'Drawing',
  won: 'You won',
  winners: (count) => counted(count, 'winner'),
  you: 'You',
  number: (number) => `Number ${number}`,
  prize: (name, count) => `${name} ×${count}`,
  failed: 'No number could be taken, please try again',
};
