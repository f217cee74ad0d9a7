import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('直播快讯', 'Live flash'),
  hint: t('写一句话，直播间里的每个人都会在画面上看到。', 'Write a line: everyone in the room sees it over the picture.'),
  text: t('快讯内容', 'Your line'),
  count: (length: number, max: number) => t(`${length} / ${max}`, `${length} of ${max}`),
  send: t('发布', 'Publish'),
  sent: t('已发布', 'Published'),
  failed: t('发布失败，请重试', 'Not published, please try again'),
});

export type LiveFlashWords = ReturnType<typeof words>;
