import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('聊天管理', 'Manage the chat'),
  rules: t('聊天规则', 'Chat rules'),
  pinned: t('置顶', 'Pinned'),
  hide: t('收起置顶消息', 'Hide the pinned message'),
  unpin: t('取消置顶', 'Unpin'),
  slow: (seconds: number) => t(`慢速模式：每 ${seconds} 秒一条`, `Slow mode: one message every ${seconds} s`),
  wait: (seconds: number) => t(seconds > 0 ? `${seconds} 秒后可以发言` : '', seconds > 0 ? `your next line in ${seconds} s` : ''),
  followersOnly: t('仅关注者可以发言', 'Followers only'),
  follow: t('关注后发言', 'Follow to chat'),
  slowTitle: t('慢速模式', 'Slow mode'),
  slowChoice: (seconds: number) => t(seconds === 0 ? '关闭' : `${seconds} 秒`, seconds === 0 ? 'Off' : `${seconds} s`),
  followersTitle: t('仅关注者可以发言', 'Followers only'),
  saving: t('正在保存…', 'Saving…'),
  done: t('已保存，全员可见', 'Saved. Everyone can see it'),
  failed: t('没有保存，请稍后再试', 'Not saved, try again later'),
});

export type ChatModeWords = ReturnType<typeof words>;
