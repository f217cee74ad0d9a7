export const words = {
  title: '直播快讯',
  hint: '写一句话，直播间里的每个人都会在画面上看到。',
  text: '快讯内容',
  count: (length: number, max: number): string => `${length} / ${max}`,
  send: '发布',
  sent: '已发布',
  failed: '发布失败，请重试',
};

export type LiveFlashWords = typeof words;
