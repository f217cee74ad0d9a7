import { expect, test } from 'vitest';
import type { Tick } from '../../../../src/core/machine.ts';
import { decodeLiveInfo, type LiveInfo } from '../../../../src/core/room/start/live-info.ts';
import { readFlags } from '../../../../src/core/room/start/page-input.ts';
import {
  startUpMachine,
  stepStartUp,
  type StartUp,
  type StartUpContext,
  type StartUpEffect,
  type StartUpEvent,
} from '../../../../src/core/room/start/start-up.ts';

/** Repeated here, so that a change of the limit fails a test. */
const STAGE_ANSWER_MS = 2_500;

const ROOM = { starId: 77, starName: '星', isLiveRoom: false, offlineVideo: '/offline.mp4' };

function live(change: { readonly code?: number; readonly status?: number; readonly room?: object } = {}): LiveInfo {
  const data = { status: change.status ?? 1, liveType: 'normal', httpflv: ['/live/a.flv'], room: { ...ROOM, ...change.room } };
  const decoded = decodeLiveInfo({ responseCode: change.code ?? 0, responseMsg: 'ok', data });
  if (!decoded.ok) throw new Error(decoded.error.detail);
  return decoded.value.value;
}
function startUp(given: Partial<StartUpContext> = {}) {
  let state: StartUp = { name: 'new' };
  let nowMs = 0;
  const effects: StartUpEffect[] = [];
  const context: StartUpContext = {
    route: { type: 'viewer', roomId: 1_001, isEmbed: false },
    flags: readFlags([]).flags,
    login: { userId: 0, token: '', appId: '' },
    roomId: 1_001,
    guests: [],
    canReload: true,
    ...given,
  };
  return {
    effects,
    get state() {
      return state;
    },
    send(event: StartUpEvent | Tick, afterMs = 0) {
      nowMs += afterMs;
      const [next, ...made] = stepStartUp(state, event, nowMs, context);
      state = next;
      effects.push(...made);
      return this;
    },
    onLiveInfo(info: LiveInfo) {
      return this.send({ type: 'start' }).send({ type: 'live-info', info });
    },
    did: () => effects.map((effect) => effect.type).filter((name) => name !== 'log'),
  };
}

const AD = { guests: ['ad'] };
const BOTH = { guests: ['ad', 'lead-in'] };
const OPEN_ROOM = ['connect-socket', 'layout', 'report-enter'];

test('P5 without stage guests the order is live info, live, socket, layout', () => {
  const room = startUp().onLiveInfo(live());
  expect(room.did()).toEqual(['fetch-live-info', 'start-live', ...OPEN_ROOM]);
  expect(room.state).toMatchObject({ name: 'running', shows: 'live', isFallback: false });
});

test('P5 P8 a stage guest that declines delays nothing', () => {
  const room = startUp(AD).onLiveInfo(live());
  expect(room.did()).toEqual(['fetch-live-info', 'offer-stage']);
  room.send({ type: 'stage-left', guest: 'ad', reason: 'the ad is off' });
  expect(room.did().slice(2)).toEqual(['start-live', ...OPEN_ROOM]);
  expect(room.effects).toContainEqual({ type: 'log', line: 'ad: the ad is off' });
});

test('P5 P8 only live waits for the ad; chat and layout do not', () => {
  const room = startUp(AD).onLiveInfo(live()).send({ type: 'stage-taken', guest: 'ad' });
  expect(room.did()).toEqual(['fetch-live-info', 'offer-stage', 'show-guest', ...OPEN_ROOM]);
  room.send({ type: 'stage-left', guest: 'ad', reason: 'the ad ended' });
  expect(room.did().slice(6)).toEqual(['start-live']);
});

test('P8 a stage guest without an answer is skipped after the timeout, and its late answer changes nothing', () => {
  const room = startUp(AD).onLiveInfo(live());
  expect(startUpMachine.deadlineMs(room.state, {} as StartUpContext)).toBe(STAGE_ANSWER_MS);
  expect(room.send({ type: 'tick' }, STAGE_ANSWER_MS - 1).state.name).toBe('offered');
  expect(room.send({ type: 'tick' }, 1).did().slice(2)).toEqual(['withdraw-stage', 'start-live', ...OPEN_ROOM]);
  const before = room.did().length;
  room.send({ type: 'stage-taken', guest: 'ad' }).send({ type: 'stage-left', guest: 'ad', reason: 'late' });
  expect(room.did()).toHaveLength(before);
});

test('P5 P9 the lead-in is offered last, after the ad has declined or ended', () => {
  const left = startUp(BOTH).onLiveInfo(live()).send({ type: 'stage-left', guest: 'ad', reason: 'off' });
  expect(left.effects.at(-1)).toEqual({ type: 'offer-stage', guest: 'lead-in' });
  left.send({ type: 'stage-taken', guest: 'lead-in' }).send({ type: 'stage-left', guest: 'lead-in', reason: 'the video ended' });
  left.send({ type: 'stage-left', guest: 'lead-in', reason: 'the video ended' });
  expect(left.did()).toEqual(['fetch-live-info', 'offer-stage', 'offer-stage', 'show-guest', ...OPEN_ROOM, 'start-live']);
  const afterAd = startUp(BOTH).onLiveInfo(live()).send({ type: 'stage-taken', guest: 'ad' });
  afterAd.send({ type: 'stage-left', guest: 'ad', reason: 'the ad ended' }).send({ type: 'stage-taken', guest: 'lead-in' });
  expect(afterAd.did().slice(6)).toEqual(['offer-stage', 'show-guest']);
});

test('P7 P8 P9 if the star leaves, a playing or pending stage guest is withdrawn and the offline video is shown', () => {
  for (const events of [[], [{ type: 'stage-taken', guest: 'ad' }]] as const) {
    const room = startUp(AD).onLiveInfo(live());
    for (const event of events) room.send(event);
    room.send({ type: 'live-status', liveStatus: 0 });
    expect(room.did()).toContain('withdraw-stage');
    expect(room.did()).toContain('show-offline-video');
    expect(room.did()).not.toContain('start-live');
    expect(room.did().filter((name) => name === 'connect-socket')).toHaveLength(1);
    expect(room.send({ type: 'live-status', liveStatus: 1 }).effects).toContainEqual({ type: 'start-live', isRadio: false });
  }
});

test('P7 an offline room shows its offline video, and live starts when the star comes', () => {
  const room = startUp(AD).onLiveInfo(live({ status: 0 }));
  expect(room.effects).toContainEqual({ type: 'show-offline-video' });
  expect(room.did()).not.toContain('offer-stage');
  room.send({ type: 'live-status', liveStatus: 1 }).send({ type: 'live-status', liveStatus: 1 });
  expect(room.did().filter((name) => name === 'start-live')).toHaveLength(1);
  room.send({ type: 'live-status', liveStatus: 0 });
  expect(room.did().slice(-3)).toEqual(['stop-live', 'show-offline-video', 'layout']);
});

test('P1 P7 P31 the star gets the publishing tool; another user on the star route is redirected and nothing starts', () => {
  const star = { route: { type: 'star', roomId: 1_006 }, roomId: 1_006 } as const;
  const owner = startUp({ ...star, login: { userId: 77, token: 't', appId: '' } }).onLiveInfo(live());
  expect(owner.did()).toEqual(['fetch-live-info', 'show-publish', 'connect-socket', 'layout', 'report-enter']);
  const stranger = startUp(star).onLiveInfo(live());
  expect(stranger.effects.at(-1)).toMatchObject({ type: 'redirect', to: '/live/1006' });
  expect(stranger.did()).not.toContain('connect-socket');
  // Without live info the role is unknown: a logged-in user may be the star and stays, an anonymous one is redirected.
  const perhaps = startUp({ ...star, login: { userId: 77, token: 't', appId: '' } })
    .send({ type: 'start' })
    .send({ type: 'live-info-failed' });
  expect(perhaps.did()).toContain('start-live');
  const lost = startUp(star).send({ type: 'start' }).send({ type: 'live-info-failed' });
  expect(lost.effects.at(-1)).toMatchObject({ type: 'redirect', to: '/live/1006' });
});

test('P7 P31 a vertical-only star in the own room is a viewer', () => {
  const login = { userId: 77, token: 't', appId: '' };
  const room = startUp({ login, ...AD }).onLiveInfo(live({ room: { onlyVerticalStar: 1 } }));
  expect(room.did()).toEqual(['fetch-live-info', 'offer-stage']);
  const onStarRoute = startUp({ login, route: { type: 'star', roomId: 1_001 } }).onLiveInfo(live({ room: { onlyVerticalStar: 1 } }));
  expect(onStarRoute.did()).toContain('start-live');
  expect(onStarRoute.did()).not.toContain('show-publish');
});

test('P6 failed live info causes a fallback start, once only', () => {
  const room = startUp().send({ type: 'start' }).send({ type: 'live-info-failed' });
  expect(room.did()).toEqual(['fetch-live-info', 'start-live', 'connect-socket', 'layout', 'report-enter']);
  expect(room.state).toMatchObject({ name: 'running', isFallback: true });
  room.send({ type: 'live-info-failed' }).send({ type: 'live-info', info: live() });
  expect(room.did()).toHaveLength(5);
});

test('P1 P6 after failed live info the star is not redirected from the own room, an anonymous visitor is', () => {
  const route = { type: 'star', roomId: 1_001 } as const;
  const star = startUp({ route, login: { userId: 77, token: 't', appId: '' } })
    .send({ type: 'start' })
    .send({ type: 'live-info-failed' });
  expect(star.did()).not.toContain('redirect');
  expect(star.state).toMatchObject({ name: 'running', isFallback: true });
  const guest = startUp({ route }).send({ type: 'start' }).send({ type: 'live-info-failed' });
  expect(guest.did()).toContain('redirect');
});

test.each([1, -1, 500, 20_002])('P6 responseCode %i: fallback start', (code) => {
  expect(startUp().onLiveInfo(live({ code })).state).toMatchObject({ name: 'running', isFallback: true });
});

test.each([20_000, 20_001])(
  'P6 responseCode %i: send limit in a live room, back-to-live popup in a normal room with r=liveroom',
  (code) => {
    const liveRoom = startUp().onLiveInfo(live({ code, room: { isLiveRoom: true } }));
    const refused = { type: 'show-unavailable', unavailable: { why: 'refused', code, message: 'ok' }, why: `live info answered ${code}` };
    expect(liveRoom.effects).toContainEqual(refused);
    expect(liveRoom.state).toEqual({ name: 'gone', isLimited: true });
    // Entry is forbidden, so the chat is not connected either.
    expect(liveRoom.did()).not.toContain('connect-socket');
    const normal = startUp({ flags: readFlags([['r', 'liveroom']]).flags }).onLiveInfo(live({ code }));
    expect(normal.effects).toContainEqual({ type: 'open-dialog', dialog: { type: 'back-to-live', code, message: 'ok' } });
    expect(startUp().onLiveInfo(live({ code })).state).toMatchObject({ isFallback: true });
    // For a refusal without data the page's parameters decide.
    const bare = decodeLiveInfo({ responseCode: code, responseMsg: 'ok', data: {} });
    const info = bare.ok ? bare.value.value : live();
    expect(startUp().onLiveInfo(info).effects).toContainEqual(refused);
    const wanted = startUp({ flags: readFlags([['r', 'liveroom']]).flags }).onLiveInfo(info);
    expect(wanted.effects).toContainEqual({ type: 'open-dialog', dialog: { type: 'back-to-live', code, message: 'ok' } });
  },
);

test.each([
  [404, 'missing', 0],
  [410, 'closed', 0],
  [403, 'refused', 403],
] as const)('P6 live info answered with status %i: there is no room to show (%s), and nothing is started', (status, why, code) => {
  const room = startUp().send({ type: 'start' }).send({ type: 'live-info-failed', status });
  expect(room.effects.at(-1)).toMatchObject({ type: 'show-unavailable', unavailable: { why, code, message: '' } });
  expect(room.state).toEqual({ name: 'gone' });
  expect(room.send({ type: 'live-status', liveStatus: 1 }).did()).toEqual(['fetch-live-info', 'show-unavailable']);
});

test.each([500, 502, 401, undefined])('P6 live info that fails with status %s causes a fallback start', (status) => {
  const room = startUp().send({ type: 'start' }).send({ type: 'live-info-failed', status });
  expect(room.state).toMatchObject({ name: 'running', isFallback: true });
});

test('P6 a live type that differs from the stored one reloads the page once, and nothing follows', () => {
  const room = startUp().onLiveInfo(live()).send({ type: 'live-type', liveType: 'normal' });
  expect(room.did()).not.toContain('reload');
  room.send({ type: 'live-type', liveType: 'radio' }).send({ type: 'live-type', liveType: 'radio' });
  expect(room.did().filter((name) => name === 'reload')).toHaveLength(1);
  expect(room.state).toEqual({ name: 'gone' });
  const justReloaded = startUp({ canReload: false }).onLiveInfo(live()).send({ type: 'live-type', liveType: 'radio' });
  expect(justReloaded.did()).not.toContain('reload');
  expect(justReloaded.send({ type: 'live-status', liveStatus: 0 }).did()).toContain('stop-live');
  // A fallback start has no type, so the first received type is not a change.
  const fallback = startUp().send({ type: 'start' }).send({ type: 'live-info-failed' }).send({ type: 'live-type', liveType: 'radio' });
  expect(fallback.did()).not.toContain('reload');
});

test('P6 a fallback start skips the ad and may have a lead-in; a send-limited room stays closed for any stream', () => {
  const room = startUp(BOTH).send({ type: 'start' }).send({ type: 'live-info-failed' });
  expect(room.effects.filter((effect) => effect.type === 'offer-stage')).toEqual([{ type: 'offer-stage', guest: 'lead-in' }]);
  const limited = startUp().onLiveInfo(live({ code: 20_000, status: 0, room: { isLiveRoom: true } }));
  expect(limited.send({ type: 'live-status', liveStatus: 1 }).did()).not.toContain('start-live');
});

test('P6 P7 P21 repeated live info replaces all data, and the room changes between live and offline accordingly', () => {
  const again = (info: LiveInfo, hasPlayerFailed = false) => ({ type: 'live-info-again', info, hasPlayerFailed }) as const;
  const other = live({ room: { liveName: '第二场' } });
  const fresh: LiveInfo = { ...other, stream: { ...other.stream, sid: 's-2', psid: 'p-2' } };
  const room = startUp().onLiveInfo(live());
  expect(room.send(again(fresh)).state).toMatchObject({ shows: 'live', info: { stream: { sid: 's-2' }, room: { liveName: '第二场' } } });
  expect(room.did()).not.toContain('retry-live');
  // A failed player retries unchanged addresses by its own waits, and another stream immediately.
  expect(room.send(again(fresh, true)).did()).not.toContain('retry-live');
  const third: LiveInfo = { ...fresh, stream: { ...fresh.stream, sid: 's-3' } };
  expect(room.send(again(third, true)).did()).toContain('retry-live');
  expect(room.send(again(live({ status: 0 }))).state).toMatchObject({ shows: 'offline-video', info: { liveStatus: 0 } });
  expect(room.did().slice(-3)).toEqual(['stop-live', 'show-offline-video', 'layout']);
  expect(room.send(again(fresh)).state).toMatchObject({ shows: 'live', info: { stream: { sid: 's-2' } } });
  // An invalid answer changes nothing.
  expect(room.send(again(live({ code: 5 }))).state).toMatchObject({ shows: 'live', info: { stream: { sid: 's-2' } } });

  const guest = startUp(AD).onLiveInfo(live()).send({ type: 'stage-taken', guest: 'ad' });
  expect(guest.send(again(fresh)).state).toMatchObject({ name: 'guest', info: { stream: { sid: 's-2' } } });
  expect(guest.send(again(live({ status: 0 }))).state).toMatchObject({ name: 'running', shows: 'offline-video' });

  const closed = startUp({ flags: readFlags([['r', 'liveroom']]).flags }).onLiveInfo(live({ code: 20_000 }));
  expect(closed.send(again(fresh)).state).toMatchObject({ name: 'running', shows: 'live' });
  const limited = startUp().onLiveInfo(live({ code: 20_000, room: { isLiveRoom: true } }));
  expect(limited.send(again(live({ code: 20_000 }))).did()).not.toContain('reload');
  expect(limited.send(again(fresh)).did()).toContain('reload');
  const failed = startUp().send({ type: 'start' }).send({ type: 'live-info-failed' });
  expect(failed.send(again(live({ status: 0 }))).state).toMatchObject({ shows: 'offline-video', isFallback: false });
});

test('P6 P7 live info of a later show with another live type reloads the page; an offline answer does not, nor a page just reloaded', () => {
  const asRadio = (info: LiveInfo): LiveInfo => ({ ...info, stream: { ...info.stream, liveType: 'radio' } });
  const again = (info: LiveInfo) => ({ type: 'live-info-again', info: asRadio(info), hasPlayerFailed: false }) as const;
  const changed = startUp().onLiveInfo(live()).send(again(live()));
  expect([changed.state.name, changed.effects.at(-1)]).toEqual(['gone', { type: 'reload', why: 'live type changed from normal to radio' }]);
  const later = startUp()
    .onLiveInfo(live({ status: 0 }))
    .send(again(live()));
  expect(later.did()).toContain('reload');
  const offline = startUp()
    .onLiveInfo(live())
    .send(again(live({ status: 0 })));
  expect([offline.did().includes('reload'), offline.state]).toMatchObject([false, { shows: 'offline-video' }]);
  const justReloaded = startUp({ canReload: false }).onLiveInfo(live()).send(again(live()));
  expect([justReloaded.did().includes('reload'), justReloaded.state]).toMatchObject([false, { shows: 'live' }]);
  const fallback = startUp().send({ type: 'start' }).send({ type: 'live-info-failed' }).send(again(live()));
  expect(fallback.did()).not.toContain('reload');
});

test('P6 P7 after a fallback start the first live info reloads the page of the star, who can then broadcast; a viewer stays', () => {
  const again = { type: 'live-info-again', info: live(), hasPlayerFailed: true } as const;
  const after = (given: Partial<StartUpContext>) => startUp(given).send({ type: 'start' }).send({ type: 'live-info-failed' }).send(again);
  const login = { userId: 77, token: 't', appId: '' };
  const star = after({ login });
  expect([star.state, star.effects.at(-1)]).toEqual([{ name: 'gone' }, { type: 'reload', why: 'the viewer is the star of this room' }]);
  for (const given of [{}, { login: { ...login, userId: 78 } }, { login, canReload: false }])
    expect(after(given).state).toMatchObject({ name: 'running', shows: 'live', isFallback: false });
});
