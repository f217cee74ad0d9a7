import { expect, test } from 'vitest';
import { CONNECTION_REASONS, type ConnectionEvent, SOCKET_POLICY } from '../../../src/core/socket/connection-state.ts';
import { dueMs } from '../../../src/core/socket/connection.ts';
import { seeded } from '../../../src/wasm/tests/seeded.ts';
import { answer, CONFIRMED, Driven, list, status } from './driven.ts';

test('S2 failed dials rotate the list and wait at most 1500*(2^n-1) ms, capped at 10 s; after five the next round starts by itself', () => {
  const room = new Driven().do({ type: 'connect', loginType: 'guest' }).now({ type: 'addressed', answer: answer() });
  const waits: number[] = [];
  for (let attempt = 1; attempt < SOCKET_POLICY.maxAttempts; attempt++) {
    room.now({ type: 'lost' });
    waits.push((dueMs(room.connection) ?? 0) - room.nowMs);
    room.due();
  }
  expect(waits).toEqual([1_500, 4_500, 10_000, 10_000]);
  expect(room.hosts()).toEqual(['a', 'b', 'c', 'a', 'b']);
  room.now({ type: 'lost' });
  expect(room.reasons.at(-1)).toBe('attempts used up');
  expect(room.connection.link).toEqual({ name: 'pausing', why: 'SOCKET_LOST', untilMs: room.nowMs + 45_000 });
  room.taken();
  room.due();
  // With fresh addresses, because those of the last round led nowhere.
  expect(room.taken()).toMatchObject([{ type: 'request-addresses' }]);
  expect(room.connection).toMatchObject({ attempt: 0, rounds: 1 });
});

test('S2 the connection is closed without a message 10 s after opening, or without a confirmed login after 60 s', () => {
  const silent = new Driven()
    .do({ type: 'connect', loginType: 'guest' })
    .now({ type: 'addressed', answer: answer() })
    .now({ type: 'opened' });
  silent.wait(10_000);
  expect(silent.reasons.at(-1)).toBe('no message after entering');

  const unconfirmed = new Driven().open();
  for (let s = 10; s < 60; s += 10) unconfirmed.wait(10_000).now({ type: 'beat-answered' });
  expect(unconfirmed.connection.link.name).toBe('open');
  unconfirmed.wait(10_000);
  expect(unconfirmed.reasons.at(-1)).toBe('login not confirmed in time');

  const confirmed = new Driven().open().now({ type: 'message', status: CONFIRMED });
  // A further message of the room or a second answer does not begin the time again.
  for (const status of [null, CONFIRMED]) confirmed.now({ type: 'message', status });
  for (let s = 0; s < 120; s += 10) confirmed.wait(10_000).now({ type: 'beat-answered' });
  expect(confirmed.connection.link.name).toBe('open');
  expect(confirmed.taken().filter(({ type }) => type === 'ready')).toHaveLength(1);
});

test('S1 S23 a manual retry allows no third slider check; a normal connection allows two again', () => {
  const dangerous = answer(1_100_007);
  const room = new Driven().do({ type: 'connect', loginType: 'guest' });
  for (let check = 0; check < 2; check++) room.now({ type: 'addressed', answer: dangerous }).do({ type: 'slider-passed' });
  room.now({ type: 'addressed', answer: dangerous });
  expect(room.connection.link).toEqual({ name: 'failed', why: 'SOCKET_DANGEROUS' });
  room.do({ type: 'retry' }).now({ type: 'addressed', answer: dangerous });
  expect(room.connection.link).toEqual({ name: 'failed', why: 'SOCKET_DANGEROUS' });
  room
    .do({ type: 'retry' })
    .now({ type: 'addressed', answer: answer() })
    .now({ type: 'opened' })
    .now({ type: 'message', status: CONFIRMED });
  expect(room.connection.sliders).toBe(0);
});

test('S4 a refused login ends the connection immediately, also after messages of the room; a confirmed login cannot be refused', () => {
  for (const cmd of [201, 2201]) {
    const room = new Driven().open();
    room.taken();
    room.now({ type: 'message', status: status({ cmd, errno: 403 }) });
    expect(room.connection).toMatchObject({ link: { name: 'waiting', why: 'SOCKET_LOGIN_REFUSED' }, book: null, attempt: 1 });
    expect(room.taken()).toEqual([{ type: 'hang-up' }]);
    const confirmed = new Driven().open().now({ type: 'message', status: CONFIRMED });
    confirmed.now({ type: 'message', status: status({ cmd, errno: 403 }) });
    expect(confirmed.connection.link.name).toBe('open');
  }
  // The status of another command does not concern the login.
  const other = new Driven().open().now({ type: 'message', status: status({ cmd: 410001, errno: 403 }) });
  expect(other.connection.link.name).toBe('open');
});

test('S6 errno 622 after messages of the room requests addresses once, and once more after an answered heartbeat', () => {
  const redispatch = { type: 'message', status: status({ cmd: 201, errno: 622 }) } as const;
  const reopen = (room: Driven): Driven =>
    room.now({ type: 'addressed', answer: answer() }).now({ type: 'opened' }).now({ type: 'message', status: null });
  const room = reopen(new Driven().open().now(redispatch));
  expect(room.connection.link.name).toBe('open');
  room.taken();
  room.now(redispatch);
  expect(room.connection).toMatchObject({ link: { name: 'waiting', why: 'SOCKET_LOGIN_REFUSED' }, attempt: 1 });
  expect(room.taken()).toEqual([{ type: 'hang-up' }]);
  reopen(room.due()).now({ type: 'beat-answered' });
  room.taken();
  room.now(redispatch);
  expect(room.taken()).toMatchObject([{ type: 'hang-up' }, { type: 'request-addresses' }]);
});

test('S2 a connection closed by the server returns if the server allows it, else it fails', () => {
  const back = new Driven().open().wait(10_000).now({ type: 'sent-away', mayReturn: true });
  expect(back.connection.link.name).toBe('waiting');
  const away = new Driven().open().now({ type: 'sent-away', mayReturn: false });
  expect(away.connection.link).toEqual({ name: 'failed', why: 'SOCKET_LOGIN_REFUSED' });
  expect(away.do({ type: 'retry' }).connection.link.name).toBe('addressing');
  // Before the first message as well; a message of an older connection changes nothing.
  const dialling = new Driven().do({ type: 'connect', loginType: 'guest' }).now({ type: 'addressed', answer: answer() });
  const sentAway = { type: 'sent-away', mayReturn: false } as const;
  const before = dialling.connection;
  for (const event of [sentAway, { type: 'beat-answered' }] as const) expect(dialling.now(event).connection).toBe(before);
  expect(dialling.now({ type: 'opened' }).now(sentAway).connection.link.name).toBe('failed');
});

test('S1 S2 a retry by hand dials the cached addresses while the client waits, and asks for fresh ones between two rounds', () => {
  const waiting = new Driven().open().now({ type: 'lost' });
  expect(waiting.connection.link.name).toBe('waiting');
  waiting.taken();
  expect(waiting.do({ type: 'retry' }).taken()).toMatchObject([{ type: 'dial', address: { host: 'b' } }]);

  const between = new Driven().do({ type: 'connect', loginType: 'guest' }).now({ type: 'addressed', answer: answer() });
  for (let attempt = 1; attempt < SOCKET_POLICY.maxAttempts; attempt++) between.now({ type: 'lost' }).due();
  between.now({ type: 'lost' });
  expect(between.connection.link.name).toBe('pausing');
  between.taken();
  expect(between.do({ type: 'retry' }).taken()).toMatchObject([{ type: 'request-addresses' }]);
});

test('S1 each round may answer dispatch error 622 with one more request, also a round that the viewer begins', () => {
  const fails = (room: Driven): Driven => {
    for (let attempt = 1; attempt <= SOCKET_POLICY.maxAttempts; attempt++) {
      if (attempt > 1) room.due();
      room.now({ type: 'lost' });
    }
    return room;
  };
  for (const next of [(room: Driven) => room.due(), (room: Driven) => room.do({ type: 'retry' })]) {
    const room = new Driven().do({ type: 'connect', loginType: 'guest' }).now({ type: 'addressed', answer: answer(622) });
    expect(fails(room.now({ type: 'addressed', answer: answer() })).connection.link.name).toBe('pausing');
    next(room).taken();
    expect(room.now({ type: 'addressed', answer: answer(622) }).taken()).toMatchObject([{ type: 'request-addresses' }]);
    expect(room.now({ type: 'addressed', answer: answer(622) }).hosts()).toEqual(['local']);
  }
});

test('S1 cached addresses are used until their age is over, and no longer', () => {
  const book = { addresses: list, type: 'guest', expiresMs: 600_000, socToken: '', isLocal: false } as const;
  for (const [nowMs, type] of [
    [599_999, 'dial'],
    [600_000, 'request-addresses'],
  ] as const) {
    const room = new Driven();
    room.nowMs = nowMs;
    expect(room.do({ type: 'connect', loginType: 'guest', book }).taken()).toMatchObject([{ type }]);
  }
});

/** Random walk through the machine; checks invariants after every step. */
function walk(seed: number, steps: number, seen: Set<string>): number {
  const random = seeded(seed);
  const room = new Driven();
  let isUp = false;
  let dials = 0;
  for (let i = 0; i < steps; i++) {
    room.fallback = random.int(4) > 0;
    const { epoch } = room.connection;
    const old = random.int(12) === 0 ? epoch - 1 : epoch;
    // Three kinds of server behaviour, so that rare endings occur too: ordinary, silent after opening, and requiring slider checks.
    const isSilent = seed % 3 === 1 && room.connection.link.name === 'open' && random.int(20) > 0;
    const code = seed % 3 === 2 ? 1_100_007 : random.pick([0, 0, 0, 0, 622, 5, 1_100_005, 1_100_007]);
    const ordinary = (): ConnectionEvent =>
      random.pick<ConnectionEvent>([
        { type: 'tick' },
        { type: 'tick' },
        { type: 'opened', epoch: old },
        { type: 'opened', epoch: old },
        { type: 'lost', epoch: old, wasAsleep: epoch % 4 === 0 },
        { type: 'beat-answered', epoch: old },
        { type: 'addressed', epoch: old, answer: random.int(6) === 0 ? { ok: false } : answer(code, random.int(5) === 0 ? [] : list) },
        { type: 'addressed', epoch: old, answer: seed % 3 === 2 && random.int(8) > 0 ? answer(code) : answer() },
        ...(seed % 3 === 2 ? [{ type: 'slider-passed' } as const] : []),
        { type: 'message', epoch: old, status: null },
        { type: 'message', epoch: old, status: random.pick([CONFIRMED, status({}), status({ errno: 622 })]) },
        ...(random.int(6) === 0
          ? ([
              { type: 'connect', loginType: random.pick(['guest', 'login'] as const) },
              { type: 'retry' },
              { type: 'slider-passed' },
              { type: 'close' },
              ...(seed % 2 === 0 ? [{ type: 'reach', reach: random.pick(['up', 'down'] as const) } as const] : []),
              { type: 'sent-away', epoch: old, mayReturn: random.int(2) === 0 },
            ] as const)
          : []),
      ]);
    const confirmed: ConnectionEvent = { type: 'message', epoch, status: CONFIRMED };
    const event = isSilent ? random.pick<ConnectionEvent>([{ type: 'tick' }, { type: 'tick' }, confirmed]) : ordinary();
    if (event.type === 'tick') room.nowMs = random.int(3) > 0 ? (dueMs(room.connection) ?? room.nowMs) : room.nowMs + random.int(5_000);
    const before = room.connection;
    room.do(event);
    const after = room.connection;

    // Collected, because 300,000 assertions take longer than the walk.
    const wrong: string[] = [];
    const holds = (condition: boolean, what: string): void => void (condition || wrong.push(what));
    if ('epoch' in event && event.epoch !== before.epoch) holds(after === before, 'an event of an old epoch changes nothing');
    holds(after.epoch >= before.epoch, 'the epoch never decreases');
    holds(after.attempt <= SOCKET_POLICY.maxAttempts, 'attempts are bounded');
    holds(after.sliders <= SOCKET_POLICY.maxSliders, 'slider checks are bounded');
    for (const effect of room.taken()) {
      if (effect.type === 'hang-up') isUp = false;
      if (effect.type === 'dial') {
        // One socket at a time: no dial before the previous connection was closed.
        holds(!isUp, 'one socket at a time');
        holds(effect.epoch === after.epoch, 'a dial has the current epoch');
        isUp = true;
        dials++;
      }
      if (effect.type === 'beat' || effect.type === 'login' || effect.type === 'ready') holds(isUp, 'only a connected socket is used');
    }
    // The socket was lost: the machine may still close it.
    if (event.type === 'lost' && event.epoch === before.epoch) isUp = after.link.name === 'dialling';
    const { name: at } = after.link;
    const isConnected = at === 'dialling' || at === 'entering' || at === 'open';
    holds(isUp === isConnected, 'the state says whether a socket exists');
    holds(
      (dueMs(after) !== null) === (isConnected || at === 'waiting' || at === 'pausing'),
      'a timer runs exactly while something is awaited',
    );
    if (wrong.length > 0) expect.fail(`seed ${seed}, step ${i}, ${event.type} while ${before.link.name}: ${wrong.join('; ')}`);
    for (const why of room.reasons.splice(0)) seen.add(why);
  }
  return dials;
}

test('S2 S6 a random walk of 60,000 steps keeps one socket, one timer and the bounds, and reaches every reason', () => {
  const seen = new Set<string>();
  let dials = 0;
  for (let seed = 1; seed <= 20; seed++) dials += walk(seed, 3_000, seen);
  expect(dials).toBeGreaterThan(1_000);
  expect([...seen].toSorted()).toEqual([...CONNECTION_REASONS].toSorted());
});

/** When the connection returns: rounds of attempts, their pauses, and the waits that a server or another part of the room asks for. */
/** Lets every dial fail until the round is over. */
function failRound(room: Driven): void {
  while (room.connection.link.name !== 'pausing') {
    if (room.connection.link.name === 'addressing') room.now({ type: 'addressed', answer: answer() });
    room.now({ type: 'lost' });
    if (room.connection.link.name === 'waiting') room.due();
  }
}

test.each([
  [0, [45_000, 45_000, 45_000, 90_000, 90_000]],
  [0.999_999, [15_000, 15_000, 15_000, 30_000, 30_000]],
])('S2 pauses between rounds are random: 15 to 45 s, later 30 to 90 s, for as long as the page lives (random %s)', (random, expected) => {
  const room = new Driven();
  room.random = random;
  room.do({ type: 'connect', loginType: 'guest' });
  const pauses = expected.map(() => {
    failRound(room);
    const pauseMs = (dueMs(room.connection) ?? 0) - room.nowMs;
    room.due();
    return pauseMs;
  });
  expect(pauses).toEqual(expected);
});

test('S2 while nothing is reachable a wait is held once, and ends by itself after 45 to 90 s', () => {
  const lost = (closeCode: number): Driven =>
    new Driven().open().wait(10_000).now({ type: 'beat-answered' }).now({ type: 'lost', closeCode }).do({ type: 'reach', reach: 'down' });
  const leftMs = ({ connection, nowMs }: Driven): number => (dueMs(connection) ?? 0) - nowMs;
  // A wait for which the server asked stays; another one ends soon when anything works again.
  expect([leftMs(lost(1012)), leftMs(lost(1006))]).toEqual([30_000, 90_000]);
  expect(leftMs(lost(1006).do({ type: 'reach', reach: 'up' }))).toBeLessThanOrEqual(500);
  const room = lost(1006).due().now({ type: 'lost' }).do({ type: 'reach', reach: 'down' });
  expect(leftMs(room)).toBe(90_000);
  room.due();
  expect(room.connection.link.name).toBe('dialling');
  room.do({ type: 'reach', reach: 'down' });
  expect(room.connection.link.name).toBe('dialling');
  const paused = new Driven().do({ type: 'connect', loginType: 'guest' });
  failRound(paused);
  expect(leftMs(paused.do({ type: 'reach', reach: 'down' }))).toBe(90_000);
  expect(paused.due().connection.link.name).toBe('addressing');
  const open = new Driven().open();
  expect(dueMs(open.do({ type: 'reach', reach: 'down' }).connection)).toBe(dueMs(new Driven().open().connection));
});

test('S6 when the network returns, an open connection has to answer a heartbeat within 5 s, and an old dial is repeated', () => {
  const room = new Driven().open();
  room.taken();
  room.wait(5_000).do({ type: 'reach', reach: 'up' });
  expect(room.taken()).toEqual([{ type: 'beat' }]);
  const proven = room.connection;
  room.now({ type: 'beat-answered' }).wait(5_000);
  expect(room.taken()).toEqual([{ type: 'beat' }]);
  expect(room.connection.link.name).toBe('open');
  room.connection = proven;
  room.wait(5_000);
  expect(room.connection.link).toMatchObject({ name: 'waiting', why: 'SOCKET_SILENT' });

  const dialling = new Driven().do({ type: 'connect', loginType: 'guest' }).now({ type: 'addressed', answer: answer() });
  dialling.wait(500).do({ type: 'reach', reach: 'up' });
  expect(dialling.hosts()).toEqual(['a']);
  dialling.wait(1_000).do({ type: 'reach', reach: 'up' });
  expect(dialling.hosts()).toEqual(['a']);
  expect(dialling.connection).toMatchObject({ attempt: 0, link: { name: 'dialling' } });
});

test.each([
  [undefined, 0.5, 4_250],
  [1006, 0, 8_000],
  [1006, 0.999_999, 500],
  [1012, 0, 30_000],
  [1012, 0.999_999, 5_000],
  [1013, 0, 40_000],
  [1013, 0.999_999, 10_000],
])(
  'S2 viewers of a connection that the server closed with code %s return spread over seconds (random %s: %i ms)',
  (closeCode, random, ms) => {
    const room = new Driven().open();
    room.taken();
    room.random = random;
    room
      .wait(10_000)
      .now({ type: 'beat-answered' })
      .now({ type: 'lost', ...(closeCode !== undefined && { closeCode }) });
    expect((dueMs(room.connection) ?? 0) - room.nowMs).toBe(ms);
    room.due();
    expect(room.hosts()).toEqual(['b']);
    expect(room.connection.attempt).toBe(0);
  },
);

test('S2 a connection that was lost while the device slept is redialled after 500 ms with fresh addresses', () => {
  const room = new Driven().open().wait(10_000).now({ type: 'beat-answered' });
  room.now({ type: 'lost', closeCode: 1006, wasAsleep: true });
  expect((dueMs(room.connection) ?? 0) - room.nowMs).toBe(500);
  room.due();
  expect(room.connection).toMatchObject({ attempt: 0, link: { name: 'addressing' } });
});

test('S2 what only this viewer lost is redialled at the next address after 500 ms, with the cached list', () => {
  const room = new Driven().open().wait(10_000).now({ type: 'beat-answered' });
  room.taken();
  for (let beat = 0; beat < 4; beat++) room.wait(10_000);
  expect((dueMs(room.connection) ?? 0) - room.nowMs).toBe(500);
  room.taken();
  room.due();
  expect(room.hosts()).toEqual(['b']);
});
