// Long file: one table, a line or two for each scenario.
import type { ScenarioLink } from '../src/ui/offline-room.ts';
import { NETWORK_ERROR_STATUSES } from '../src/player/rules/recovery/media-errors.ts';
import { FEATURE_MOCKS } from '#feature-mocks';
import type { StreamCue } from './recordings/stream-messages.ts';
import { scenario, STAR, VIEWER, type Scenario } from './scenario.ts';

/**
 * A gift at each full second of the sync stream, when it flashes, alternately in a script tag and in an SEI; the other messages once per
 * round.
 */
const MESSAGES: readonly StreamCue[] = [
  { atMs: 0, by: 'script', type: 1, data: { songName: '星光', singerName: '校音台' } },
  { atMs: 0, by: 'sei', type: 2, data: { delay: 350 } },
  { atMs: 40, by: 'sei', type: 3, data: { bitrate: 1_800 } },
  { atMs: 80, by: 'script', type: 5, data: { pitch: 440 } },
  { atMs: 120, by: 'sei', type: 28, data: {} },
  { atMs: 160, by: 'script', type: 29, data: {} },
  ...Array.from({ length: 8 }, (_, second): StreamCue => ({
    atMs: second * 1_000,
    by: second % 2 === 0 ? 'script' : 'sei',
    type: 4,
    data: { giftname: '闪光', sendername: '小鱼', num: second + 1 },
  })),
];

/** Scenarios of the room and of several features; those of one feature are in its `mock.ts`. */
const OF_THE_ROOM = {
  normal: scenario('Normal room: 852x480 stage, slow chat', '普通房间：852x480 舞台，聊天节奏平缓'),
  'logged-in': scenario('The same room with a logged-in viewer', '同一个房间，观众已登录', { cookies: VIEWER }),
  live: scenario('Live room, 1280x720 at 30 pictures per second', '直播间，1280x720，每秒 30 帧', { path: '/live/1002' }),
  vertical: scenario('Vertical room, 540x960', '竖屏房间，540x960', { path: '/live/1003' }),
  offline: scenario('The room is offline and shows its offline video', '主播不在：播放离线视频', { path: '/live/1004' }),
  radio: scenario('Radio room: sound only', '电台房间：只有声音', { path: '/live/1005' }),
  'sync-test': scenario('A flash and a beep every second', '每秒一次闪光和蜂鸣', { path: '/live/1007' }),
  'stream-messages': scenario(
    'The stream contains messages: song, delay, bit rate, pitch, and a gift at each flash',
    '码流带有消息：歌曲、延迟、码率、音高，每次闪光送出一份礼物',
    {
      path: '/live/1007',
      http: ['all-kinds'],
      messages: MESSAGES,
    },
  ),
  'all-kinds': scenario('Every room has H264 and H265 addresses; the viewer can choose', '每个房间都有 H264 和 H265 地址，观众可以选择', {
    http: ['all-kinds'],
  }),
  h265: scenario('A room with H265 addresses only', '只有 H265 地址的房间', { http: ['h265-only'] }),
  'h265-hvc1': scenario(
    'A room with H265 addresses only, as Enhanced-RTMP hvc1 with B pictures',
    '只有 Enhanced-RTMP hvc1 的 H265 地址，含 B 帧',
    { http: ['h265-hvc1-only'] },
  ),
  'h265-off': scenario('The remote config switches H265 off', '远程配置关闭了 H265', { http: ['h265-off', 'all-kinds'] }),
  'h265-too-big': scenario('Both sides of the picture exceed the limit for H265', '画面两边都超过 H265 的限制', {
    http: ['h265-small-limit', 'all-kinds'],
  }),
  'h265-stalled-before': scenario('H265 stalled three times in earlier visits', '以前的访问中 H265 卡顿过三次', {
    http: ['all-kinds'],
    stored: { stallCount: 3 },
  }),
  'h265-stays-away': scenario('H265 was replaced by H264 less than a day ago', 'H265 不久前让位给 H264，一天还没有过去', {
    http: ['all-kinds'],
    stored: { stallCount: 1, stayOnH264: true },
  }),
  'h265-stall': scenario(
    'The H265 stream stalls after 2 s: H264 takes over and one stall is counted',
    'H265 在 2 秒后没有数据：H264 接替，计一次卡顿',
    {
      http: ['all-kinds'],
      faults: [{ on: 'stream', kind: 'stall', afterMs: 2_000, match: 'h265' }],
    },
  ),
  'h265-undecodable': scenario('The H265 address sends undecodable data: H264 takes over', 'H265 地址里是别的内容：H264 接替', {
    http: ['h265-undecodable'],
  }),
  'codec-unsupported': scenario(
    'The browser cannot decode the stream of the H264 address: H265 is tried once, although it is switched off',
    'H264 地址里是浏览器解不了的内容：即使 H265 已关闭也试一次',
    { http: ['codec-unsupported'] },
  ),
  'h265-unshared': scenario(
    'H265 without shared memory, allowed by the remote config: one thread, pictures sent as messages',
    '没有共享内存时的 H265，由远程配置打开：单线程解码，画面用消息传递',
    {
      http: ['h265-unshared', 'h265-only'],
      page: ['no-shared-memory'],
      stored: { nativeHevc: false },
    },
  ),
  'native-hevc': scenario('A browser with a native H265 decoder uses the native address', '浏览器自己能解 H265：使用原生地址', {
    http: ['native'],
    page: ['claims-hevc'],
  }),
  'native-hevc-claimed': scenario(
    'The browser claims to decode H265 but fails: H264 takes over, and the failure is stored',
    '浏览器声称能解 H265 却不能：H264 接替，并且记住',
    { http: ['all-kinds'], page: ['claims-hevc'] },
  ),
  'h265-unusual': scenario(
    'The H265 address sends 4:4:4 in separate colour planes, which the decoder does not support; H264 takes over',
    'H265 地址是不支持的 4:4:4（独立色彩平面），另有 H264',
    { http: ['h265-unusual'] },
  ),
  'size-change': scenario(
    'The picture of an H265 stream changes between horizontal and vertical every 4 s',
    'H265 画面每 4 秒在横屏和竖屏之间切换',
    { http: ['h265-sizes'] },
  ),
  p2p: scenario('The viewers share the stream by P2P: open it in two tabs', '观众之间分享码流：请打开两个标签页', { http: ['p2p'] }),
  'p2p-h265': scenario('The same with H265 addresses', '同上，使用 H265 地址', { http: ['p2p-h265'] }),
  'p2p-wrong-bytes': scenario('A peer that sends wrong bytes: open `p2p` in another tab', '一位观众传出错误数据：与 `p2p` 一起打开', {
    http: ['p2p-wrong-bytes'],
  }),
  'p2p-slow': scenario('A peer that answers too late or never: open `p2p` in another tab', '一位观众回答太慢或不回答：与 `p2p` 一起打开', {
    http: ['p2p-slow'],
  }),
  'p2p-leaves': scenario(
    'A peer that leaves at the first segment request: open `p2p` in another tab',
    '一位观众在第一次被请求分片时离开：与 `p2p` 一起打开',
    { http: ['p2p-leaves'] },
  ),
  'p2p-oversized': scenario(
    'A peer that answers every request with 32 MiB: open `p2p` in another tab',
    '一位观众无论被要什么都回 32 MiB：与 `p2p` 一起打开',
    { http: ['p2p-oversized'] },
  ),
  'p2p-floods': scenario(
    'A peer that sends unrequested data: open `p2p` in another tab',
    '一位观众不停发送没人要的数据：与 `p2p` 一起打开',
    { http: ['p2p-floods'] },
  ),
  'p2p-ends': scenario('P2P fails after 4 s: the room continues without it', '4 秒后分享中断：房间不靠分享继续播放', {
    http: ['p2p'],
    faults: [{ on: 'stream', kind: 'cut', afterMs: 4_000, match: 'p2p=index' }],
  }),
  'p2p-broken': scenario('The P2P loader fails to load: the room plays without it', '分享加载器加载失败：房间不靠它播放', {
    http: ['p2p-broken'],
  }),
  webrtc: scenario('A room with a WebRTC address, answered by a peer in the page', '也能用 WebRTC 观看的房间，由页面里的对端应答', {
    http: ['webrtc'],
  }),
  'webrtc-freezes': scenario(
    'The WebRTC picture freezes after 2 s while its sound continues: FLV takes over',
    'WebRTC 画面 2 秒后定格、声音继续：FLV 接替',
    {
      http: ['webrtc'],
      faults: [{ on: 'stream', kind: 'stall', afterMs: 2_000, match: '/rtc/' }],
    },
  ),
  'webrtc-off': scenario('The remote config switches WebRTC off', '远程配置关闭了 WebRTC', { http: ['webrtc-off', 'webrtc'] }),
  'webrtc-fails': scenario('The WebRTC server refuses: FLV takes over', 'WebRTC 服务器拒绝：FLV 接替', { http: ['webrtc-fails'] }),
  'chat-none': scenario('No messages', '没有消息', { chat: 'chat-busy', behaviour: { pace: 1e-6 } }),
  'chat-30': scenario('30 messages per second', '每秒三十条消息', { chat: 'chat-busy', behaviour: { pace: 0.3 } }),
  'chat-300': scenario('300 messages per second', '每秒三百条消息', { chat: 'chat-busy', behaviour: { pace: 3 } }),
  'chat-busy': scenario('100 messages per second', '每秒一百条消息', { chat: 'chat-busy' }),
  'chat-flood': scenario('1000 messages per second', '每秒一千条消息', { chat: 'chat-flood' }),
  'chat-storm': scenario('5000 messages per second, with a logged-in viewer', '每秒五千条消息，观众已登录', {
    chat: 'chat-flood',
    cookies: VIEWER,
    behaviour: { pace: 5 },
  }),
  'all-pushes': scenario('Every message of the registry, one after the other', '注册表里的每一种消息依次到来', { chat: 'all-pushes' }),
  announcements: scenario('Headlines and notices at once', '头条和通知同时出现', { cookies: VIEWER, sessions: ['headline', 'notices'] }),
  'mini-games': scenario('Tower defense, shooting and tanks at once', '塔防、射击和坦克同时进行', {
    cookies: VIEWER,
    sessions: ['tower-defense', 'shooting', 'tank'],
  }),
  'small-features': scenario(
    'Confession, ceremony, pet, star game and real singing at once',
    '告白、盛典匹配、宠物、主播游戏和真唱同时出现',
    { cookies: VIEWER, sessions: ['confession', 'ceremony', 'pet', 'star-game', 'real-sing', 'emotion'] },
  ),
  community: scenario('Red packets, linked mics, guards and ranks at once', '红包、连麦、守护和榜单同时进行', {
    cookies: VIEWER,
    sessions: ['red-packets', 'mic', 'guard', 'ranks'],
  }),
  'community-disorder': scenario('The same features with lost, repeated and reordered messages', '同上，消息丢失、重复、乱序', {
    cookies: VIEWER,
    sessions: ['red-packets', 'mic', 'guard', 'ranks'],
    faults: [{ on: 'socket', kind: 'disorder', share: 0.6 }],
  }),
  'features-orders': scenario('Challenges, dances, services and lucky numbers at once', '悬赏挑战、点舞、悬赏广场和幸运数字同时出现', {
    cookies: VIEWER,
    sessions: ['reward-challenge', 'dance-orders', 'reward-square', 'number-lucky'],
  }),
  'features-music': scenario('A music PK, a song quiz and a clan PK at once', '音乐 PK、听歌识曲和战队赛同时出现', {
    cookies: VIEWER,
    sessions: ['music-pk', 'music-guess', 'clan-pk'],
  }),
  'features-disorder': scenario(
    'The same features with lost, repeated and reordered messages',
    '音乐 PK、听歌识曲和战队赛，消息有丢失、重复和乱序',
    {
      cookies: VIEWER,
      sessions: ['music-pk', 'music-guess', 'clan-pk'],
      faults: [{ on: 'socket', kind: 'disorder', share: 0.6 }],
    },
  ),
  'features-still': scenario(
    'No stream and no active feature: each feature is started from the developer panel',
    '没有画面，也还没有模块：每个都从开发者面板开始',
    { cookies: VIEWER, http: ['no-addresses'] },
  ),
  features: scenario('Several features at once, in their positions', '几个模块同时出现，各在其位', {
    cookies: VIEWER,
    sessions: ['battle', 'song-orders'],
  }),
  'features-star': scenario('The star in the own room, with a feature', '主播在自己的房间，带各个模块', {
    path: '/room/star/1006',
    cookies: STAR,
    sessions: ['song-orders'],
  }),
  'hostile-chat': scenario(
    'Nicknames and lines with markup, control characters and oversized fields, and unknown messages',
    '昵称和发言带有标记、控制字符、超大字段和未知消息',
    { chat: 'chat-hostile' },
  ),
  'bad-frames': scenario('A third of the socket frames is corrupt', '三分之一的长连接帧损坏', {
    faults: [{ on: 'socket', kind: 'corrupt', share: 0.33 }],
  }),
  'socket-refused': scenario('No chat address can be reached', '所有聊天地址都连不上', { faults: [{ on: 'socket', kind: 'refuse' }] }),
  'socket-silent': scenario(
    'The chat server stops answering heartbeats and sends nothing more after 3 s',
    '聊天服务器 3 秒后不再应答心跳，也不再发送',
    {
      behaviour: { heartbeat: 'unanswered' },
      faults: [{ on: 'socket', kind: 'stall', afterMs: 3_000 }],
    },
  ),
  'socket-drops': scenario('The chat connection is lost twice, 5 s after it was opened', '聊天连接两次在建立 5 秒后断开', {
    faults: [{ on: 'socket', kind: 'close-code', afterMs: 5_000, code: 1012, times: 2 }],
  }),
  'chat-login-refused': scenario('The chat login is refused', '聊天登录被拒绝', {
    behaviour: { login: 'refused', echo: false },
  }),
  'chat-too-fast': scenario('A line within 3 s of the previous one is refused', '与上一条间隔不到 3 秒的发言被拒绝', {
    cookies: VIEWER,
    behaviour: { refuses: 'too-fast' },
  }),
  'chat-muted': scenario('Every line is refused: the viewer is muted', '观众被禁言：每条发言都被拒绝', {
    cookies: VIEWER,
    behaviour: { refuses: 'muted' },
  }),
  'chat-verify': scenario(
    'The chat requires a verification before the first line; the answer is the text that it shows',
    '第一条发言前要回答问题，答案就是显示的文字',
    { cookies: VIEWER, behaviour: { refuses: 'verify' } },
  ),
  'address-1100005': scenario('The address service refuses, and there is no fallback', '地址服务拒绝，并且没有备用地址', {
    http: ['address-refused'],
  }),
  'slow-network': scenario('300 kbit/s for the stream and 400 ms before each answer', '码流 300 kbit/s，每个应答延迟 400 毫秒', {
    faults: [
      { on: 'stream', kind: 'throttle', kilobitsPerS: 300 },
      { on: 'http', kind: 'delay', ms: 400 },
      { on: 'socket', kind: 'delay', ms: 400 },
    ],
  }),
  'stream-cut': scenario('The first connection of each stream is cut after 5 s', '每条码流的第一次连接在 5 秒后被切断', {
    faults: [{ on: 'stream', kind: 'cut', afterMs: 5_000, times: 1 }],
  }),
  'stream-stall': scenario('The first connection of each stream stalls after 4 s', '每条码流的第一次连接在 4 秒后没有数据', {
    faults: [{ on: 'stream', kind: 'stall', afterMs: 4_000, times: 1 }],
  }),
  'stream-ends': scenario('The first connection of each stream ends regularly after 4 s', '每条码流的第一次连接在 4 秒后正常结束', {
    faults: [{ on: 'stream', kind: 'end', afterMs: 4_000, times: 1 }],
  }),
  'stream-pauses': scenario('Each stream stalls for 3 s, 3 s after its start', '每条码流开始 3 秒后停顿 3 秒', {
    http: ['all-kinds'],
    faults: [{ on: 'stream', kind: 'stall', afterMs: 3_000, forMs: 3_000 }],
  }),
  'no-sound': scenario('The stream headers announce sound and pictures; only pictures arrive', '码流说有声音，却只有画面', {
    faults: [{ on: 'stream', kind: 'drop', share: 1, track: 'audio' }],
  }),
  'no-picture': scenario('The stream headers announce sound and pictures; only sound arrives', '码流说有画面，却只有声音', {
    faults: [{ on: 'stream', kind: 'drop', share: 1, track: 'video' }],
  }),
  'stream-corrupt': scenario('2 % of the tags are corrupt', '每一百个数据包里有两个出错', {
    faults: [{ on: 'stream', kind: 'corrupt', share: 0.02 }],
  }),
  'stream-404': scenario('The first address answers 404; the others play', '第一个地址回 404，其余可以播放', {
    http: ['three-addresses'],
    faults: [{ on: 'stream', kind: 'status', status: 404, match: 'stage-852x480-h264' }],
  }),
  'stream-silent': scenario('The first address connects but sends nothing; the others play', '第一个地址连得上却没有数据，其余可以播放', {
    http: ['three-addresses'],
    faults: [{ on: 'stream', kind: 'stall', afterMs: 0, match: 'stage-852x480-h264' }],
  }),
  'every-answer': scenario(
    'One address per network error, one that refuses, then one that plays',
    '依次是每一种网络错误、一次拒绝，最后一个地址可以播放',
    {
      http: ['every-answer'],
      faults: [
        ...NETWORK_ERROR_STATUSES.filter((status) => status > 0).map(
          (status) => ({ on: 'stream', kind: 'status', status, match: `/answers-${status}` }) as const,
        ),
        { on: 'stream', kind: 'status', status: 403, match: '/answers-403' },
        { on: 'stream', kind: 'refuse', match: '/answers-nothing' },
      ],
    },
  ),
  'all-addresses-fail': scenario('Every address answers 503: retries, then the failure tip', '每个地址都回 503：重试，然后提示失败', {
    http: ['three-addresses'],
    faults: [{ on: 'stream', kind: 'status', status: 503 }],
  }),
  'no-addresses': scenario('A live room without an address: the failure tip', '正在直播却没有任何地址：提示失败', {
    http: ['no-addresses'],
  }),
  'live-info-fails': scenario('Live info answers 500: the fallback start', '直播信息回 500：兜底启动', {
    faults: [{ on: 'http', kind: 'status', status: 500, match: '/info' }],
  }),
  'room-missing': scenario('The service does not know the room number: the page for a missing room', '服务里没有这个房间号：单独的页面', {
    path: '/live/4040',
  }),
  'room-closed': scenario('The service has closed the room permanently: the page for a closed room', '房间已被永久关闭：单独的页面', {
    faults: [{ on: 'http', kind: 'status', status: 410, match: '/info' }],
  }),
  'live-info-20000': scenario('Live info code 20000 in a live room: the send-limit page', '直播间的直播信息回 20000：说明无法进入的页面', {
    path: '/live/1002',
    http: ['live-info-20000'],
  }),
  'back-to-live': scenario('Live info code 20001 in a normal room opened with r=liveroom', '用 r=liveroom 打开的普通房间回 20001', {
    path: '/live/1001?r=liveroom',
    http: ['live-info-20000'],
  }),
  autoplay: scenario(
    'The browser refuses sound before a click: muted start and an unmute button',
    '浏览器在点击前不放声音：静音开始，显示开启声音的按钮',
    { page: ['no-autoplay'] },
  ),
  'no-shared-memory': scenario('No shared memory: no H265 decoder', '没有共享内存的浏览器：没有 H265 解码器', {
    http: ['all-kinds'],
    page: ['no-shared-memory'],
  }),
  safari: scenario('The user agent is Safari: no H265 decoder', '名称为 Safari 的浏览器：没有 H265 解码器', {
    http: ['all-kinds'],
    page: ['safari'],
  }),
  'chrome-79': scenario('The user agent is Chrome 79: no H265 decoder', 'Chrome 80 之前的版本：没有 H265 解码器', {
    http: ['all-kinds'],
    page: ['chrome-79'],
  }),
  'no-frame-callback': scenario('A browser without video frame callbacks: no WebRTC', '不报告视频帧的浏览器：没有 WebRTC', {
    http: ['webrtc'],
    page: ['no-frame-callback'],
  }),
  'no-picture-in-picture': scenario(
    'A browser without the picture-in-picture API (Firefox): no button for it',
    '没有画中画接口的浏览器（Firefox）：不显示按钮',
    { page: ['no-picture-in-picture'] },
  ),
  'negative-position': scenario(
    'The position of the first player becomes negative after 2 s: the player restarts',
    '第一个播放器的位置在 2 秒后变成负数：换一个',
    { page: ['negative-position'] },
  ),
  'negative-sound': scenario(
    'The player measures a negative audio length: it restarts when the tab is shown',
    '播放器量出负的声音长度：标签页回来时重新播放',
    { page: ['negative-sound'] },
  ),
  'sound-apart': scenario(
    'Sound and picture are 25 s apart: the player restarts when the tab is shown',
    '声音和画面相差 25 秒：标签页回来时重新播放',
    { page: ['sound-apart'] },
  ),
  'no-offscreen-canvas': scenario('H265 without OffscreenCanvas in workers: the page draws', 'H265，但 worker 不能绘图：由页面绘制', {
    http: ['h265-only'],
    page: ['no-offscreen-canvas'],
  }),
  'no-audio-decoder': scenario(
    'H265 without an audio decoder in workers: an audio element plays the sound',
    'H265，但 worker 不能解码声音：由音频元素播放',
    {
      path: '/live/1007',
      http: ['all-kinds'],
      page: ['no-audio-decoder'],
    },
  ),
  'no-media-source': scenario('No MediaSource: the upgrade message', '太旧、无法播放的浏览器：升级提示', { page: ['no-media-source'] }),
  'bad-answers': scenario('Half of all HTTP answers are truncated', '一半的 HTTP 应答在中途结束', {
    faults: [{ on: 'http', kind: 'corrupt', share: 0.5 }],
  }),
  backend: scenario('No mock: your own backend, which can be recorded', '完全不用模拟：连接你自己的后端并录制', { isPassThrough: true }),
} as const satisfies Record<string, Scenario>;

/** Of the room, or of a feature, whose names are not known here. */
export type ScenarioName = string;

/** One row per scenario: `?scenario=name` opens it by hand, and the end-to-end tests run the same rows. */
export const SCENARIOS = {
  ...OF_THE_ROOM,
  ...Object.fromEntries(FEATURE_MOCKS.flatMap(({ scenarios }) => Object.entries<Scenario>(scenarios))),
} as Readonly<Record<string, Scenario>>;

export const DEFAULT_SCENARIO = 'normal';
export const SCENARIO_NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[];

/** Where the lists of the lobby and of the panel show it. */
export function groupOf(name: string): ScenarioLink['group'] {
  if (!Object.hasOwn(OF_THE_ROOM, name)) return 'features';
  const { page, faults } = scenarioOf(name);
  return page.length > 0 ? 'devices' : faults.length > 0 ? 'faults' : 'rooms';
}

export const isScenarioName = (name: string): boolean => Object.hasOwn(SCENARIOS, name);
/** An unknown name selects the default scenario. */
export const scenarioOf = (name: string): Scenario =>
  SCENARIOS[isScenarioName(name) ? name : DEFAULT_SCENARIO] ?? OF_THE_ROOM[DEFAULT_SCENARIO];

/** Rooms that can be opened in every scenario, for the start page of `npm start`. */
export const ROOMS: readonly { readonly path: string; readonly about: string }[] = [
  { path: '/live/1001', about: 'normal' },
  { path: '/live/1002', about: 'live' },
  { path: '/live/1003', about: 'vertical' },
  { path: '/live/1004', about: 'offline' },
  { path: '/live/1005', about: 'radio' },
  { path: '/room/star/1006?scenario=star', about: 'star' },
];
/** Address of a scenario: its room with its name. */
export const addressOf = (name: ScenarioName): string => {
  const { path } = scenarioOf(name);
  return `${path}${path.includes('?') ? '&' : '?'}scenario=${name}`;
};

/** Seed of all random choices in the mock, so that each run is the same. */
export const SEED = 20_240_801;
