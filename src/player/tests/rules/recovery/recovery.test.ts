// Long file: the whole recovery policy, row by row of the requirements.
import { expect, test } from 'vitest';
import { NO_ADDRESSES, type AddressSet } from '../../../rules/recovery/candidates.ts';
import { DEFAULT_PLAYER_CONFIG, type PlayerConfig } from '../../../rules/constants.ts';
import type { PlayerProgress } from '../../../rules/contract.ts';
import { PLAYER_KINDS, PULL_FAILURE, type PlayerKind, type PullFailureName } from '../../../rules/names.ts';
import { recoveryMachine } from '../../../rules/recovery/recovery.ts';
import {
  IDLE,
  type Recovery,
  type RecoveryEffect,
  type RecoveryEvent,
  type RecoveryInput,
  type RecoveryContext,
} from '../../../rules/recovery/recovery-state.ts';
import { decideFailure, FAILURE_REASONS, type FailureCase } from '../../../rules/recovery/recovery-failure.ts';
import { seededRng } from '../../../../wasm/cli/mutate.ts';
import { ABLE, CONTEXT, PROGRESS } from '../harness.ts';

const deadlineMs = (state: Recovery, context: RecoveryContext): number | null => recoveryMachine.deadlineMs(state, context);
const config = (switches: Partial<PlayerConfig['switches']> = {}): PlayerConfig => ({
  ...DEFAULT_PLAYER_CONFIG,
  switches: { ...DEFAULT_PLAYER_CONFIG.switches, ...switches },
});
const H264: AddressSet = { ...NO_ADDRESSES, httpflv: ['/live/a.flv', '/live/b.flv'], width: 852, height: 480 };
const BOTH: AddressSet = { ...H264, h265flv: ['/live/c.flv'] };
const ALL: AddressSet = { ...BOTH, webrtc: [{ url: '/rtc', codec: 'h264', providerId: 5 }] };

/** A room with a manual clock: sends events and records effects. */
function room(context: RecoveryContext = CONTEXT) {
  let state: Recovery = IDLE;
  let nowMs = 0;
  let now: RecoveryContext = context;
  const effects: RecoveryEffect[] = [];
  return {
    effects,
    get state() {
      return state;
    },
    change(change: Partial<RecoveryContext>) {
      now = { ...now, ...change };
      return this;
    },
    send(event: RecoveryInput) {
      const [next, ...made] = recoveryMachine.step(state, event, nowMs, now);
      state = next;
      effects.push(...made);
      return this;
    },
    nowMs: () => nowMs,
    /** Without a tick. */
    later(ms: number) {
      nowMs += ms;
      return this;
    },
    wait(ms: number) {
      return this.later(ms).send({ type: 'tick' });
    },
    failed(failure: PullFailureName, more: { network?: boolean; codecUnsupported?: boolean } = {}) {
      return this.send({
        type: 'failed',
        epoch: state.epoch,
        failure,
        network: more.network ?? false,
        codecUnsupported: more.codecUnsupported ?? false,
      });
    },
    firstFrame() {
      return this.send({ type: 'first-frame', epoch: state.epoch, width: 852, height: 480 });
    },
    progress(progress: Partial<PlayerProgress>) {
      return this.send({ type: 'progress', epoch: state.epoch, progress: { ...PROGRESS, ...progress } });
    },
    /** Attempts in order: kind, address, reason. */
    plays() {
      return effects.flatMap((effect) =>
        effect.type === 'play' ? [`${effect.attempt.kind} ${effect.attempt.address.url} ${effect.reason}`] : [],
      );
    },
    did(what: RecoveryEffect['type']) {
      return effects.filter((effect) => effect.type === what);
    },
  };
}

test('P24 the failure tip is shown only if live', () => {
  const r = room({ ...CONTEXT, isLive: false }).send({ type: 'start', addresses: { ...H264, httpflv: [] } });
  while (r.state.name !== 'failed') r.wait(20_000).send({ type: 'addresses-failed', epoch: r.state.epoch });
  expect(r.did('gave-up')).toHaveLength(1);
  expect(r.did('failure-shown')).toHaveLength(0);
});

test('P24 a forced retry starts immediately and resets every budget', () => {
  const r = room().send({ type: 'start', addresses: { ...H264, httpflv: ['/live/a.flv'] } });
  while (r.state.name !== 'failed') {
    r.failed('ACK_NETWORK_FAIL', { network: true })
      .wait(5_000)
      .send({ type: 'addresses', epoch: r.state.epoch, addresses: { ...H264, httpflv: ['/live/a.flv'] } });
  }
  const before = r.plays().length;
  r.send({ type: 'retry' }).send({ type: 'addresses', epoch: r.state.epoch, addresses: H264 });
  expect(r.plays()).toHaveLength(before + 1);
  expect(r.state).toMatchObject({ name: 'starting', run: { round: 0, failures: 0 } });
  expect(r.effects.slice(-4).map((effect) => effect.type)).toEqual(['failure-over', 'stop', 'addresses-wanted', 'play']);
  expect(r.did('failure-over')).toHaveLength(1);
});

test('P25 P41 a picture that the viewer has paused is no stall, and its end is none either', () => {
  const r = room().send({ type: 'start', addresses: H264 }).firstFrame().progress({ positionS: 5 });
  for (let second = 0; second < 60; second++) r.wait(1_000).progress({ positionS: 5, isPaused: true });
  expect(r.state.name).toBe('playing');
  // The viewer continues in the middle of a second.
  r.wait(1_000).progress({ positionS: 5.5 }).wait(1_000).progress({ positionS: 6.5 });
  expect([r.did('failure'), r.did('stalled')]).toEqual([[], []]);
  r.wait(29_999);
  expect(r.state.name).toBe('playing');
  r.wait(1);
  expect(r.did('failure')).toMatchObject([{ ack: 'STALL_TIMEOUT' }]);
});

test('P24 a viewer who has paused is not shown another attempt: the player stops, and plays again when the viewer retries', () => {
  const r = room().send({ type: 'start', addresses: H264 }).firstFrame().progress({ positionS: 5, isPaused: true });
  r.failed('ACK_NETWORK_FAIL', { network: true });
  expect(r.state).toMatchObject({ name: 'stopped', by: 'viewer' });
  expect(r.effects.slice(-2)).toEqual([{ type: 'failure-over' }, { type: 'stop', epoch: r.state.epoch, keepsPicture: true }]);
  r.wait(3_600_000).send({ type: 'network' }).send({ type: 'visibility' }).send({ type: 'start', addresses: H264 });
  expect([r.plays().length, r.did('failure')]).toEqual([1, []]);
  r.send({ type: 'retry' }).send({ type: 'addresses', epoch: r.state.epoch, addresses: H264 });
  expect(r.plays()).toHaveLength(2);
});

test('P25 after a sleep of the machine h265 gets the stall wait again before h264 takes over', () => {
  for (const reports of [true, false]) {
    const r = room().send({ type: 'start', addresses: BOTH }).firstFrame().progress({ positionS: 5 });
    const awake = reports ? r.later(3_600_000).progress({ positionS: 5 }) : r.wait(3_600_000);
    expect(awake.plays()).toHaveLength(1);
    r.wait(29_999);
    expect(r.state.name).toBe('playing');
    r.wait(1);
    expect(r.did('stall-counted')).toHaveLength(1);
  }
});

test('P25 a picture of another size restarts the kinds that cannot change their size: STREAM_PIXED_CHANGED', () => {
  const native: AddressSet = { ...H264, nativeh265: ['/live/n.flv'] };
  const r = room({ ...CONTEXT, abilities: { ...ABLE, nativeHevc: true } })
    .send({ type: 'start', addresses: native })
    .firstFrame();
  r.send({ type: 'resolution', epoch: r.state.epoch, width: 1_280, height: 720 });
  expect(r.plays()).toEqual(['h265-native /live/n.flv NATIVE_H265', 'h265-native /live/n.flv NATIVE_H265']);
  expect(r.did('failure')).toMatchObject([{ ack: 'STREAM_PIXED_CHANGED' }]);

  const h264 = room().send({ type: 'start', addresses: H264 }).firstFrame();
  h264.send({ type: 'resolution', epoch: h264.state.epoch, width: 1_280, height: 720 });
  expect(h264.plays()).toHaveLength(1);
  expect(h264.did('failure')).toEqual([]);
  expect(h264.did('ack')).toMatchObject([
    { ack: 'STREAM_PIXED_CHANGED', from: { width: 852, height: 480 }, to: { width: 1_280, height: 720 } },
  ]);
});

test('P22 P23 an h265 stream that exceeds the size limit is replaced by h264, with the reason PIXEL_TOO_BIG', () => {
  const r = room({ ...CONTEXT, config: config({ skipHighResolution: true }) })
    .send({ type: 'start', addresses: BOTH })
    .firstFrame();
  r.send({ type: 'resolution', epoch: r.state.epoch, width: 1_920, height: 1_080 });
  expect(r.plays()).toEqual(['h265 /live/c.flv UNKNOW', 'h264 /live/a.flv PIXEL_TOO_BIG']);
});

test('P23 when the picture-in-picture window closes the room returns to h265; the window of an earlier kind changes nothing', () => {
  const closed = (r: ReturnType<typeof room>): ReturnType<typeof room> =>
    r.send({ type: 'picture-in-picture-closed', epoch: r.state.epoch });
  const r = room().send({ type: 'start', addresses: BOTH }).firstFrame().send({ type: 'choose', kind: 'h264', line: 0, reason: 'PIP' });
  closed(r.firstFrame());
  expect(r.plays().at(-1)).toMatch(/^h265 /);
  expect(r.did('stall-counted')).toHaveLength(0);
  const chosen = room().send({ type: 'start', addresses: BOTH }).firstFrame();
  chosen.send({ type: 'choose', kind: 'h264', line: 0, reason: 'USER_OPERATION' }).firstFrame();
  const count = chosen.plays().length;
  closed(chosen);
  chosen.send({ type: 'picture-in-picture-closed', epoch: chosen.state.epoch - 1 });
  expect(chosen.plays()).toHaveLength(count);
});

test('P23 a frozen WebRTC picture falls back to flv, with the reason STALL_CHECKER; a stall is counted if h264 takes over', () => {
  const webrtc = { config: config({ webrtc: true }) };
  const freeze = (addresses: AddressSet) => {
    const r = room({ ...CONTEXT, ...webrtc })
      .send({ type: 'start', addresses })
      .firstFrame();
    for (let second = 0; second < 20; second++) {
      const received = { decodedFrames: Math.min(second, 5) * 25, decodeMs: 0, freezesMs: 0, packets: second * 100, lostPackets: 0 };
      r.wait(1_000).progress({ positionS: Math.min(second, 5), received });
    }
    return r;
  };
  const toH264 = freeze({ ...H264, webrtc: ALL.webrtc });
  expect(toH264.plays()).toEqual(['webrtc /rtc UNKNOW', 'h264 /live/a.flv STALL_CHECKER']);
  expect(toH264.did('play')).toMatchObject([{}, { why: 'webrtc pictures freeze' }]);
  expect(toH264.did('stall-counted')).toHaveLength(1);
  const toH265 = freeze(ALL);
  expect(toH265.plays()).toEqual(['webrtc /rtc UNKNOW', 'h265 /live/c.flv STALL_CHECKER']);
  expect(toH265.did('stall-counted')).toHaveLength(0);
  const nowhere = freeze({ ...NO_ADDRESSES, webrtc: ALL.webrtc });
  expect(nowhere.plays()).toEqual(['webrtc /rtc UNKNOW']);
});

test('P22 choosing the current kind changes nothing, with any line of the kind', () => {
  const r = room().send({ type: 'start', addresses: BOTH }).firstFrame();
  const { epoch } = r.state;
  r.send({ type: 'choose', kind: 'h265', line: null, reason: 'USER_OPERATION' });
  r.send({ type: 'choose', kind: 'h265', line: 0, reason: 'USER_OPERATION' });
  expect([r.state.name, r.state.epoch, r.plays().length]).toEqual(['playing', epoch, 1]);
  r.send({ type: 'choose', kind: 'h264', line: 1, reason: 'USER_OPERATION' });
  r.send({ type: 'choose', kind: 'h264', line: null, reason: 'USER_OPERATION' });
  expect(r.plays()).toHaveLength(2);
  expect(r.plays().at(-1)).toBe('h264 /live/b.flv USER_OPERATION');
});

test('the last picture stays while another is expected or the viewer stopped it, and is removed when the star leaves', () => {
  const stopOf = (by: 'owner' | 'viewer'): unknown =>
    room().send({ type: 'start', addresses: H264 }).firstFrame().send({ type: 'stop', by }).effects.at(-1);
  expect(stopOf('viewer')).toEqual({ type: 'stop', epoch: 1, keepsPicture: true });
  expect(stopOf('owner')).toEqual({ type: 'stop', epoch: 1, keepsPicture: false });
  const waiting = room().send({ type: 'start', addresses: H264 }).firstFrame().failed('ACK_NETWORK_FAIL', { network: true });
  expect(waiting.did('stop')).toEqual([{ type: 'stop', epoch: 1, keepsPicture: true }]);
});

/** A room in which every address failed until all budgets were used. */
function gaveUp(context: RecoveryContext = CONTEXT, httpflv: readonly string[] = ['/live/a.flv']): ReturnType<typeof room> {
  const addresses: AddressSet = { ...H264, httpflv };
  const r = room(context).send({ type: 'start', addresses });
  while (r.failed('ACK_NETWORK_FAIL', { network: true }).state.name !== 'failed')
    r.wait(5_000).send({ type: 'addresses', epoch: r.state.epoch, addresses });
  return r;
}

test('P24 a room that gave up retries by itself without another tip, and its tip is hidden with the first picture', () => {
  const r = gaveUp();
  const [callbacks, tips] = [r.did('gave-up').length, r.did('failure-shown').length];
  // The network failed: two retries use known addresses, and each third one requests fresh ones.
  for (let retry = 0; retry < 2; retry++) {
    r.wait(8_500);
    expect(r.state).toMatchObject({ name: 'starting' });
    r.failed('ACK_NETWORK_FAIL', { network: true });
    expect(r.state.name).toBe('failed');
  }
  r.wait(8_500);
  expect(r.state).toMatchObject({ name: 'fetching', run: { revival: 3 } });
  r.send({ type: 'addresses-failed', epoch: r.state.epoch });
  expect(r.state).toMatchObject({ name: 'failed', failure: 'STREAM_ADDR_ERROR' });
  expect([r.did('gave-up').length, r.did('failure-shown').length, r.did('failure-over').length]).toEqual([callbacks, tips, 0]);
  r.wait(8_500).send({ type: 'addresses', epoch: r.state.epoch, addresses: H264 }).firstFrame();
  expect(r.state).toMatchObject({ name: 'playing', run: { revival: 0, failedMs: null, round: 0 } });
  expect(r.did('failure-over')).toHaveLength(1);
  expect([r.did('gave-up').length, r.did('failure-shown').length]).toEqual([callbacks, tips]);
});

test('P24 P28 an unavailable address service is not an old browser: every round, then automatic retries', () => {
  const one = { ...H264, httpflv: ['/live/a.flv'] };
  for (const silent of [false, true]) {
    const r = room().send({ type: 'start', addresses: one }).firstFrame().failed('ACK_NETWORK_FAIL', { network: true }).wait(5_000);
    for (let round = 0; round < 2; round++) {
      expect(r.state).toMatchObject({ name: 'fetching' });
      if (silent) r.wait(8_000);
      else r.send({ type: 'addresses-failed', epoch: r.state.epoch });
      if (round === 0) r.wait(5_000);
    }
    expect(r.did('failure-shown')).toContainEqual({ type: 'failure-shown', failure: 'STREAM_ADDR_ERROR', unsupported: null });
    expect(r.state).toMatchObject({ name: 'failed', failure: 'STREAM_ADDR_ERROR', unsupported: null });
    expect(r.state.name === 'failed' && r.state.retryAtMs).not.toBeNull();
    r.wait(30_000).send({ type: 'addresses', epoch: r.state.epoch, addresses: one }).firstFrame();
    expect(r.state.name).toBe('playing');
  }
});

test.each([
  ['the network failed for less than a minute', true, 0, [5_700, 5_650, 5_600]],
  ['the network failed for more than a minute', true, 120_000, [8_500, 7_750, 7_000]],
  ['the server is reachable', false, 0, [37_500, 30_000, 22_500]],
])('P24 automatic retries after giving up are random, and frequent while the network fails: %s', (_what, network, forMs, expected) => {
  const waits = [0, 0.5, 0.999_999].map((random) => {
    const r = room({ ...CONTEXT, random }).send({ type: 'start', addresses: { ...H264, httpflv: ['/live/a.flv'] } });
    r.failed('ACK_FAIL', { network }).wait(forMs);
    while (r.state.name !== 'failed') {
      r.wait(5_000);
      if (r.state.name === 'fetching') r.send({ type: 'addresses', epoch: r.state.epoch, addresses: H264 });
      r.failed('ACK_FAIL', { network });
    }
    return (deadlineMs(r.state, CONTEXT) ?? NaN) - r.nowMs();
  });
  expect(waits.map(Math.round)).toEqual(expected);
});

test('P24 a stream that receives nothing for 2.5 s after the network changed is opened again; one that does continues', () => {
  for (const isDead of [true, false]) {
    const r = room().send({ type: 'start', addresses: H264 }).firstFrame();
    const progress = (bytes: number): void => void r.wait(1_000).progress({ bytes, positionS: r.nowMs() / 1_000 });
    progress(100);
    r.send({ type: 'network' });
    for (let second = 1; second <= 4; second++) progress(isDead ? 100 : 100 + second);
    expect(r.plays()).toHaveLength(isDead ? 2 : 1);
  }
});

test('P24 a server that names a time is asked then, whatever else works; the address service as well', () => {
  for (const [event, ms] of [
    [{ type: 'failed', failure: 'ACK_FAIL', network: true, codecUnsupported: false, retryAfterMs: 20_000 }, 25_000],
    [{ type: 'addresses-failed', retryAfterMs: 40_000 }, 50_000],
  ] as const) {
    const r = room().send({ type: 'start', addresses: null });
    while (r.state.name !== 'failed') {
      if (event.type === 'failed' && r.state.name === 'fetching') r.send({ type: 'addresses', epoch: r.state.epoch, addresses: H264 });
      else if (r.state.name === 'waiting') r.wait(60_000);
      r.send({ ...event, epoch: r.state.epoch });
    }
    expect((deadlineMs(r.state, CONTEXT) ?? NaN) - r.nowMs()).toBe(ms);
    r.send({ type: 'reachable' });
    expect((deadlineMs(r.state, CONTEXT) ?? NaN) - r.nowMs()).toBe(ms);
  }
});

test('P24 when another part of the page finds that the network works again, waits end soon and old requests are repeated', () => {
  const waiting = room().send({ type: 'start', addresses: H264 }).failed('ACK_NETWORK_FAIL', { network: true });
  waiting.send({ type: 'reachable' }).wait(1_500);
  expect(waiting.plays().at(-1)).toBe('h264 /live/b.flv UNKNOW');
  waiting.send({ type: 'reachable' });
  expect(waiting.plays()).toHaveLength(2);
  waiting.wait(3_000).send({ type: 'reachable' });
  expect(waiting.plays()).toHaveLength(3);

  const failed = gaveUp().send({ type: 'reachable' }).wait(1_500);
  expect(failed.state.name).toBe('starting');
  expect(room().send({ type: 'reachable' }).state.name).toBe('idle');

  const playing = room().send({ type: 'start', addresses: H264 }).firstFrame();
  playing.send({ type: 'reachable' });
  expect(playing.state.name).toBe('playing');
  // The picture stands still: its connection may be dead.
  playing.wait(3_000).send({ type: 'reachable' });
  expect(playing.state.name).toBe('starting');
});

test('P24 a room that gave up retries when the network returns or the tab is shown, and not while the tab is hidden', () => {
  const offline = gaveUp();
  offline.change({ isOnline: false }).send({ type: 'network' }).wait(600_000);
  expect(offline.state.name).toBe('failed');
  offline.change({ isOnline: true }).send({ type: 'network' });
  expect(offline.state.name).toBe('starting');

  const hidden = gaveUp();
  hidden.change({ isVisible: false }).send({ type: 'visibility' }).wait(600_000);
  expect(hidden.state.name).toBe('failed');
  hidden.change({ isVisible: true }).send({ type: 'visibility' });
  expect(hidden.state.name).toBe('starting');

  const waiting = room().send({ type: 'start', addresses: H264 }).failed('ACK_NETWORK_FAIL', { network: true });
  waiting.send({ type: 'network' }).wait(0);
  expect(waiting.plays().at(-1)).toBe('h264 /live/b.flv UNKNOW');
});

test('P24 a browser that cannot play the addresses does not retry, nor does a room whose star has left', () => {
  const old = room({ ...CONTEXT, abilities: { ...ABLE, mediaSource: false } }).send({ type: 'start', addresses: H264 });
  expect(old.state).toMatchObject({ name: 'failed', failure: 'NO_SUPPORT', unsupported: 'no media source', retryAtMs: null });
  expect(old.did('failure-shown')).toEqual([{ type: 'failure-shown', failure: 'NO_SUPPORT', unsupported: 'no media source' }]);
  old.change({ isVisible: true }).send({ type: 'visibility' }).send({ type: 'network' }).wait(600_000);
  expect(old.state.name).toBe('failed');
  const left = gaveUp();
  left.change({ isLive: false });
  left.send({ type: 'visibility' }).send({ type: 'network' }).wait(600_000);
  expect(left.state.name).toBe('failed');
});

test('P25 h265 that decodes only keyframes is replaced by h264 after five seconds, and stays without an h264 address', () => {
  const own = { load: 0.1, behindMs: 0, threads: 1, decoded: 9 };
  const slideShow = (addresses: AddressSet, seconds: number): ReturnType<typeof room> => {
    const r = room().send({ type: 'start', addresses }).firstFrame();
    for (let second = 0; second <= seconds; second++)
      r.progress({ positionS: second, own: { ...own, decodeLevel: second < 10 ? 2 : 3 } }).wait(1_000);
    return r;
  };
  expect(slideShow(BOTH, 13).plays()).toHaveLength(1);
  const gone = slideShow(BOTH, 14);
  expect(gone.plays().at(-1)).toBe('h264 /live/a.flv STALL_CHECKER');
  expect(gone.did('play').at(-1)).toMatchObject({ why: 'h265 decodes only key pictures' });
  expect(slideShow({ ...NO_ADDRESSES, h265flv: ['/live/c.flv'] }, 600).plays()).toHaveLength(1);
});

test('P27 a tab that becomes visible is compared for some seconds: a picture behind its sound causes a restart', () => {
  const r = room().send({ type: 'start', addresses: H264 }).firstFrame().progress({ audioS: NaN, videoS: NaN });
  r.change({ isVisible: false }).send({ type: 'visibility' }).wait(60_000).progress({ positionS: 61, audioS: NaN, videoS: NaN });
  r.change({ isVisible: true }).send({ type: 'visibility' });
  r.wait(1_000).progress({ positionS: 62, audioS: 62, videoS: NaN });
  expect(r.plays()).toHaveLength(1);
  r.wait(2_000).progress({ positionS: 64, audioS: 64, videoS: 2 });
  expect(r.did('play').at(-1)).toMatchObject({ why: 'audio and video are apart' });
  r.firstFrame().progress({ positionS: 65, audioS: 65, videoS: 2 });
  expect(r.plays()).toHaveLength(2);
});

test('events of an older player change nothing', () => {
  const r = room().send({ type: 'start', addresses: H264 });
  const old = r.state.epoch;
  r.send({ type: 'retry' }).send({ type: 'addresses', epoch: r.state.epoch, addresses: H264 });
  const before = r.state;
  for (const event of [
    { type: 'first-frame', epoch: old, width: 1, height: 1 },
    { type: 'failed', epoch: old, failure: 'PLAYER_ERROR', network: false, codecUnsupported: false },
    { type: 'addresses', epoch: old, addresses: NO_ADDRESSES },
    { type: 'blocked', epoch: old, isBlocked: true },
  ] as const satisfies readonly RecoveryEvent[])
    r.send(event);
  expect(r.state).toBe(before);
});

test('waiting for a click is not a stall', () => {
  const r = room().send({ type: 'start', addresses: H264 });
  r.send({ type: 'blocked', epoch: r.state.epoch, isBlocked: true }).wait(600_000);
  expect(r.state.name).toBe('starting');
  expect(deadlineMs(r.state, CONTEXT)).toBeNull();
  r.send({ type: 'blocked', epoch: r.state.epoch, isBlocked: false }).wait(15_000);
  expect(r.state.name).toBe('waiting');
});

test('P24 a stream whose server closes every connection after 30 s is opened again for hours and never fails', () => {
  const r = room().send({ type: 'start', addresses: { ...H264, httpflv: ['/live/a.flv'] } });
  for (let connection = 0; connection < 240; connection++) {
    r.later(500).firstFrame();
    for (let second = 0; second < 29; second++) r.wait(1_000).progress({ positionS: second });
    r.later(500).failed('ACK_NETWORK_FAIL', { network: true });
    expect(r.state.name).toBe('waiting');
    r.wait(5_000);
    if (r.state.name === 'fetching') r.send({ type: 'addresses', epoch: r.state.epoch, addresses: { ...H264, httpflv: ['/live/a.flv'] } });
    expect(r.state.name).toBe('starting');
  }
  expect(r.effects.filter(({ type }) => type === 'gave-up')).toEqual([]);
});

test('P22 an address that carries the other codec is tried once by the kind of that codec', () => {
  const carried = (addresses: AddressSet, carries: 'h264' | 'h265') => {
    const r = room({ ...CONTEXT, config: config({ h265: true }) });
    r.send({ type: 'start', addresses });
    const [first] = [r.state];
    const fail = (): void => {
      const { epoch } = r.state;
      r.send({ type: 'failed', epoch, failure: 'NO_SUPPORT', network: false, codecUnsupported: true, carries });
    };
    fail();
    const [second] = [r.state];
    fail();
    return [first, second, r.state].map((state) =>
      'attempt' in state ? `${state.attempt.kind} ${state.attempt.address.url}` : state.name,
    );
  };
  expect(carried({ ...NO_ADDRESSES, httpflv: ['/a'] }, 'h265').slice(0, 2)).toEqual(['h264 /a', 'h265 /a']);
  expect(carried({ ...NO_ADDRESSES, h265flv: ['/b'] }, 'h264').slice(0, 2)).toEqual(['h265 /b', 'h264 /b']);
  expect(carried({ ...NO_ADDRESSES, httpflv: ['/a'] }, 'h265')[2]).not.toContain('/a');
});

test('P22 a stream whose codec changes and changes back is followed each time that there was a picture, and waits after several in sequence', () => {
  const r = room({ ...CONTEXT, config: config({ h265: true }) });
  r.send({ type: 'start', addresses: { ...NO_ADDRESSES, httpflv: ['/a'] } });
  const kinds: string[] = [];
  for (const carries of ['h265', 'h264', 'h265', 'h264', 'h265'] as const) {
    r.send({ type: 'first-frame', epoch: r.state.epoch, width: 640, height: 360 });
    kinds.push('attempt' in r.state ? r.state.attempt.kind : r.state.name);
    r.send({ type: 'failed', epoch: r.state.epoch, failure: 'NO_SUPPORT', network: false, codecUnsupported: true, carries });
  }
  expect([...kinds, r.state.name]).toEqual(['h264', 'h265', 'h264', 'h265', 'h264', 'waiting']);
});

const FAILURE: FailureCase = {
  failure: 'ACK_FAIL',
  network: false,
  codecUnsupported: false,
  isStall: false,
  attempt: { kind: 'h264', index: 0, of: 1 },
  run: { withoutP2p: false, hasSwitchedCodec: false, failures: 0, round: 0 },
  others: [],
  carried: undefined,
  maxRetries: 2,
};

test('P24 viewers retry at different times after a first network failure, and after nearly the whole interval from then on', () => {
  const r = room({ ...CONTEXT, random: 0.999_999 }).send({ type: 'start', addresses: { ...H264, httpflv: ['/a', '/b', '/c'] } });
  const waits: number[] = [];
  for (let failure = 0; failure < 2; failure++) {
    r.failed('ACK_NETWORK_FAIL', { network: true });
    waits.push((deadlineMs(r.state, CONTEXT) ?? Number.NaN) - r.nowMs());
    r.wait(5_000);
  }
  expect(waits).toEqual([0, 4_750]);
});

test('every reason of the failure table is reachable', () => {
  const seen = new Set<string>();
  const base = FAILURE;
  for (const failure of Object.keys(PULL_FAILURE) as PullFailureName[])
    for (const kind of PLAYER_KINDS)
      for (const others of [[], ['h264'], ['h265', 'h264']] as PlayerKind[][])
        for (const bit of [false, true])
          for (const of of [1, 2])
            for (const round of [0, 2]) {
              seen.add(
                decideFailure({
                  ...base,
                  failure,
                  others,
                  carried: others.length === 0 && bit && of === 2 ? 'h265' : undefined,
                  codecUnsupported: bit,
                  isStall: bit,
                  attempt: { kind, index: 0, of },
                  run: { ...base.run, withoutP2p: bit, round },
                }).why,
              );
            }
  expect([...seen].sort()).toEqual([...FAILURE_REASONS].sort());
});

test('P29 first-frame ready delay 2 s: slow progress in the first seconds of h265 is not a stall', () => {
  const { numbers } = DEFAULT_PLAYER_CONFIG;
  const stallsAfter = (firstFrameReadyDelayMs: number): number => {
    const r = room({ ...CONTEXT, config: { ...DEFAULT_PLAYER_CONFIG, numbers: { ...numbers, firstFrameReadyDelayMs } } });
    r.send({ type: 'start', addresses: BOTH }).firstFrame();
    // A second and a half without progress right after the first picture.
    r.later(100).progress({ positionS: 0 }).later(1_500).progress({ positionS: 0.1 }).later(1_000).progress({ positionS: 1.1 });
    return r.did('stalled').length;
  };
  expect([stallsAfter(0), stallsAfter(numbers.firstFrameReadyDelayMs)]).toEqual([1, 0]);
});

test('model walk: from every state reached by random events, the room ends playing or with the failure tip, within its budgets', () => {
  const sets = [null, NO_ADDRESSES, H264, BOTH, ALL, { ...ALL, nativeh265: ['/n'], p2p: ['/t'] }] as const;
  const failures = Object.keys(PULL_FAILURE) as PullFailureName[];
  const reached = new Set<string>();
  for (let seed = 1; seed <= 400; seed++) {
    const pick = seededRng(seed).roll;
    const context: RecoveryContext = {
      ...CONTEXT,
      config: config({ h265: pick(4) > 0, webrtc: pick(2) > 0, p2p: pick(2) > 0, skipHighResolution: pick(2) > 0 }),
      abilities: { ...ABLE, nativeHevc: pick(3) === 0, sharedMemory: pick(3) > 0, h264: pick(8) > 0 },
    };
    const r = room(context);
    r.send({ type: 'start', addresses: sets[pick(sets.length)] ?? null });
    for (let event = 0; event < 60; event++) {
      const before = r.state.epoch;
      // Half of the events are of an older player.
      const epoch = r.state.epoch - pick(2);
      const progress: PlayerProgress = { ...PROGRESS, positionS: pick(20) - 1, bufferedS: pick(15), decodeMs: pick(40) };
      const events: readonly RecoveryInput[] = [
        { type: 'tick' },
        {
          type: 'failed',
          epoch,
          failure: failures[pick(failures.length)] ?? 'TIMEOUT',
          network: pick(2) > 0,
          codecUnsupported: pick(3) === 0,
        },
        { type: 'first-frame', epoch, width: 852, height: 480 },
        { type: 'resolution', epoch, width: 700 + pick(600), height: 700 + pick(300) },
        { type: 'progress', epoch, progress },
        { type: 'addresses', epoch, addresses: sets[1 + pick(sets.length - 1)] ?? NO_ADDRESSES },
        { type: 'addresses-failed', epoch },
        { type: 'blocked', epoch, isBlocked: pick(2) > 0 },
        { type: 'visibility' },
        { type: 'picture-in-picture-closed', epoch },
        { type: 'retry' },
        { type: 'stop', by: pick(2) > 0 ? 'viewer' : 'owner' },
        { type: 'network' },
        { type: 'choose', kind: PLAYER_KINDS[pick(4)] ?? 'h264', line: pick(4), reason: pick(2) > 0 ? 'PIP' : 'USER_OPERATION' },
        { type: 'start', addresses: sets[pick(sets.length)] ?? null },
      ];
      r.change({ isVisible: pick(5) > 0 });
      r.wait(pick(20_000)).send(events[pick(events.length)] ?? { type: 'tick' });
      expect(r.state.epoch).toBeGreaterThanOrEqual(before);
      if ('run' in r.state) expect(r.state.run.round).toBeLessThanOrEqual(context.config.numbers.maxRetries);
      reached.add(r.state.name);
    }
    // From here on everything fails without input; the attempts are counted.
    r.change({ isVisible: true });
    if (r.state.name === 'stopped') continue;
    const from = r.plays().length;
    let turns = 0;
    for (; r.state.name !== 'failed'; turns++) {
      expect(turns).toBeLessThan(100);
      if (r.state.name === 'fetching') r.send({ type: 'addresses', epoch: r.state.epoch, addresses: ALL });
      else if (r.state.name === 'starting' || r.state.name === 'playing')
        r.failed(failures[pick(failures.length)] ?? 'TIMEOUT', { network: pick(2) > 0 });
      else {
        // A waiting state must have a deadline.
        expect(deadlineMs(r.state, CONTEXT)).not.toBeNull();
        r.wait(60_000);
      }
    }
    // Three lists of at most two addresses, one attempt per other kind, one without P2P.
    expect(r.plays().length - from).toBeLessThanOrEqual(3 * 2 + PLAYER_KINDS.length + 1);
  }
  expect([...reached].sort()).toEqual(['failed', 'fetching', 'playing', 'starting', 'stopped', 'waiting']);
});
