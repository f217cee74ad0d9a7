import { NO_DESK } from '../../src/features/publish/rules-desk.ts';
import { NO_SOCKET_TOTALS, initialView } from '../../src/core/room/initial-view.ts';
import { layoutRoom, PLAIN_ROOM } from '../../src/core/room/layout/layout.ts';
import type { RoomView, Badge, ChatRow } from '../../src/core/room/view.ts';

const NAMES = [
  '晚风与琴',
  '小鹿不迷路',
  '今夜星光',
  'Aria_07',
  '路过的云',
  '北城旧梦',
  '橘子汽水',
  '听雨客',
  'MoonRiver',
  '柚子茶',
  '阿泽',
  '半糖去冰',
];
const WORDS = [
  '这首歌太好听了，单曲循环一整天',
  '来了来了！',
  '副歌高音好稳啊',
  '想听《夜空中最亮的星》可以吗',
  '主播今天状态真好',
  'Greetings from Lisbon, lovely voice!',
  '第一次来，直接关注了',
  '吉他间奏是现场弹的吗？好厉害',
  '哈哈哈哈笑死我了',
  '声音开到最大，戴上耳机，世界安静了',
  '晚安大家，明天还来',
  '打卡第 128 天',
];
const badge = (type: Badge['type'], text: string, level = 0): Badge => ({ type, text, level, iconUrl: '' });
const BADGES: readonly (readonly Badge[])[] = [
  [],
  [badge('fan', '星河团', 12)],
  [badge('guard', '守护')],
  [],
  [badge('vip', '周星 VIP'), badge('medal', '知音')],
  [badge('plate', '荧光牌')],
  [],
  [badge('fancy-number', '靓号 8888')],
  [],
  [badge('fan', '星河团', 3), badge('lucky', '幸运')],
  [],
  [badge('honor', '月榜第三')],
];

/** Sample rows derived from their number, so that they are the same in each run. */
export function chatRows(count: number, from = 1): readonly ChatRow[] {
  return Array.from({ length: count }, (_, index) => chatRow(from + index));
}

function chatRow(id: number): ChatRow {
  const at = id % 12;
  const row: ChatRow = {
    id,
    type: 'chat',
    userId: 5000 + at,
    name: NAMES[at] ?? '',
    richLevel: [0, 6, 14, 3, 27, 11, 0, 43, 2, 35, 8, 19][at] ?? 0,
    text: WORDS[(id * 5) % 12] ?? '',
    isStar: false,
    isMe: false,
    isSecret: false,
    toName: '',
    badges: BADGES[at] ?? [],
    timeMs: 1_790_000_000_000 + id * 900,
  };
  if (id % 26 === 3) return { ...row, type: 'welcome', text: '进入直播间', badges: [] };
  if (id % 26 === 8) return { ...row, type: 'gift', text: '荧光棒 ×66', toName: '林听夏' };
  if (id % 26 === 11) return { ...row, type: 'notice', name: '', text: '文明观看，理性消费。谨防私下交易。' };
  if (id % 26 === 16)
    return { ...row, name: '林听夏', isStar: true, richLevel: 38, text: '谢谢大家，下一首唱给第一次来的朋友', badges: [] };
  if (id % 26 === 19) return { ...row, toName: '林听夏', isSecret: true, text: '可以点歌吗' };
  if (id % 26 === 22)
    return { ...row, name: '夜航船', isMe: true, richLevel: 16, text: '前奏一响起鸡皮疙瘩', badges: [badge('fan', '星河团', 7)] };
  if (id === 26) return { ...row, type: 'own-waiting', name: '夜航船', isMe: true, richLevel: 16, text: '再来一首！', badges: [] };
  return row;
}

interface Viewport {
  readonly width: number;
  readonly height: number;
}

const withFeature = (name: string, view: unknown): Pick<RoomView, 'features'> => ({ features: { [name]: { name: 'shown', view } } });
const onStage = (feature: string, view: unknown): Pick<RoomView, 'features' | 'stage'> => ({
  stage: { name: 'feature', feature },
  ...withFeature(feature, view),
});

/** Changes of each state relative to the view of a live room. */
const CHANGES: Readonly<Record<string, (view: RoomView) => Partial<RoomView>>> = {
  live: () => ({}),
  loading: () => ({
    phase: 'loading',
    stage: { name: 'loading' },
    room: initialView({ width: 0, height: 0 }).room,
    chat: connection('connecting', 0),
  }),
  guest: (view) => ({ me: { userId: 0, nickname: '', richLevel: 0 }, player: { ...view.player, muted: true, needsClick: true } }),
  buffering: (view) => ({ player: { ...view.player, status: 'buffering' } }),
  fail: () => ({ tips: { noLive: false, liveFail: true, playerMessage: '' } }),
  'fail-message': () => ({ tips: { noLive: false, liveFail: true, playerMessage: '播放时出现异常，请稍候再试' } }),
  'old-browser': () => ({ tips: { noLive: false, liveFail: true, playerMessage: '你的浏览器版本较低，请升级你的浏览器' } }),
  offline: (view) => ({
    room: { ...view.room, liveStatus: 0, liveSince: 0, following: false },
    stage: { name: 'closed' },
    tips: { noLive: true, liveFail: false, playerMessage: '' },
  }),
  'offline-video': (view) => ({
    room: { ...view.room, liveStatus: 0, liveSince: 0, following: false },
    ...onStage('offline-video', {
      replays: [
        { url: '/fixtures/none.mp4', title: '周六弹唱之夜' },
        { url: '/fixtures/none.mp4?2', title: '' },
      ],
      index: 0,
      turn: 1,
      nextLiveS: Math.floor(Date.now() / 1_000) + 90_000,
    }),
    tips: { noLive: true, liveFail: false, playerMessage: '' },
  }),
  'lead-in': () => onStage('lead-in', { item: 1, src: '/fixtures/none.mp4', title: '夏夜晚风' }),
  ad: () => onStage('ad', { src: '/fixtures/none.mp4', link: 'https://example.org/', isOnNow: false, pictureS: 12, leftS: 12, skipInS: 3 }),
  radio: (view) => ({ room: { ...view.room, liveType: 'radio' }, stage: { name: 'radio' } }),
  publish: (view) => ({
    room: { ...view.room, role: 1, liveStatus: 0 },
    ...onStage('publish', { name: 'ready', epoch: 0, error: null, desk: NO_DESK }),
  }),
  'publish-elsewhere': (view) => ({
    room: { ...view.room, role: 1 },
    ...onStage('publish', { name: 'elsewhere', epoch: 1, sinceMs: Date.now() - 754_000, error: null, queryAtMs: null, desk: NO_DESK }),
  }),
  vertical: () => ({}),
  mount: () => withFeature('mounts', { id: 1, name: '银河列车', welcome: '今夜星光', isVideo: false, src: '' }),
  reconnecting: () => ({ chat: { ...connection('waiting', 2), queued: 2 } }),
  'chat-failed': () => ({
    chat: { ...connection('paused', 5), queued: 1 },
    services: [{ service: 'stats', name: '', code: 'WORKER_CRASHED', recovering: true }],
  }),
  'socket-debug': () => ({ chat: { ...connection('open', 0), debug: ['→ 201 login', '← 201 ok', '→ HEARTBEAT', '← 501 chat'] } }),
  slider: () => ({ chat: { ...connection('failed', 0), error: 'SOCKET_DANGEROUS' }, ...withFeature('slider-check', { isShown: true }) }),
  login: () => ({ me: { userId: 0, nickname: '', richLevel: 0 }, dialogs: [{ type: 'login' }] }),
  'back-to-live': () => ({ dialogs: [{ type: 'back-to-live', code: 20_001, message: '主播正在直播间等你，点击回到直播' }] }),
  refused: () => ({ unavailable: { why: 'refused', code: 20_000, message: '当前房间人数较多，请稍后再试' } }),
  limited: () => ({ dialogs: [{ type: 'limited', code: 20_000, message: '' }] }),
  'end-broadcast': () => ({ dialogs: [{ type: 'end-broadcast', how: 'logout' }] }),
  alert: () => ({ dialogs: [{ type: 'alert', about: 'client-download', why: 'CLIENT_VERSION_REFUSED', answer: '1100' }] }),
  toasts: () => ({
    toasts: [
      { id: 1, text: '关注成功', tone: 'good' },
      { id: 2, text: '消息太多，请稍后再发', tone: 'bad' },
      { id: 3, text: '点击一下，让声音开始', tone: 'info' },
    ],
  }),
};

export const STATES = Object.keys(CHANGES);

const connection = (at: RoomView['chat']['connection'], attempt: number): RoomView['chat'] => ({
  connection: at,
  attempt,
  retryAtMs: at === 'waiting' ? Date.now() + 8_000 : at === 'paused' ? Date.now() + 31_000 : null,
  queued: 0,
  error: null,
  debug: [],
  totals: NO_SOCKET_TOTALS,
  verify: null,
  givenBack: null,
  blocked: [],
});

export function galleryView(state: string, viewport: Viewport): RoomView {
  const isVertical = state.startsWith('vertical');
  const base = initialView(viewport);
  const live: RoomView = {
    ...base,
    phase: 'ready',
    room: {
      ...base.room,
      roomId: 1001,
      kind: isVertical ? 'vertical' : 'normal',
      starId: 77,
      starName: '林听夏',
      liveName: '夏夜点歌台 · 吉他弹唱',
      liveStatus: 1,
      liveSince: Date.now() / 1000 - 5025,
      viewers: 12_860,
      followers: 384_210,
      coverUrl: coverUrl(),
    },
    me: { userId: 880_123, nickname: '夜航船', richLevel: 16 },
    stage: { name: 'live' },
    layout: layoutRoom({
      ...PLAIN_ROOM,
      viewport,
      isVertical,
      media: isVertical ? { width: 540, height: 960 } : { width: 852, height: 480 },
    }),
    player: {
      ...base.player,
      status: 'playing',
      kind: 'h264',
      kinds: ['h265', 'h264'],
      lineCount: 2,
      canPictureInPicture: true,
      activity: { name: 'playing' },
      log: [
        { type: 'note', atMs: 114, text: 'room 1001 is live' },
        {
          type: 'attempt',
          atMs: 402,
          player: 'h264',
          line: 0,
          lines: 2,
          why: 'first address',
          reason: 'APOLLO_CLOSED',
          because: 'h265 is switched off',
        },
        { type: 'first-frame', atMs: 1_011, size: { width: 852, height: 480 }, afterMs: 609 },
      ],
    },
    chat: connection('open', 0),
  };
  return { ...live, ...CHANGES[state]?.(live) };
}

/** A cover drawn as SVG, so that the gallery needs no file. */
function coverUrl(): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 400 225'><defs><linearGradient id='a' x2='1' y2='1'><stop stop-color='#4b2a86'/><stop offset='.6' stop-color='#b0305f'/><stop offset='1' stop-color='#ff9f5f'/></linearGradient></defs><rect width='400' height='225' fill='url(#a)'/><circle cx='300' cy='60' r='70' fill='#ffd9a0' opacity='.6'/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
