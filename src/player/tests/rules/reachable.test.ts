/** Checks that the decision rules produce every code of the specified tables (P22, P23, P26); tests/spec has those of P20 and P25. */
import { expect, test } from 'vitest';
import { NO_ADDRESSES, NO_HISTORY, type AddressSet } from '../../rules/recovery/candidates.ts';
import { DEFAULT_PLAYER_CONFIG, type PlayerSwitch } from '../../rules/constants.ts';
import { errorOfEngine } from '../../rules/recovery/media-errors.ts';
import { PULL_FAILURE, STREAM_STATUS, SWITCH_REASON, type PullFailureName } from '../../rules/names.ts';
import { IDLE, type Recovery, type RecoveryEffect, type RecoveryEvent, type RecoveryContext } from '../../rules/recovery/recovery-state.ts';
import { recoveryMachine } from '../../rules/recovery/recovery.ts';
import { streamStatus } from '../../rules/stream-status.ts';
import { CONTEXT } from './harness.ts';

const ALL: AddressSet = {
  ...NO_ADDRESSES,
  httpflv: ['/a'],
  h265flv: ['/b'],
  nativeh265: ['/n'],
  webrtc: [{ url: '/w', codec: '', providerId: 5 }],
  width: 852,
  height: 480,
};
const TWO: AddressSet = { ...ALL, nativeh265: [], webrtc: [] };
const switches = (some: Partial<Record<PlayerSwitch, boolean>>) => ({
  ...DEFAULT_PLAYER_CONFIG,
  switches: { ...DEFAULT_PLAYER_CONFIG.switches, ...some },
});

/** An event and the milliseconds since the previous one, in the current epoch. */
interface Sent {
  readonly type: RecoveryEvent['type'] | 'tick';
  readonly afterMs?: number;
  readonly [field: string]: unknown;
}

/** Effects of the rules while these events happen. */
function effectsOf(change: Partial<RecoveryContext>, ...events: readonly Sent[]): readonly RecoveryEffect[] {
  let state: Recovery = IDLE;
  let nowMs = 0;
  return events.flatMap(({ afterMs = 1_000, ...event }) => {
    nowMs += afterMs;
    const [next, ...effects] = recoveryMachine.step(state, { epoch: state.epoch, ...event } as RecoveryEvent, nowMs, {
      ...CONTEXT,
      ...change,
    });
    state = next;
    return effects;
  });
}
const start = (addresses: AddressSet = TWO) => ({ type: 'start', addresses }) as const;
const frame = { type: 'first-frame', width: 852, height: 480 } as const;
const failed = (failure: PullFailureName) => ({ type: 'failed', failure, network: false, codecUnsupported: false }) as const;

test('P22 P23 every switch reason 0 to 10 occurs', () => {
  const rooms: readonly (readonly RecoveryEffect[])[] = [
    effectsOf({}, start()),
    effectsOf({}, start(), frame, { type: 'tick', afterMs: 30_000 }),
    effectsOf({}, start(), frame, { type: 'choose', kind: 'h264', line: 0, reason: 'USER_OPERATION' }),
    effectsOf({ history: { ...NO_HISTORY, stallCount: 3 } }, start()),
    effectsOf({ config: switches({ skipHighResolution: true }) }, start({ ...TWO, width: 1_920, height: 1_080 })),
    effectsOf({ browser: { chromeMajor: null, isSafariWithoutChrome: true } }, start()),
    effectsOf({ config: switches({ h265: false }) }, start()),
    effectsOf({ browser: { chromeMajor: 79, isSafariWithoutChrome: false } }, start()),
    effectsOf({}, start(), frame, { type: 'choose', kind: 'h264', line: 0, reason: 'PIP' }),
    effectsOf({ abilities: { ...CONTEXT.abilities, sharedMemory: false } }, start()),
    effectsOf({ abilities: { ...CONTEXT.abilities, nativeHevc: true } }, start(ALL)),
  ];
  const last = rooms.map((effects) => effects.flatMap((effect) => (effect.type === 'play' ? [effect.reason] : [])).at(-1));
  expect(last.map((reason) => reason && SWITCH_REASON[reason])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(new Set(last)).toEqual(new Set(Object.keys(SWITCH_REASON)));
});

test('P26 every pull failure code 1 to 8 is reported, and errors of the engine and of the room give the codes that are not about a script', () => {
  const reported = (effects: readonly RecoveryEffect[]): readonly PullFailureName[] =>
    effects.flatMap((effect) => (effect.type === 'failure' ? [effect.failure] : []));
  const names = Object.keys(PULL_FAILURE) as PullFailureName[];
  expect(names.flatMap((name) => reported(effectsOf({}, start(), failed(name))))).toEqual(names);
  expect(names.map((name) => PULL_FAILURE[name])).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);

  const engine = [
    { type: 'MediaError', detail: 'FormatError', code: undefined, message: '' },
    { type: 'MediaError', detail: 'CodecUnsupported', code: undefined, message: '' },
    { type: 'NetworkError', detail: 'HttpStatusCodeInvalid', code: 503, message: '' },
    { type: 'NetworkError', detail: 'HttpStatusCodeInvalid', code: 403, message: '' },
    { type: 'NetworkError', detail: 'ConnectingTimeout', code: undefined, message: '' },
  ].map((error) => errorOfEngine(error).failure);
  expect(engine).toEqual(['PLAYER_ERROR', 'NO_SUPPORT', 'ACK_NETWORK_FAIL', 'ACK_FAIL', 'TIMEOUT']);
  expect(reported(effectsOf({}, start(NO_ADDRESSES)))).toEqual(['STREAM_ADDR_ERROR']);
});

test('P20 a room without an address has the status of no stream', () => {
  expect(streamStatus(null, { type: 'failed', failure: 'STREAM_ADDR_ERROR' })).toBe(STREAM_STATUS.NO_STREAM);
});
