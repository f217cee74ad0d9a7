/** Each event that reaches the room worker, with everything that it then sends and shows: actions, facts of the player, messages. */
import { expect, test, vi } from 'vitest';
import type { RoomAction, PlayerAction } from '../../src/core/room/view.ts';
import { LINE_FAILURES } from '../../src/core/socket/chat-refusal.ts';
import { PULL_FAILURE, STREAM_STATUS_NAMES } from '../../src/player/rules/names.ts';
import type { PlayerFact } from '../../src/player/rules/recovery/orders.ts';
import type { MessageName } from '../../src/wire/registry.ts';
import type { PageEvent } from '../../src/workers/room/api.ts';
import type { SocketDown } from '../../src/workers/socket/api.ts';
import { PROGRESS } from '../player/rules/harness.ts';
import { fakePort, liveInfo } from '../workers/room/harness.ts';
import { HERE, STAR_ID, STAR_ROOM, VIEWER } from './people.ts';
import { during, openTraced, type Traced } from './room-trace.ts';
import { messages } from './visit.ts';

/** A missing type is a type error. */
type ByType<Union extends { readonly type: string }> = {
  readonly [Type in Union['type']]: readonly Omit<Extract<Union, { readonly type: Type }>, 'type'>[];
};
const listOf = <Union extends { readonly type: string }>(rows: ByType<Union>): readonly Union[] =>
  Object.entries(rows as Readonly<Record<string, readonly object[]>>).flatMap(([type, rests]) =>
    rests.map((rest) => ({ type, ...rest }) as unknown as Union),
  );

const ACTIONS = listOf<RoomAction>({
  'send-chat': [
    { text: '  你好  ' },
    { text: ' ' },
    { text: '悄悄话', toUserId: 42, secret: true },
    { text: '脚本', isScripted: true },
    { text: '长'.repeat(2_000) },
  ],
  'retry-chat': [{}],
  'resend-chat': [{ id: 1 }],
  'verify-chat': [{ code: ' 7a8b ' }, { code: ' ' }, { code: null }],
  'choose-fit': [{ fit: 'fill' }, { fit: 'nonsense' as never }],
  'choose-theatre': [{ on: true }],
  'show-chat': [{ on: false }],
  'back-to-live': [{}],
  'close-dialog': [{ dialog: 'login' }],
  'close-toast': [{ id: 1 }],
  'open-login': [{}],
  logout: [{}],
  login: [
    { userId: 55, token: 'another-token', nickname: '小鱼' },
    { userId: VIEWER.userId, token: 'new-token', nickname: '同一个' },
    { userId: 0, token: '', nickname: '' },
  ],
  follow: [{ on: true }, { on: false }],
  'block-user': [
    { userId: 42, name: '阿星', on: true },
    { userId: 42, name: '阿星', on: false },
    { userId: VIEWER.userId, name: '自己', on: true },
    { userId: STAR_ID, name: '林听夏', on: true },
  ],
  'download-client': [{}],
  feature: [{ feature: 'listener', action: { type: 'press' } }],
});

const PLAYER_ACTIONS = listOf<PlayerAction>({
  'choose-kind': [{ kind: 'h264' }],
  'choose-line': [{ line: 1 }],
  'choose-saver': [{ saver: 'lower-line' }],
  'set-volume': [{ volume: 0.3 }],
  'set-muted': [{ muted: true }],
  'retry-player': [{}],
  'stop-player': [{}],
});

const SIZE = { width: 1_280, height: 720 };
const FACTS = listOf<PlayerFact>({
  attempt: [
    { epoch: 7, kind: 'h265', line: 1, lines: 3, reason: 'STALL_CHECKER', why: 'chosen', kinds: ['h265', 'h264'], savers: ['off'] },
    { epoch: 7, kind: 'webrtc', line: 0, lines: 1, reason: 'NO_SUPPORT', why: 'first address', kinds: ['webrtc'], savers: [] },
    { epoch: 7, kind: 'h265', line: 0, lines: 1, reason: 'UNKNOW', why: 'h265 stalls too often', kinds: [], savers: [] },
  ],
  closed: [{}],
  stopped: [{ by: 'viewer' }, { by: 'owner' }],
  activity: [{ activity: { name: 'waiting', untilMs: 1_700_000_009_000, next: 'line', round: 2 } }],
  status: STREAM_STATUS_NAMES.map((name) => ({ name })),
  'first-frame': [{ kind: 'h264', size: SIZE, sinceStartMs: 321, canPictureInPicture: true }],
  resolution: [{ size: { width: 540, height: 960 } }],
  progress: [
    { progress: { ...PROGRESS, positionS: 2, bufferedS: 3, paintedFrames: 4, droppedFrames: 5, bytes: 6, latencyS: 7, decodeMs: 8 } },
    { progress: PROGRESS },
  ],
  autoplay: [
    { blocked: true, muted: true },
    { blocked: false, muted: true },
  ],
  'stream-messages': [{ messages: [1, 2, 3, 4, 5, 6, 99].map((code) => ({ code, json: `{"delay":${code}}`, ptsMs: code })) }],
  'addresses-wanted': [
    { epoch: 5, round: 0 },
    { epoch: 6, round: 2 },
  ],
  failure: [
    { failure: 'TIMEOUT', ack: 'no-bytes' as never, kind: 'h265', network: true, why: 'chosen' },
    { failure: 'NO_SUPPORT', ack: null, kind: null, network: false, why: 'no address' },
  ],
  'failure-shown': (Object.keys(PULL_FAILURE) as (keyof typeof PULL_FAILURE)[]).map((failure) => ({ failure, unsupported: null })),
  'failure-over': [{}],
  'gave-up': [{ failure: 'TIMEOUT' }],
  stalled: [{ kind: 'h265', lostMs: 1_234 }],
  'stall-counted': [{}],
  ack: [{ ack: 'no-bytes' as never, from: { width: 1, height: 2 }, to: { width: 3, height: 4 } }],
  'decode-level': [{ level: 1 }, { level: 2 }, { level: 3 }],
  sound: [{ volume: 0.2, muted: true }],
  saver: [{ saver: 'sound-only' }],
  remember: [
    { name: 'volume', value: 0.4, forS: null },
    { name: 'stallCount', value: 3, forS: 60 },
    { name: 'playerType', value: '', forS: 0 },
  ],
  log: [{ entry: { type: 'network', isOnline: false } }],
});

/** Events with new ports have a test of their own below. */
const EVENTS = listOf<PageEvent>({
  action: [],
  player: [],
  'player-action': PLAYER_ACTIONS.map((action) => ({ action })),
  'player-state': [
    { facts: FACTS.filter(({ type }) => ['attempt', 'first-frame', 'sound'].includes(type)).slice(0, 4) },
    { facts: FACTS.filter(({ type }) => ['attempt', 'addresses-wanted', 'remember', 'gave-up'].includes(type)) },
  ],
  viewport: [{ width: 390, height: 844, devicePixelRatio: 3 }],
  element: [{ name: 'poster', exists: true }],
  stored: [{ key: 'footlight.follows', text: '{"value":["7:2002"],"untilMs":null}' }],
  'worker-died': [
    { worker: 'socket', detail: 'out of memory', restarting: true },
    { worker: 'stats', detail: 'broken', restarting: false },
  ],
  'worker-back': [{ worker: 'decode' }],
  'page-part-failed': [
    { name: 'beacons', feature: false, detail: '404' },
    { name: 'listener', feature: true, detail: 'TypeError' },
  ],
  'page-part-shown': [{ name: 'beacons' }],
  online: [{}],
  'page-hide': [{}],
  'page-back': [{}],
});

const state = (name: string, more: object = {}) => ({ name, attempt: 2, retryAtMs: null, queued: 3, why: 'because', error: null, ...more });
const DOWN = listOf<SocketDown>({
  state: [
    state('connecting'),
    state('open'),
    state('waiting', { retryAtMs: 1_700_000_005_000 }),
    state('failed', { error: 'SOCKET_EXHAUSTED' }),
  ] as never,
  messages: [],
  family: [
    { family: 'pk', isLoaded: false },
    { family: 'pk', isLoaded: true },
  ],
  line: [],
  verify: [{ question: { key: 'k-1', imageUrl: 'https://cdn.test/q.png', text: '1&lt;2？' }, isWrong: true }],
  verified: [{}],
  slider: [{ needed: true }, { needed: false }],
  'login-required': [{}],
  offset: [{ offset: 'off-12' }],
  addresses: [{ stored: 'kept' }, { stored: null }],
  debug: [{ lines: ['one', 'two'], totals: { acks: 1, lagMs: 2, byId: [] } }],
});

const person = { userId: 42, nickname: '阿星', richlevel: 7 };
const MESSAGES: readonly (readonly [MessageName, object])[] = [
  ['live-status', { roomid: HERE, status: 0 }],
  ['live-status', { roomid: HERE, status: 1 }],
  ['live-status', { roomid: 5, status: 0 }],
  ['room-counts', { roomid: HERE, viewers: 11, followers: 22 }],
  ['room-counts', { roomid: 5, viewers: 11, followers: 22 }],
  ['login', { userid: VIEWER.userId, nickname: '本人', richlevel: 9, userLogo: 'https://cdn.test/me.png' }],
  ['login', { userid: 42, nickname: '阿星', richlevel: 30 }],
  ['chat', { senderid: 42, sendername: '阿星', chatmsg: '大家好', senderrichlevel: 5 }],
  ['chat', { senderid: STAR_ID, sendername: '林听夏', chatmsg: '欢迎', receiverid: VIEWER.userId, receivername: '我', issecrect: 1 }],
  ['gift', { senderid: 42, sendername: '阿星', giftname: '花', num: 3, price: 10, user: person }],
  ['follow', { userid: 42, nickname: '阿星', roomid: HERE }],
  ['chat-history', { roomid: HERE, lines: [{ senderid: 42, sendername: '阿星', chatmsg: '刚才' }] }],
  ['public-notice', { content: '公告', title: '标题' }],
];

interface Step {
  readonly title: string;
  readonly act: (room: Traced) => void;
  /** What happens before the recorded part. */
  readonly before?: (room: Traced) => void;
}

const lineOf = (room: Traced) => {
  const sent = room.socket.posted.findLast(({ type }) => type === 'send-chat');
  return sent?.type === 'send-chat' ? sent.line.uuid : '';
};
const write = (room: Traced): void => room.act({ type: 'send-chat', text: '我的话' });
const ask = (room: Traced): void =>
  room.socket.deliver({ type: 'verify', question: { key: 'k-1', imageUrl: '', text: '?' }, isWrong: false });
const outcomes: readonly Extract<SocketDown, { type: 'line' }>['outcome'][] = [
  { name: 'said', by: 'echo' },
  { name: 'said', by: 'acknowledgement' },
  { name: 'given-back' },
  ...LINE_FAILURES.map((failure) => ({ name: 'failed', failure, message: '服务器说' }) as const),
];
const titled = (kind: string, value: object): string => `${kind} ${JSON.stringify(value)}`.slice(0, 160);

const STEPS: readonly Step[] = [
  ...ACTIONS.map((action) => ({ title: titled('action', action), act: (room: Traced) => room.act(action) })),
  ...EVENTS.map((event) => ({ title: titled('page', event), act: (room: Traced) => room.page.deliver(event) })),
  ...FACTS.map((fact) => ({
    title: titled('player', fact),
    act: (room: Traced) => room.page.deliver({ type: 'player', fact, atMs: 1_234.4 }),
  })),
  ...DOWN.map((message) => ({ title: titled('socket', message), act: (room: Traced) => room.socket.deliver(message) })),
  ...MESSAGES.map(([name, body]) => ({
    title: titled(`message ${name}`, body),
    act: (room: Traced) => room.socket.deliver(messages(name, body as Readonly<Record<string, unknown>>)),
  })),
  ...outcomes.map((outcome) => ({
    title: titled('line', outcome),
    before: write,
    act: (room: Traced) => room.socket.deliver({ type: 'line', uuid: lineOf(room), outcome }),
  })),
  {
    title: 'a failed line is sent again',
    before(room) {
      write(room);
      room.socket.deliver({ type: 'line', uuid: lineOf(room), outcome: { name: 'failed', failure: 'too-fast', message: '' } });
    },
    act: (room) => room.act({ type: 'resend-chat', id: 1 }),
  },
  {
    title: 'a verified line is sent again',
    before(room) {
      write(room);
      room.socket.deliver({ type: 'line', uuid: lineOf(room), outcome: { name: 'failed', failure: 'verify', message: '' } });
      ask(room);
    },
    act: (room) => room.socket.deliver({ type: 'verified' }),
  },
  { title: 'a question is answered', before: ask, act: (room) => room.act({ type: 'verify-chat', code: ' 7a8b ' }) },
  { title: 'a question is cancelled', before: ask, act: (room) => room.act({ type: 'verify-chat', code: null }) },
  {
    title: 'a notice of lost pictures ends',
    before: (room) => room.page.deliver({ type: 'player', fact: { type: 'decode-level', level: 3 }, atMs: 1 }),
    act: (room) => room.page.deliver({ type: 'player', fact: { type: 'decode-level', level: 0 }, atMs: 2 }),
  },
  {
    title: 'a shown failure is over',
    before: (room) =>
      room.page.deliver({ type: 'player', fact: { type: 'failure-shown', failure: 'TIMEOUT', unsupported: null }, atMs: 1 }),
    act: (room) => room.page.deliver({ type: 'player', fact: { type: 'failure-over' }, atMs: 2 }),
  },
  {
    title: 'a picture after the chat gave up',
    before: (room) => room.socket.deliver({ type: 'state', ...state('failed', { error: 'SOCKET_EXHAUSTED' }) } as SocketDown),
    act: (room) => room.page.deliver({ type: 'player', fact: FACTS.find(({ type }) => type === 'first-frame')!, atMs: 2 }),
  },
  {
    title: 'the network is back after the chat gave up',
    before: (room) => room.socket.deliver({ type: 'state', ...state('failed', { error: 'SOCKET_EXHAUSTED' }) } as SocketDown),
    act: (room) => room.page.deliver({ type: 'online' }),
  },
  {
    title: 'lines of a blocked user',
    before: (room) => room.act({ type: 'block-user', userId: 42, name: '阿星', on: true }),
    act: (room) => room.socket.deliver(messages('chat', { senderid: 42, sendername: '阿星', chatmsg: '看不见' })),
  },
  {
    title: 'the page is back',
    before: (room) => room.page.deliver({ type: 'page-hide' }),
    act: (room) => room.page.deliver({ type: 'page-back' }),
  },
];

const DONE = { code: 0, msg: '' };
type Answers = Readonly<Record<string, unknown>>;
const VISITS: readonly (readonly [who: string, answers: Answers, isGuest: boolean])[] = [
  [
    'viewer',
    {
      '/getClientVerForWeb': 'clientVersion({"status":1,"data":{"url":"https://cdn.test/setup.exe"}})',
      '/addresses': { responseCode: 0, data: { status: 1, httpflv: ['https://cdn.test/fresh.flv'], liveType: 'normal' } },
      '': DONE,
    },
    false,
  ],
  [
    'refused',
    {
      '/getClientVerForWeb': 'clientVersion({"status":0,"errorcode":1100})',
      '/addresses': { responseCode: 0, data: { status: 0 } },
      '': { code: 5, msg: '现在不行' },
    },
    false,
  ],
  ['cut off', { '': new Error('no network') }, false],
  ['guest', { '': DONE }, true],
];
/** Long enough for notices, toasts and waits after an event. */
const LATER_MS = 9_000;

async function reactionTo({ before, act }: Step, answers: Answers, isGuest: boolean): Promise<readonly string[]> {
  let isCutOff = false;
  const later = Object.fromEntries(
    Object.entries({ '/config': {}, '/ad/query': { data: { adSwitch: 0 } }, ...answers }).map(([end, answer]) => [
      end,
      () => (isCutOff || !(answer instanceof Error) ? answer : DONE),
    ]),
  );
  const room = openTraced({ answers: { '/info': liveInfo({ room: STAR_ROOM }), ...later }, ...(isGuest ? { login: null } : {}) });
  await room.settle(40);
  before?.(room);
  await room.settle(200);
  isCutOff = true;
  return [...(await during(room, () => act(room), 200)), ...(await during(room, () => undefined, LATER_MS)).map((line) => `later ${line}`)];
}

test('S7 S33 P20 P26 each event causes the requests, messages, reports and views of the table', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const lines: string[] = [];
  const usual = new Map<string, readonly string[]>();
  for (const [who, answers, isGuest] of VISITS) usual.set(who, await reactionTo({ title: '', act: () => undefined }, answers, isGuest));
  for (const step of STEPS) {
    const said: string[] = [];
    for (const [who, answers, isGuest] of VISITS) {
      const all = (await reactionTo(step, answers, isGuest)).filter((line) => !usual.get(who)!.includes(line));
      if (who === 'viewer') said.push(...all);
      else said.push(...all.filter((line) => !said.includes(line)).map((line) => `${who}: ${line}`));
    }
    lines.push(`== ${step.title}`, ...said, '');
  }
  warned.mockRestore();
  await expect(lines.join('\n').replaceAll(/(长){20,}/g, (run) => `长×${run.length}`)).toMatchFileSnapshot('room-reactions.txt');
});

test('S2 S10 P42 a restarted worker receives the identity by its new port, and visit and pull continue', async () => {
  const room = openTraced({ answers: { '/info': liveInfo({ room: STAR_ROOM }) } });
  await room.settle(40);
  room.act({ type: 'send-chat', text: '我的话' });
  const [socket, stats] = [fakePort<{ readonly type: string }, never>(), fakePort<{ readonly type: string }, never>()];
  room.page.deliver({ type: 'worker-back', worker: 'socket', port: socket.port });
  room.page.deliver({ type: 'worker-back', worker: 'stats', port: stats.port });
  await room.settle(40);
  expect(socket.posted).toMatchObject([
    { type: 'connect', identity: room.connects()[0] },
    { type: 'send-chat', line: { chat: { text: '我的话' } } },
  ]);
  expect(stats.posted).toMatchObject([
    { type: 'identity', identity: { roomId: HERE, userId: VIEWER.userId, starId: STAR_ID } },
    { type: 'room', event: 'resumed' },
    { type: 'pull', event: 'start' },
  ]);
  expect([room.socket.isClosed(), room.stats.isClosed()]).toEqual([true, true]);
});
