import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  entry: { before: t('欢迎', ''), after: t('进入直播间', 'joined') },
  follow: { before: '', after: t('关注了主播', 'followed the star') },
});

export type EnterTipsWords = ReturnType<typeof words>;
