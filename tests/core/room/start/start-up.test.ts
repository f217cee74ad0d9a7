import { expect, test } from 'vitest';
import { ANSWER_REASONS, LIVE_CHECK_LIMITS, type LiveCheckEvent, liveCheckMachine } from '../../../../src/core/room/start/live-check.ts';
import { decodeLiveInfo, type LiveInfo } from '../../../../src/core/room/start/live-info.ts';
import { readFlags } from '../../../../src/core/room/start/page-input.ts';
import {
  type StartUp,
  type StartUpContext,
  type StartUpEffect,
  type StartUpEvent,
  startUpMachine,
  stepStartUp,
} from '../../../../src/core/room/start/start-up.ts';
import { WAITS } from '../../../../src/player/base/waits.ts';
import type { Tick } from '../../../../src/player/base/machine.ts';
import { seeded } from '../../../../src/wasm/tests/seeded.ts';
import { runMachine } from '../../../run-machine.ts';

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
  let context: StartUpContext = {
    route: { type: 'viewer', roomId: 1_001, isEmbed: false },
    search: '',
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
    /** Another login while the page is open; the effects that follow. */
    logIn(login: StartUpContext['login']): readonly StartUpEffect[] {
      context = { ...context, login };
      const before = effects.length;
      this.send({ type: 'login' });
      return effects.slice(before);
    },
    onLiveInfo(info: LiveInfo) {
      return this.send({ type: 'start' }).send({ type: 'live-info', info });
    },
    did: () => effects.map((effect) => effect.type).filter((name) => name !== 'log'),
  };
}

const AD = { guests: ['ad'] };
const OPEN_ROOM = ['connect-socket', 'layout', 'report-enter'];

test('P8 a stage guest without an answer is skipped after the timeout, and its late answer changes nothing', () => {
  const room = startUp(AD).onLiveInfo(live());
  expect(startUpMachine.deadlineMs(room.state, {} as StartUpContext)).toBe(STAGE_ANSWER_MS);
  expect(room.send({ type: 'tick' }, STAGE_ANSWER_MS - 1).state.name).toBe('offered');
  expect(room.send({ type: 'tick' }, 1).did().slice(2)).toEqual(['withdraw-stage', 'start-live', ...OPEN_ROOM]);
  const before = room.did().length;
  room.send({ type: 'stage-taken', guest: 'ad' }).send({ type: 'stage-left', guest: 'ad', reason: 'late' });
  expect(room.did()).toHaveLength(before);
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
  expect(limited.send(again(fresh)).effects.at(-1)).toEqual({ type: 'reload', why: 'the room is open again' });
  // A page that is left asks for nothing more.
  expect(
    limited
      .send(again(fresh))
      .did()
      .filter((name) => name === 'reload'),
  ).toHaveLength(1);
  expect(limited.state).toEqual({ name: 'gone' });
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

const VISITOR = { userId: 0, token: '', appId: '' };
const STAR = { userId: 77, token: 't', appId: '' };
test.each([
  [1, 'live', { type: 'start-live', isRadio: false }],
  [0, 'offline-video', { type: 'show-offline-video' }],
] as const)(
  'P1 P7 with status %i a login of the star shows the publishing tool, and a logout %s; the room stays open',
  (status, shows, back) => {
    const room = startUp().onLiveInfo(live({ status }));
    expect(room.effects).toContainEqual({ type: 'report-enter', isLive: status === 1 });
    const stop = status === 1 ? [{ type: 'stop-live' }] : [];
    expect(room.logIn(STAR)).toEqual([...stop, { type: 'show-publish' }, { type: 'layout' }]);
    // The star's broadcast does not follow what viewers are told.
    room.send({ type: 'live-status', liveStatus: status === 1 ? 0 : 1 });
    expect(room.state).toMatchObject({ shows: 'publish', info: { liveStatus: status } });
    expect(room.logIn(VISITOR)).toEqual([back, { type: 'layout' }]);
    expect(room.state).toMatchObject({ name: 'running', shows });
    const before = room.effects.length;
    room.send({ type: 'live-status', liveStatus: status });
    expect(room.effects).toHaveLength(before);
  },
);

test('P1 P7 P8 a login of the star withdraws a guest of the stage, with its reason', () => {
  const effects = startUp(AD).onLiveInfo(live()).logIn(STAR);
  expect(
    effects
      .map(({ type }) => type)
      .filter((type) => type !== 'log')
      .slice(0, 2),
  ).toEqual(['withdraw-stage', 'show-publish']);
  expect(JSON.stringify(effects)).toContain('the role of the viewer changed');
});

test('P6 P7 after a fallback start the first live info gives the star the publishing tool; a viewer stays', () => {
  const again = { type: 'live-info-again', info: live(), hasPlayerFailed: true } as const;
  const after = (given: Partial<StartUpContext>) => startUp(given).send({ type: 'start' }).send({ type: 'live-info-failed' }).send(again);
  const login = { userId: 77, token: 't', appId: '' };
  const star = after({ login });
  expect(star.state).toMatchObject({ name: 'running', shows: 'publish', role: { role: 1 }, isFallback: false });
  // The star's own broadcast is not replaced by what live info tells viewers.
  const effects = star.did().length;
  star.send({ ...again, info: live({ status: 0 }) });
  expect(star.state).toMatchObject({ name: 'running', shows: 'publish' });
  expect(star.did()).toHaveLength(effects);
  for (const given of [{}, { login: { ...login, userId: 78 } }])
    expect(after(given).state).toMatchObject({ name: 'running', shows: 'live', isFallback: false });
});

/** `random` 0: the upper bound of each wait. */
function liveCheck(firstMs: number | null = null, random = 0) {
  const { clock, effects, runner } = runMachine(liveCheckMachine, () => ({ firstMs, random }));
  return {
    effects,
    state: () => runner.state(),
    nowMs: () => clock.nowMs(),
    send(event: LiveCheckEvent) {
      runner.send(event);
      return this;
    },
    pass(ms: number) {
      clock.advance(ms);
      return this;
    },
    asks: () => effects.filter((effect) => effect.type === 'request').length,
    last: () => effects.at(-1),
  };
}

test('P6 P21 a push, the addresses and the player cause a request within seconds; a report during a request causes another one after it', () => {
  const room = liveCheck().send({ type: 'shown', shown: 'live' }).pass(5_000);
  room.send({ type: 'check', why: 'the addresses say that the stream is over' }).pass(WAITS.liveAgain.capMs);
  expect(room.last()).toEqual({ type: 'request', why: 'the addresses say that the stream is over' });
  room.send({ type: 'push', liveStatus: 0 });
  expect(room.asks()).toBe(1);
  room.send({ type: 'answer', liveStatus: 0 });
  expect(room.last()).toEqual({ type: 'take-answer', why: 'the live info says so' });
  room.pass(WAITS.livePush.capMs);
  expect(room.last()).toEqual({ type: 'request', why: 'a push' });
  // An answer without a shown state and an unrequested answer change nothing.
  expect(liveCheck().send({ type: 'push', liveStatus: 1 }).send({ type: 'answer', liveStatus: 1 }).effects).toEqual([]);
});

test('P6 an answer that contradicts a push is requested again a few times and then applies; without any answer the push applies', () => {
  const seen = new Set<string>();
  const note = (room: ReturnType<typeof liveCheck>): void => {
    for (const effect of room.effects) if (effect.type !== 'request') seen.add(effect.why);
  };
  const lagging = liveCheck()
    .send({ type: 'shown', shown: 'offline' })
    .pass(5_000)
    .send({ type: 'push', liveStatus: 1 })
    .pass(WAITS.livePush.capMs);
  for (let i = 1; i < LIVE_CHECK_LIMITS.claimTries.value; i++) {
    lagging.send({ type: 'answer', liveStatus: 0 });
    expect(lagging.last()).toMatchObject({ type: 'request' });
    lagging.pass(WAITS.liveAgain.capMs);
  }
  expect(lagging.asks()).toBe(LIVE_CHECK_LIMITS.claimTries.value);
  lagging.send({ type: 'answer', liveStatus: 0 });
  expect(lagging.last()).toMatchObject({ type: 'take-answer' });
  note(lagging);

  const mute = liveCheck().send({ type: 'shown', shown: 'offline' }).pass(5_000).send({ type: 'push', liveStatus: 1 }).pass(4_000);
  for (let i = 0; i < LIVE_CHECK_LIMITS.claimTries.value; i++) mute.send({ type: 'answer', liveStatus: null }).pass(3_000);
  expect(mute.effects).toContainEqual({ type: 'take-push', liveStatus: 1, why: 'no answer, and the push stands' });
  note(mute);

  const silent = liveCheck().send({ type: 'shown', shown: 'offline' }).pass(20_000).send({ type: 'answer', liveStatus: null });
  expect(silent.last()).toMatchObject({ type: 'request' });
  // Two reasons have no effect of their own; the effects above that follow them prove that they were reached.
  expect([...seen, 'nothing was answered', 'not what was pushed, which may be newer'].toSorted()).toEqual([...ANSWER_REASONS].toSorted());
});

test('P6 for any order of events no request is sent within the gap or during another one, and polling never stops', () => {
  const random = seeded(31);
  for (let run = 0; run < 200; run++) {
    const room = liveCheck(run % 2 === 0 ? null : 1_500).send({ type: 'shown', shown: 'offline' });
    let askedMs = Number.NEGATIVE_INFINITY;
    let asks = 0;
    for (let i = 0; i < 120; i++) {
      const wasAsking = room.state().name === 'asking';
      const event = random.pick<LiveCheckEvent>([
        { type: 'push', liveStatus: 0 },
        { type: 'push', liveStatus: 1 },
        { type: 'check', why: 'the player gave up' },
        { type: 'answer', liveStatus: random.pick([0, 1, null]) },
        { type: 'shown', shown: random.pick(['live', 'offline', 'failed', 'limited', 'guest']) },
      ]);
      room.send(event);
      if (room.asks() > asks) {
        expect(wasAsking && event.type !== 'answer').toBe(false);
        expect(room.nowMs() - askedMs).toBeGreaterThanOrEqual(LIVE_CHECK_LIMITS.requestGapMs.value);
        askedMs = room.nowMs();
      }
      asks = room.asks();
      const before = room.asks();
      room.pass(random.int(900));
      if (room.asks() > before) askedMs = room.state().requestedMs;
      asks = room.asks();
    }
    room.send({ type: 'answer', liveStatus: 0 }).send({ type: 'shown', shown: 'quiet' }).send({ type: 'shown', shown: 'offline' });
    for (let i = 0; i < 10 && room.state().name === 'still'; i++) room.pass(30_000);
    expect(room.state().name).toBe('asking');
  }
});
