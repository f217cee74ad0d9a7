export const words = {
  ad: '广告',
  left: (seconds: number): string => `广告 ${seconds} 秒`,
  more: '了解详情',
  onNow: '正在演出，去看看',
  skip: '跳过广告',
  skipIn: (seconds: number): string => `${seconds} 秒后可跳过`,
};

export type AdWords = typeof words;
