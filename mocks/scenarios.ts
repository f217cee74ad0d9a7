import { NETWORK_ERROR_STATUSES } from '../src/workers/core/player/network-error.ts';
import type { STORED_KEYS } from '../src/workers/core/room/stored.ts';
import type { Fault } from './faults.ts';
import type { StreamCue } from './stream-messages.ts';

/** How the chat server behaves beside its recording. */
export interface ChatManners {
  readonly login: 'accepted' | 'refused' | 'unanswered';
  readonly heartbeat: 'answered' | 'unanswered';
  /** Own chat comes back, as from a real room. */
  readonly echo: boolean;
}

/** What the page itself must look like before the room starts. */
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
  /** What to try it for, one line; printed by `npm start` and shown in the panel. */
  readonly about: string;
  readonly path: string;
  /** fixtures/recordings/{name}.json; the earlier one answers first. `rooms` comes last in every scenario. */
  readonly http: readonly string[];
  /** fixtures/recordings/{name}.bin */
  readonly chat: string;
  readonly manners: ChatManners;
  readonly faults: readonly Fault[];
  readonly page: readonly PageCondition[];
  /** Put into every stream of the scenario, each round again. */
  readonly messages: readonly StreamCue[];
  /** Requests and streams go to the network and are only recorded. */
  readonly isPassThrough: boolean;
  /** Cookies set before the room starts. */
  readonly cookies: Readonly<Record<string, string>>;
  /** What an earlier visit left in local storage; kept for a minute, so that the next scenario opens without it. */
  readonly stored: Readonly<Partial<Record<keyof typeof STORED_KEYS, string | number | boolean>>>;
}

const CALM: Scenario = {
  about: '',
  path: '/live/1001',
  http: [],
  chat: 'chat-normal',
  manners: { login: 'accepted', heartbeat: 'answered', echo: true },
  faults: [],
  page: [],
  messages: [],
  isPassThrough: false,
  cookies: {},
  stored: {},
};
const scenario = (about: string, changes: Partial<Scenario> = {}): Scenario => ({ ...CALM, about, ...changes });

/** A gift at each full second of the sync stream, where it flashes, by turns in a script tag and in an SEI; the others once a round. */
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

/** One row a scenario: `?scenario=name` opens it by hand, the end-to-end tests run the same rows. */
export const SCENARIOS = {
  normal: scenario('A normal room: 852x480 stage, chat at an easy pace'),
  'logged-in': scenario('The same room for a viewer who is logged in', { cookies: VIEWER }),
  live: scenario('A live room, 1280x720 at 30 pictures a second', { path: '/live/1002' }),
  vertical: scenario('A vertical room, 540x960', { path: '/live/1003' }),
  offline: scenario('The star is away: the offline video', { path: '/live/1004' }),
  radio: scenario('A radio room: sound only', { path: '/live/1005' }),
  star: scenario('The star in the own room, with the login cookie', { path: '/room/star/1006', cookies: STAR }),
  'star-refused': scenario('The star, whose first try to go on the air is refused', {
    path: '/room/star/1006',
    http: ['publish-refused'],
    cookies: STAR,
  }),
  'star-vertical': scenario('A star who only broadcasts upright, from a phone: a viewer in the own room', {
    path: '/live/1006',
    http: ['star-vertical'],
    cookies: STAR,
  }),
  'sync-test': scenario('Flash and beep each second', { path: '/live/1007' }),
  'stream-messages': scenario('The stream carries messages: song, delay, bit rate, pitch, and a gift at each flash', {
    path: '/live/1007',
    http: ['all-kinds'],
    messages: MESSAGES,
  }),
  'all-kinds': scenario('Every room with H264 and H265 addresses: the viewer may choose', { http: ['all-kinds'] }),
  h265: scenario('A room whose only addresses are H265', { http: ['h265-only'] }),
  'h265-hvc1': scenario('A room whose only addresses are H265 as Enhanced-RTMP hvc1, with B pictures', { http: ['h265-hvc1-only'] }),
  'h265-off': scenario('H265 is switched off by the remote config', { http: ['h265-off', 'all-kinds'] }),
  'h265-too-big': scenario('Both sides of the picture are over the limit for H265', { http: ['h265-small-limit', 'all-kinds'] }),
  'h265-stalled-before': scenario('H265 stalled three times in earlier visits', { http: ['all-kinds'], stored: { stallCount: 3 } }),
  'h265-stays-away': scenario('H265 gave way to H264 a while ago, and the day is not over', {
    http: ['all-kinds'],
    stored: { stallCount: 1, stayOnH264: true },
  }),
  'h265-stall': scenario('H265 falls silent after 2 s: H264 takes over and one stall is counted', {
    http: ['all-kinds'],
    faults: [{ on: 'stream', kind: 'stall', afterMs: 2_000, match: 'h265' }],
  }),
  'h265-undecodable': scenario('The H265 address carries something else: H264 takes over', { http: ['h265-undecodable'] }),
  'codec-unsupported': scenario('The H264 address carries what the browser cannot decode: H265 once, although it is switched off', {
    http: ['codec-unsupported'],
  }),
  'native-hevc': scenario('A browser that decodes H265 itself takes the native address', { http: ['native'], page: ['claims-hevc'] }),
  'native-hevc-claimed': scenario('A browser that claims to decode H265 and does not: H264 takes over, and it is remembered', {
    http: ['all-kinds'],
    page: ['claims-hevc'],
  }),
  'h265-unusual': scenario('The H265 address carries 4:4:4, which is not decoded; H264 is there', { http: ['h265-unusual'] }),
  'size-change': scenario('An H265 stream whose picture turns upright and back, every 4 s', { http: ['h265-sizes'] }),
  p2p: scenario('A room whose viewers share the stream: open it in two tabs', { http: ['p2p'] }),
  'p2p-h265': scenario('The same with H265 addresses', { http: ['p2p-h265'] }),
  'p2p-wrong-bytes': scenario('A viewer who passes on wrong bytes: open it beside `p2p`', { http: ['p2p-wrong-bytes'] }),
  'p2p-slow': scenario('A viewer who answers too late or never: open it beside `p2p`', { http: ['p2p-slow'] }),
  'p2p-leaves': scenario('A viewer who leaves when the first segment is asked of it: open it beside `p2p`', { http: ['p2p-leaves'] }),
  'p2p-ends': scenario('Sharing breaks after 4 s: the room goes on without it', {
    http: ['p2p'],
    faults: [{ on: 'stream', kind: 'cut', afterMs: 4_000, match: 'p2p=index' }],
  }),
  'p2p-broken': scenario('The sharing loader does not load: the room plays without it', { http: ['p2p-broken'] }),
  webrtc: scenario('A room that is also to be had by WebRTC, answered by a peer in the page', { http: ['webrtc'] }),
  'webrtc-freezes': scenario('The picture by WebRTC freezes after 2 s, its sound goes on: FLV takes over', {
    http: ['webrtc'],
    faults: [{ on: 'stream', kind: 'stall', afterMs: 2_000, match: '/rtc/' }],
  }),
  'webrtc-off': scenario('WebRTC is switched off by the remote config', { http: ['webrtc-off', 'webrtc'] }),
  'webrtc-fails': scenario('The WebRTC server refuses: FLV takes over', { http: ['webrtc-fails'] }),
  'chat-busy': scenario('A hundred messages a second', { chat: 'chat-busy' }),
  'chat-flood': scenario('A thousand messages a second', { chat: 'chat-flood' }),
  'all-pushes': scenario('Every message that the registry knows, one after the other', { chat: 'all-pushes' }),
  'hostile-chat': scenario('Nicknames and lines with markup, control characters, giant fields and unknown messages', {
    chat: 'chat-hostile',
  }),
  'bad-frames': scenario('A third of the socket frames is damaged', { faults: [{ on: 'socket', kind: 'corrupt', share: 0.33 }] }),
  'socket-refused': scenario('No chat address can be reached', { faults: [{ on: 'socket', kind: 'refuse' }] }),
  'socket-silent': scenario('The chat server stops answering heartbeats and sends nothing more after 3 s', {
    manners: { login: 'accepted', heartbeat: 'unanswered', echo: true },
    faults: [{ on: 'socket', kind: 'stall', afterMs: 3_000 }],
  }),
  'socket-drops': scenario('The chat connection is lost twice, 5 s after it was made', {
    faults: [{ on: 'socket', kind: 'close-code', afterMs: 5_000, code: 1012, times: 2 }],
  }),
  'login-refused': scenario('The chat login is refused', { manners: { login: 'refused', heartbeat: 'answered', echo: false } }),
  'dangerous-user': scenario('The address service asks for a slider check', { http: ['dangerous'] }),
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
  'stream-stall': scenario('The first connection of each stream falls silent after 4 s', {
    faults: [{ on: 'stream', kind: 'stall', afterMs: 4_000, times: 1 }],
  }),
  'stream-ends': scenario('The first connection of each stream ends in good order after 4 s', {
    faults: [{ on: 'stream', kind: 'end', afterMs: 4_000, times: 1 }],
  }),
  'stream-pauses': scenario('Each stream falls silent for 3 s, 3 s after it began', {
    http: ['all-kinds'],
    faults: [{ on: 'stream', kind: 'stall', afterMs: 3_000, forMs: 3_000 }],
  }),
  'no-sound': scenario('Streams that promise sound and bring pictures alone', {
    faults: [{ on: 'stream', kind: 'drop', share: 1, track: 'audio' }],
  }),
  'no-picture': scenario('Streams that promise pictures and bring sound alone', {
    faults: [{ on: 'stream', kind: 'drop', share: 1, track: 'video' }],
  }),
  'stream-corrupt': scenario('Two tags in a hundred have wrong bytes', { faults: [{ on: 'stream', kind: 'corrupt', share: 0.02 }] }),
  'stream-404': scenario('The first address answers 404, the others play', {
    http: ['three-addresses'],
    faults: [{ on: 'stream', kind: 'status', status: 404, match: 'stage-852x480-h264' }],
  }),
  'stream-silent': scenario('The first address is reached and sends nothing, the others play', {
    http: ['three-addresses'],
    faults: [{ on: 'stream', kind: 'stall', afterMs: 0, match: 'stage-852x480-h264' }],
  }),
  'every-answer': scenario('Addresses with every answer that is a network error, one that is a refusal, then one that plays', {
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
  'no-addresses': scenario('Live, but without a single address: the failure tip', { http: ['no-addresses'] }),
  'live-info-fails': scenario('Live info answers 500: the fallback start', {
    faults: [{ on: 'http', kind: 'status', status: 500, match: '/info' }],
  }),
  'live-info-20000': scenario('Live info code 20000 in a live room: the send-limit dialog', {
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
  'no-shared-memory': scenario('A browser without shared memory: no H265 decoder', { http: ['all-kinds'], page: ['no-shared-memory'] }),
  safari: scenario('Safari, as far as its name goes: no H265 decoder', { http: ['all-kinds'], page: ['safari'] }),
  'chrome-79': scenario('A Chrome before version 80: no H265 decoder', { http: ['all-kinds'], page: ['chrome-79'] }),
  'no-frame-callback': scenario('A browser that does not tell of its video frames: no WebRTC', {
    http: ['webrtc'],
    page: ['no-frame-callback'],
  }),
  'no-picture-in-picture': scenario('A browser without the API of picture-in-picture (Firefox): no button for it', {
    page: ['no-picture-in-picture'],
  }),
  'negative-position': scenario('The first player’s position falls below zero after 2 s: another one', { page: ['negative-position'] }),
  'negative-sound': scenario('The player measures a sound of negative length: played anew when the tab comes back', {
    page: ['negative-sound'],
  }),
  'sound-apart': scenario('Sound and picture are 25 s apart: played anew when the tab comes back', { page: ['sound-apart'] }),
  'no-offscreen-canvas': scenario('H265 where no worker can draw: the page draws', { http: ['h265-only'], page: ['no-offscreen-canvas'] }),
  'no-audio-decoder': scenario('H265 where no worker can decode sound: an audio element plays it', {
    path: '/live/1007',
    http: ['all-kinds'],
    page: ['no-audio-decoder'],
  }),
  'no-media-source': scenario('A browser too old to play: the upgrade message', { page: ['no-media-source'] }),
  'bad-answers': scenario('Half of all HTTP answers end in the middle', { faults: [{ on: 'http', kind: 'corrupt', share: 0.5 }] }),
  backend: scenario('No mock at all: your own backend, to be recorded', { isPassThrough: true }),
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof SCENARIOS;
export const DEFAULT_SCENARIO: ScenarioName = 'normal';
export const SCENARIO_NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[];

export const isScenarioName = (name: string): name is ScenarioName => Object.hasOwn(SCENARIOS, name);
/** What an unknown name plays: nothing unusual. */
export const scenarioOf = (name: string): Scenario => SCENARIOS[isScenarioName(name) ? name : DEFAULT_SCENARIO];

/** Rooms that open in every scenario, for the start page of `npm start`. */
export const ROOMS: readonly { readonly path: string; readonly about: string }[] = [
  { path: '/live/1001', about: 'normal' },
  { path: '/live/1002', about: 'live' },
  { path: '/live/1003', about: 'vertical' },
  { path: '/live/1004', about: 'offline' },
  { path: '/live/1005', about: 'radio' },
  { path: '/room/star/1006?scenario=star', about: 'star' },
];
/** Where a scenario is opened: its room with its name. */
export const addressOf = (name: ScenarioName): string => {
  const { path } = SCENARIOS[name];
  return `${path}${path.includes('?') ? '&' : '?'}scenario=${name}`;
};

/** Seed of every chance in the mock: the same run each time. */
export const SEED = 20_240_801;
