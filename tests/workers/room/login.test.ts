/** A login that changes is decided like the first one, and one rule holds for the login box, its cookies and the next visit. */
import { beforeAll, expect, test, vi } from 'vitest';
import { initialView } from '../../../src/core/room/initial-view.ts';
import { checkLogin, readCookies, readLogin } from '../../../src/core/room/start/cookies.ts';
import { decodeLiveInfo, type LiveInfo } from '../../../src/core/room/start/live-info.ts';
import { readFlags } from '../../../src/core/room/start/page-input.ts';
import type { Dialog, Me, RoomView } from '../../../src/core/room/view.ts';
import { done, err } from '../../../src/core/errors.ts';
import { manualClock } from '../../../src/player/tests/manual-clock.ts';
import { recorder } from '../../../src/player/tests/recorder.ts';
import { createStorage } from '../../../src/workers/room/clients/storage.ts';
import { createLayoutController } from '../../../src/workers/room/controllers/stage-controller.ts';
import { LoginController } from '../../../src/workers/room/controllers/login-controller.ts';
import type { RoomBase, Screen } from '../../../src/workers/room/room-base.ts';
import type { Visitor } from '../../../src/workers/room/visitor.ts';
import { messageOf, messagesDown } from '../../message-of.ts';
import { liveInfo, loadAllFeatures, openedRoom, type RoomOptions } from './harness.ts';

beforeAll(loadAllFeatures);

const STAR = { userId: 77, token: 't', nickname: '林听夏' } as const;
const cookieOf = (userId: number): string => `fx_userid=${userId}; fx_token=t`;
const ON_AIR_NOWHERE = { code: 0, data: { on: 0 } };

async function opened(options: RoomOptions = {}) {
  const room = await openedRoom({ ...options, answers: { '/publish': ON_AIR_NOWHERE, ...options.answers } }, 0);
  const act = async (action: Parameters<typeof room.act>[0]): Promise<void> => {
    room.act(action);
    await room.settle();
  };
  const stage = () => [room.view().room.role, room.view().stage] as const;
  const isShown = (feature: string): boolean => room.view().features[feature]?.name === 'shown';
  return { ...room, act, stage, isShown, away: () => room.commands('navigate').map(({ to }) => to) };
}
const PUBLISH = { name: 'feature', feature: 'publish' };

test.each([
  ['logs out', { type: 'logout' }],
  ['becomes another user', { type: 'login', userId: 78, token: 'u', nickname: '' }],
] as const)(
  'P1 P7 the star who %s at the star’s address is redirected at once, with the parameters of the visit',
  async (_what, action) => {
    const room = await opened({ path: '/room/star/1001?refer=7&lenovo=1', cookie: cookieOf(77) });
    expect(room.stage()).toEqual([1, PUBLISH]);
    await room.act(action);
    expect(room.away()).toEqual(['/live/1001?refer=7&lenovo=1']);
    // The page is left: the chat does not connect once more under the new login.
    expect(room.connects().map(({ userId }) => userId)).toEqual([77]);
  },
);

test('P1 P7 P31 the star who logs in on the viewer’s address gets the publishing tool, and the player stops', async () => {
  const room = await opened();
  expect(room.stage()).toEqual([0, { name: 'live' }]);
  await room.act({ type: 'login', ...STAR });
  expect(room.stage()).toEqual([1, PUBLISH]);
  expect(room.isShown('publish')).toBe(true);
  expect(room.played.at(-1)).toMatchObject({ type: 'stop' });
  expect(room.reported('room').at(-1)?.event).toBe('offline');
  expect(room.connects().map(({ userId }) => userId)).toEqual([0, 77]);
  expect(room.reported('identity').at(-1)).toMatchObject({ identity: { userId: 77, isStar: true } });
  expect(room.away()).toEqual([]);
});

test('P1 P7 the star who logs out on the viewer’s address is a viewer: tool and its features end, live info is read again, live plays', async () => {
  const room = await opened({ cookie: cookieOf(77) });
  expect(room.stage()).toEqual([1, PUBLISH]);
  await room.act({ type: 'logout' });
  expect([room.stage(), room.isShown('publish')]).toEqual([[0, { name: 'live' }], false]);
  await room.settle(5_000);
  expect(room.askedFor('/info')).toHaveLength(2);
  await room.act({ type: 'login', userId: 78, token: 'u', nickname: '' });
  await room.act({ type: 'feature', feature: 'gifts', action: { type: 'entry' } });
  expect([room.isShown('publish'), room.isShown('gifts')]).toEqual([false, true]);
  expect(room.played.some(({ type }) => type === 'play')).toBe(true);
  // And back: features of each role begin anew.
  await room.act({ type: 'login', ...STAR });
  expect([room.isShown('publish'), room.isShown('gifts')]).toEqual([true, false]);
  expect(room.stage()).toEqual([1, PUBLISH]);
});

test('P7 S4 a viewer who becomes another viewer keeps the stage, and has neither level nor name of the first', async () => {
  const room = await opened({ cookie: cookieOf(5) });
  room.socket.deliver(messagesDown([messageOf('login', { userid: 5, nickname: '小鱼', richlevel: 9 })]));
  await room.settle();
  expect(room.view().me).toMatchObject({ userId: 5, nickname: '小鱼', richLevel: 9 });
  await room.act({ type: 'login', userId: 5, token: 'again', nickname: '小鱼' });
  expect(room.view().me).toMatchObject({ userId: 5, richLevel: 9 });
  const before = room.played.length;
  await room.act({ type: 'login', userId: 6, token: 'u', nickname: '' });
  expect([room.stage(), room.played.length]).toEqual([[0, { name: 'live' }], before]);
  expect(room.view().me).toEqual({ userId: 6, nickname: '', richLevel: 0 });
  expect(room.connects().map(({ userId }) => userId)).toEqual([5, 5, 6]);
  await room.act({ type: 'logout' });
  expect(room.view().me).toEqual({ userId: 0, nickname: '', richLevel: 0 });
  expect(
    room
      .commands('set-cookie')
      .slice(-2)
      .map(({ cookie }) => cookie),
  ).toEqual(['fx_userid=; path=/; max-age=0; samesite=lax; secure', 'fx_token=; path=/; max-age=0; samesite=lax; secure']);
});

test.each([
  ['logout', { type: 'logout' }],
  ['other-login', { type: 'login', userId: 78, token: 'u', nickname: '' }],
] as const)('P1 P31 an open broadcast ends by %s only after a question, and under the login that began it', async (how, change) => {
  const grant = { code: 0, data: { session: 's1', url: 'https://x.test/rtc/whip/1001', provider: 5, since: 1 } };
  const answers = { '/publish': ({ init }: { init: RequestInit }) => (init.method === 'POST' ? grant : ON_AIR_NOWHERE) };
  const room = await opened({ path: '/room/star/1001', cookie: cookieOf(77), answers });
  const ends = () =>
    room.askedFor('/publish').filter(({ init }) => typeof init.body === 'string' && init.body.includes('"on":false')).length;
  await room.act({ type: 'feature', feature: 'publish', action: { type: 'start' } });
  await room.act({ type: 'feature', feature: 'publish', action: { type: 'link-open', epoch: 2 } });
  expect(room.view().room).toMatchObject({ liveStatus: 1, liveSince: 1 });

  await room.act({ type: 'open-login' });
  await room.act(change);
  expect(room.view().dialogs).toEqual([{ type: 'end-broadcast', how }]);
  await room.act({ type: 'close-dialog', dialog: 'end-broadcast' });
  // No dialog, no question: a late answer changes nothing.
  await room.act({ type: 'end-broadcast' });
  expect([ends(), room.commands('set-cookie'), room.stage(), room.away(), room.view().dialogs]).toEqual([0, [], [1, PUBLISH], [], []]);
  // The same user may sign in again, and a login that no cookie can hold is refused as ever.
  await room.act({ type: 'login', ...STAR });
  await room.act({ type: 'login', userId: 78, token: 'a;b', nickname: '' });
  expect([ends(), room.view().dialogs]).toEqual([0, [{ type: 'login', trouble: 'COOKIE_BAD' }]]);
  await room.act({ type: 'close-dialog', dialog: 'login' });

  await room.act(change);
  const endsAtCookie: number[] = [];
  room.page.onPosted((command) => void (command.type === 'set-cookie' && endsAtCookie.push(ends())));
  await room.act({ type: 'end-broadcast' });
  expect([ends(), endsAtCookie, room.away(), room.view().dialogs]).toEqual([1, [1, 1], ['/live/1001'], []]);
});

test('P1 P6 after a failed live info a user who is not the star leaves the star’s address with the next good answer', async () => {
  let isDown = true;
  const answers = { '/info': () => (isDown ? new Error('down') : liveInfo()) };
  const other = await opened({ path: '/room/star/1001', cookie: cookieOf(78), answers });
  const star = await opened({ path: '/room/star/1001', cookie: cookieOf(77), answers });
  expect([other.away(), star.away()]).toEqual([[], []]);
  isDown = false;
  for (const room of [other, star]) await room.settle(10_000);
  expect(other.away()).toEqual(['/live/1001']);
  expect([star.away(), star.stage()]).toEqual([[], [1, PUBLISH]]);
});

test('P6 P31 the star keeps the tool in a limited room, with the message of the service; a login may open it for another user', async () => {
  const answers = { '/info': liveInfo({ code: 20_001, room: { isLiveRoom: true } }) };
  const star = await opened({ cookie: cookieOf(77), answers });
  expect(star.stage()).toEqual([1, PUBLISH]);
  expect(star.view().dialogs).toEqual([{ type: 'limited', code: 20_001, message: 'ok' }]);
  await star.act({ type: 'logout' });
  expect(star.view().unavailable).toEqual({ why: 'refused', code: 20_001, message: 'ok' });
  const guest = await opened({ answers });
  expect(guest.view().unavailable).toEqual({ why: 'refused', code: 20_001, message: 'ok' });
  await guest.act({ type: 'login', ...STAR });
  expect(guest.commands('reload')).toHaveLength(1);
});

const MAX_ID = String(Number.MAX_SAFE_INTEGER);
test.each([
  ['1', 't', null],
  [MAX_ID, 't', null],
  ['5', 'x'.repeat(1_024), null],
  ['5', 'a b,"c"=%41令', null],
  ['0', 't', 'LOGIN_BAD_USER_ID'],
  ['007', 't', 'LOGIN_BAD_USER_ID'],
  ['9007199254740992', 't', 'LOGIN_BAD_USER_ID'],
  ['1.5', 't', 'LOGIN_BAD_USER_ID'],
  ['', 't', 'LOGIN_BAD_USER_ID'],
  ['5', '', 'LOGIN_NO_TOKEN'],
  ['5', 'x'.repeat(1_025), 'LOGIN_LONG_TOKEN'],
  ['5', 'a;b', 'COOKIE_BAD'],
  ['5', 'a\nb', 'COOKIE_BAD'],
  ['5', ' a', 'COOKIE_BAD'],
] as const)('P13 S4 the id %j with the token %j: what the box takes is what a later visit reads (%s)', async (id, token, trouble) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const checked = checkLogin(id, token);
  expect(checked.ok ? null : checked.error.code).toBe(trouble);
  const room = await opened();
  await room.act({ type: 'open-login' });
  await room.act({ type: 'login', userId: Number(id), token, nickname: '' });
  const written = room.commands('set-cookie').map(({ cookie }) => cookie.split(';', 1)[0] ?? '');
  if (trouble === null) {
    expect(room.view()).toMatchObject({ me: { userId: Number(id) }, dialogs: [] });
    expect(readLogin(readCookies(written.join('; ')))).toMatchObject({ userId: Number(id), token });
  } else if (id !== '007') {
    expect(written).toEqual([]);
    expect(room.view()).toMatchObject({ me: { userId: 0 }, dialogs: [{ type: 'login', trouble }] });
  }
  warn.mockRestore();
});

test('S24 an action that needs a login is carried out after it, and not after the box was closed', async () => {
  const answers = { '/feature/follow/set': { code: 0 } };
  const room = await opened({ answers });
  await room.act({ type: 'follow', on: true });
  expect([room.view().dialogs.map(({ type }) => type), room.view().room.following]).toEqual([['login'], false]);
  await room.act({ type: 'login', userId: 5, token: 't', nickname: '' });
  expect([room.view().dialogs, room.view().room.following]).toEqual([[], true]);

  const other = await opened({ answers });
  await other.act({ type: 'follow', on: true });
  await other.act({ type: 'close-dialog', dialog: 'login' });
  await other.act({ type: 'open-login' });
  await other.act({ type: 'login', userId: 5, token: 't', nickname: '' });
  expect(other.view().room.following).toBe(false);
});

// Login, dialogs, toasts and the layout that the viewer chooses.

/** Login, dialogs and toasts as the page shows them. */
interface Before {
  readonly me?: Partial<Me>;
  readonly dialogs?: readonly Dialog[];
  /** The login can be stored as cookies. */
  readonly isStorable?: boolean;
}
const LIMITED: Dialog = { type: 'back-to-live', code: 20_000, message: '' };

function login({ me = {}, dialogs = [], isStorable = true }: Before = {}) {
  const { part, record, taken } = recorder();
  const first = initialView({ width: 1_280, height: 800 });
  let view: RoomView = { ...first, dialogs, me: { ...first.me, ...me } };
  let userId = me.userId ?? 0;
  const visitor = part<Visitor>('visitor', {
    login: () => ({ userId, token: 't', appId: '1010' }),
    signIn: (action) => {
      if (isStorable) ({ userId } = action);
      return isStorable ? done : err('COOKIE_BAD');
    },
  });
  const screen = part<Screen>('screen', { get: () => view, patch: (patch) => void (view = { ...view, ...patch }) });
  const controller = new LoginController({
    screen,
    visitor,
    onLeave: record('onLeave'),
    onChange: record('onChange'),
    onSignedIn: record('onSignedIn'),
  });
  return Object.assign(controller, { taken, view: () => view });
}

const entry = (fields: Readonly<Record<string, unknown>>) => messageOf('login', fields).body;

test('S24 the login box opens for a guest, over other dialogs, and not for a viewer', () => {
  const guest = login({ dialogs: [LIMITED] });
  guest.require();
  expect(guest.view().dialogs).toEqual([LIMITED, { type: 'login' }]);
  const viewer = login({ me: { userId: 5 } });
  viewer.require();
  expect(viewer.view().dialogs).toEqual([]);
});

test.each<readonly [what: string, fields: Readonly<Record<string, unknown>>, shown: Partial<Me>]>([
  [
    'with name, level and portrait',
    { nickname: 'a&lt;b', richlevel: 12, userLogo: '/5.jpg' },
    { nickname: 'a<b', richLevel: 12, logo: '/5.jpg' },
  ],
  ['with both levels has the newer one, as in the chat', { richlevel: 12, richlevelV2: 20 }, { richLevel: 20 }],
  ['without them keeps name and level', {}, {}],
  ['whose portrait is no address has none', { userLogo: 'javascript:x' }, {}],
])('P11 the viewer’s own entry %s', (_what, fields, shown) => {
  const it = login({ me: { userId: 5, nickname: '小鱼', richLevel: 9, logo: '/old.png' } });
  it.onEntry(entry({ userid: 5, ...fields }));
  expect(it.view().me).toEqual({ userId: 5, nickname: '小鱼', richLevel: 9, logo: '', badges: [], ...shown });
});

test('P11 an entry of another viewer, or of a guest while nobody is logged in, changes nothing', () => {
  for (const [userId, userid] of [
    [5, 6],
    [0, 0],
  ] as const) {
    const it = login({ me: { userId } });
    const before = it.view();
    it.onEntry(entry({ userid, nickname: '阿星' }));
    expect(it.view()).toBe(before);
  }
});

test('S20 only the id of the logged-in viewer is the viewer’s own', () => {
  const viewer = login({ me: { userId: 5 } });
  expect([viewer.isMe(5), viewer.isMe(6), viewer.isMe(0), viewer.isMe(undefined)]).toEqual([true, false, false, false]);
  expect([0, -1, undefined].map((userId) => login().isMe(userId))).toEqual([false, false, false]);
});

test('S36 the same text is one toast, the newer one, and only the newest four stay', () => {
  const it = login();
  for (const text of 'abacde') it.toast(text, 'info');
  it.toast('f', 'bad');
  expect(it.view().toasts.map(({ id, text, tone }) => `${id} ${text} ${tone}`)).toEqual(['4 c info', '5 d info', '6 e info', '7 f bad']);
});

test('S24 a dialog replaces the open one of its type and is the last; closing one leaves the others open', () => {
  const it = login({ dialogs: [LIMITED] });
  it.require();
  it.open({ ...LIMITED, message: 'b' });
  expect(it.view().dialogs).toEqual([{ type: 'login' }, { ...LIMITED, message: 'b' }]);
  it.close('login');
  expect(it.view().dialogs).toEqual([{ ...LIMITED, message: 'b' }]);
});

/** The layout's inputs: window, picture, room and the viewer's stored choices. */
const WIDE = { width: 1_280, height: 800 };

function layoutOf({ query = '', room }: { readonly query?: string; readonly room?: object } = {}) {
  const { part, record, taken } = recorder();
  const clock = manualClock();
  let view: RoomView = initialView(WIDE);
  const stored: Record<string, unknown> = {};
  const storage = createStorage(
    {},
    (key, value) => void (stored[key] = value === null ? null : JSON.parse(value)),
    () => undefined,
    clock.epochMs,
  );
  const base = {
    screen: part('screen', { get: () => view, patch: (patch: Partial<RoomView>) => void (view = { ...view, ...patch }) }),
    flags: readFlags(new URLSearchParams(query)).flags,
    input: { viewport: WIDE },
    platform: clock,
    storage,
  } as unknown as RoomBase;
  const read = room === undefined ? null : decodeLiveInfo(liveInfo({ room }));
  const info: LiveInfo | null = read?.ok === true ? read.value.value : null;
  const controller = createLayoutController(base, { info: () => info, onLayout: record('onLayout') });
  return { controller, clock, stored, taken, shown: () => view.layout };
}

test.each([
  ['fill', 'fill'],
  ['fit', 'fit'],
  ['stretched', 'auto'],
  [7, 'auto'],
])('P4 the chosen fit %j is stored without expiry as %s and applied', (given, fit) => {
  const it = layoutOf();
  it.controller.chooseFit(given);
  expect(it.stored).toEqual({ 'footlight.pictureFit': { value: fit, untilMs: null } });
  expect([it.shown().fit, it.taken()]).toEqual([fit, [['onLayout']]]);
});

test('P4 theatre mode and hidden chat are stored and applied; anything but true is off', () => {
  const it = layoutOf();
  it.controller.choose('theatre', true);
  it.controller.choose('chatHidden', true);
  expect(it.stored).toEqual({
    'footlight.theatre': { value: true, untilMs: null },
    'footlight.chatHidden': { value: true, untilMs: null },
  });
  expect([it.shown().theatre, it.shown().chat, it.taken().length]).toEqual([true, false, 2]);
  it.controller.choose('theatre', 1);
  it.controller.choose('chatHidden', 'yes');
  expect([it.shown().theatre, it.shown().chat]).toEqual([false, true]);
});
