export const words = {
  title: '头条',
  gives: (sender: string, star: string): string => `${sender} 送给 ${star}`,
  gift: (name: string, count: number): string => `${name} ×${count}`,
  someone: '有人',
  toRoom: '去围观',
  toRoomNew: '去围观（新窗口打开房间）',
  more: (count: number): string => `后面还有 ${count} 条`,
  open: '查看',
  openNew: '查看（新窗口打开）',
};

export type HeadlineWords = typeof words;
