export const words = {
  title: '聊天管理',
  rules: '聊天规则',
  pinned: '置顶',
  hide: '收起置顶消息',
  unpin: '取消置顶',
  slow: (seconds: number): string => `慢速模式：每 ${seconds} 秒一条`,
  wait: (seconds: number): string => (seconds > 0 ? `${seconds} 秒后可以发言` : ''),
  followersOnly: '仅关注者可以发言',
  follow: '关注后发言',
  slowTitle: '慢速模式',
  slowChoice: (seconds: number): string => (seconds === 0 ? '关闭' : `${seconds} 秒`),
  followersTitle: '仅关注者可以发言',
  saving: '正在保存…',
  done: '已保存，全员可见',
  failed: '没有保存，请稍后再试',
};

export type ChatModeWords = typeof words;
