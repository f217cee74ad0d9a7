export const words = {
  title: '翻转射手',
  count: (count: number): string => `${count} 人`,
  hit: (name: string, rate: number): string => `${name} 暴击 ×${rate}`,
  you: '你',
  comma: '，',
  join: '加入射击',
  open: '打开游戏',
  failed: '加入失败，请重试',
};

export type ShootingWords = typeof words;
