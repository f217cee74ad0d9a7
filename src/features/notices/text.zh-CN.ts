export const words = {
  title: '通知',
  levels: { site: '全站', own: '与你有关', room: '本房间', chat: '公告' },
  close: '关闭通知',
  more: (count: number): string => `后面还有 ${count} 条`,
  toRoom: '去看看',
  toRoomNew: '去看看（新窗口打开房间）',
  open: '查看',
  openNew: '查看（新窗口打开）',
};

export type NoticesWords = typeof words;
