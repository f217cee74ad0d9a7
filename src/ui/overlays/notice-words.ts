import type { ServiceStatus } from '../../core/room/view.ts';
import { type Language, useLanguage } from '../text/text.ts';

/** Texts of toasts and notices; loaded with them. */
const ZH = {
  closeToast: '关闭提示',
  serviceNames: { socket: '聊天', stats: '统计', player: '播放器', room: '房间', page: '页面组件' },
  /** Parts of the page (FeatureBoundary) and late code of workers, by their internal names. All others are `serviceNames.page`. */
  parts: {
    account: '账号菜单',
    'bottom-panel': '底部工具栏',
    chat: '聊天',
    'chat-history': '更早的消息',
    'chat-search': '聊天搜索',
    'chat-verify': '聊天验证',
    controls: '播放控制栏',
    'danmaku-settings': '弹幕设置',
    dialog: '弹窗',
    emoji: '表情',
    'key-help': '快捷键说明',
    'mini-player': '小窗播放',
    'nerd-stats': '播放统计',
    notices: '房间通知',
    page: '页面',
    'player-choices': '线路与画质',
    'player-log': '播放日志',
    'player-menu': '播放器菜单',
    'radio-scene': '电台画面',
    'socket-debug': '连接日志',
    'stage-activity': '播放提示',
    'text-en': '英文',
    'text-zh-CN': '中文',
    theme: '深浅色切换',
    community: '红包与榜单',
    contents: '房间消息',
    games: '游戏',
    headline: '头条',
    music: '点歌',
    orders: '悬赏与点舞',
    people: '观众列表',
    pk: 'PK',
  },
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
  parts: {
    account: 'The account menu',
    'bottom-panel': 'The toolbar',
    chat: 'The chat',
    'chat-history': 'The list of earlier messages',
    'chat-search': 'The chat search',
    'chat-verify': 'The question before chatting',
    controls: 'The control bar of the player',
    'danmaku-settings': 'The menu of the flying chat',
    dialog: 'The dialog',
    emoji: 'The emoji picker',
    'key-help': 'The list of shortcuts',
    'mini-player': 'The mini player',
    'nerd-stats': 'The nerd stats window',
    notices: 'The display of messages',
    page: 'The page',
    'player-choices': 'The menu of quality and line',
    'player-log': 'The player log',
    'player-menu': 'The player menu',
    'radio-scene': 'The radio picture',
    'socket-debug': 'The connection log',
    'stage-activity': 'The player’s status text',
    'text-en': 'English',
    'text-zh-CN': 'Chinese',
    theme: 'The theme button',
    community: 'News of red packets and ranks',
    contents: 'News of the room',
    games: 'The game',
    headline: 'The headline',
    music: 'News of songs',
    orders: 'News of orders',
    people: 'The list of viewers',
    pk: 'The PK',
  },
  offline: 'You are offline. The room goes on when the network is back',
  newVersion: 'There is a new version of this page. Some parts work after an update',
  loadNewVersion: 'Update the page',
  serviceRecovering: (part) => `${part} is recovering…`,
  serviceDown: (part) => `${part} is unavailable for now`,
};

export const NOTICE_WORDS: Readonly<Record<Language, NoticeWords>> = { 'zh-CN': ZH, en: EN };
export const useNoticeWords = (): NoticeWords => NOTICE_WORDS[useLanguage()];

/** Name in `FeatureBoundary`. Slots and regions contain any features. */
export type PagePart = keyof typeof ZH.parts | 'dock' | `slot-${string}` | `regions-${string}`;

export function serviceText({ service, name, recovering }: ServiceStatus, words: NoticeWords): string {
  const parts: Readonly<Record<string, string>> = service === 'page' ? words.parts : {};
  const shown = parts[name] ?? words.serviceNames[service];
  return recovering ? words.serviceRecovering(shown) : words.serviceDown(shown);
}
