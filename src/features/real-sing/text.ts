import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('真唱认证', 'Real singing'),
  listening: t('真唱检测中', 'Checking the singing'),
  real: t('真唱', 'Sung live'),
  song: (name: string) => t(`《${name}》`, `“${name}”`),
  score: (score: number) => t(`${score} 分`, `${score} points`),
});

export type RealSingWords = ReturnType<typeof words>;
