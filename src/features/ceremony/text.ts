import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('盛典匹配', 'Ceremony match'),
  someone: t('神秘主播', 'A star'),
  matched: (star: string, rival: string) => t(`匹配成功：${star} 对阵 ${rival}`, `Matched: ${star} against ${rival}`),
  failure: t('匹配失败', 'No match'),
  left: (time: string) => t(`还剩 ${time}`, `${time} left`),
  over: t('已结束', 'Over'),
  close: t('知道了', 'Got it'),
});

export type CeremonyWords = ReturnType<typeof words>;
