import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('塔防大战', 'Tower defence'),
  wave: (wave: number) => t(`第 ${wave} 波`, `Wave ${wave}`),
  board: (count: number, near: number) =>
    t(
      near > 0 ? `${count} 只怪物来袭，${near} 只已到塔前` : `${count} 只怪物正在路上`,
      near > 0 ? `${count} monsters, ${near} at the tower` : `${count} monsters on their way`,
    ),
  beaten: t('这一波已经守住', 'This wave is beaten'),
  join: t('加入守塔', 'Defend the tower'),
  open: t('打开游戏', 'Open the game'),
  failed: t('加入失败，请重试', 'Joining failed, please try again'),
});

export type TowerDefenseWords = ReturnType<typeof words>;
