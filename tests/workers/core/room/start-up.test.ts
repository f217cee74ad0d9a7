import { expect, test } from 'vitest';
import { AD_WHYS, decideAd, rememberAd, type AdCase } from '../../../../src/workers/core/room/ad.ts';
import { addToast, closeDialog, needsLoginBox, openDialog } from '../../../../src/workers/core/room/dialogs.ts';
import { decideLeadIn, LEAD_IN_WHYS, leadInSong, type LeadInCase } from '../../../../src/workers/core/room/lead-in.ts';
import { decodeLiveInfo, NO_AD, type LiveInfo } from '../../../../src/workers/core/room/live-info.ts';
import { drainMounts, mountName, NO_MOUNTS, queueMount, type Mount } from '../../../../src/workers/core/room/mounts.ts';
import { readFlags } from '../../../../src/workers/core/room/page-input.ts';
import {
  startUpDeadlineMs,
  stepStartUp,
  type StartUp,
  type StartUpEffect,
  type StartUpEvent,
  type StartUpSurroundings,
} from '../../../../src/workers/core/room/start-up.ts';
import type { Toast } from '../../../../src/workers/core/room/view.ts';

const ROOM = { starId: 77, starName: '星', isLiveRoom: false, offlineVideo: '/offline.mp4' };

function live(change: { readonly code?: number; readonly status?: number; readonly room?: object } = {}): LiveInfo {
  const data = { status: change.status ?? 1, liveType: 'normal', httpflv: ['/live/a.flv'], room: { ...ROOM, ...change.room } };
  const decoded = decodeLiveInfo({ responseCode: change.code ?? 0, responseMsg: 'ok', data });
  if (!decoded.ok) throw new Error(decoded.error.detail);
  return decoded.value.value;
}
const AD = { ...NO_AD, adSwitch: 1, concertId: 'c1', src: '/ad.mp4', durationS: 10 };

function startUp(around: Partial<StartUpSurroundings> = {}) {
  let state: StartUp = { at: 'new' };
  let nowMs = 0;
  const effects: StartUpEffect[] = [];
  const surroundings: StartUpSurroundings = {
    route: { type: 'viewer', roomId: 1_001, isEmbed: false },
    flags: readFlags([]).flags,
    login: { userId: 0, token: '', appId: '' },
    roomId: 1_001,
    hasPoster: true,
    adsWatched: [],
    isLeadInOn: true,
    ...around,
  };
  return {
    effects,
    get state() {
      return state;
    },
    send(event: StartUpEvent, afterMs = 0) {
      nowMs += afterMs;
      const [next, ...made] = stepStartUp(state, event, nowMs, surroundings);
      state = next;
      effects.push(...made);
      return this;
    },
    informed(info: LiveInfo) {
      return this.send({ type: 'start' }).send({ type: 'live-info', info });
    },
    did: () => effects.map((effect) => effect.do).filter((name) => name !== 'log'),
  };
}

test('P5 live info, ad query, live, socket, layout, in this order', () => {
  const room = startUp().informed(live()).send({ type: 'ad', config: null });
  expect(room.did()).toEqual(['fetch-live-info', 'query-ad', 'start-live', 'connect-socket', 'layout', 'report-enter']);
  expect(room.state).toMatchObject({ at: 'running', shows: 'live', isFallback: false });
});

test('P5 P8 only live waits for the ad; chat and layout do not', () => {
  const room = startUp().informed(live()).send({ type: 'ad', config: AD });
  expect(room.did()).toEqual(['fetch-live-info', 'query-ad', 'play-ad', 'connect-socket', 'layout', 'report-enter']);
  room.send({ type: 'ad-finished', failed: false });
  expect(room.did().slice(6)).toEqual(['remember-ad', 'start-live']);
});

test('P8 an ad that fails, or never says that it ended, does not keep live away and is not remembered', () => {
  const begun = () => startUp().informed(live()).send({ type: 'ad', config: AD });
  expect(begun().send({ type: 'ad-finished', failed: true }).did().slice(6)).toEqual(['start-live']);
  const late = begun();
  expect(startUpDeadlineMs(late.state)).toBe(15_000);
  expect(late.send({ type: 'tick' }, 14_999).state.at).toBe('ad');
  expect(late.send({ type: 'tick' }, 1).did().slice(6)).toEqual(['start-live']);
  expect(late.send({ type: 'ad-finished', failed: false }).did()).toHaveLength(7);
});

const AD_CASE: AdCase = { isLive: true, config: AD, hasPoster: true, watched: [], userId: 5 };
const ADS = [
  ['the room is not live', { ...AD_CASE, isLive: false }],
  ['the ad query failed', { ...AD_CASE, config: null }],
  ['the ad is off', { ...AD_CASE, config: { ...AD, adSwitch: 0 } }],
  ['no poster element', { ...AD_CASE, hasPoster: false }],
  ['already watched', { ...AD_CASE, watched: ['5:c1'] }],
  ['the ad has no video', { ...AD_CASE, config: { ...AD, src: '' } }],
  ['the ad plays', { ...AD_CASE, watched: ['6:c1', '5:c2'] }],
  ['the ad plays', { ...AD_CASE, watched: ['5:c1'], config: { ...AD, repeatPlay: 1 } }],
] as const satisfies readonly (readonly [string, AdCase])[];

test.each(ADS)('P8 %s', (why, given) => {
  expect(decideAd(given)).toEqual({ plays: why === 'the ad plays', why });
});

test('P8 every reason of the ad table is reachable, and the memory is bounded', () => {
  expect(new Set(ADS.map(([why]) => why))).toEqual(new Set(AD_WHYS));
  let watched: readonly string[] = [];
  for (let ad = 0; ad < 200; ad++) watched = rememberAd(watched, `1:${ad}`);
  expect(watched).toHaveLength(50);
  expect(watched.at(-1)).toBe('1:199');
  expect(rememberAd(['1:1', '1:2'], '1:1')).toEqual(['1:2', '1:1']);
});

test('P7 an offline room shows its offline video, and starts live when the star comes', () => {
  const room = startUp().informed(live({ status: 0 }));
  expect(room.effects).toContainEqual({ do: 'show-offline-video', src: '/offline.mp4' });
  expect(room.did()).not.toContain('query-ad');
  room.send({ type: 'live-status', liveStatus: 1 }).send({ type: 'live-status', liveStatus: 1 });
  expect(room.did().filter((name) => name === 'start-live')).toHaveLength(1);
  room.send({ type: 'live-status', liveStatus: 0 });
  expect(room.did().slice(-3)).toEqual(['stop-live', 'show-offline-video', 'layout']);
});

test('P1 P7 P31 the star publishes; a stranger on the star route is redirected and nothing starts', () => {
  const star = { route: { type: 'star', roomId: 1_006 }, roomId: 1_006 } as const;
  const owner = startUp({ ...star, login: { userId: 77, token: 't', appId: '' } }).informed(live());
  expect(owner.did()).toEqual(['fetch-live-info', 'show-publish', 'connect-socket', 'layout', 'report-enter']);
  const stranger = startUp(star).informed(live());
  expect(stranger.effects.at(-1)).toEqual({ do: 'redirect', to: '/live/1006' });
  expect(stranger.did()).not.toContain('connect-socket');
  const lost = startUp(star).send({ type: 'start' }).send({ type: 'live-info-failed' });
  expect(lost.effects.at(-1)).toEqual({ do: 'redirect', to: '/live/1006' });
});

test('P7 P31 a vertical-only star in the own room watches', () => {
  const login = { userId: 77, token: 't', appId: '' };
  const room = startUp({ login }).informed(live({ room: { onlyVerticalStar: 1 } }));
  expect(room.did()).toEqual(['fetch-live-info', 'query-ad']);
  const onStarRoute = startUp({ login, route: { type: 'star', roomId: 1_001 } }).informed(live({ room: { onlyVerticalStar: 1 } }));
  expect(onStarRoute.send({ type: 'ad', config: null }).did()).toContain('start-live');
  expect(onStarRoute.did()).not.toContain('show-publish');
});

test('P6 live info that fails: fallback start, once only', () => {
  const room = startUp().send({ type: 'start' }).send({ type: 'live-info-failed' });
  expect(room.did()).toEqual(['fetch-live-info', 'start-live', 'connect-socket', 'layout', 'report-enter']);
  expect(room.state).toMatchObject({ at: 'running', isFallback: true });
  room.send({ type: 'live-info-failed' }).send({ type: 'live-info', info: live() });
  expect(room.did()).toHaveLength(5);
});

test.each([1, -1, 500, 20_002])('P6 responseCode %i: fallback start', (code) => {
  expect(startUp().informed(live({ code })).state).toMatchObject({ at: 'running', isFallback: true });
});

test.each([20_000, 20_001])(
  'P6 responseCode %i: send limit in a live room, back-to-live popup in a normal room with r=liveroom',
  (code) => {
    const liveRoom = startUp().informed(live({ code, room: { isLiveRoom: true } }));
    expect(liveRoom.effects).toContainEqual({ do: 'open-dialog', dialog: { type: 'send-limit', code, message: 'ok' } });
    expect(liveRoom.state).toMatchObject({ at: 'running', shows: 'closed' });
    const normal = startUp({ flags: readFlags([['r', 'liveroom']]).flags }).informed(live({ code }));
    expect(normal.effects).toContainEqual({ do: 'open-dialog', dialog: { type: 'back-to-live', code, message: 'ok' } });
    expect(startUp().informed(live({ code })).state).toMatchObject({ isFallback: true });
    // A refusal without data: what the page was opened as decides.
    const bare = decodeLiveInfo({ responseCode: code, responseMsg: 'ok', data: {} });
    const info = bare.ok ? bare.value.value : live();
    expect(startUp().informed(info).effects).toContainEqual({ do: 'open-dialog', dialog: { type: 'send-limit', code, message: 'ok' } });
    const wanted = startUp({ flags: readFlags([['r', 'liveroom']]).flags }).informed(info);
    expect(wanted.effects).toContainEqual({ do: 'open-dialog', dialog: { type: 'back-to-live', code, message: 'ok' } });
  },
);

test('P6 a live type that differs from the stored one reloads the page, once, and nothing follows', () => {
  const room = startUp().informed(live()).send({ type: 'ad', config: null }).send({ type: 'live-type', liveType: 'normal' });
  expect(room.did()).not.toContain('reload');
  room.send({ type: 'live-type', liveType: 'radio' }).send({ type: 'live-type', liveType: 'radio' });
  expect(room.did().filter((name) => name === 'reload')).toHaveLength(1);
  expect(room.state).toEqual({ at: 'gone' });
  // A fallback start never learnt a type: the first one that it hears of is no change.
  const fallback = startUp().send({ type: 'start' }).send({ type: 'live-info-failed' }).send({ type: 'live-type', liveType: 'radio' });
  expect(fallback.did()).not.toContain('reload');
});

const LEAD_IN: LeadInCase = { isSwitchedOn: true, isStar: false, isLive: true, type: 3, songName: '晴天|1' };
const LEAD_INS = [
  ['lead-in is switched off', { ...LEAD_IN, isSwitchedOn: false }],
  ['the star has no lead-in', { ...LEAD_IN, isStar: true }],
  ['the room is not live', { ...LEAD_IN, isLive: false }],
  ['not asked for', { ...LEAD_IN, type: 2 }],
  ['no song name', { ...LEAD_IN, songName: ' |x' }],
  ['a song is asked for', LEAD_IN],
] as const satisfies readonly (readonly [string, LeadInCase])[];

test.each(LEAD_INS)('P9 %s', (why, given) => {
  expect(decideLeadIn(given)).toEqual({ runs: why === 'a song is asked for', why });
});

test('P5 P9 the lead-in comes last', () => {
  expect(new Set(LEAD_INS.map(([why]) => why))).toEqual(new Set(LEAD_IN_WHYS));
  expect(leadInSong('晴天|x|y')).toBe('晴天');
  const flags = readFlags(new URLSearchParams('type=3&songName=x')).flags;
  const room = startUp({ flags }).informed(live()).send({ type: 'ad', config: null });
  expect(room.did()).toEqual(['fetch-live-info', 'query-ad', 'connect-socket', 'layout', 'report-enter', 'lead-in']);
  room.send({ type: 'lead-in-ended' }).send({ type: 'lead-in-ended' });
  expect(room.did().slice(6)).toEqual(['start-live']);
  const afterAd = startUp({ flags }).informed(live()).send({ type: 'ad', config: AD }).send({ type: 'ad-finished', failed: false });
  expect(afterAd.did().slice(6)).toEqual(['remember-ad', 'lead-in']);
});

test('S24 the login box opens for who is not logged in; one dialog of a type, and few toasts', () => {
  expect([needsLoginBox(0), needsLoginBox(5)]).toEqual([true, false]);
  const dialogs = openDialog(openDialog([{ type: 'alert', message: 'a' }], { type: 'login' }), { type: 'alert', message: 'b' });
  expect(dialogs).toEqual([{ type: 'login' }, { type: 'alert', message: 'b' }]);
  expect(closeDialog(dialogs, 'login')).toEqual([{ type: 'alert', message: 'b' }]);
  let toasts: readonly Toast[] = [];
  for (let id = 0; id < 20; id++) toasts = addToast(toasts, { id, text: `t${id % 10}`, tone: 'info' });
  expect(toasts.map(({ id }) => id)).toEqual([16, 17, 18, 19]);
});

test('P11 mounts: one at a time, fifteen characters of the nickname, the oldest of too many gives way', () => {
  const mount = (id: number): Mount => ({ status: 1, src: '', id, name: 'm', isVideo: false, nickname: 'n' });
  let queue = NO_MOUNTS;
  for (let id = 0; id < 60; id++) queue = queueMount(queue, mount(id));
  expect(queue.waiting).toHaveLength(50);
  expect(queue.dropped).toBe(10);
  queue = drainMounts(queue, 0);
  expect(queue.shown?.id).toBe(10);
  expect(drainMounts(queue, 50)).toBe(queue);
  queue = drainMounts({ ...queue, waiting: [] }, 4_000);
  expect(queue.shown).toBeNull();
  expect(drainMounts(queue, 4_050)).toBe(queue);
  expect(mountName('一二三四五六七八九十一二三四五六七')).toBe('一二三四五六七八九十一二三四五');
  expect(mountName('🎤'.repeat(20))).toBe('🎤'.repeat(15));
});
