export const words = {
  title: '塔防大战',
  wave: (wave: number): string => `第 ${wave} 波`,
  board: (count: number, near: number): string => (near > 0 ? `${count} 只怪物来袭，${near} 只已到塔前` : `${count} 只怪物正在路上`),
  beaten: '这一波已经守住',
  join: '加入守塔',
  open: '打开游戏',
  failed: '加入失败，请重试',
};

export type TowerDefenseWords = typeof words;
