import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('通知', 'Notice'),
  levels: { site: t('全站', 'Site'), own: t('与你有关', 'For you'), room: t('本房间', 'Room'), chat: t('公告', 'Notice') },
  close: t('关闭通知', 'Close the notice'),
  more: (count: number) => t(`后面还有 ${count} 条`, `${count} more to come`),
  toRoom: t('去看看', 'Watch'),
  toRoomNew: t('去看看（新窗口打开房间）', 'Watch (opens the room in a new window)'),
  open: t('查看', 'Open'),
  openNew: t('查看（新窗口打开）', 'Open (in a new window)'),
});

export type NoticesWords = ReturnType<typeof words>;
