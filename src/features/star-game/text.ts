import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('主播游戏', 'Star game'),
  aGame: t('游戏', 'a game'),
  plays: (star: string, game: string) => t(`${star} 正在玩「${game}」`, `${star} is playing “${game}”`),
  join: t('一起玩', 'Play along'),
});

export type StarGameWords = ReturnType<typeof words>;
