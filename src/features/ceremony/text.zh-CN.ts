export const words = {
  title: '盛典匹配',
  someone: '神秘主播',
  matched: (star: string, rival: string): string => `匹配成功：${star} 对阵 ${rival}`,
  failure: '匹配失败',
  left: (time: string): string => `还剩 ${time}`,
  over: '已结束',
  close: '知道了',
};

export type CeremonyWords = typeof words;
