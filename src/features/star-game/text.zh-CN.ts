export const words = {
  title: '主播游戏',
  aGame: '游戏',
  plays: (star: string, game: string): string => `${star} 正在玩「${game}」`,
  join: '一起玩',
};

export type StarGameWords = typeof words;
