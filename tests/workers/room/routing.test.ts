/** Each event of the page and each action of the viewer, with the one call that it causes. */
import { beforeAll, expect, test } from 'vitest';
import { initialView } from '../../../src/core/room/initial-view.ts';
import { MYSTIC_NAME } from '../../../src/core/room/people/mystic.ts';
import type { RoomAction, RoomView } from '../../../src/core/room/view.ts';
import { FEATURES } from '../../../src/features/index.ts';
import { ok, type Result } from '../../../src/core/errors.ts';
import { type Call, recorder } from '../../../src/player/tests/recorder.ts';
import { seeded, type Seeded } from '../../../src/wasm/tests/seeded.ts';
import { codecOf } from '../../../src/wire/all-families.ts';
import { type AnyRow, type MessageName, type RoomMessage, ROWS } from '../../../src/wire/registry.ts';
import type { FieldType, Schema } from '../../../src/wire/schema.ts';
import type { PageEvent } from '../../../src/workers/room/api.ts';
import { onPageEvent, type PageEventTargets } from '../../../src/workers/room/page-events.ts';
import type { SocketDown } from '../../../src/workers/socket/api.ts';
import { messagesDown } from '../../message-of.ts';
import { loadAllFeatures, openedRoom } from './harness.ts';

/** Targets that record each call by its path. */
function targets(view: Partial<RoomView> = {}, clientVersion: Result<{ readonly url: string }> = ok({ url: 'https://x.test/a.exe' })) {
  const { calls, part, record } = recorder();
  const shown: RoomView = { ...initialView({ width: 1_280, height: 800 }), ...view };
  const screen = part('screen', { get: () => shown });
  const base = {
    roomId: 1_001,
    route: { type: 'viewer', roomId: 1_001, isEmbed: true },
    search: '?r=liveroom&refer=7',
    stats: part('stats'),
    send: record('send'),
    storage: part('storage'),
    calls: { clientVersion: () => Promise.resolve(clientVersion) },
  };
  const names = ['socket', 'features', 'layout', 'login', 'audience', 'blocked', 'player', 'serviceStatus', 'visit'];
  const parts = Object.fromEntries(names.map((name) => [name, part(name)]));
  const to = { ...parts, base, screen, setElement: record('setElement'), onNetwork: record('onNetwork') } as unknown as PageEventTargets;
  return { to, calls };
}

const callsOf = (event: PageEvent): readonly Call[] => {
  const { to, calls } = targets();
  onPageEvent(event, to);
  return calls;
};
test('S33 an action that the player has executed is only reported, and a volume change is not reported', () => {
  expect(callsOf({ type: 'player-action', action: { type: 'set-muted', muted: true } })).toMatchObject([
    ['stats.emit', { type: 'analytics', event: { evid: 'player_mute', detail: 'on' } }],
  ]);
  // A slider sends dozens of them.
  expect(callsOf({ type: 'player-action', action: { type: 'set-volume', volume: 0.5 } })).toEqual([]);
});

const say: RoomAction = { type: 'send-chat', text: 'hi', toUserId: 3 };
const signIn: RoomAction = { type: 'login', userId: 7, token: 't', nickname: 'n' };

test.each<[action: RoomAction, call: Call]>([
  [say, ['socket.sendChat', say]],
  [{ type: 'resend-chat', id: 4 }, ['socket.resendChat', 4]],
  [{ type: 'verify-chat', code: 'ab' }, ['socket.verifyChat', 'ab']],
  [{ type: 'retry-chat' }, ['socket.retry', 'viewer']],
  [{ type: 'choose-fit', fit: 'fill' }, ['layout.chooseFit', 'fill']],
  [{ type: 'choose-theatre', on: true }, ['layout.choose', 'theatre', true]],
  [{ type: 'show-chat', on: true }, ['layout.choose', 'chatHidden', false]],
  [{ type: 'show-chat', on: false }, ['layout.choose', 'chatHidden', true]],
  [{ type: 'back-to-live' }, ['features.announce', { type: 'back-to-live' }]],
  [{ type: 'open-login' }, ['login.require']],
  [signIn, ['login.signIn', signIn]],
  [{ type: 'logout' }, ['login.signOut']],
  [{ type: 'follow', on: true }, ['audience.follow', true]],
  [{ type: 'block-user', userId: 9, name: 'x', on: true }, ['blocked.set', { userId: 9, name: 'x' }, true]],
  [{ type: 'feature', feature: 'gifts', action: { type: 'entry' } }, ['features.action', 'gifts', { type: 'entry' }]],
])('P4 S20 S24 an action of the viewer is routed to its controller: %j', (action, call) => {
  expect(callsOf({ type: 'action', action }).filter(([name]) => name !== 'stats.emit')).toEqual([call]);
});

test('P2 P6 S24 a dialog is closed by the login controller, a closed toast is removed and others stay', () => {
  const view = {
    dialogs: [{ type: 'login' }, { type: 'back-to-live' }],
    toasts: [
      { id: 1, text: 'a', tone: 'bad' },
      { id: 2, text: 'b', tone: 'good' },
    ],
  } as unknown as Partial<RoomView>;
  const { to, calls } = targets(view);
  onPageEvent({ type: 'action', action: { type: 'close-dialog', dialog: 'login' } }, to);
  onPageEvent({ type: 'action', action: { type: 'close-toast', id: 1 } }, to);
  expect(calls).toEqual([
    ['login.close', 'login'],
    ['screen.patch', { toasts: [{ id: 2, text: 'b', tone: 'good' }] }],
  ]);
  calls.length = 0;
  // The button of a limited room leads to the room itself, without the parameter that opened it and with all others.
  onPageEvent({ type: 'action', action: { type: 'back-to-live' } }, to);
  expect(calls.filter(([name]) => name !== 'stats.emit')).toEqual([
    ['features.announce', { type: 'back-to-live' }],
    ['login.close', 'back-to-live'],
    ['send', { type: 'navigate', to: '/live/e/1001?refer=7' }],
  ]);
});

/** S35: each message of the registry with mystic viewers passes the whole room worker; nothing sent to the page contains their names. */
beforeAll(loadAllFeatures);

const SECRET_NAME = '白露为霜';
const SECRET_LOGO = '/portraits/secret-face.jpg';
const SECRET_ID = 42_424_242;
const VIEWER_ID = 880_001;
const ROOM_ID = 1_001;
const NAMES = new Set(['nickname', 'sendername']);
const LOGOS = new Set(['userLogo', 'senderlogo']);
const IDS = new Set(['userId', 'kugouId', 'senderid', 'userid', 'kugouid', 'senderkugouid']);

const namesPeople = ({ fields }: Schema): boolean =>
  Object.entries(fields).some(
    ([name, { type }]) => NAMES.has(name) || (typeof type === 'object' && name !== 'userExt' && namesPeople(type)),
  );

/** All fields are set, all people are mystic, and the numbers are small, because most of them are statuses and kinds. */
function mysticBody(schema: Schema, rng: Seeded, version: number): Record<string, unknown> {
  const value = (name: string, type: FieldType): unknown => {
    if (type === 'text') return textOf(name, rng);
    if (type === 'flag') return name === 'mystic' || (name !== 'issecrect' && rng.int(2) === 1);
    if (type === 'bytes') return new Uint8Array();
    if (type !== 'number') return mysticBody(type, rng, version);
    if (IDS.has(name)) return SECRET_ID;
    if (name === 'roomId' || name === 'roomid') return ROOM_ID;
    if (name === 'version') return version;
    if (name.endsWith('Id')) return 1;
    return name === 'leftMs' ? 5_000 : rng.int(4) + 1;
  };
  return Object.fromEntries(
    Object.entries(schema.fields).map(([name, { type, isList }]) => [name, isList ? [value(name, type)] : value(name, type)]),
  );
}

function textOf(name: string, rng: Seeded): string {
  if (NAMES.has(name)) return SECRET_NAME;
  if (LOGOS.has(name)) return SECRET_LOGO;
  if (name === 'ext' || /url|link|logo/i.test(name)) return '';
  // Things keep their id, so that a later message is about the same thing.
  if (name.endsWith('Id')) return '1';
  return `文${rng.int(1_000)}`;
}

const schemaOf = (row: AnyRow): Schema => codecOf(row.family)[row.schema]!;
const down = (row: AnyRow, rng: Seeded, version: number, change: object = {}): SocketDown =>
  messagesDown([
    { id: row.id, name: row.name, timeMs: 1, body: { ...mysticBody(schemaOf(row), rng, version), ...change } } as unknown as RoomMessage,
  ]);

/** Messages that need an earlier message, with the fields that make that one start something. */
const BEGINS: Readonly<Partial<Record<MessageName, readonly [MessageName, object]>>> = {
  'multi-pk-lose-to-win': ['multi-pk-round', { status: 2 }],
  'multi-pk-team-query': ['multi-pk-round', { status: 2 }],
  'clan-pk-quick-message': ['clan-pk-promotion', { stage: 1 }],
  'number-lucky-prize': ['number-lucky', { status: 1, user: null }],
  'red-packet-result': ['red-packet', { status: 2 }],
  'music-pk-help-reborn': ['music-pk-status', { status: 2 }],
  'music-pk-remind-answer': ['music-pk-status', { status: 2 }],
  'music-pk-send-call': ['music-pk-status', { status: 2 }],
  'music-pk-use-kit': ['music-pk-status', { status: 2 }],
};
/** Messages whose people are used but not displayed: owner of a number, star of a kit, addressee of a notice. */
const SILENT: readonly MessageName[] = [
  'user-profile',
  'number-lucky',
  'music-pk-kit-add',
  'music-pk-exclude-error',
  'common-notice',
  'common-notice-room',
  'common-notice-all',
  'public-notice',
  'public-notice-link',
  'public-notice-user',
];
/** Repetitions per message with other numbers, so that some are of a displayed kind. */
const ROUNDS = 24;

async function shownOf(row: AnyRow): Promise<string> {
  const rng = seeded(row.id);
  const room = await openedRoom({ cookie: `fx_userid=${VIEWER_ID}; fx_token=t` }, 0);
  const before = room.page.posted.length;
  const [first, fields] = BEGINS[row.name] ?? [];
  const beginning = ROWS.find(({ name }) => name === first);
  const opened = FEATURES.filter(({ messages, dock, entry }) => (dock ?? entry) !== undefined && messages.includes(row.name));
  for (let round = 1; round <= ROUNDS; round++) {
    if (beginning !== undefined) room.socket.deliver(down(beginning, rng, 2 * round, fields));
    room.socket.deliver(down(row, rng, 2 * round + 1));
    if (round === 1) for (const { name: feature } of opened) room.act({ type: 'feature', feature, action: { type: 'entry' } });
    await room.settle(1_000);
  }
  return JSON.stringify(room.page.posted.slice(before));
}

test.each(ROWS.map((row) => [row.name, row] as const))('S35 %s with mystic viewers names none of them on the page', async (name, row) => {
  const shown = await shownOf(row);
  for (const secret of [SECRET_NAME, SECRET_LOGO, `:${SECRET_ID}`]) expect(shown).not.toContain(secret);
  // The list leaves the placeholder name to the page's language.
  if (namesPeople(schemaOf(row)) && !SILENT.includes(name)) expect(shown).toMatch(name === 'audience' ? /"name":""/ : MYSTIC_NAME);
});
