import type { TowerDefenseWords } from './text.zh-CN.ts';

export const words: TowerDefenseWords = {
  title: 'Tower defence',
  wave: (wave) => `Wave ${wave}`,
  board: (count, near) => (near > 0 ? `${count} monsters, ${near} at the tower` : `${count} monsters on their way`),
  beaten: 'This wave is beaten',
  join: 'Defend the tower',
  open: 'Open the game',
  failed: 'Joining failed, please try again',
};
