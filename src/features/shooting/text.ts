import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('翻转射手', 'Flip shooter'),
  count: (count: number) => t(`${count} 人`, `${count} hit`),
  hit: (name: string, rate: number) => t(`${name} 暴击 ×${rate}`, `${name} hits ×${rate}`),
  you: t('你', 'You'),
  comma: t('，', ', '),
  join: t('加入射击', 'Join the shooting'),
  open: t('打开游戏', 'Open the game'),
  failed: t('加入失败，请重试', 'Joining failed, please try again'),
});

export type ShootingWords = ReturnType<typeof words>;
