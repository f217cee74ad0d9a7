import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('头条', 'Headline'),
  gives: (sender: string, star: string) => t(`${sender} 送给 ${star}`, `${sender} sent ${star}`),
  gift: (name: string, count: number) => `${name} ×${count}`,
  someone: t('有人', 'Someone'),
  toRoom: t('去围观', 'Watch'),
  toRoomNew: t('去围观（新窗口打开房间）', 'Watch (opens the room in a new window)'),
  more: (count: number) => t(`后面还有 ${count} 条`, `${count} more to come`),
  open: t('查看', 'Open'),
  openNew: t('查看（新窗口打开）', 'Open (in a new window)'),
});

export type HeadlineWords = ReturnType<typeof words>;
