/** Small parts of the room worker, each with fakes of what it writes to: visitor, screen, services, blocked users, config, reload. */
import { expect, test, vi } from 'vitest';
import type { Failure } from '../../../src/core/result.ts';
import { initialView } from '../../../src/core/room/initial-view.ts';
import type { RoomPatch } from '../../../src/core/room/view.ts';
import { createBlockedUsers } from '../../../src/workers/room/clients/blocked-users.ts';
import { createRemoteConfig } from '../../../src/workers/room/clients/remote-config.ts';
import { createServiceStatus } from '../../../src/workers/room/clients/service-status.ts';
import { createStatsClient } from '../../../src/workers/room/clients/stats-client.ts';
import { createStorage, type Storage } from '../../../src/workers/room/clients/storage.ts';
import { createPageReload } from '../../../src/workers/room/page-reload.ts';
import type { RoomBase } from '../../../src/workers/room/room-base.ts';
import { createScreen } from '../../../src/workers/room/screen.ts';
import { createVisitor, type VisitorDeps } from '../../../src/workers/room/visitor.ts';
import type { StatsEvent } from '../../../src/workers/stats/api.ts';
import { manualClock } from '../../manual-clock.ts';
import { fakePort } from './harness.ts';

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
    isSecure: false,
    storage,
    uuid: () => `device-${++uuids}`,
    setCookie: (cookie) => void cookies.push(cookie),
    onFailure: (failure) => void failures.push(failure),
    ...change,
  });
  return { visitor, cookies, failures, stored };
}

test('P13 S4 a login and a logout change the cookies and the identity, and keep the app', () => {
  const { visitor, cookies, failures } = visitorOf({ cookie: 'fx_userid=5; fx_token=t; fx_appid=1010; dfid=finger' });
  expect(visitor.login()).toEqual({ userId: 5, token: 't', appId: '1010' });
  expect(visitor.dfid()).toBe('finger');
  expect(visitor.signIn({ type: 'login', userId: 8, token: 'b', nickname: '' })).toBe(true);
  expect(visitor.login()).toEqual({ userId: 8, token: 'b', appId: '1010' });
  visitor.signOut();
  expect(visitor.login()).toEqual({ userId: 0, token: '', appId: '1010' });
  expect(cookies).toEqual([
    'fx_token=b; path=/; samesite=lax',
    'fx_userid=8; path=/; samesite=lax',
    'fx_userid=; path=/; max-age=0; samesite=lax',
    'fx_token=; path=/; max-age=0; samesite=lax',
  ]);
  expect(failures).toEqual([]);
});

test.each([[{ userId: 0, token: 'a' }], [{ userId: 1.5, token: 'a' }], [{ userId: 2 ** 53, token: 'a' }], [{ userId: 5, token: '' }]])(
  'P13 S4 %j is refused as a login, and no cookie is written',
  (login) => {
    const { visitor, cookies, failures } = visitorOf();
    expect(visitor.signIn({ type: 'login', nickname: '', ...login })).toBe(false);
    expect([cookies, failures]).toEqual([[], [{ code: 'COOKIE_BAD', detail: 'login' }]]);
  },
);

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
  const { visitor, cookies, failures } = visitorOf();
  visitor.rememberUnion('134');
  visitor.rememberUnion('a b');
  expect(cookies).toEqual(['fx_unionId_134=134; path=/; max-age=86400; samesite=lax']);
  expect(failures).toEqual([]);
  expect(visitor.signIn({ type: 'login', userId: 5, token: 'a;b', nickname: '' })).toBe(false);
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

function servicesOf() {
  const { screen } = screenOf();
  const failures: Failure[] = [];
  const stats = { emit: () => undefined, failure: (failure: Failure) => void failures.push(failure), replace: () => undefined };
  return { status: createServiceStatus(screen, stats), failures, services: () => screen.get().services, screen };
}

test('P1 P5 a dead worker is shown as its failed service until it is restarted', () => {
  const { status, failures, services } = servicesOf();
  for (const [worker, service] of [
    ['socket', 'socket'],
    ['stats', 'stats'],
    ['stream', 'player'],
    ['decode', 'player'],
    ['render', 'player'],
  ] as const) {
    status.onWorkerDied({ type: 'worker-died', worker, detail: `${worker} broke`, restarting: worker === 'socket' });
    expect(services()).toEqual([{ service, name: worker, code: 'WORKER_CRASHED', recovering: worker === 'socket' }]);
    expect(failures.at(-1)).toEqual({ code: 'WORKER_CRASHED', detail: `${worker} broke` });
    status.onWorkerBack({ type: 'worker-back', worker });
    expect(services()).toEqual([]);
  }
});

test('P5 a second failure of a part replaces the first, other failures stay, and a working part changes nothing', () => {
  const { status, failures, services, screen } = servicesOf();
  const before = screen.get();
  status.onLateCode('pk', true);
  expect(screen.get()).toBe(before);
  status.onLateCode('pk', false);
  status.onPagePartFailed('beacons', '404');
  status.onWorkerDied({ type: 'worker-died', worker: 'socket', detail: 'x', restarting: true });
  status.onWorkerDied({ type: 'worker-died', worker: 'socket', detail: 'x', restarting: false });
  expect(services()).toEqual([
    { service: 'page', name: 'pk', code: 'MODULE_LOAD_FAILED', recovering: false },
    { service: 'page', name: 'beacons', code: 'MODULE_LOAD_FAILED', recovering: false },
    { service: 'socket', name: 'socket', code: 'WORKER_CRASHED', recovering: false },
  ]);
  expect(failures[0]).toEqual({ code: 'MODULE_LOAD_FAILED', detail: 'beacons: 404' });
  status.onLateCode('pk', true);
  expect(services().map(({ name }) => name)).toEqual(['beacons', 'socket']);
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
  for (const liveAskMs of [999, -1, 1_000.5, '1000', null]) {
    config.set({ liveAskMs });
    expect(config.liveAskMs(), String(liveAskMs)).toBeNull();
  }
  expect(config.value('x')).toBeUndefined();
});

test('P42 facts and failures use the newest port of the reports, and the older one is closed', () => {
  const [first, second] = [fakePort<StatsEvent, never>(), fakePort<StatsEvent, never>()];
  const stats = createStatsClient(first.port);
  stats.failure({ code: 'WIRE_BAD_JSON', detail: 'x' });
  expect(first.posted).toEqual([{ type: 'failure', code: 'WIRE_BAD_JSON', detail: 'x' }]);
  stats.replace(second.port);
  stats.emit({ type: 'room', event: 'left' });
  expect([first.isClosed(), second.isClosed()]).toEqual([true, false]);
  expect([first.posted.length, second.posted]).toEqual([1, [{ type: 'room', event: 'left' }]]);
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
