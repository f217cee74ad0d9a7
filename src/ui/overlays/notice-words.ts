import { type Language, useLanguage } from '../text/text.ts';

/** Texts of toasts and notices; loaded with them. */
const ZH = {
  closeToast: '关闭提示',
  serviceNames: { socket: '聊天', stats: '统计', player: '播放器', room: '房间', page: '页面组件' },
  offline: '网络已断开，恢复后自动继续',
  newVersion: '页面已有新版本，部分功能需要更新后使用',
  loadNewVersion: '更新页面',
  serviceRecovering: (part: string) => `${part}正在恢复…`,
  serviceDown: (part: string) => `${part}暂时不可用`,
};
type NoticeWords = typeof ZH;

const EN: NoticeWords = {
  closeToast: 'Dismiss',
  serviceNames: { socket: 'Chat', stats: 'Statistics', player: 'The player', room: 'The room', page: 'A feature' },
  offline: 'You are offline. The room goes on when the network is back',
  newVersion: 'There is a new version of this page. Some parts work after an update',
  loadNewVersion: 'Update the page',
  serviceRecovering: (part) => `${part} is recovering…`,
  serviceDown: (part) => `${part} is unavailable for now`,
};

const NOTICE_WORDS: Readonly<Record<Language, NoticeWords>> = { 'zh-CN': ZH, en: EN };
export const useNoticeWords = (): NoticeWords => NOTICE_WORDS[useLanguage()];
