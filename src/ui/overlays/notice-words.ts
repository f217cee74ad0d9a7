import { isFeature, nameOfFeature } from '../../features/index.ts';
import type { ServiceStatus } from '../../core/room/view.ts';
import type { Language } from '../../design/language.ts';
import { useLanguage } from '../text/text.ts';

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
    'dock-button': '功能列表',
    emoji: '表情',
    entries: '礼物与功能入口',
    'key-help': '快捷键说明',
    'mini-player': '小窗播放',
    'nerd-stats': '播放统计',
    notices: '房间通知',
    page: '页面',
    'player-choices': '线路与画质',
    'player-log': '播放日志',
    'player-menu': '播放器菜单',
    'radio-scene': '电台画面',
    'other-rooms': '其他直播间',
    share: '分享面板',
    'socket-debug': '连接日志',
    'stage-activity': '播放提示',
    'text-en': '英文',
    'text-zh-CN': '中文',
    'header-menu': '页面菜单',
    unavailable: '页面',
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
  overriddenStream: (host: string) => `调试：正在播放 ${host} 的视频流，与本房间主播无关`,
  overriddenConfig: '调试：页面地址修改了房间配置',
  sharing: '与其他观众互传视频可以让播放更稳定，对方会看到你的网络地址（IP）',
  sharingYes: '同意',
  sharingNo: '不同意',
  newVersion: '页面已有新版本，部分功能需要更新后使用',
  loadNewVersion: '更新页面',
  loadNow: '立即更新',
  /** Shown after the button, until the page can be loaded without a loss. */
  updateAfter: {
    text: '发出或清空正在写的内容后自动更新',
    order: '礼物送出后自动更新',
    broadcast: '下播后自动更新',
    'full-screen': '退出全屏后自动更新',
    'small-window': '关闭小窗后自动更新',
  } as Readonly<Partial<Record<string, string>>>,
  plainHttp: '本页通过普通 http 打开，浏览器因此不提供 H265 画面、开播和复制；换成 https 地址即可恢复',
  understood: '知道了',
  serviceRecovering: (part: string) => `${part}正在恢复…`,
  serviceDown: (part: string) => `${part}暂时不可用`,
  late: (parts: readonly string[]) => `${parts.join('、')}加载较慢，加载完成后自动显示`,
  notLoaded: (parts: readonly string[]) => `${parts.join('、')}暂时加载失败，稍后自动重试`,
  failed: (parts: readonly string[]) => `${parts.join('、')}出错了，正在恢复…`,
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
    'dock-button': 'The list of features',
    emoji: 'The emoji picker',
    entries: 'Gifts and other entries',
    'key-help': 'The list of shortcuts',
    'mini-player': 'The mini player',
    'nerd-stats': 'The nerd stats window',
    notices: 'The display of messages',
    page: 'The page',
    'player-choices': 'The menu of quality and line',
    'player-log': 'The player log',
    'player-menu': 'The player menu',
    'radio-scene': 'The radio picture',
    'other-rooms': 'The list of other rooms',
    share: 'The share panel',
    'socket-debug': 'The connection log',
    'stage-activity': 'The player’s status text',
    'text-en': 'English',
    'text-zh-CN': 'Chinese',
    'header-menu': 'The page menu',
    unavailable: 'The page',
    community: 'News of red packets and ranks',
    contents: 'News of the room',
    games: 'The game',
    headline: 'The headline',
    music: 'News of songs',
    orders: 'News of orders',
    people: 'The list of viewers',
    pk: 'The PK',
  },
  offline: 'You are offline. The room continues when the network is back',
  overriddenStream: (host) => `Debugging: this stream comes from ${host}, not from the star of this room`,
  overriddenConfig: 'Debugging: the address of this page changes the room’s config',
  sharing: 'Exchanging video with other viewers makes playback steadier. They see your network address (IP)',
  sharingYes: 'Allow',
  sharingNo: 'Don’t allow',
  newVersion: 'There is a new version of this page. Some parts work only after an update',
  loadNewVersion: 'Update the page',
  loadNow: 'Update now',
  updateAfter: {
    text: 'The page updates when your text is sent or cleared',
    order: 'The page updates when your gift is sent',
    broadcast: 'The page updates when your broadcast ends',
    'full-screen': 'The page updates when you leave full screen',
    'small-window': 'The page updates when you close the small window',
  },
  plainHttp:
    'This page was opened over plain HTTP, so the browser offers no H265 picture, no broadcasting and no copying here. They work over HTTPS',
  understood: 'OK',
  serviceRecovering: (part) => `${part} is recovering…`,
  serviceDown: (part) => `${part} is unavailable for now`,
  late: (parts) => `Slow to load: ${parts.join(', ')}`,
  notLoaded: (parts) => `Not loaded yet, trying again: ${parts.join(', ')}`,
  failed: (parts) => `Failed, starting again: ${parts.join(', ')}`,
};

export const NOTICE_WORDS: Readonly<Record<Language, NoticeWords>> = { 'zh-CN': ZH, en: EN };
export const useNoticeWords = (): NoticeWords => NOTICE_WORDS[useLanguage()];

/** Name in `FeatureBoundary`. Slots and regions contain any features. */
export type PagePart = keyof typeof ZH.parts | 'dock' | `slot-${string}` | `regions-${string}`;

export interface Notice {
  readonly text: string;
  readonly isRecovering: boolean;
  /** The viewer can have it tried again now. */
  readonly canRetry: boolean;
}

/** One notice for each worker, and one for all parts that are late for the same reason. */
export function noticesOf(services: readonly ServiceStatus[], language: Language): readonly Notice[] {
  const words = NOTICE_WORDS[language];
  const names: Readonly<Record<string, string>> = words.parts;
  const notices: Notice[] = [];
  for (const { service, recovering } of services.filter((status) => status.service !== 'page')) {
    const shown = words.serviceNames[service];
    notices.push({
      text: recovering ? words.serviceRecovering(shown) : words.serviceDown(shown),
      isRecovering: recovering,
      canRetry: false,
    });
  }
  const pageParts = services.filter(({ service }) => service === 'page');
  const namesOf = (is: (status: ServiceStatus) => boolean): readonly string[] => [
    ...new Set(
      pageParts.filter(is).map(({ name }) => names[name] ?? (isFeature(name) ? nameOfFeature(name, language) : words.serviceNames.page)),
    ),
  ];
  const groups = [
    [namesOf(({ code, recovering }) => recovering && code === 'MODULE_LATE'), words.late],
    [namesOf(({ code, recovering }) => recovering && code === 'MODULE_LOAD_FAILED'), words.notLoaded],
    [namesOf(({ code, recovering }) => recovering && code === 'PART_FAILED'), words.failed],
  ] as const;
  for (const [parts, text] of groups) if (parts.length > 0) notices.push({ text: text(parts), isRecovering: true, canRetry: true });
  for (const name of namesOf(({ recovering }) => !recovering))
    notices.push({ text: words.serviceDown(name), isRecovering: false, canRetry: false });
  return notices;
}
