import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  someone: t('有人', 'Someone'),
  sent: (name: string) => t(`${name} 发送了表情`, `${name} sent a sticker`),
});

export type EmotionWords = ReturnType<typeof words>;
