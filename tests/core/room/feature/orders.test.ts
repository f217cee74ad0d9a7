import { runMachine } from '../../../run-machine.ts';
import { expect, test } from 'vitest';
import { ordersMachine, type OrderNews, type OrderPolicy, ordersView, readOrderNews } from '../../../../src/core/room/feature/orders.ts';

const LIST_MS = 6_000;
const ORDER_OVERDUE_MS = 10_000;
const OVER_MS = 12_000;
const STATUS_GRACE_MS = 2_000;
const UNANNOUNCED_MS = 60_000;

type Status = 'menu' | 'waiting' | 'next' | 'running' | 'done';
const POLICY: OrderPolicy<Status> = {
  name: 'test',
  statuses: {
    menu: { number: 9, rank: 0, stage: 'offer' },
    waiting: { number: 1, rank: 1, stage: 'waiting', verbs: { own: ['cancel'], star: ['start'], other: ['cheer'] } },
    next: { number: 2, rank: 1.5, stage: 'waiting' },
    running: { number: 3, rank: 2, stage: 'running', isNews: true },
    done: { number: 4, rank: 3, stage: 'over', isNews: true },
  },
};
const ORDER: OrderNews<Status> = {
  orderId: 'a',
  status: 'waiting',
  version: 1,
  title: 'x',
  coin: 5,
  score: 0,
  goal: 0,
  note: '',
  href: '',
  userId: 7,
  nickname: 'n',
  leftMs: 0,
};

function machine(userId = 7) {
  const { clock, effects, runner } = runMachine(ordersMachine(POLICY), () => ({ userId }));
  const say = (change: Partial<OrderNews<Status>>): void => runner.send({ type: 'order', order: { ...ORDER, ...change } });
  const view = (isStar = false) => ordersView(POLICY, runner.state(), { userId, isStar }, clock.nowMs());
  return { clock, effects, runner, say, view };
}

test('S37 an order only moves forward: repeated and late messages change nothing, with and without versions', () => {
  const { say, view, runner } = machine();
  say({});
  say({ status: 'running', version: 3, leftMs: 5_000 });
  const before = runner.state();
  say({ status: 'running', version: 3, leftMs: 9_000 });
  say({ version: 2 });
  say({ version: 0 });
  expect(runner.state()).toBe(before);
  expect(view()).toMatchObject({ current: { status: 'running', leftMs: 5_000, isMine: true }, news: { status: 'running' } });
  say({ status: 'done', version: 0 });
  expect(view()?.current?.status).toBe('done');
});

test('S37 a status without an announced end queries the server once and is removed without an answer; finished orders are removed after a while', () => {
  const { say, view, clock, effects } = machine();
  say({ status: 'running', leftMs: 5_000 });
  say({ orderId: 'b', status: 'running', leftMs: 5_000 });
  clock.advance(5_000 + STATUS_GRACE_MS);
  expect(effects).toEqual([{ type: 'snapshot', why: 'a status ended without a message' }]);
  expect(view()?.rows.map(({ isOverdue }) => isOverdue)).toEqual([true, true]);
  say({ orderId: 'b', status: 'done', version: 2 });
  clock.advance(ORDER_OVERDUE_MS);
  expect(view()?.rows.map(({ orderId }) => orderId)).toEqual(['b']);
  clock.advance(OVER_MS);
  expect(view()?.rows ?? []).toEqual([]);
  // A message of a removed order restores it only if it is newer.
  say({ orderId: 'b', status: 'running', version: 1 });
  expect(view()?.rows ?? []).toEqual([]);
  expect(clock.timers()).toBe(0);
});

test('S37 an order whose status has no end is queried now and then, and stays while the server repeats it', () => {
  const { say, view, clock, effects } = machine();
  say({});
  clock.advance(UNANNOUNCED_MS + STATUS_GRACE_MS);
  expect([effects.length, view()?.rows[0]?.isOverdue]).toEqual([1, true]);
  say({});
  expect(view()?.rows[0]?.isOverdue).toBe(false);
  clock.advance(UNANNOUNCED_MS + STATUS_GRACE_MS + ORDER_OVERDUE_MS);
  expect(effects.length).toBe(2);
  expect(view()?.rows ?? []).toEqual([]);
});

test('S37 the available actions depend on the viewer, and a guest is asked to log in', () => {
  const own = machine();
  own.say({});
  expect(own.view()?.rows[0]?.verbs).toEqual(['cancel']);
  expect(own.view(true)?.rows[0]?.verbs).toEqual(['start']);
  const guest = machine(0);
  guest.say({});
  expect(guest.view()?.rows[0]).toMatchObject({ verbs: ['cheer'], isMine: false, position: 1 });
  guest.runner.send({ type: 'request', verb: 'request', orderId: 'offer', fields: {} });
  expect(guest.effects).toEqual([{ type: 'login' }]);
  own.runner.send({ type: 'request', verb: 'cancel', orderId: 'a', fields: {} });
  own.runner.send({ type: 'request', verb: 'cancel', orderId: 'a', fields: {} });
  expect(own.effects).toEqual([{ type: 'call', verb: 'cancel', fields: { orderId: 'a' } }]);
  own.runner.send({ type: 'answered', refusal: '不行' });
  expect(own.view()?.request).toEqual({ name: 'failed', what: 'cancel a', text: '不行' });
});

test('S37 a missing list is shown as failed and requested again, and everything that grows is bounded', () => {
  const { say, view, clock, runner, effects } = machine();
  runner.send({ type: 'entry' });
  clock.advance(LIST_MS);
  expect(view()?.load).toBe('failed');
  runner.send({ type: 'entry' });
  expect(effects.length).toBe(2);
  for (let at = 0; at < 300; at++) say({ orderId: `o${at}`, status: at % 2 === 0 ? 'menu' : 'done', version: at + 1 });
  expect(view()?.load).toBe('idle');
  expect(view()!.rows.length).toBeLessThanOrEqual(50);
  expect(view()!.offers.length).toBeLessThanOrEqual(40);
  clock.advance(OVER_MS);
  expect(runner.state().gone.length).toBeLessThanOrEqual(64);
});

test('S9 an order without an id or with an unknown status is ignored; texts are shown as written', () => {
  const more = { title: '&lt;b&gt;', score: -1, note: 'n'.repeat(500), leftMs: -1 };
  const body = { orderId: '1', status: 0, version: -1, coin: -5, user: null };
  expect(readOrderNews(POLICY, 'done', body, more)).toMatchObject({
    status: 'done',
    title: '<b>',
    coin: 0,
    score: 0,
    version: 0,
    leftMs: 0,
  });
  expect(readOrderNews(POLICY, 'done', body, more)?.note.length).toBe(120);
  expect(readOrderNews(POLICY, 'done', { ...body, status: 1 }, more)?.status).toBe('waiting');
  for (const bad of [
    { ...body, status: 77 },
    { ...body, orderId: '' },
  ])
    expect(readOrderNews(POLICY, 'done', bad, more)).toBeNull();
  expect(readOrderNews(POLICY, null, body, more)).toBeNull();
});

test('S37 a message without a time keeps the countdown of the same status, and the next status has its own', () => {
  const { say, view, clock, effects } = machine();
  say({ status: 'running', leftMs: 90_000 });
  clock.advance(1_000);
  say({ status: 'running', version: 2, score: 5 });
  expect(view()?.current).toMatchObject({ score: 5, leftMs: 89_000 });
  clock.advance(89_000 + STATUS_GRACE_MS - 1);
  expect(effects).toEqual([]);
  clock.advance(1);
  expect(effects).toHaveLength(1);
  const next = machine();
  next.say({ leftMs: 90_000 });
  next.say({ status: 'running', version: 2 });
  expect(next.view()?.current).toMatchObject({ status: 'running', leftMs: 0 });
  // A repeated message adds the time that the first one did not contain.
  next.say({ status: 'running', version: 2, leftMs: 8_000 });
  expect(next.view()?.current).toMatchObject({ leftMs: 8_000 });
});

test('S37 a row has all texts and numbers of its order, and an offer has no position and no time', () => {
  const { say, view } = machine(8);
  const more = { title: 't', coin: 5, score: 3, goal: 9, note: 'o', href: 'https://a.test', nickname: 'n', leftMs: 5_000 };
  say({ ...more });
  const row = { ...more, orderId: 'a', status: 'waiting', isMine: false, position: 1, isOverdue: false, verbs: ['cheer'] };
  expect(view()?.rows).toEqual([row]);
  say({ ...more, orderId: 'm', status: 'menu' });
  expect(view()?.offers).toEqual([{ ...row, orderId: 'm', status: 'menu', position: 0, leftMs: 0, verbs: [] }]);
});

test('S37 each outcome of an own order is shown to its viewer once, one after the other, and not to others', () => {
  const { say, view, runner } = machine();
  say({ status: 'running', version: 2, title: 'first' });
  say({ orderId: 'b', status: 'done', version: 3, title: 'second' });
  say({ orderId: 'c', status: 'done', version: 4, userId: 8 });
  const news = { id: 'a running', status: 'running', title: 'first' };
  expect(view()?.news).toEqual(news);
  runner.send({ type: 'seen', id: 'other' });
  expect(view()?.news).toEqual(news);
  runner.send({ type: 'seen', id: 'a running' });
  expect(view()?.news).toMatchObject({ id: 'b done', title: 'second' });
  runner.send({ type: 'seen', id: 'b done' });
  expect(view()?.news).toBeNull();
  say({ status: 'running', version: 5 });
  expect(view()?.news).toBeNull();
  const guest = machine(0);
  guest.say({ status: 'running', userId: 0 });
  expect(guest.view()?.news).toBeNull();
});

test('S37 an open list is requested once and shows no error while it has rows; a closed dialog forgets its request', () => {
  const { say, view, runner, clock, effects } = machine();
  runner.send({ type: 'entry' });
  runner.send({ type: 'entry' });
  expect(effects).toEqual([{ type: 'snapshot', why: 'the list was opened' }]);
  expect(view()).toMatchObject({ isOpen: true, load: 'loading' });
  clock.advance(LIST_MS - 1);
  expect(view()?.load).toBe('loading');
  say({});
  runner.send({ type: 'close' });
  expect(view()).toMatchObject({ isOpen: false, load: 'idle', request: { name: 'idle' } });
  runner.send({ type: 'entry' });
  clock.advance(LIST_MS);
  expect(view()?.load).toBe('idle');
});

test('S37 the rows are the running order, the queue by rank and arrival, then ended ones; the page shows the most important', () => {
  const { say, view } = machine();
  expect(view()).toBeNull();
  say({ orderId: 'a' });
  say({ orderId: 'b' });
  say({ orderId: 'c', status: 'next' });
  expect(view()?.rows.map(({ orderId, position }) => `${orderId}${position}`)).toEqual(['c1', 'a2', 'b3']);
  expect(view()).toMatchObject({ waiting: 3, current: { orderId: 'c' }, isOpen: false, load: 'idle', isStar: false, offers: [] });
  say({ orderId: 'd', status: 'done', version: 2 });
  say({ orderId: 'e', status: 'done', version: 3 });
  expect(view()?.current?.orderId).toBe('e');
  say({ orderId: 'b', status: 'running', version: 4 });
  expect(view()?.rows.map(({ orderId, position }) => `${orderId}${position}`)).toEqual(['b0', 'c1', 'a2', 'd0', 'e0']);
  expect(view(true)).toMatchObject({ current: { orderId: 'b' }, isStar: true });
});
