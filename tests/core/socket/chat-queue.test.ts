import { expect, test } from 'vitest';
import {
  chatQueue,
  type ChatQueue,
  type Line,
  type QueueEffect,
  type QueueEvent,
  queueDueMs,
} from '../../../src/core/socket/chat-queue.ts';
import { CHAT_ERRNO, LINE_FAILURES, lineFailure } from '../../../src/core/socket/chat-refusal.ts';
import type { Tick } from '../../../src/core/machine.ts';
import { SOCKET_POLICY } from '../../../src/core/socket/policy.ts';
import { seeded } from '../../seeded.ts';

/** Repeated here, so that a change of the limit fails a test. */
const MAX_QUEUED_LINES = 50;

const GAP_MS = SOCKET_POLICY.chatGapMs;
const LINE_MS = SOCKET_POLICY.chatLineTimeMs;
const CONTEXT = { gapMs: GAP_MS, lineTimeMs: LINE_MS };
const MACHINE = chatQueue<Line>();

let seq = 0;
const line = (uuid: string, userId = 7): Line => ({ uuid, seq: ++seq, userId });
const write = (uuid: string, userId = 7, ageMs = 0): QueueEvent<Line> => ({ type: 'write', line: line(uuid, userId), ageMs });
const echo = (uuid: string): QueueEvent<Line> => ({ type: 'settled', uuid, seq: 0, by: 'echo' });
const LOGIN = { type: 'login', userId: 7 } as const;
const READY = { type: 'ready' } as const;
const LOST = { type: 'lost' } as const;
const TICK = { type: 'tick' } as const;

const shown = (nowMs: number, effect: QueueEffect<Line>): string =>
  `${nowMs} ${effect.type}${'why' in effect ? ` ${effect.why}` : ''} ${effect.line.uuid}`;

function run(...events: readonly (readonly [nowMs: number, event: QueueEvent<Line> | Tick])[]): {
  queue: ChatQueue<Line>;
  effects: string[];
} {
  let queue = MACHINE.step(MACHINE.initial, LOGIN, 0, CONTEXT)[0];
  const effects: string[] = [];
  for (const [nowMs, event] of events) {
    const [next, ...done] = MACHINE.step(queue, event, nowMs, CONTEXT);
    queue = next;
    effects.push(...done.map((effect) => shown(nowMs, effect)));
  }
  return { queue, effects };
}

test('S7 lines written while disconnected wait, and are sent one at a time, 3000 ms apart, after the login is confirmed', () => {
  const { effects, queue } = run(
    [0, write('a')],
    [1, write('b')],
    [2, write('c')],
    [1_000, TICK],
    [5_000, READY],
    [7_999, TICK],
    [8_000, TICK],
    [11_000, TICK],
  );
  expect(GAP_MS).toBe(3_000);
  expect(effects).toEqual(['5000 send a', '8000 send b', '11000 send c']);
  expect(queueDueMs(queue)).toBe(5_000 + LINE_MS);
});

test('S7 no line overtakes a waiting one; without waiting lines a line is sent immediately', () => {
  expect(
    run([0, write('a')], [1, write('b')], [10, READY], [11, write('c')], [3_010, TICK], [6_010, TICK], [6_020, write('d')]).effects,
  ).toEqual(['10 send a', '3010 send b', '6010 send c', '6020 send d']);
});

test('S7 a line is settled by its echo or acknowledgement, identified by uuid or, without one, by number', () => {
  const { effects, queue } = run(
    [0, READY],
    [1, write('a')],
    [2, write('b')],
    [3, { type: 'settled', uuid: '', seq, by: 'acknowledgement' }],
    [4, echo('a')],
    [5, echo('a')],
    [6, echo('of somebody else')],
    [7, { type: 'settled', uuid: '', seq: 0, by: 'echo' }],
  );
  expect(effects.slice(2)).toEqual(['3 settle acknowledgement b', '4 settle echo a']);
  expect(queue.lines).toEqual([]);
});

test('S7 unconfirmed lines are sent again after a reconnect, in order, before newer lines', () => {
  const { effects } = run(
    [0, READY],
    [1, write('a')],
    [2, write('b')],
    [3, echo('a')],
    [10, LOST],
    [20, write('c')],
    [4_000, READY],
    [7_000, TICK],
  );
  expect(effects).toEqual(['1 send a', '2 send b', '3 settle echo a', '4000 send b', '7000 send c']);
});

test('S7 a line that the socket does not accept stops the queue, and is kept', () => {
  const { effects, queue } = run([0, READY], [1, write('a')], [1, { type: 'not-taken', uuid: 'a' }], [2, write('b')], [5_000, TICK]);
  expect(effects).toEqual(['1 send a']);
  expect(queue.name).toBe('stopped');
  expect(queue.lines.map(({ line }) => line.uuid)).toEqual(['a', 'b']);
});

test('S7 lines of another login are returned and never sent on its connection', () => {
  const { effects, queue } = run(
    [0, write('a')],
    [1, write('b')],
    [2, { type: 'login', userId: 8 }],
    [3, write('late', 7)],
    [4, write('mine', 8)],
    [5, READY],
  );
  expect(effects).toEqual(['2 give-back another login a', '2 give-back another login b', '3 give-back another login late', '5 send mine']);
  expect(queue.lines.map(({ line }) => line.userId)).toEqual([8]);
});

test('S24 a visitor’s line is refused', () => {
  expect(run([0, { type: 'login', userId: 0 }], [1, write('a', 0)]).effects).toEqual(['1 fail not-logged-in a']);
});

test('S7 a refused line is returned with its reason and does not stop the next ones', () => {
  const { effects } = run(
    [0, READY],
    [1, write('a')],
    [2, { type: 'refused', uuid: 'a', seq: 0, failure: 'muted', message: 'm' }],
    [3, write('b')],
  );
  expect(effects).toEqual(['1 send a', '2 fail muted a', '3 send b']);
});

test('S7 a line that is not confirmed in time is returned; of its age only the longest wait for the gap does not count', () => {
  const oldMs = MAX_QUEUED_LINES * GAP_MS + LINE_MS;
  const { effects, queue } = run(
    [0, write('too old', 7, oldMs + 1)],
    [0, write('old', 7, oldMs - 1_000)],
    [0, write('new')],
    [0, TICK],
    [999, TICK],
    [1_000, TICK],
    [LINE_MS, TICK],
  );
  expect(effects).toEqual(['0 fail expired too old', '1000 fail expired old', `${LINE_MS} fail expired new`]);
  expect(queueDueMs(queue)).toBeNull();
});

test('S7 a full queue is sent completely after a disconnection, and a line that was sent late still has the whole time for its answer', () => {
  const readyMs = LINE_MS - 1;
  const lines = Array.from({ length: MAX_QUEUED_LINES }, (_, at) => `${at}`);
  const { queue, effects } = run(
    ...lines.map((uuid) => [0, write(uuid)] as const),
    [readyMs, READY],
    ...lines.flatMap((_uuid, at) => [
      [readyMs + at * GAP_MS, TICK] as const,
      [readyMs + at * GAP_MS, echo(at === 0 ? '' : `${at - 1}`)] as const,
    ]),
  );
  expect(effects.filter((effect) => !effect.includes('settle'))).toEqual(lines.map((uuid, at) => `${readyMs + at * GAP_MS} send ${uuid}`));
  const sentMs = readyMs + (MAX_QUEUED_LINES - 1) * GAP_MS;
  expect(queueDueMs(queue)).toBe(sentMs + LINE_MS);
});

test.each<QueueEvent<Line>>([LOST, { type: 'not-taken', uuid: '2' }, LOGIN])(
  'S7 lines that wait for the gap have their whole time again after another disconnection ($type), and sent lines only the rest',
  (disconnection) => {
    const lostMs = LINE_MS + 1;
    const { queue, effects } = run(
      ...['0', '1', '2'].map((uuid) => [0, write(uuid)] as const),
      [LINE_MS - 1, READY],
      [lostMs, disconnection],
      [lostMs, TICK],
      [lostMs + 1, write('3')],
    );
    expect(effects).toEqual([`${LINE_MS - 1} send 0`]);
    const rest = [LINE_MS - 1, lostMs, lostMs, lostMs + 1].map((ms) => ms + LINE_MS);
    expect(queue.lines.map(({ expiresMs }) => expiresMs)).toEqual(rest);
    // Further losses without a connection between them do not extend the time.
    const [again] = MACHINE.step(queue, LOST, lostMs + 9, CONTEXT);
    expect(again.lines.map(({ expiresMs }) => expiresMs)).toEqual(rest);
  },
);

test('S7 lines that waited for the gap on an earlier page or in an ended socket worker are all sent', () => {
  const readyMs = 1_000;
  const lines = Array.from({ length: MAX_QUEUED_LINES }, (_, at) => `${at}`);
  const { effects } = run(
    ...lines.map((uuid) => [0, write(uuid, 7, LINE_MS + 1_000)] as const),
    [0, TICK],
    [readyMs, READY],
    ...lines.flatMap((uuid, at) => [[readyMs + at * GAP_MS, TICK] as const, [readyMs + at * GAP_MS, echo(uuid)] as const]),
  );
  expect(effects.filter((effect) => !effect.includes('settle'))).toEqual(lines.map((uuid, at) => `${readyMs + at * GAP_MS} send ${uuid}`));
});

test('S7 the queue is bounded, including sent lines, and never contains a line twice', () => {
  const flood = Array.from({ length: MAX_QUEUED_LINES + 7 }, (_, i) => [i, write(String(i))] as const);
  const { queue, effects } = run([0, READY], ...flood, [100, write('0')]);
  expect(queue.lines).toHaveLength(MAX_QUEUED_LINES);
  expect(effects.filter((effect) => effect.includes('queue-full'))).toHaveLength(7);
});

test('S7 every error number of a refusal has a reason, including unknown ones', () => {
  const reasons = [...Object.values(CHAT_ERRNO), 0, 403].map(lineFailure);
  expect(reasons).toEqual(['too-fast', 'muted', 'too-long', 'verify', 'refused', 'refused']);
  expect(reasons.every((reason) => LINE_FAILURES.includes(reason))).toBe(true);
});

test('S7 in 5,000 random histories no line is sent by another login, sent twice on one connection, lost, or reordered', () => {
  const rng = seeded(71);
  for (let round = 0; round < 5_000; round++) {
    let queue = MACHINE.step(MACHINE.initial, LOGIN, 0, CONTEXT)[0];
    let userId = 7;
    let nowMs = 0;
    const written: Line[] = [];
    const left = new Set<string>();
    let onConnection: string[] = [];
    const wrong: string[] = [];
    const apply = (event: QueueEvent<Line> | Tick): void => {
      if (event.type === 'lost' || event.type === 'login' || event.type === 'not-taken') onConnection = [];
      const [next, ...effects] = MACHINE.step(queue, event, nowMs, CONTEXT);
      queue = next;
      for (const effect of effects) {
        if (effect.type !== 'send') {
          left.add(effect.line.uuid);
          continue;
        }
        if (effect.line.userId !== userId) wrong.push(`${effect.line.uuid} of another login`);
        if (onConnection.includes(effect.line.uuid)) wrong.push(`${effect.line.uuid} twice`);
        onConnection.push(effect.line.uuid);
        const order = onConnection.map((uuid) => written.findIndex((line) => line.uuid === uuid));
        if (order.some((place, i) => i > 0 && place < order[i - 1]!)) wrong.push(`${effect.line.uuid} out of order`);
      }
    };
    for (let step = 0; step < 40; step++) {
      nowMs += rng.int(4_000);
      const sent = queue.lines.filter(({ isSent }) => isSent);
      switch (rng.int(8)) {
        case 0:
        case 1:
        case 2: {
          const made = line(`${round}-${step}`, userId);
          written.push(made);
          apply({ type: 'write', line: made, ageMs: 0 });
          break;
        }
        case 3:
          apply(READY);
          break;
        case 4:
          apply(LOST);
          break;
        case 5:
          if (sent.length > 0) apply(echo(rng.pick(sent).line.uuid));
          break;
        case 6:
          if (rng.int(4) === 0) {
            userId = rng.pick([7, 8]);
            apply({ type: 'login', userId });
          }
          break;
        default:
          apply(TICK);
      }
    }
    const kept = new Set(queue.lines.map(({ line }) => line.uuid));
    const lost = written.filter(({ uuid }) => !left.has(uuid) && !kept.has(uuid));
    expect([wrong, lost]).toEqual([[], []]);
  }
});
