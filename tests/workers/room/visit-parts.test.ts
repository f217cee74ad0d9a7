/** Small parts of the room worker, each with fakes of what it writes to: visitor, screen, services, blocked users, config, reload. */
import { createRemoteConfig } from '../../../src/workers/room/room.ts';
import { beforeAll, expect, test, vi } from 'vitest';
import { initialView } from '../../../src/core/room/initial-view.ts';
import type { RoomPatch } from '../../../src/core/room/view.ts';
import type { Failure } from '../../../src/core/errors.ts';
import { manualClock } from '../../../src/player/tests/manual-clock.ts';
import { DEFAULT_CHOICES } from '../../../src/core/room/chat/chat-choices.ts';
import { emptyRow } from '../../../src/core/room/chat/chat-row.ts';
import { createChatChoices, createBlockedUsers, createStorage, type Storage } from '../../../src/workers/room/clients/storage.ts';
import { createPageReload } from '../../../src/workers/room/controllers/start-up-controller.ts';
import { type RoomBase, createScreen } from '../../../src/workers/room/room-base.ts';
import { createVisitor, type VisitorDeps } from '../../../src/workers/room/visitor.ts';
import type { StatsEvent } from '../../../src/workers/stats/api.ts';
import { loadAllFeatures, openedRoom } from './harness.ts';

const VIEW = initialView({ width: 1_280, height: 800 });
const EPOCH_MS = 1_700_000_000_000;

function storageOf(initial: Readonly<Record<string, unknown>> = {}) {
  const stored: (readonly [string, string | null])[] = [];
  const texts = Object.fromEntries(Object.entries(initial).map(([key, value]) => [key, JSON.stringify({ value, untilMs: null })]));
  const storage: Storage = createStorage(
    texts,
    (key, value) => void stored.push([key, value]),
    () => undefined,
    () => EPOCH_MS,
  );
  return { storage, stored };
}

function visitorOf(change: Partial<VisitorDeps> = {}) {
  const cookies: string[] = [];
  const failures: Failure[] = [];
  const { storage, stored } = storageOf();
  let uuids = 0;
  const visitor = createVisitor({
    cookie: '',
    unionId: '',
    isSecure: false,
    storage,
    uuid: () => `device-${++uuids}`,
    setCookie: (cookie) => void cookies.push(cookie),
    onFailure: (failure) => void failures.push(failure),
    ...change,
  });
  return { visitor, cookies, failures, stored };
}

test('S4 the device number is created once per browser; an invalid stored one is replaced', () => {
  const { visitor, stored } = visitorOf();
  expect(visitor.dfid()).toBe('-');
  expect([visitor.deviceNo(), visitor.deviceNo()]).toEqual(['device-1', 'device-1']);
  expect(stored).toEqual([['footlight.deviceNo', '{"value":"device-1","untilMs":null}']]);
  for (const bad of ['short', 'x'.repeat(65), 'with space', 12345678, 'good-one\n'])
    expect(visitorOf({ storage: storageOf({ 'footlight.deviceNo': bad }).storage }).visitor.deviceNo(), String(bad)).toBe('device-1');
  for (const good of ['12345678', 'x'.repeat(64)])
    expect(visitorOf({ storage: storageOf({ 'footlight.deviceNo': good }).storage }).visitor.deviceNo()).toBe(good);
});

test('P2 P13 a union id is a cookie for a day; a value that cannot be a cookie is ignored, in a login it is reported', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  visitorOf({ unionId: 'a b' }).visitor.rememberUnion();
  const { visitor, cookies, failures } = visitorOf({ unionId: '134', cookie: 'fx_unionId_72=72; fx_unionId_9=8' });
  visitor.rememberUnion();
  expect(visitor.unionIds()).toEqual(['134', '72']);
  expect(cookies).toEqual(['fx_unionId_134=134; path=/; max-age=86400; samesite=lax']);
  expect(failures).toEqual([]);
  expect(visitor.signIn({ type: 'login', userId: 5, token: 'a;b', nickname: '' }).ok).toBe(false);
  expect(failures).toEqual([{ code: 'COOKIE_BAD', detail: 'value of fx_token' }]);
  expect(warn).toHaveBeenCalledWith('cookie格式不正确', 'value of fx_token');
  warn.mockRestore();
});

function screenOf() {
  const clock = manualClock();
  const sent: RoomPatch[] = [];
  return { clock, sent, screen: createScreen(VIEW, clock, (patch) => void sent.push(patch)) };
}

test('P5 changes of one task, also those of two features, are sent in one patch', () => {
  const { clock, sent, screen } = screenOf();
  const shown = (item: number) => ({ name: 'shown', view: { item } }) as never;
  screen.patch({ phase: 'ready' });
  clock.advance(0);
  expect(sent).toEqual([{ phase: 'ready' }]);
  screen.showFeature('gifts', shown(1));
  screen.showFeature('mic', shown(2));
  screen.patch({ stage: { name: 'live' } });
  expect([sent.length, screen.isFlushed()]).toEqual([1, false]);
  clock.advance(0);
  expect(sent[1]).toEqual({ features: { gifts: shown(1), mic: shown(2) }, stage: { name: 'live' } });
  expect(screen.isFlushed()).toBe(true);
  expect(screen.get()).toMatchObject({ phase: 'ready', stage: { name: 'live' }, features: { gifts: shown(1), mic: shown(2) } });
  clock.advance(1_000);
  expect([sent.length, clock.timers()]).toEqual([2, 0]);
});

test('S20 choices for the chat are read from storage, shown, stored without expiry, and cleaned first', () => {
  const { screen } = screenOf();
  const { storage, stored } = storageOf({ 'footlight.chatChoices': ['words:广告', 7, 'size:huge'] });
  const choices = createChatChoices(screen, storage);
  expect(screen.get().chat.choices).toEqual({ ...DEFAULT_CHOICES, words: ['广告'] });
  const row = { ...emptyRow(1, 0), type: 'chat', userId: 9, text: '广告' } as const;
  expect(choices.hides()?.(row)).toBe(true);
  choices.set(['marks:阿星', 'words:/(a+)+$/', 'merges:1']);
  expect(choices.hides()).toBeNull();
  expect(screen.get().chat.choices).toEqual({ ...DEFAULT_CHOICES, marks: ['阿星'], merges: true });
  expect(stored).toEqual([['footlight.chatChoices', '{"value":["marks:阿星","minLevel:0","merges:1","size:medium"],"untilMs":null}']]);
  const nobody = screenOf();
  expect(createChatChoices(nobody.screen, storageOf().storage).hides()).toBeNull();
  expect(nobody.screen.isFlushed()).toBe(true);
});

test('S20 blocked users are read from storage, shown and stored without expiry; the viewer cannot be blocked', () => {
  const { screen } = screenOf();
  const { storage, stored } = storageOf({ 'footlight.blockedUsers': ['9:小鱼', 'bad'] });
  const blocked = createBlockedUsers(screen, storage, () => 7);
  expect([...blocked.ids()]).toEqual([9]);
  expect(screen.get().chat).toEqual({ ...VIEW.chat, blocked: [{ userId: 9, name: '小鱼' }] });
  blocked.set({ userId: 9, name: 'again' }, true);
  blocked.set({ userId: 7, name: 'me' }, true);
  expect(stored).toEqual([]);
  blocked.set({ userId: 10, name: '阿星' }, true);
  expect([...blocked.ids()]).toEqual([9, 10]);
  expect(stored).toEqual([['footlight.blockedUsers', '{"value":["9:小鱼","10:阿星"],"untilMs":null}']]);
  blocked.set({ userId: 9, name: '' }, false);
  expect([...blocked.ids()]).toEqual([10]);
  expect(screen.get().chat.blocked).toEqual([{ userId: 10, name: '阿星' }]);
  const nobody = screenOf();
  expect([...createBlockedUsers(nobody.screen, storageOf().storage, () => 7).ids()]).toEqual([]);
  expect(nobody.screen.isFlushed()).toBe(true);
});

test('P13 S20 a user whom another tab has blocked stays blocked when this tab blocks another one', () => {
  const { screen } = screenOf();
  const { storage, stored } = storageOf();
  const blocked = createBlockedUsers(screen, storage, () => 7);
  storage.take('footlight.blockedUsers', '{"value":["9:小鱼"],"untilMs":null}');
  blocked.set({ userId: 10, name: '阿星' }, true);
  expect(stored).toEqual([['footlight.blockedUsers', '{"value":["9:小鱼","10:阿星"],"untilMs":null}']]);
  expect([...blocked.ids()]).toEqual([9, 10]);
  storage.take('footlight.blockedUsers', '{"value":["9:小鱼","10:阿星","11:x"],"untilMs":null}');
  blocked.set({ userId: 11, name: 'x' }, true);
  expect([stored.length, [...blocked.ids()]]).toEqual([1, [9, 10, 11]]);
});

test('P5 S22 the remote config is empty until it is set; an interval below 1 s is ignored', () => {
  const config = createRemoteConfig();
  expect([config.value('x'), config.featuresOff().size, config.welcomePolicy(), config.liveAskMs()]).toEqual([
    undefined,
    0,
    { mode: 1, whitelist: [] },
    null,
  ]);
  config.set({ x: 3, liveAskMs: 1_000, welcomeMode: 2, welcomeWhitelist: '5,6' });
  expect([config.value('x'), config.welcomePolicy(), config.liveAskMs()]).toEqual([3, { mode: 2, whitelist: [5, 6] }, 1_000]);
  config.set({ liveAskMs: '2000', chatReturnMs: '600' });
  expect([config.liveAskMs(), config.chatReturnMs()]).toEqual([2_000, 600]);
  for (const liveAskMs of [999, -1, 1_000.5, '999', null]) {
    config.set({ liveAskMs });
    expect(config.liveAskMs(), String(liveAskMs)).toBeNull();
  }
  expect(config.value('x')).toBeUndefined();
});

test('P6 a reload is allowed once in 30 s, also after the page was reloaded, and is logged and stored first', () => {
  const clock = manualClock();
  const sent: unknown[] = [];
  const base = (session: Readonly<Record<string, string>>) =>
    ({
      input: { session },
      platform: clock,
      stats: { emit: (event: StatsEvent) => void sent.push(event) },
      send: (command: unknown) => void sent.push(command),
    }) as unknown as RoomBase;
  const reload = createPageReload(base({}));
  expect(reload.isAllowed()).toBe(true);
  reload.reload('the live type changed');
  expect(sent).toEqual([
    { type: 'log', level: 'warn', text: 'the live type changed' },
    { type: 'store', area: 'session', key: 'footlight.reloadedMs', value: String(EPOCH_MS) },
    { type: 'reload', why: 'the live type changed' },
  ]);
  clock.advance(29_999);
  expect(reload.isAllowed()).toBe(false);
  expect(createPageReload(base({ 'footlight.reloadedMs': String(EPOCH_MS) })).isAllowed()).toBe(false);
  clock.advance(1);
  expect(reload.isAllowed()).toBe(true);
  expect(createPageReload(base({ 'footlight.reloadedMs': 'x' })).isAllowed()).toBe(true);
});

test('P13 an invalid stored value is reported, removed and never read again', () => {
  const failures: Failure[] = [];
  const stored: [string, string | null][] = [];
  const storage = createStorage(
    { good: '{"value":3,"untilMs":null}', old: '{"value":3,"untilMs":5}', bad: '{' },
    (key, value) => stored.push([key, value]),
    (failure) => failures.push(failure),
    () => 10,
  );
  expect([storage.read('good'), storage.read('old'), storage.read('bad'), storage.read('bad'), storage.read('none')]).toEqual([
    3,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(failures).toEqual([{ code: 'STORAGE_BAD_VALUE', detail: 'bad: not JSON' }]);
  expect(stored).toEqual([
    ['old', null],
    ['bad', null],
  ]);
  storage.write('new', 'x', 1);
  expect(storage.read('new')).toBe('x');
});

/** Events of the page and actions of the viewer reach their controllers. */
beforeAll(loadAllFeatures);

test('S31 a failed part of the page is shown and reported, and the room continues', async () => {
  const room = await openedRoom();
  room.page.deliver({ type: 'page-part-late', name: 'beacons', feature: false, why: 'could not be loaded', detail: '404', isOff: false });
  await room.settle(40);
  expect(room.view().services).toEqual([{ service: 'page', name: 'beacons', code: 'MODULE_LOAD_FAILED', recovering: true }]);
  expect(room.reported('failure')).toContainEqual({ type: 'failure', code: 'MODULE_LOAD_FAILED', detail: 'beacons: 404' });
});

test('S31 the notice of a failed part of the page is removed when the part is shown', async () => {
  const room = await openedRoom();
  for (const name of ['emoji', 'chat-search'])
    room.page.deliver({ type: 'page-part-late', name, feature: false, why: 'takes long', detail: '', isOff: false });
  room.page.deliver({ type: 'page-part-shown', name: 'emoji' });
  await room.settle(40);
  expect(room.view().services.map(({ name }) => name)).toEqual(['chat-search']);
});
