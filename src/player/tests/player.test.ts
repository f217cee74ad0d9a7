/** The player's machine between orders and events on one side, commands and facts on the other: each with all that follows. */
import { expect, test } from 'vitest';
import { createDecisionLog } from '../base/machine.ts';
import { LivePlayer } from '../player.ts';
import type { PlayerCommand, PlayerEvent } from '../rules/contract.ts';
import type { Capabilities, PlayerFact, PlayerOrder, Sound } from '../rules/recovery/orders.ts';
import { manualClock } from './manual-clock.ts';
import { BOTH, CAPABILITIES, H264, PROGRESS } from './rules/harness.ts';

function live(change: Partial<Capabilities> = {}, stored: Readonly<Record<string, unknown>> = {}) {
  const clock = manualClock();
  const commands: PlayerCommand[] = [];
  const facts: PlayerFact[] = [];
  let newest = 0;
  const player = new LivePlayer({
    platform: { ...clock, random: () => 0.5, cores: 4 },
    decisions: createDecisionLog(),
    capabilities: { ...CAPABILITIES, ...change },
    userAgent: 'Mozilla/5.0 Chrome/120.0.0.0 Safari/537.36',
    remembered: (name) => stored[name],
    send(command) {
      commands.push(command);
      if (command.type === 'play') newest = command.epoch;
    },
    onFact: (fact) => facts.push(fact),
  });
  const epoch = (): number => newest;
  return {
    player,
    clock,
    commands,
    taken: () => [facts.splice(0), commands.splice(0)] as const,
    /** Facts that the event of the current player causes, without its activity. */
    event(event: { readonly type: PlayerEvent['type'] } & Readonly<Record<string, unknown>>, of = 1): readonly PlayerFact[] {
      facts.length = 0;
      player.onEvent({ epoch: of, ...event } as unknown as PlayerEvent);
      return facts.filter(({ type }) => type !== 'activity');
    },
    epoch,
  };
}
const SIZE = { width: 852, height: 480 };
const TURNED = { width: 480, height: 852 };
const ACK = { type: 'ack', ack: 'STREAM_PIXED_CHANGED', from: SIZE, to: TURNED } as const;
const firstFrame = { type: 'first-frame', ...SIZE, sinceStartMs: 340.4 } as const;
const log = (entry: Extract<PlayerFact, { type: 'log' }>['entry']): PlayerFact => ({ type: 'log', entry });

/** A player that has shown its first picture. */
function playing(...given: Parameters<typeof live>) {
  const it = live(...given);
  it.player.order({ type: 'play', addresses: BOTH });
  it.event(firstFrame);
  it.taken();
  return it;
}

test('P29 P13 a new player reports its sound and its saver', () => {
  expect(live({}, { volume: 0.3, muted: true, dataSaver: 'sound-only' }).taken()).toEqual([
    [
      { type: 'sound', volume: 0.3, muted: true },
      { type: 'saver', saver: 'sound-only' },
    ],
    [],
  ]);
});

test('P23 P3 an attempt is logged, reported with the kinds and savers that can be chosen, then played', () => {
  const it = live();
  it.taken();
  it.player.order({ type: 'play', addresses: BOTH });
  const [facts, commands] = it.taken();
  const started = { line: 0, lines: 1, why: 'first address', reason: 'UNKNOW' } as const;
  expect(facts.filter(({ type }) => type !== 'activity')).toEqual([
    log({ type: 'attempt', player: 'h265', because: null, ...started }),
    {
      type: 'attempt',
      epoch: 1,
      kind: 'h265',
      ...started,
      kinds: ['h265', 'h264'],
      savers: ['off', 'lower-line', 'fewer-pictures', 'sound-only'],
    },
  ]);
  expect(commands).toMatchObject([{ type: 'play', epoch: 1, kind: 'h265', volume: 0.8, muted: false }]);
});

test.each<
  readonly [what: string, event: { readonly type: PlayerEvent['type'] } & Readonly<Record<string, unknown>>, facts: readonly PlayerFact[]]
>([
  ['a status', { type: 'status', name: 'buffering' }, [{ type: 'status', name: 'buffering' }]],
  ['its size', { type: 'resolution', ...SIZE }, [log({ type: 'resolution', size: SIZE }), { type: 'resolution', size: SIZE }]],
  [
    'another size, as an ack',
    { type: 'resolution', width: 480, height: 852 },
    [log({ type: 'resolution', size: TURNED }), { type: 'resolution', size: TURNED }, log(ACK), ACK],
  ],
  ['its figures', { type: 'progress', progress: PROGRESS }, [{ type: 'progress', progress: PROGRESS }]],
  ['its messages', { type: 'stream-messages', messages: [] }, [{ type: 'stream-messages', messages: [] }]],
  [
    'a picture without sound',
    { type: 'autoplay', blocked: true, muted: true },
    [log({ type: 'autoplay', allowed: 'picture' }), { type: 'autoplay', blocked: true, muted: true }],
  ],
  [
    'a wait for a click',
    { type: 'autoplay', blocked: true, muted: false },
    [log({ type: 'autoplay', allowed: 'nothing' }), { type: 'autoplay', blocked: true, muted: false }],
  ],
  ['no restriction', { type: 'autoplay', blocked: false, muted: false }, [{ type: 'autoplay', blocked: false, muted: false }]],
  ['its window', { type: 'picture-in-picture', active: true }, [log({ type: 'picture-in-picture', active: true })]],
])('P20 P25 P3 a playing player reports %s', (_what, event, facts) => {
  const it = playing();
  expect(it.event(event)).toEqual(facts);
  expect(it.event(event, 0)).toEqual([]);
});

test('P20 P3 the first picture is reported with whole milliseconds', () => {
  const it = live();
  it.player.order({ type: 'play', addresses: BOTH });
  expect(it.event(firstFrame)).toEqual([
    log({ type: 'first-frame', size: SIZE, afterMs: 340 }),
    { type: 'first-frame', kind: 'h265', size: SIZE, sinceStartMs: 340, canPictureInPicture: true },
    { type: 'failure-over' },
  ]);
});

test('P26 P3 a failure is logged with the player’s text, reported with its reason, and closes the player', () => {
  const it = playing();
  const failed = { type: 'failed', failure: 'ACK_FAIL', detail: 'status 503', network: false, codecUnsupported: false } as const;
  const [words, logged, told, ...others] = it.event(failed);
  expect(words).toEqual(log({ type: 'player-error', detail: 'status 503' }));
  expect(told).toMatchObject({ type: 'failure', failure: 'ACK_FAIL', ack: null, kind: 'h265', network: false });
  const { why } = told as Extract<PlayerFact, { type: 'failure' }>;
  expect(logged).toEqual(log({ type: 'failure', failure: 'ACK_FAIL', ack: null, why }));
  expect(others.map(({ type }) => type)).toContain('closed');
});

test('P24 P3 the activity of a player is its attempt, its wait or its failure, and giving up is logged with the time of the next attempt', () => {
  const it = live();
  it.player.order({ type: 'play', addresses: H264 });
  const facts: PlayerFact[] = [...it.taken()[0]];
  const failed = { type: 'failed', failure: 'ACK_NETWORK_FAIL', detail: '', network: true, codecUnsupported: false } as const;
  for (let round = 0; round < 3; round++) {
    it.player.onEvent({ ...failed, epoch: it.epoch() });
    facts.push(...it.taken()[0]);
    it.clock.advance(5_000);
    const later = it.taken()[0];
    facts.push(...later);
    for (const fact of later)
      if (fact.type === 'addresses-wanted') it.player.order({ type: 'take-addresses', epoch: fact.epoch, addresses: H264 });
  }
  it.player.setOnline(false);
  facts.push(...it.taken()[0]);
  const activities = facts.flatMap((fact) => (fact.type === 'activity' ? [fact.activity] : []));
  const epochMs = it.clock.epochMs() - it.clock.nowMs();
  const gaveUp = { name: 'failed', failure: 'ACK_NETWORK_FAIL', unsupported: null, retryAtMs: expect.any(Number) } as const;
  expect(activities.slice(0, 2)).toEqual([
    { name: 'connecting', line: 0, lines: 1, round: 0 },
    { name: 'waiting', untilMs: expect.any(Number), next: 'addresses', round: 1 },
  ]);
  expect(activities[1]?.name === 'waiting' && activities[1].untilMs).toBeGreaterThan(epochMs);
  expect(activities.slice(-2)).toEqual([
    { ...gaveUp, isOnline: true },
    { ...gaveUp, isOnline: false },
  ]);
  const at = facts.findIndex(({ type }) => type === 'gave-up');
  expect(facts[at]).toEqual({ type: 'gave-up', failure: 'ACK_NETWORK_FAIL' });
  expect(facts[at - 1]).toEqual(log({ type: 'gave-up', failure: 'ACK_NETWORK_FAIL', retryInMs: expect.any(Number) }));
  expect(facts).toContainEqual({ type: 'failure-shown', failure: 'ACK_NETWORK_FAIL', unsupported: null });
  const none = live({ mediaSource: false, h264: false });
  none.player.order({ type: 'play', addresses: H264 });
  expect(none.taken()[0]).toContainEqual(log({ type: 'gave-up', failure: 'NO_SUPPORT', retryInMs: null }));
});

test('P24 a stop is reported after the player has closed, with `by`: viewer or owner', () => {
  for (const by of ['viewer', 'owner'] as const) {
    const it = playing();
    it.player.order({ type: 'stop', by });
    const [facts, commands] = it.taken();
    expect(facts.filter(({ type }) => type !== 'activity')).toEqual([
      { type: 'failure-over' },
      { type: 'closed' },
      { type: 'stopped', by },
    ]);
    expect(commands).toEqual([{ type: 'stop', epoch: 1, keepsPicture: by === 'viewer' }]);
  }
});

test('P24 repeated orders change nothing, and an owner does not start what the viewer stopped', () => {
  const it = playing();
  const plays = (order: Parameters<typeof it.player.order>[0]): number => {
    it.player.order(order);
    return it.taken()[1].filter(({ type }) => type === 'play').length;
  };
  expect(plays({ type: 'play', addresses: H264 })).toBe(0);
  it.player.order({ type: 'stop', by: 'viewer' });
  expect(plays({ type: 'play', addresses: H264 })).toBe(0);
  it.player.order({ type: 'stop', by: 'owner' });
  expect(it.taken()[1]).toEqual([{ type: 'stop', epoch: 1, keepsPicture: false }]);
  for (const by of ['owner', 'viewer'] as const) it.player.order({ type: 'stop', by });
  expect(it.taken()[1]).toEqual([]);
  expect(plays({ type: 'play', addresses: H264 })).toBe(1);
});

test('P29 the browser’s refusal of sound does not change the viewer’s choice: after a reconnect sound is tried again', () => {
  const it = playing();
  it.event({ type: 'autoplay', blocked: true, muted: true });
  it.player.order({ type: 'choose-kind', kind: 'h264' });
  expect(it.taken()[1].at(-1)).toMatchObject({ type: 'play', muted: false });
});

test.each<readonly [stored: Readonly<Record<string, unknown>>, order: PlayerOrder, kept: Readonly<Record<string, unknown>>, sound: Sound]>([
  [{}, { type: 'set-volume', volume: 0.5 }, { volume: 0.5 }, { volume: 0.5, muted: false }],
  [{}, { type: 'set-volume', volume: 1 }, { volume: 1 }, { volume: 1, muted: false }],
  [{}, { type: 'set-volume', volume: 0 }, { volume: 0 }, { volume: 0, muted: true }],
  [{ volume: 0 }, { type: 'set-volume', volume: 0.6 }, { volume: 0.6 }, { volume: 0.6, muted: false }],
  // In the next visit too.
  [{ muted: true }, { type: 'set-volume', volume: 0.5 }, { volume: 0.5, muted: false }, { volume: 0.5, muted: false }],
  [{ volume: 0.3 }, { type: 'set-muted', muted: true }, { muted: true }, { volume: 0.3, muted: true }],
])('P29 P13 sound stored as %j: the order %j is stored as %j, reported and applied', (stored, order, kept, sound) => {
  const it = live({}, stored);
  it.taken();
  it.player.order(order);
  expect(it.taken()).toEqual([
    [...Object.entries(kept).map(([name, value]) => ({ type: 'remember', name, value, forS: null })), { type: 'sound', ...sound }],
    [{ type: 'set-volume', ...sound }],
  ]);
});

test('P22 a chosen kind is stored and ends the preference for fewer bits; the next player has the new volume', () => {
  const it = playing({}, { dataSaver: 'lower-line' });
  it.player.order({ type: 'set-volume', volume: 0.5 });
  it.taken();
  it.player.order({ type: 'choose-kind', kind: 'h264' });
  const [facts, commands] = it.taken();
  expect(facts.slice(0, 3)).toMatchObject([
    { type: 'remember', name: 'dataSaver', value: 'off' },
    { type: 'remember', name: 'playerType', value: 'h264' },
    { type: 'saver', saver: 'off' },
  ]);
  expect(commands.at(-1)).toMatchObject({ type: 'play', epoch: 2, kind: 'h264', volume: 0.5 });
});

test('P22 P3 a chosen kind without an address is refused and logged', () => {
  const it = playing();
  it.player.order({ type: 'choose-kind', kind: 'webrtc' });
  const [facts, commands] = it.taken();
  expect(facts).toContainEqual(log({ type: 'choice-refused', player: 'webrtc' }));
  expect(commands).toEqual([]);
});

test('P22 a line is chosen by its number; an invalid number, or a choice before an attempt, does nothing', () => {
  const lines = { ...H264, httpflv: ['/a.flv', '/b.flv'] };
  const idle = live();
  idle.taken();
  idle.player.order({ type: 'choose-line', line: 1 });
  expect(idle.taken()).toEqual([[], []]);
  const it = live();
  it.player.order({ type: 'play', addresses: lines });
  it.event(firstFrame);
  it.taken();
  for (const line of [-1, 0.5, NaN]) it.player.order({ type: 'choose-line', line });
  expect(it.taken()[1]).toEqual([]);
  it.player.order({ type: 'choose-line', line: 1 });
  expect(it.taken()[1].at(-1)).toMatchObject({ type: 'play', url: '/b.flv' });
});

test('P22 P24 a line that the viewer chooses while the player waits for the next line, or for another list, is tried at once', () => {
  const it = live();
  it.player.order({ type: 'play', addresses: { ...H264, httpflv: ['/a.flv', '/b.flv', '/c.flv'] } });
  const fail = (): unknown => it.event({ type: 'failed', failure: 'ACK_NETWORK_FAIL', detail: '', network: true }, it.epoch());
  fail();
  it.taken();
  it.player.order({ type: 'choose-line', line: 2 });
  expect(it.taken()[1]).toMatchObject([{ type: 'play', url: '/c.flv' }]);
  // The last line of the list: the player waits before it requests another list.
  fail();
  it.taken();
  it.player.order({ type: 'choose-line', line: 0 });
  expect(it.taken()[1]).toMatchObject([{ type: 'play', url: '/a.flv' }]);
});

test('P22 a saver chosen before an attempt is stored and applied to it; an unknown saver is ignored', () => {
  const it = live();
  it.taken();
  it.player.order({ type: 'choose-saver', saver: 'everything' as 'off' });
  expect(it.taken()).toEqual([[], []]);
  it.player.order({ type: 'choose-saver', saver: 'sound-only' });
  expect(it.taken()).toEqual([
    [
      { type: 'remember', name: 'dataSaver', value: 'sound-only', forS: null },
      { type: 'saver', saver: 'sound-only' },
    ],
    [],
  ]);
  it.player.order({ type: 'play', addresses: BOTH });
  expect(it.taken()[1]).toMatchObject([{ type: 'play', kind: 'h265', savings: { soundOnly: true } }]);
});

test('P22 the saver for fewer pictures changes the decode level of the current player, and the level is reported', () => {
  const it = playing();
  it.player.order({ type: 'choose-saver', saver: 'fewer-pictures' });
  const [facts, commands] = it.taken();
  expect(commands).toEqual([{ type: 'set-decode-level', level: 2 }]);
  expect(facts.at(-1)).toEqual({ type: 'decode-level', level: 2 });
});

test.each([
  ['no window exists', { pictureInPicture: false }, BOTH, false],
  ['its canvas has H264 behind it', {}, BOTH, true],
  ['its canvas has nothing behind it', {}, { ...BOTH, httpflv: [] }, false],
  ['its pictures are a track', { pictureSurface: 'track' }, { ...BOTH, httpflv: [] }, true],
  ['it is a <video>', {}, H264, true],
] as const)('P23 picture-in-picture is offered as the kind allows: %s', (_what, can, addresses, expected) => {
  const it = live(can);
  it.player.order({ type: 'play', addresses });
  expect(it.event(firstFrame)).toContainEqual(expect.objectContaining({ type: 'first-frame', canPictureInPicture: expected }));
});

test('P23 H265 plays again when the picture-in-picture window closes, not when it opens', () => {
  const it = playing();
  it.player.order({ type: 'picture-in-picture' });
  expect(it.epoch()).toBe(2);
  it.event(firstFrame, 2);
  it.event({ type: 'picture-in-picture', active: true }, 2);
  expect(it.epoch()).toBe(2);
  it.event({ type: 'picture-in-picture', active: false }, 2);
  expect(it.commands.at(-1)).toMatchObject({ type: 'play', kind: 'h265' });
});

test('P22 P13 native H265 is stored as working after its first picture, and as not working only if its codec was refused', () => {
  const native = { ...H264, nativeh265: ['/n.flv'] };
  const kept = (event: Parameters<ReturnType<typeof live>['event']>[0]): readonly unknown[] => {
    const it = live({ nativeHevc: true });
    it.player.order({ type: 'play', addresses: native });
    it.player.order({ type: 'choose-kind', kind: 'h265-native' });
    return it.event(event, it.epoch()).flatMap((fact) => (fact.type === 'remember' && fact.name === 'nativeHevc' ? [fact.value] : []));
  };
  const failed = { type: 'failed', failure: 'PLAYER_ERROR', detail: '', network: false } as const;
  expect(kept(firstFrame)).toEqual([true]);
  expect(kept({ ...failed, codecUnsupported: true })).toEqual([false]);
  expect(kept({ ...failed, codecUnsupported: false })).toEqual([]);
});

test('P29 a change of the network is logged once', () => {
  const it = playing();
  for (const isOnline of [true, false, false]) it.player.setOnline(isOnline);
  expect(it.taken()[0]).toEqual([log({ type: 'network', isOnline: false })]);
});

test.each([60, 0])('P27 a tab hidden for an hour keeps its player, which decodes again when it is shown (%d s a minute)', (stepS) => {
  const it = playing();
  const progress = (minute: number, isPaused: boolean): void => {
    const positionS = 1 + minute * stepS;
    it.event({ type: 'progress', progress: { ...PROGRESS, positionS, audioS: positionS, bytes: minute, isPaused } });
  };
  for (const isVisible of [true, false, false]) it.player.setVisible(isVisible);
  // Timers of a hidden page run once a minute; a browser may pause the element.
  for (let minute = 1; minute <= 60; minute++) {
    it.clock.advance(60_000);
    progress(minute, stepS === 0);
  }
  it.player.setVisible(true);
  progress(61, false);
  expect(it.taken()[1]).toEqual([false, true].map((on) => ({ type: 'set-decoding', epoch: 1, on })));
});

test('P29 a disposed player has no timers and executes no orders', () => {
  const it = playing();
  it.player.setVisible(false);
  it.player.dispose();
  expect(it.clock.timers()).toBe(0);
  it.player.order({ type: 'retry' });
  expect(it.taken()[1]).toEqual([]);
});
