import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  ad: t('广告', 'Ad'),
  left: (seconds: number) => t(`广告 ${seconds} 秒`, `Ad · ${seconds} s`),
  more: t('了解详情', 'Learn more'),
  onNow: t('正在演出，去看看', 'Live now: watch'),
  skip: t('跳过广告', 'Skip the ad'),
  skipIn: (seconds: number) => t(`${seconds} 秒后可跳过`, `Skip in ${seconds} s`),
});

export type AdWords = ReturnType<typeof words>;
