export const words = {
  entry: { before: '欢迎', after: '进入直播间' },
  follow: { before: '', after: '关注了主播' },
};

export type EnterTipsWords = typeof words;
