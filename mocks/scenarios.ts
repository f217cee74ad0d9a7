// Long file: one table, a line or two for each scenario.
import { NETWORK_ERROR_STATUSES } from '../src/player/rules/recovery/network-error.ts';
import type { STORED_KEYS } from '../src/core/room/start/stored.ts';
import type { Fault } from './backend/faults.ts';
import type { StreamCue } from './recordings/stream-messages.ts';

/** Behaviour of the chat server in addition to its recording. */
export interface ChatBehaviour {
  readonly login: 'accepted' | 'refused' | 'unanswered';
  readonly heartbeat: 'answered' | 'unanswered';
  /** The viewer's own lines are echoed, as in a real room. */
  readonly echo: boolean;
  /** Lines are refused: `too-fast` within 3 s of the previous one, `muted` always, `verify` until a question is answered. */
  readonly refuses?: 'too-fast' | 'muted' | 'verify';
  /** Speed factor of the recording. */
  readonly pace?: number;
}

/** Conditions of the page before the room starts. */
export type PageCondition =
  | 'no-shared-memory'
  | 'no-autoplay'
  | 'no-media-source'
  | 'no-frame-callback'
  | 'no-picture-in-picture'
  | 'safari'
  | 'chrome-79'
  | 'claims-hevc'
  | 'negative-position'
  | 'negative-sound'
  | 'sound-apart'
  | 'no-offscreen-canvas'
  | 'no-audio-decoder';

export interface Scenario {
  /** Purpose in one line; printed by `npm start` and shown in the panel. */
  readonly about: string;
  readonly path: string;
  /** fixtures/recordings/{name}.json; the first matching one answers. `rooms` is last in every scenario. */
  readonly http: readonly string[];
  /** fixtures/recordings/{name}.bin */
  readonly chat: string;
  readonly behaviour: ChatBehaviour;
  /** Scripted sessions (courses.ts) that start when the first viewer enters the room. */
  readonly courses: readonly string[];
  readonly faults: readonly Fault[];
  readonly page: readonly PageCondition[];
  /** Inserted into every stream of the scenario, in each round. */
  readonly messages: readonly StreamCue[];
  /** Requests and streams use the network and are only recorded. */
  readonly isPassThrough: boolean;
  /** Cookies set before the room starts. */
  readonly cookies: Readonly<Record<string, string>>;
  /** Protocol by which a star sends (src/player/kinds/signalling.ts). */
  readonly provider: 5 | 16;
  /** Local storage as left by an earlier visit; expires after a minute, so that the next scenario starts without it. */
  readonly stored: Readonly<Partial<Record<keyof typeof STORED_KEYS, string | number | boolean>>>;
}

const CALM: Scenario = {
  about: '',
  path: '/live/1001',
  http: [],
  chat: 'chat-normal',
  behaviour: { login: 'accepted', heartbeat: 'answered', echo: true },
  courses: [],
  faults: [],
  page: [],
  messages: [],
  isPassThrough: false,
  cookies: {},
  provider: 5,
  stored: {},
};
const scenario = (about: string, changes: Partial<Scenario> = {}): Scenario => ({ ...CALM, about, ...changes });

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

const VIEWER = { fx_userid: '880001', fx_token: 'offline-viewer', fx_appid: '1010' } as const;
const STAR = { fx_userid: '91006', fx_token: 'offline-star', fx_appid: '1010' } as const;

/** One row per scenario: `?scenario=name` opens it by hand, and the end-to-end tests run the same rows. */
export const SCENARIOS = {
  normal: scenario('Normal room: 852x480 stage, slow chat'),
  'logged-in': scenario('The same room with a logged-in viewer', { cookies: VIEWER }),
  live: scenario('Live room, 1280x720 at 30 pictures per second', { path: '/live/1002' }),
  vertical: scenario('Vertical room, 540x960', { path: '/live/1003' }),
  offline: scenario('The room is offline and shows its offline video', { path: '/live/1004' }),
  radio: scenario('Radio room: sound only', { path: '/live/1005' }),
  star: scenario('The star in the own room, with the login cookie', { path: '/room/star/1006', cookies: STAR }),
  'star-refused': scenario('The server refuses the first attempt of the star to go live', {
    path: '/room/star/1006',
    http: ['publish-refused'],
    cookies: STAR,
  }),
  'star-cut': scenario('The star loses the connection after 1 s; it is restored automatically', {
    path: '/room/star/1006',
    cookies: STAR,
    faults: [{ on: 'stream', kind: 'cut', afterMs: 1_000, match: '/rtc/whip/', times: 1 }],
  }),
  'star-srs': scenario('The star publishes by the SRS protocol', { path: '/room/star/1006', cookies: STAR, provider: 16 }),
  'star-watched': scenario('A viewer of that star: open `star` in another tab and go live there', {
    path: '/live/1006',
    http: ['star-watched'],
    cookies: VIEWER,
  }),
  'star-vertical': scenario('A star who broadcasts only in vertical format from a phone is a viewer in the own room', {
    path: '/live/1006',
    http: ['star-vertical'],
    cookies: STAR,
  }),
  'sync-test': scenario('A flash and a beep every second', { path: '/live/1007' }),
  'stream-messages': scenario('The stream contains messages: song, delay, bit rate, pitch, and a gift at each flash', {
    path: '/live/1007',
    http: ['all-kinds'],
    messages: MESSAGES,
  }),
  'all-kinds': scenario('Every room has H264 and H265 addresses; the viewer can choose', { http: ['all-kinds'] }),
  h265: scenario('A room with H265 addresses only', { http: ['h265-only'] }),
  'h265-hvc1': scenario('A room with H265 addresses only, as Enhanced-RTMP hvc1 with B pictures', { http: ['h265-hvc1-only'] }),
  'h265-off': scenario('The remote config switches H265 off', { http: ['h265-off', 'all-kinds'] }),
  'h265-too-big': scenario('Both sides of the picture exceed the limit for H265', { http: ['h265-small-limit', 'all-kinds'] }),
  'h265-stalled-before': scenario('H265 stalled three times in earlier visits', { http: ['all-kinds'], stored: { stallCount: 3 } }),
  'h265-stays-away': scenario('H265 was replaced by H264 less than a day ago', {
    http: ['all-kinds'],
    stored: { stallCount: 1, stayOnH264: true },
  }),
  'h265-stall': scenario('The H265 stream stalls after 2 s: H264 takes over and one stall is counted', {
    http: ['all-kinds'],
    faults: [{ on: 'stream', kind: 'stall', afterMs: 2_000, match: 'h265' }],
  }),
  'h265-undecodable': scenario('The H265 address sends undecodable data: H264 takes over', { http: ['h265-undecodable'] }),
  'codec-unsupported': scenario(
    'The browser cannot decode the stream of the H264 address: H265 is tried once, although it is switched off',
    {
      http: ['codec-unsupported'],
    },
  ),
  'h265-unshared': scenario('H265 without shared memory, allowed by the remote config: one thread, pictures sent as messages', {
    http: ['h265-unshared', 'h265-only'],
    page: ['no-shared-memory'],
    stored: { nativeHevc: false },
  }),
  'native-hevc': scenario('A browser with a native H265 decoder uses the native address', { http: ['native'], page: ['claims-hevc'] }),
  'native-hevc-claimed': scenario('The browser claims to decode H265 but fails: H264 takes over, and the failure is stored', {
    http: ['all-kinds'],
    page: ['claims-hevc'],
  }),
  'h265-unusual': scenario('The H265 address sends 4:4:4 in separate colour planes, which the decoder does not support; H264 takes over', {
    http: ['h265-unusual'],
  }),
  'size-change': scenario('The picture of an H265 stream changes between horizontal and vertical every 4 s', { http: ['h265-sizes'] }),
  p2p: scenario('The viewers share the stream by P2P: open it in two tabs', { http: ['p2p'] }),
  'p2p-h265': scenario('The same with H265 addresses', { http: ['p2p-h265'] }),
  'p2p-wrong-bytes': scenario('A peer that sends wrong bytes: open `p2p` in another tab', { http: ['p2p-wrong-bytes'] }),
  'p2p-slow': scenario('A peer that answers too late or never: open `p2p` in another tab', { http: ['p2p-slow'] }),
  'p2p-leaves': scenario('A peer that leaves at the first segment request: open `p2p` in another tab', { http: ['p2p-leaves'] }),
  'p2p-oversized': scenario('A peer that answers every request with 32 MiB: open `p2p` in another tab', { http: ['p2p-oversized'] }),
  'p2p-floods': scenario('A peer that sends unrequested data: open `p2p` in another tab', { http: ['p2p-floods'] }),
  'p2p-ends': scenario('P2P fails after 4 s: the room continues without it', {
    http: ['p2p'],
    faults: [{ on: 'stream', kind: 'cut', afterMs: 4_000, match: 'p2p=index' }],
  }),
  'p2p-broken': scenario('The P2P loader fails to load: the room plays without it', { http: ['p2p-broken'] }),
  webrtc: scenario('A room with a WebRTC address, answered by a peer in the page', { http: ['webrtc'] }),
  'webrtc-freezes': scenario('The WebRTC picture freezes after 2 s while its sound continues: FLV takes over', {
    http: ['webrtc'],
    faults: [{ on: 'stream', kind: 'stall', afterMs: 2_000, match: '/rtc/' }],
  }),
  'webrtc-off': scenario('The remote config switches WebRTC off', { http: ['webrtc-off', 'webrtc'] }),
  'webrtc-fails': scenario('The WebRTC server refuses: FLV takes over', { http: ['webrtc-fails'] }),
  'chat-busy': scenario('100 messages per second', { chat: 'chat-busy' }),
  'chat-flood': scenario('1000 messages per second', { chat: 'chat-flood' }),
  'chat-storm': scenario('5000 messages per second, with a logged-in viewer', {
    chat: 'chat-flood',
    cookies: VIEWER,
    behaviour: { login: 'accepted', heartbeat: 'answered', echo: true, pace: 5 },
  }),
  'all-pushes': scenario('Every message of the registry, one after the other', { chat: 'all-pushes' }),
  battle: scenario('A PK of two stars: match, fight, punishment, result; a second tab with &viewer=2 is another viewer', {
    cookies: VIEWER,
    courses: ['battle'],
  }),
  'battle-recorded': scenario('Recording of the same PK', { chat: 'battle' }),
  'battle-disorder': scenario('The same PK with lost, repeated and reordered messages', {
    cookies: VIEWER,
    courses: ['battle'],
    faults: [{ on: 'socket', kind: 'disorder', share: 0.6 }],
  }),
  'multi-pk': scenario('A PK of three teams in two rounds', { cookies: VIEWER, courses: ['multi-pk'] }),
  'multi-pk-recorded': scenario('Recording of the same PK of teams', { chat: 'multi-pk' }),
  'song-orders': scenario('Songs are ordered, accepted and sung; a second tab with &viewer=2 is another viewer', {
    cookies: VIEWER,
    courses: ['song-orders'],
  }),
  'song-orders-recorded': scenario('Recording of the same songs', { chat: 'song-orders' }),
  headline: scenario('Site headlines over the stage, one after the other', { cookies: VIEWER, courses: ['headline'] }),
  'headline-recorded': scenario('Recording of the same headlines', { chat: 'headline' }),
  notices: scenario('Notices of site and room above the chat input, the most important first', {
    cookies: VIEWER,
    courses: ['notices'],
  }),
  'notices-recorded': scenario('Recording of the same notices', { chat: 'notices', cookies: VIEWER }),
  announcements: scenario('Headlines and notices at once', { cookies: VIEWER, courses: ['headline', 'notices'] }),
  emotion: scenario('Stickers over the stage', { cookies: VIEWER, courses: ['emotion'] }),
  'emotion-recorded': scenario('Recording of the same stickers', { chat: 'emotion', cookies: VIEWER }),
  confession: scenario('AI-written confessions to two viewers; the viewer of the first tab answers', {
    cookies: VIEWER,
    courses: ['confession'],
  }),
  'confession-recorded': scenario('Recording of the same confessions', { chat: 'confession', cookies: VIEWER }),
  ceremony: scenario('A ceremony match: first without a rival, then with one', { cookies: VIEWER, courses: ['ceremony'] }),
  'ceremony-recorded': scenario('Recording of the same match', { chat: 'ceremony', cookies: VIEWER }),
  pet: scenario('Orders that the pet missed and that can still be accepted', { cookies: VIEWER, courses: ['pet'] }),
  'pet-recorded': scenario('Recording of the same orders', { chat: 'pet', cookies: VIEWER }),
  'star-game': scenario('The star plays one game, then another one', { cookies: VIEWER, courses: ['star-game'] }),
  'star-game-recorded': scenario('Recording of the same games', { chat: 'star-game', cookies: VIEWER }),
  'open-app': scenario('The room invites the viewer to open the app', { cookies: VIEWER, courses: ['open-app'] }),
  'real-sing': scenario('The service detects real singing, and the score grows', { cookies: VIEWER, courses: ['real-sing'] }),
  'real-sing-recorded': scenario('Recording of the same song', { chat: 'real-sing', cookies: VIEWER }),
  'tower-defense': scenario('Three waves of a tower defense game', { cookies: VIEWER, courses: ['tower-defense'] }),
  'tower-defense-recorded': scenario('Recording of the same waves', { chat: 'tower-defense', cookies: VIEWER }),
  shooting: scenario('Critical hits of a shooting game', { cookies: VIEWER, courses: ['shooting'] }),
  'shooting-recorded': scenario('Recording of the same hits', { chat: 'shooting', cookies: VIEWER }),
  tank: scenario('Moving tanks of a tank game', { cookies: VIEWER, courses: ['tank'] }),
  'tank-recorded': scenario('Recording of the same tanks', { chat: 'tank', cookies: VIEWER }),
  'red-packets': scenario('A red packet counts down, is opened, and lists the winners', { cookies: VIEWER, courses: ['red-packets'] }),
  'red-packets-recorded': scenario('Recording of the same red packet', { chat: 'red-packets', cookies: VIEWER }),
  guard: scenario('Guards, medals and the own fan club', { cookies: VIEWER, courses: ['guard'] }),
  'guard-recorded': scenario('Recording of the same guards', { chat: 'guard', cookies: VIEWER }),
  mic: scenario('Mic guests; a viewer can request to join', { cookies: VIEWER, courses: ['mic'] }),
  'mic-recorded': scenario('Recording of the same mic guests', { chat: 'mic', cookies: VIEWER }),
  ranks: scenario('Changing ranks of day, week and month', { cookies: VIEWER, courses: ['ranks'] }),
  'chat-led': scenario('Chat modes set by the star: a pinned line, slow mode, followers only', {
    cookies: VIEWER,
    courses: ['chat-mode'],
  }),
  'mini-games': scenario('Tower defense, shooting and tanks at once', { cookies: VIEWER, courses: ['tower-defense', 'shooting', 'tank'] }),
  'small-modules': scenario('Confession, ceremony, pet, star game and real singing at once', {
    cookies: VIEWER,
    courses: ['confession', 'ceremony', 'pet', 'star-game', 'real-sing', 'emotion'],
  }),
  community: scenario('Red packets, linked mics, guards and ranks at once', {
    cookies: VIEWER,
    courses: ['red-packets', 'mic', 'guard', 'ranks'],
  }),
  'community-disorder': scenario('The same features with lost, repeated and reordered messages', {
    cookies: VIEWER,
    courses: ['red-packets', 'mic', 'guard', 'ranks'],
    faults: [{ on: 'socket', kind: 'disorder', share: 0.6 }],
  }),
  'reward-challenge': scenario('Challenges for the star: offered, supported, completed or refunded, rated', {
    cookies: VIEWER,
    courses: ['reward-challenge'],
  }),
  'reward-challenge-recorded': scenario('Recording of the same challenges', { chat: 'reward-challenge', cookies: VIEWER }),
  'dance-orders': scenario('Dances are ordered, reminded, danced and scored', { cookies: VIEWER, courses: ['dance-orders'] }),
  'dance-orders-recorded': scenario('Recording of the same dances', { chat: 'dance-orders', cookies: VIEWER }),
  'reward-square': scenario('Services of the star and their orders, in every state', { cookies: VIEWER, courses: ['reward-square'] }),
  'reward-square-recorded': scenario('Recording of the same services', { chat: 'reward-square', cookies: VIEWER }),
  'number-lucky': scenario('Lucky numbers: chosen, drawn, won', { cookies: VIEWER, courses: ['number-lucky'] }),
  'number-lucky-recorded': scenario('Recording of the same numbers', { chat: 'number-lucky', cookies: VIEWER }),
  'clan-pk': scenario('A PK of clans in three stages, with quick messages', { cookies: VIEWER, courses: ['clan-pk'] }),
  'clan-pk-recorded': scenario('Recording of the same clans', { chat: 'clan-pk', cookies: VIEWER }),
  'music-guess': scenario('A song quiz: three questions, answers, ranking', { cookies: VIEWER, courses: ['music-guess'] }),
  'music-guess-recorded': scenario('Recording of the same quiz', { chat: 'music-guess', cookies: VIEWER }),
  'music-pk': scenario('A music PK: questions, blood, kits, rebirth, season level', { cookies: VIEWER, courses: ['music-pk'] }),
  'music-pk-recorded': scenario('Recording of the same music PK', { chat: 'music-pk', cookies: VIEWER }),
  'modules-orders': scenario('Challenges, dances, services and lucky numbers at once', {
    cookies: VIEWER,
    courses: ['reward-challenge', 'dance-orders', 'reward-square', 'number-lucky'],
  }),
  'modules-music': scenario('A music PK, a song quiz and a clan PK at once', {
    cookies: VIEWER,
    courses: ['music-pk', 'music-guess', 'clan-pk'],
  }),
  'modules-disorder': scenario('The same features with lost, repeated and reordered messages', {
    cookies: VIEWER,
    courses: ['music-pk', 'music-guess', 'clan-pk'],
    faults: [{ on: 'socket', kind: 'disorder', share: 0.6 }],
  }),
  'modules-still': scenario('No stream and no active feature: each feature is started from the developer panel', {
    cookies: VIEWER,
    http: ['no-addresses'],
  }),
  modules: scenario('Several features at once, in their positions', { cookies: VIEWER, courses: ['battle', 'song-orders'] }),
  'modules-star': scenario('The star in the own room, with a feature', {
    path: '/room/star/1006',
    cookies: STAR,
    courses: ['song-orders'],
  }),
  'hostile-chat': scenario('Nicknames and lines with markup, control characters and oversized fields, and unknown messages', {
    chat: 'chat-hostile',
  }),
  'bad-frames': scenario('A third of the socket frames is corrupt', { faults: [{ on: 'socket', kind: 'corrupt', share: 0.33 }] }),
  'socket-refused': scenario('No chat address can be reached', { faults: [{ on: 'socket', kind: 'refuse' }] }),
  'socket-silent': scenario('The chat server stops answering heartbeats and sends nothing more after 3 s', {
    behaviour: { login: 'accepted', heartbeat: 'unanswered', echo: true },
    faults: [{ on: 'socket', kind: 'stall', afterMs: 3_000 }],
  }),
  'socket-drops': scenario('The chat connection is lost twice, 5 s after it was opened', {
    faults: [{ on: 'socket', kind: 'close-code', afterMs: 5_000, code: 1012, times: 2 }],
  }),
  'login-refused': scenario('The chat login is refused', { behaviour: { login: 'refused', heartbeat: 'answered', echo: false } }),
  'chat-too-fast': scenario('A line within 3 s of the previous one is refused', {
    cookies: VIEWER,
    behaviour: { login: 'accepted', heartbeat: 'answered', echo: true, refuses: 'too-fast' },
  }),
  'chat-muted': scenario('Every line is refused: the viewer is muted', {
    cookies: VIEWER,
    behaviour: { login: 'accepted', heartbeat: 'answered', echo: true, refuses: 'muted' },
  }),
  'chat-verify': scenario('The chat requires a verification before the first line; the answer is the text that it shows', {
    cookies: VIEWER,
    behaviour: { login: 'accepted', heartbeat: 'answered', echo: true, refuses: 'verify' },
  }),
  'gift-errors': scenario('A shop with a gift for each error of the catalogue', { cookies: VIEWER }),
  'gift-answer-lost': scenario('The answer to the first gift is lost: the gift is sent again with the same id and charged once', {
    cookies: VIEWER,
    faults: [{ on: 'http', kind: 'status', status: 502, match: '/gift/send', times: 1 }],
  }),
  'dangerous-user': scenario('The address service requires a slider check', { http: ['dangerous'] }),
  'address-1100005': scenario('The address service refuses, and there is no fallback', { http: ['address-refused'] }),
  'slow-network': scenario('300 kbit/s for the stream and 400 ms before each answer', {
    faults: [
      { on: 'stream', kind: 'throttle', kilobitsPerS: 300 },
      { on: 'http', kind: 'delay', ms: 400 },
      { on: 'socket', kind: 'delay', ms: 400 },
    ],
  }),
  'stream-cut': scenario('The first connection of each stream is cut after 5 s', {
    faults: [{ on: 'stream', kind: 'cut', afterMs: 5_000, times: 1 }],
  }),
  'stream-stall': scenario('The first connection of each stream stalls after 4 s', {
    faults: [{ on: 'stream', kind: 'stall', afterMs: 4_000, times: 1 }],
  }),
  'stream-ends': scenario('The first connection of each stream ends regularly after 4 s', {
    faults: [{ on: 'stream', kind: 'end', afterMs: 4_000, times: 1 }],
  }),
  'stream-pauses': scenario('Each stream stalls for 3 s, 3 s after its start', {
    http: ['all-kinds'],
    faults: [{ on: 'stream', kind: 'stall', afterMs: 3_000, forMs: 3_000 }],
  }),
  'no-sound': scenario('The stream headers announce sound and pictures; only pictures arrive', {
    faults: [{ on: 'stream', kind: 'drop', share: 1, track: 'audio' }],
  }),
  'no-picture': scenario('The stream headers announce sound and pictures; only sound arrives', {
    faults: [{ on: 'stream', kind: 'drop', share: 1, track: 'video' }],
  }),
  'stream-corrupt': scenario('2 % of the tags are corrupt', { faults: [{ on: 'stream', kind: 'corrupt', share: 0.02 }] }),
  'stream-404': scenario('The first address answers 404; the others play', {
    http: ['three-addresses'],
    faults: [{ on: 'stream', kind: 'status', status: 404, match: 'stage-852x480-h264' }],
  }),
  'stream-silent': scenario('The first address connects but sends nothing; the others play', {
    http: ['three-addresses'],
    faults: [{ on: 'stream', kind: 'stall', afterMs: 0, match: 'stage-852x480-h264' }],
  }),
  'every-answer': scenario('One address per network error, one that refuses, then one that plays', {
    http: ['every-answer'],
    faults: [
      ...NETWORK_ERROR_STATUSES.filter((status) => status > 0).map(
        (status) => ({ on: 'stream', kind: 'status', status, match: `/answers-${status}` }) as const,
      ),
      { on: 'stream', kind: 'status', status: 403, match: '/answers-403' },
      { on: 'stream', kind: 'refuse', match: '/answers-nothing' },
    ],
  }),
  'all-addresses-fail': scenario('Every address answers 503: retries, then the failure tip', {
    http: ['three-addresses'],
    faults: [{ on: 'stream', kind: 'status', status: 503 }],
  }),
  'no-addresses': scenario('A live room without an address: the failure tip', { http: ['no-addresses'] }),
  'live-info-fails': scenario('Live info answers 500: the fallback start', {
    faults: [{ on: 'http', kind: 'status', status: 500, match: '/info' }],
  }),
  'room-missing': scenario('The service does not know the room number: the page for a missing room', { path: '/live/4040' }),
  'room-closed': scenario('The service has closed the room permanently: the page for a closed room', {
    faults: [{ on: 'http', kind: 'status', status: 410, match: '/info' }],
  }),
  'live-info-20000': scenario('Live info code 20000 in a live room: the send-limit page', {
    path: '/live/1002',
    http: ['live-info-20000'],
  }),
  'back-to-live': scenario('Live info code 20001 in a normal room opened with r=liveroom', {
    path: '/live/1001?r=liveroom',
    http: ['live-info-20000'],
  }),
  ad: scenario('A pre-roll advertisement before the live room', { path: '/live/1002', http: ['ad'] }),
  'ad-fails': scenario('The advertisement query never answers: live starts after 2 s', {
    path: '/live/1002',
    faults: [{ on: 'http', kind: 'stall', afterMs: 0, match: '/ad/query' }],
  }),
  'lead-in': scenario('A lead-in video before the live stream', {
    path: '/live/1001?type=3&songName=%E6%98%9F%E5%85%89%7C1&playuuid=demo-1',
  }),
  autoplay: scenario('The browser refuses sound before a click: muted start and an unmute button', { page: ['no-autoplay'] }),
  'no-shared-memory': scenario('No shared memory: no H265 decoder', { http: ['all-kinds'], page: ['no-shared-memory'] }),
  safari: scenario('The user agent is Safari: no H265 decoder', { http: ['all-kinds'], page: ['safari'] }),
  'chrome-79': scenario('The user agent is Chrome 79: no H265 decoder', { http: ['all-kinds'], page: ['chrome-79'] }),
  'no-frame-callback': scenario('A browser without video frame callbacks: no WebRTC', {
    http: ['webrtc'],
    page: ['no-frame-callback'],
  }),
  'no-picture-in-picture': scenario('A browser without the picture-in-picture API (Firefox): no button for it', {
    page: ['no-picture-in-picture'],
  }),
  'negative-position': scenario('The position of the first player becomes negative after 2 s: the player restarts', {
    page: ['negative-position'],
  }),
  'negative-sound': scenario('The player measures a negative audio length: it restarts when the tab is shown', {
    page: ['negative-sound'],
  }),
  'sound-apart': scenario('Sound and picture are 25 s apart: the player restarts when the tab is shown', { page: ['sound-apart'] }),
  'no-offscreen-canvas': scenario('H265 without OffscreenCanvas in workers: the page draws', {
    http: ['h265-only'],
    page: ['no-offscreen-canvas'],
  }),
  'no-audio-decoder': scenario('H265 without an audio decoder in workers: an audio element plays the sound', {
    path: '/live/1007',
    http: ['all-kinds'],
    page: ['no-audio-decoder'],
  }),
  'no-media-source': scenario('No MediaSource: the upgrade message', { page: ['no-media-source'] }),
  'bad-answers': scenario('Half of all HTTP answers are truncated', { faults: [{ on: 'http', kind: 'corrupt', share: 0.5 }] }),
  backend: scenario('No mock: your own backend, which can be recorded', { isPassThrough: true }),
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;
export const DEFAULT_SCENARIO: ScenarioName = 'normal';
export const SCENARIO_NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[];

export const isScenarioName = (name: string): name is ScenarioName => Object.hasOwn(SCENARIOS, name);
/** An unknown name selects the default scenario. */
export const scenarioOf = (name: string): Scenario => SCENARIOS[isScenarioName(name) ? name : DEFAULT_SCENARIO];

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
  const { path } = SCENARIOS[name];
  return `${path}${path.includes('?') ? '&' : '?'}scenario=${name}`;
};

/** Seed of all random choices in the mock, so that each run is the same. */
export const SEED = 20_240_801;
