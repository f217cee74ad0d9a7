import { counted } from '../../ui/text/counted.ts';
import type { TankWords } from './text.zh-CN.ts';

export const words: TankWords = {
  title: 'Tanks',
  tanks: (count) => counted(count, 'tank is fighting', 'tanks are fighting'),
  withYou: (count) => `${count} tanks are fighting, you are one of them`,
  you: 'You',
  comma: ', ',
  join: 'Join with a tank',
  open: 'Open the game',
  failed: 'Joining failed, please try again',
};
