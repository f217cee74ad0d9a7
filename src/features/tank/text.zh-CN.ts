export const words = {
  title: '坦克大战',
  tanks: (count: number): string => `${count} 辆坦克正在交战`,
  withYou: (count: number): string => `${count} 辆坦克正在交战，你在其中`,
  you: '你',
  comma: '，',
  join: '开坦克加入',
  open: '打开游戏',
  failed: '加入失败，请重试',
};

export type TankWords = typeof words;
