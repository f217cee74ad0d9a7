/** Effects of the socket's machines; the steps of the connection and the queue have tests of their own. */
import { expect, test } from 'vitest';
import { dispatchUrl, type DispatchAnswer } from '../../../src/core/socket/address.ts';
import { chatQueue, type ChatQueue, type Line } from '../../../src/core/socket/chat-queue.ts';
import type { ConnectionEvent, Status } from '../../../src/core/socket/connection-state.ts';
import { connectionMachine, type ConnectionRun, type ConnectionState } from '../../../src/core/socket/connection.ts';
import { SOCKET_POLICY } from '../../../src/core/socket/policy.ts';

/** Repeated here, so that a change of the limit fails a test. */
const MAX_QUEUED_LINES = 50;

const CONTEXT = { policy: SOCKET_POLICY, services: { socketFallback: [] }, random: 0 };
const ANSWER: DispatchAnswer = {
  ok: true,
  code: 0,
  addresses: [{ host: 'a', protocol: 'wss', socketType: 'binary' }],
  type: 'guest',
  ageS: 600,
  socToken: 'token',
};
const SLIDER: DispatchAnswer = { ...ANSWER, code: 1_100_007 };

type Later<E> = E extends { readonly epoch: number } ? Omit<E, 'epoch'> : never;

function driven() {
  let state: ConnectionState = connectionMachine.initial;
  const send = (event: ConnectionEvent | { readonly type: 'tick' }, nowMs = 0): readonly ConnectionRun[] => {
    const [next, ...run] = connectionMachine.step(state, event, nowMs, CONTEXT);
    state = next;
    return run;
  };
  const now = (event: Later<ConnectionEvent>, nowMs = 0) => send({ ...event, epoch: state.connection.epoch }, nowMs);
  return { send, now, state: () => state };
}

const typesOf = (run: readonly ConnectionRun[]): readonly string[] => run.map(({ type }) => type);
const whysOf = (run: readonly ConnectionRun[]): readonly string[] => run.flatMap((one) => (one.type === 'note' ? [one.why] : []));

function opened() {
  const one = driven();
  one.send({ type: 'connect', loginType: 'guest' });
  one.now({ type: 'addressed', answer: ANSWER });
  one.now({ type: 'opened' });
  one.now({ type: 'message', status: null });
  return one;
}

test('S2 the socket begins idle, notes each reason first, and reports each new state', () => {
  const one = driven();
  expect(connectionMachine.name).toBe('socket');
  expect(one.state()).toMatchObject({ name: 'idle', connection: { link: { name: 'idle' } } });
  const run = one.send({ type: 'connect', loginType: 'guest' });
  expect(whysOf(run)[0]).toBe('asked to connect');
  expect(typesOf(run)[0]).toBe('note');
  expect(typesOf(run).at(-1)).toBe('report-state');
  expect(one.state().name).toBe('addressing');
  expect(whysOf(opened().now({ type: 'message', status: null }))).toEqual([]);
});

test('S2 an event that changes nothing returns the same state and reports nothing', () => {
  for (const one of [driven(), opened()]) {
    const before = one.state();
    expect(one.send({ type: 'retry' })).toEqual([]);
    expect(one.send({ type: 'slider-passed' })).toEqual([]);
    expect(one.state()).toBe(before);
  }
});

test('S7 the chat queue is stopped before an open connection is closed, and not for one that was never open', () => {
  const one = opened();
  const run = one.now({ type: 'lost' } as never, 20_000);
  expect(typesOf(run).filter((type) => type !== 'note')).toEqual(['stop-lines', 'hang-up', 'report-state']);
  expect(typesOf(opened().send({ type: 'close' }))).toEqual(['note', 'stop-lines', 'hang-up', 'report-state']);
  expect(typesOf(driven().send({ type: 'close' }))).toEqual(['note']);
  const early = driven();
  early.send({ type: 'connect', loginType: 'guest' });
  expect(typesOf(early.send({ type: 'close' }))).toEqual(['note', 'report-state']);
});

test('S1 the end of a slider check is reported once, however it ends', () => {
  const checked = () => {
    const one = driven();
    one.send({ type: 'connect', loginType: 'guest' });
    one.now({ type: 'addressed', answer: SLIDER });
    return one;
  };
  const passed = checked();
  expect(passed.state().name).toBe('slider');
  expect(typesOf(passed.send({ type: 'slider-passed' }))).toContain('slider-over');
  expect(typesOf(passed.now({ type: 'addressed', answer: ANSWER }))).not.toContain('slider-over');
  expect(typesOf(checked().send({ type: 'close' }))).toContain('slider-over');
});

test('S7 only a status of type 1 with status 1 confirms the login', () => {
  const readyBy = (status: Partial<Status>) => typesOf(opened().now({ type: 'message', status: status as Status })).includes('ready');
  expect(readyBy({ type: 1, status: 1 })).toBe(true);
  expect(readyBy({ type: 2, status: 1 })).toBe(false);
  expect(readyBy({ type: 1, status: 2 })).toBe(false);
});

const QUEUE = chatQueue<Line>();
const CHAT = { gapMs: SOCKET_POLICY.chatGapMs, lineTimeMs: SOCKET_POLICY.chatLineTimeMs };
const written = (queue: ChatQueue<Line>, uuid: string, userId: number) =>
  QUEUE.step(queue, { type: 'write', line: { uuid, seq: 1, userId }, ageMs: 0 }, 0, CHAT);

test('S7 S24 a line that the queue does not accept is returned with its reason and an empty server message', () => {
  expect(QUEUE.name).toBe('chat-queue');
  expect(QUEUE.initial).toEqual({ name: 'stopped', userId: 0, lines: [], nextMs: 0 });
  const guest = { uuid: 'a', seq: 1, userId: 0 };
  expect(written(QUEUE.initial, 'a', 0)).toEqual([QUEUE.initial, { type: 'fail', line: guest, why: 'not-logged-in', message: '' }]);
  // A line that was written before the login, or with another login, is returned to its writer.
  expect(written(QUEUE.initial, 'a', 7)[1]).toMatchObject({ type: 'give-back', why: 'another login' });
  let [queue] = QUEUE.step(QUEUE.initial, { type: 'login', userId: 7 }, 0, CHAT);
  expect(written(queue, 'a', 0)[1]).toMatchObject({ type: 'give-back', why: 'another login' });
  for (let at = 0; at < MAX_QUEUED_LINES; at++) [queue] = written(queue, String(at), 7);
  const line = { uuid: 'late', seq: 1, userId: 7 };
  expect(written(queue, 'late', 7)).toEqual([queue, { type: 'fail', line, why: 'queue-full', message: '' }]);
});

test('S1 the address call names the callback, the version of the page and the kind of the room', () => {
  const url = (roomKind: 'normal' | 'live') =>
    dispatchUrl({ backup: 'https://b.test' }, { roomId: 1_001, roomKind, platformId: 7 }, 3, 100);
  const query = '_p=7&_v=1.0.0&pv=3&rid=1001&cid=100&at=102&jsonpcallback=socketAddress';
  expect(url('normal')).toBe(`https://b.test/socket_scheduler/pc/binary/v1/address.jsonp?${query}`);
  expect(url('live')).toContain('&at=122&');
});
