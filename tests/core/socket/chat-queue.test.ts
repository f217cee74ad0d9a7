import { expect, test } from 'vitest';
import {
  chatQueue,
  type ChatQueue,
  type Line,
  queueDueMs,
  type QueueEffect,
  type QueueEvent,
} from '../../../src/core/socket/chat-queue.ts';
import { CHAT_ERRNO, LINE_FAILURES, lineFailure } from '../../../src/core/room/chat/own-lines.ts';
import { asShown, cleanReceived, cleanSent, escapeAngles } from '../../../src/core/socket/cleaning.ts';
import { Deliveries } from '../../../src/workers/socket/receiver.ts';
import { chatCommand } from '../../../src/core/socket/outgoing.ts';
import { SOCKET_POLICY } from '../../../src/core/socket/connection-state.ts';
import type { Tick } from '../../../src/player/base/machine.ts';
import { seeded } from '../../../src/wasm/tests/seeded.ts';
import { readBody, CORE } from '../../../src/wire/body.ts';

const GAP_MS = SOCKET_POLICY.chatGapMs;
const LINE_MS = SOCKET_POLICY.chatLineTimeMs;
const STALE_MS = 3_600_000;
const CONTEXT = { gapMs: GAP_MS, lineTimeMs: LINE_MS, staleMs: STALE_MS };
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

test('S7 queued lines keep their 3000 ms apart over a lost connection', () => {
  const { effects } = run([0, write('a')], [1, write('b')], [10, READY], [500, LOST], [1_000, READY], [3_009, TICK], [3_010, TICK]);
  expect(effects).toEqual(['10 send a', '3010 send a']);
});

test('S7 a sent line that is not confirmed in time is returned, and a line of an earlier page that is an hour old is not sent', () => {
  const { effects, queue } = run(
    [0, write('stale', 7, STALE_MS + 1)],
    [0, READY],
    [0, write('old', 7, STALE_MS)],
    [1, write('new')],
    [LINE_MS - 1, TICK],
    [LINE_MS, TICK],
    [2 * LINE_MS, TICK],
  );
  expect(effects).toEqual([
    '0 fail expired stale',
    '0 send old',
    '1 send new',
    `${LINE_MS} fail expired old`,
    `${2 * LINE_MS} fail expired new`,
  ]);
  expect(queueDueMs(queue)).toBeNull();
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
      const sent = queue.lines.filter(({ confirmByMs }) => confirmByMs !== null);
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

const MAX_CHAT_CHARS = 500;

const delivered = (msgId: string, offset: number, isRetransmit = false) => ({ msgId, offset, isRetransmit });

test('S5 ids belong to one connection: a restarted server counts from the beginning, and its messages are new', () => {
  const deliveries = new Deliveries(0);
  expect(deliveries.isNew(delivered('1', 5_000))).toBe(true);
  deliveries.nextConnection();
  expect(deliveries.isNew(delivered('1', 3))).toBe(true);
  expect(deliveries.offset).toBe(3);
  // A message marked as retransmitted is compared with all earlier messages.
  deliveries.nextConnection();
  expect(deliveries.isNew(delivered('1', 3, true))).toBe(false);
  expect(deliveries.offset).toBe(3);
});

const chat = { text: 'hi', receiverId: 1, receiverUserId: 2, secret: true, source: '', gameId: 'game', manual: false };
const stamp = { writtenMs: 1_700_000_000_000, uuid: 'uuid', deviceNo: 'device' };

test('S20 a long chat message is truncated, never inside a character', () => {
  const { fields } = chatCommand({ ...chat, text: `${'x'.repeat(MAX_CHAT_CHARS - 1)}😀` }, stamp, SOCKET_POLICY);
  expect('chatmsg' in fields && fields.chatmsg).toBe('x'.repeat(MAX_CHAT_CHARS - 1));
});

test('S8 a name loses every character that nobody sees; a line keeps those that scripts need', () => {
  const hidden = ['\u0000', '\u0007', '\u009f', '\u061c', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202e', '\u2066', '\u2069'];
  hidden.push('\u3164', '\ufeff', '\u{e0001}', '\u{e0061}', '\u{e007f}');
  const given = hidden.map((char) => `星${char}`).join('');
  const read = (fields: object) => readBody(CORE['Chat']!, fields) as { value: Readonly<Record<string, unknown>> };
  expect(read({ sendername: given }).value['sendername']).toBe('星'.repeat(hidden.length));
  expect(read({ sendername: hidden.join('') }).value['sendername']).toBe('');
  // Persian with a non-joiner, an emoji of three parts, and Hebrew with a direction mark.
  const line = 'می\u200cخواهم 👨\u200d👩\u200d👧 שלום\u200f!';
  expect(read({ chatmsg: `${line}\u202e\u2066` }).value['chatmsg']).toBe(line);
  // Letters, marks and variation selectors of real names stay.
  const name = 'Ångström ❤️ नमस्ते 김철수';
  expect(read({ sendername: name }).value['sendername']).toBe(name);
});

test('S8 escaping of angle brackets is idempotent and reversible', () => {
  const typed = '<img src=x onerror=alert(1)> & "quotes"';
  const sent = cleanSent(typed);
  expect(sent).toBe('&lt;img src=x onerror=alert(1)&gt; & "quotes"');
  expect(cleanReceived(sent)).toBe(sent);
  expect(escapeAngles(escapeAngles(typed))).toBe(sent);
  expect(asShown(cleanReceived(sent))).toBe(typed);
});
