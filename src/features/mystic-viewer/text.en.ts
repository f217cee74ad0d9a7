import type { MysticWords } from './text.zh-CN.ts';

export const words: MysticWords = {
  title: 'Mystic guest',
  about: 'A legendary mystic guest whom nobody knows, exclusive to star-diamond users.',
  club: 'About the star-diamond club',
};
