import { expect, test } from 'vitest';
import type { DispatchAnswer, SocketAddress } from '../../../src/core/socket/address.ts';
import {
  CONNECTION_WHYS,
  type Connection,
  type ConnectionEffect,
  type ConnectionEvent,
  type Status,
  disconnected,
} from '../../../src/core/socket/connection-state.ts';
import { dueMs, step } from '../../../src/core/socket/connection.ts';
import { SOCKET_POLICY } from '../../../src/core/socket/policy.ts';
import { seeded } from '../../seeded.ts';

const list: readonly SocketAddress[] = ['a', 'b', 'c'].map((host) => ({ host, protocol: 'wss', socketType: 'binary' }));
const services = { socketFallback: [{ host: 'local', protocol: 'ws' as const }] };
const answer = (code = 0, addresses = list): DispatchAnswer => ({ ok: true, code, addresses, type: 'guest', ageS: 600, socToken: 'token' });

/** A connection driven by hand: time is a number. Without spread, so that waits are the specified ones. */
class Driven {
  connection: Connection = disconnected;
  nowMs = 0;
  effects: ConnectionEffect[] = [];
  whys: string[] = [];
  fallback = true;

  do(event: ConnectionEvent): this {
    const context = { policy: SOCKET_POLICY, services: this.fallback ? services : { socketFallback: [] }, random: 0 };
    const { next, effects, whys } = step(this.connection, event, this.nowMs, context);
    this.connection = next;
    this.effects.push(...effects);
    this.whys.push(...whys);
    return this;
  }
  /** Sends an event with the epoch of the current dial. */
  now(event: ConnectionEvent extends infer E ? (E extends { epoch: number } ? Omit<E, 'epoch'> : never) : never): this {
    return this.do({ ...event, epoch: this.connection.epoch });
  }
  wait(ms: number): this {
    this.nowMs += ms;
    return this.do({ type: 'tick' });
  }
  /** Advances to the machine's next deadline. */
  due(): this {
    this.nowMs = dueMs(this.connection) ?? this.nowMs;
    return this.do({ type: 'tick' });
  }
  taken(): ConnectionEffect[] {
    return this.effects.splice(0);
  }
  hosts(): string[] {
    return this.taken().flatMap((effect) => (effect.type === 'dial' ? [effect.address.host] : []));
  }
  open(): this {
    return this.do({ type: 'connect', loginType: 'guest' })
      .now({ type: 'addressed', answer: answer() })
      .now({ type: 'opened' })
      .now({ type: 'message', status: null });
  }
}
const status = (more: Partial<Status>): Status => ({ cmd: 0, type: 0, status: 0, errno: 0, ...more });
const CONFIRMED = status({ type: 1, status: 1 });

test('S2 addresses are requested first, then the socket opens, then the login is sent', () => {
  const room = new Driven().do({ type: 'connect', loginType: 'guest' });
  expect(room.taken()).toEqual([{ type: 'ask-addresses', epoch: 1 }]);
  room.now({ type: 'addressed', answer: answer() });
  expect(room.taken()).toEqual([{ type: 'dial', epoch: 2, address: list[0] }]);
  room.now({ type: 'opened' });
  expect(room.taken()).toEqual([{ type: 'login', again: false, socToken: 'token' }]);
  expect(room.connection.link.name).toBe('entering');
});

test('S2 failed dials rotate the list and wait 1500*(2^n-1) ms, capped at 10 s; after five attempts the connection fails', () => {
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
  expect(room.connection.link).toEqual({ name: 'failed', why: 'SOCKET_EXHAUSTED' });
  expect(dueMs(room.connection)).toBeNull();
  expect(room.whys.at(-1)).toBe('attempts used up');
});

test('S2 a socket that does not open within 10 s is closed', () => {
  const room = new Driven().do({ type: 'connect', loginType: 'guest' }).now({ type: 'addressed', answer: answer() });
  room.wait(9_999);
  expect(room.connection.link.name).toBe('dialling');
  room.wait(1);
  expect(room.connection.link).toMatchObject({ name: 'waiting', why: 'SOCKET_TIMEOUT' });
  expect(room.taken()).toContainEqual({ type: 'hang-up' });
});

test('S2 a lost working connection is redialled at the next address after 500 ms, with the cached list', () => {
  const room = new Driven().open();
  room.taken();
  room.wait(10_000).now({ type: 'beat-answered' }).now({ type: 'lost' });
  expect((dueMs(room.connection) ?? 0) - room.nowMs).toBe(500);
  room.due();
  expect(room.hosts()).toEqual(['b']);
  expect(room.connection.attempt).toBe(0);
});

test('S2 a connection that is lost immediately counts as an attempt, so that five of them end the attempts', () => {
  const room = new Driven().do({ type: 'connect', loginType: 'guest' }).now({ type: 'addressed', answer: answer() });
  for (let attempt = 0; attempt < 5; attempt++) {
    room.now({ type: 'opened' }).now({ type: 'message', status: CONFIRMED }).wait(100).now({ type: 'lost' });
    if (attempt < 4) room.due();
  }
  expect(room.connection.link).toEqual({ name: 'failed', why: 'SOCKET_EXHAUSTED' });
});

test('S2 the connection is closed without a message 10 s after opening, or without a confirmed login after 60 s', () => {
  const silent = new Driven()
    .do({ type: 'connect', loginType: 'guest' })
    .now({ type: 'addressed', answer: answer() })
    .now({ type: 'opened' });
  silent.wait(10_000);
  expect(silent.whys.at(-1)).toBe('no message after entering');

  const unconfirmed = new Driven().open();
  for (let s = 10; s < 60; s += 10) unconfirmed.wait(10_000).now({ type: 'beat-answered' });
  expect(unconfirmed.connection.link.name).toBe('open');
  unconfirmed.wait(10_000);
  expect(unconfirmed.whys.at(-1)).toBe('login not confirmed in time');

  const confirmed = new Driven().open().now({ type: 'message', status: CONFIRMED });
  for (let s = 0; s < 120; s += 10) confirmed.wait(10_000).now({ type: 'beat-answered' });
  expect(confirmed.connection.link.name).toBe('open');
});

test('S2 addresses are requested again if the cache has expired or is for another login state', () => {
  const expired = new Driven().open();
  expired.taken();
  for (let s = 0; s < 60; s++) expired.wait(10_000).now({ type: 'beat-answered' }).now({ type: 'message', status: CONFIRMED });
  expired.now({ type: 'lost' }).due();
  expect(expired.taken().at(-1)).toMatchObject({ type: 'ask-addresses' });

  const other = new Driven().open();
  other.taken();
  other.do({ type: 'connect', loginType: 'login' });
  expect(other.taken()).toEqual([{ type: 'hang-up' }, { type: 'ask-addresses', epoch: other.connection.epoch }]);

  const same = new Driven().open();
  same.taken();
  same.do({ type: 'connect', loginType: 'guest' });
  expect(same.taken()).toMatchObject([{ type: 'hang-up' }, { type: 'dial' }]);
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

test('S1 the slider check is requested, and passing it requests addresses again; after two checks the connection fails', () => {
  const room = new Driven().do({ type: 'connect', loginType: 'login' });
  for (let time = 0; time < 2; time++) {
    room.taken();
    room.now({ type: 'addressed', answer: answer(1_100_007) });
    expect(room.taken()).toEqual([{ type: 'ask-slider' }]);
    room.do({ type: 'slider-passed' });
    expect(room.taken()).toMatchObject([{ type: 'ask-addresses' }]);
  }
  room.now({ type: 'addressed', answer: answer(1_100_007) });
  expect(room.connection.link).toEqual({ name: 'failed', why: 'SOCKET_DANGEROUS' });
});

test('S1 1100005 fails immediately, other codes use the local list, a failed request backs off', () => {
  const refused = new Driven().do({ type: 'connect', loginType: 'guest' }).now({ type: 'addressed', answer: answer(1_100_005) });
  expect(refused.connection.link).toEqual({ name: 'failed', why: 'SOCKET_ADDRESS_REFUSED' });

  const local = new Driven().do({ type: 'connect', loginType: 'guest' }).now({ type: 'addressed', answer: answer(7, []) });
  expect(local.hosts()).toEqual(['local']);

  const offline = new Driven().do({ type: 'connect', loginType: 'guest' }).now({ type: 'addressed', answer: { ok: false } });
  expect(offline.connection).toMatchObject({ link: { name: 'waiting', why: 'SOCKET_ADDRESS_FAILED', untilMs: 1_500 }, attempt: 1 });
  offline.due();
  expect(offline.connection.link.name).toBe('addressing');
});

test('S1 dispatch error 622 is retried once', () => {
  const room = new Driven().do({ type: 'connect', loginType: 'guest' }).now({ type: 'addressed', answer: answer(622, []) });
  expect(room.connection.link.name).toBe('addressing');
  room.now({ type: 'addressed', answer: answer(622, []) });
  expect(room.hosts()).toEqual(['local']);
});

test('S6 the first message means a normal connection unless it has status 0 and cmd 901', () => {
  const entering = (): Driven =>
    new Driven().do({ type: 'connect', loginType: 'guest' }).now({ type: 'addressed', answer: answer() }).now({ type: 'opened' });
  expect(entering().now({ type: 'message', status: null }).connection.link.name).toBe('open');
  expect(entering().now({ type: 'message', status: status({ status: 2 }) }).connection.link.name).toBe('open');
  expect(entering().now({ type: 'message', status: status({ errno: 5 }) }).connection).toMatchObject({
    link: { name: 'waiting', why: 'SOCKET_LOGIN_REFUSED' },
    book: null,
    attempt: 1,
  });
  // After the first normal message, a 901 with status 0 is an ordinary message.
  expect(
    entering()
      .now({ type: 'message', status: null })
      .now({ type: 'message', status: status({ errno: 5 }) }).connection.link.name,
  ).toBe('open');
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

test('S6 errno 622 in a 901 requests new addresses, once', () => {
  const room = new Driven().open();
  room.taken();
  room.now({ type: 'message', status: status({ errno: 622 }) });
  expect(room.taken()).toMatchObject([{ type: 'hang-up' }, { type: 'ask-addresses' }]);
  expect(room.connection.book).toBeNull();
  room
    .now({ type: 'addressed', answer: answer() })
    .now({ type: 'opened' })
    .now({ type: 'message', status: status({ errno: 622 }) });
  expect(room.connection.link).toMatchObject({ name: 'waiting', why: 'SOCKET_LOGIN_REFUSED' });
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
  expect(room.taken()).toMatchObject([{ type: 'hang-up' }, { type: 'ask-addresses' }]);
});

test('S6 a heartbeat is sent every 10 s; after three unanswered ones the connection is lost', () => {
  const room = new Driven().open().now({ type: 'message', status: CONFIRMED });
  room.taken();
  room.wait(9_999);
  expect(room.taken()).toEqual([]);
  room.wait(1).now({ type: 'beat-answered' });
  expect(room.taken()).toEqual([{ type: 'beat' }]);
  for (let beat = 0; beat < 3; beat++) room.wait(10_000);
  expect(room.taken()).toEqual([{ type: 'beat' }, { type: 'beat' }, { type: 'beat' }]);
  room.wait(10_000);
  expect(room.connection.link).toMatchObject({ name: 'waiting', why: 'SOCKET_SILENT' });
});

test('S7 a status of type 1 and status 1 makes the queue ready, once per connection', () => {
  const room = new Driven().open();
  room.taken();
  room.now({ type: 'message', status: status({ type: 1 }) });
  expect(room.taken()).toEqual([]);
  room.now({ type: 'message', status: CONFIRMED }).now({ type: 'message', status: CONFIRMED });
  expect(room.taken()).toEqual([{ type: 'ready' }]);
});

test('S4 after a confirmed login the next one is a relogin', () => {
  const room = new Driven()
    .open()
    .now({ type: 'message', status: CONFIRMED })
    .wait(10_000)
    .now({ type: 'lost' })
    .due()
    .now({ type: 'opened' });
  expect(room.taken().at(-1)).toEqual({ type: 'login', again: true, socToken: 'token' });
});

test('S2 a connection closed by the server returns if the server allows it, else it fails', () => {
  const back = new Driven().open().wait(10_000).now({ type: 'sent-away', mayReturn: true });
  expect(back.connection.link.name).toBe('waiting');
  const away = new Driven().open().now({ type: 'sent-away', mayReturn: false });
  expect(away.connection.link).toEqual({ name: 'failed', why: 'SOCKET_LOGIN_REFUSED' });
  expect(away.do({ type: 'retry' }).connection.link.name).toBe('addressing');
});

test('S2 late events of an older dial change nothing', () => {
  const room = new Driven().open();
  for (const type of ['opened', 'lost', 'beat-answered'] as const) {
    const before = room.connection;
    room.do({ type, epoch: before.epoch - 1 });
    expect(room.connection).toBe(before);
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
        { type: 'lost', epoch: old },
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
    holds((dueMs(after) !== null) === (isConnected || at === 'waiting'), 'a timer runs exactly while something is awaited');
    if (wrong.length > 0) expect.fail(`seed ${seed}, step ${i}, ${event.type} while ${before.link.name}: ${wrong.join('; ')}`);
    for (const why of room.whys.splice(0)) seen.add(why);
  }
  return dials;
}

test('S2 S6 a random walk of 60,000 steps keeps one socket, one timer and the bounds, and reaches every reason', () => {
  const seen = new Set<string>();
  let dials = 0;
  for (let seed = 1; seed <= 20; seed++) dials += walk(seed, 3_000, seen);
  expect(dials).toBeGreaterThan(1_000);
  expect([...seen].toSorted()).toEqual([...CONNECTION_WHYS].toSorted());
});
