import type { ShootingWords } from './text.zh-CN.ts';

export const words: ShootingWords = {
  title: 'Flipped shooter',
  count: (count) => `${count} hit`,
  hit: (name, rate) => `${name} hits ×${rate}`,
  you: 'You',
  comma: ', ',
  join: 'Join the shooting',
  open: 'Open the game',
  failed: 'Joining failed, please try again',
};
