import { expect, test } from 'vitest';
import {
  advance,
  type AnnouncementQueue,
  dismiss,
  emptyQueue,
  enqueue,
  ENQUEUE_REASONS,
  queueDeadlineMs,
  type Showable,
  showMsOf,
  type Announcement,
  type AnnouncementEvent,
  announcementsMachine,
} from '../../../../src/core/room/feature/announcements.ts';

interface Shown extends Announcement {
  readonly text: string;
}
const ITEM: Shown = { key: 'a', rank: 1, showMs: 10_000, text: '你好' };
const announced = (change: Partial<Shown> = {}): AnnouncementEvent<Shown> => ({ type: 'announce', item: { ...ITEM, ...change } });
const REQUEST: AnnouncementEvent<Shown> = { type: 'request', key: 'a', verb: 'join', fields: { id: 7 } };
const CALL = { type: 'call', key: 'a', verb: 'join', fields: { id: 7 } };
const answered = (refusal: string | null, key = 'a'): AnnouncementEvent<Shown> => ({ type: 'answered', key, refusal });
const TICK = { type: 'tick' } as const;
type Timed = readonly [nowMs: number, event: AnnouncementEvent<Shown> | typeof TICK, userId?: number];

function runWith(staysAnswered: boolean | undefined, ...events: readonly Timed[]) {
  const machine = announcementsMachine<Shown>({ name: 'notices', ...(staysAnswered === undefined ? {} : { staysAnswered }) });
  let state = machine.initial;
  const effects: unknown[] = [];
  for (const [nowMs, event, userId = 7] of events) {
    const [next, ...more] = machine.step(state, event, nowMs, { userId });
    state = next;
    effects.push(...more.map((effect) => (effect.type === 'count' ? effect.why : effect)));
  }
  return { machine, state, effects, view: state.view, dueMs: machine.deadlineMs(state, { userId: 7 }) };
}

const run = (...events: readonly Timed[]) => runWith(undefined, ...events);

test('S37 an announcement is shown for its time with the number of those that wait, without its internals', () => {
  const { machine, state, view, dueMs } = run();
  expect([machine.name, state.name, view, dueMs, state.request]).toEqual(['notices', 'quiet', null, null, { name: 'idle' }]);
  const shown = run([100, announced()]);
  expect(shown.view).toEqual({ key: 'a', text: '你好', more: 0, leftMs: 10_000, request: { name: 'idle' } });
  expect([shown.state.name, shown.dueMs, shown.effects]).toEqual(['showing', 10_100, ['nothing else is shown']]);
  expect(run([100, announced()], [200, announced({ key: 'b' })]).view).toMatchObject({ key: 'a', more: 1, leftMs: 9_900 });
  const over = run([100, announced()], [10_100, TICK]);
  expect([over.state.name, over.view, over.dueMs]).toEqual(['quiet', null, null]);
});

test('S37 the viewer can answer the shown announcement once, after a login, and a refusal is shown', () => {
  expect(run([0, announced()], [1, REQUEST])).toMatchObject({
    effects: ['nothing else is shown', CALL],
    view: { request: { name: 'sending', what: 'a' } },
  });
  expect(run([0, announced()], [1, REQUEST], [2, REQUEST]).effects).toEqual(['nothing else is shown', CALL]);
  expect(run([0, announced()], [1, REQUEST, 0])).toMatchObject({
    effects: ['nothing else is shown', { type: 'login' }],
    view: { request: { name: 'idle' } },
  });
  expect(run([0, announced({ key: 'b' })], [1, REQUEST]).effects).toEqual(['nothing else is shown']);
  expect(run([1, REQUEST]).effects).toEqual([]);
  const refused = run([0, announced()], [1, REQUEST], [2, answered('已满')], [3, REQUEST]);
  expect(refused.effects).toEqual(['nothing else is shown', CALL, CALL]);
  expect(run([0, announced()], [1, REQUEST], [2, answered('已满')])).toMatchObject({
    view: { request: { name: 'failed', what: 'a', text: '已满' } },
    dueMs: 10_000,
  });
  expect(run([0, announced()], [1, REQUEST], [2, answered(null, 'b')]).view).toMatchObject({ request: { name: 'sending' } });
});

test('S37 an accepted answer is shown for 3 s at most, unless a message of the server ends it', () => {
  const events: readonly Timed[] = [
    [0, announced()],
    [1, REQUEST],
    [2_000, answered(null)],
  ];
  expect(run(...events)).toMatchObject({ dueMs: 5_000, view: { leftMs: 3_000, request: { name: 'done', what: 'a' } } });
  expect(run(...events, [2_001, REQUEST]).effects).toEqual(['nothing else is shown', CALL]);
  expect(run([0, announced()], [1, REQUEST], [9_000, answered(null)])).toMatchObject({ dueMs: 10_000, view: { leftMs: 1_000 } });
  expect(runWith(true, ...events)).toMatchObject({ dueMs: 10_000, view: { leftMs: 8_000 } });
  expect(runWith(false, ...events).dueMs).toBe(5_000);
});

const about = (revision: number, change: Partial<Shown> = {}, subject = 'round') =>
  announced({ about: { subject, revision }, key: `r${revision}`, ...change });
test('S37 a newer message about a subject replaces the shown one at once, and an older message is counted', () => {
  const newer = run([0, about(1)], [500, about(2, { text: '新', showMs: 4_000 })]);
  expect(newer).toMatchObject({ view: { key: 'r2', text: '新', leftMs: 4_000, more: 0 }, dueMs: 4_500 });
  expect(newer.effects).toEqual(['nothing else is shown', 'takes the place of the earlier one']);
  expect(run([0, about(2)], [500, about(1)])).toMatchObject({
    view: { key: 'r2' },
    effects: ['nothing else is shown', 'an earlier message of the same thing'],
  });
  // After the window of reordering a smaller number means that the server has restarted its count.
  expect(run([0, about(2, { showMs: 60_000 })], [30_000, about(1)]).effects[1]).toBe('an earlier message of the same thing');
  expect(run([0, about(2, { showMs: 60_000 })], [30_001, about(1)]).effects[1]).toBe('waits for its turn');
  expect(run([0, about(1)], [500, about(1)]).effects[1]).toBe('announced before');
  expect(run([0, about(1)], [500, about(2, {}, 'other')]).effects[1]).toBe('waits for its turn');
});

test('S37 a newer message about a subject replaces the waiting one, and other waiting announcements stay', () => {
  const { state, effects, view } = run([0, announced()], [1, about(1)], [2, announced({ key: 'b' })], [3, about(2)]);
  expect(state.queue.waiting.map(({ key }) => key)).toEqual(['b', 'r2']);
  expect(effects.at(-1)).toBe('waits for its turn');
  expect(view).toMatchObject({ key: 'a' });
});

const MAX_ANNOUNCED = 64;
const MAX_WAITING = 8;
const MIN_SHOWN_MS = 4_000;
const ANNOUNCED_MS = 300_000;

const item = (key: string, rank = 0, showMs = 10_000): Showable => ({ key, rank, showMs });
const filled = (items: readonly Showable[], nowMs = 0): AnnouncementQueue<Showable> =>
  items.reduce<AnnouncementQueue<Showable>>((queue, one) => enqueue(queue, one, nowMs).queue, emptyQueue);

test('S37 every reason of the queue is reached, and no item is shown twice', () => {
  const reached = new Set<string>();
  let queue: AnnouncementQueue<Showable> = emptyQueue;
  const add = (one: Showable, nowMs = 0): string => {
    const added = enqueue(queue, one, nowMs);
    queue = added.queue;
    reached.add(added.why);
    return added.why;
  };
  expect(add(item('a'))).toBe('nothing else is shown');
  expect(add(item('a'))).toBe('announced before');
  for (let at = 0; at < MAX_WAITING; at++) expect(add(item(`b${at}`))).toBe('waits for its turn');
  expect(add(item('late'))).toBe('the queue is full');
  expect(add(item('b3', 1))).toBe('goes before others now');
  expect(add(item('b3', 1))).toBe('announced before');
  expect(queue.waiting[0]?.key).toBe('b3');
  // An item of higher rank replaces the last one.
  expect(add(item('important', 2))).toBe('waits for its turn');
  expect(queue.waiting.map(({ key }) => key)).toEqual(['important', 'b3', 'b0', 'b1', 'b2', 'b4', 'b5', 'b6']);
  expect([...reached].toSorted()).toEqual([...ENQUEUE_REASONS].toSorted());
  // An announcement dropped from a full queue was not shown: it can be queued again.
  expect(add(item('b7'))).toBe('the queue is full');
  queue = dismiss(queue, 'a', 1);
  expect(add(item('late'), 1)).toBe('waits for its turn');
  // A shown announcement is not repeated until it was absent for the full period.
  expect(add(item('a'), ANNOUNCED_MS - 1)).toBe('announced before');
  expect(add(item('a'), ANNOUNCED_MS + 1)).toBe('announced before');
  let announced: AnnouncementQueue<Showable> = emptyQueue;
  for (let at = 0; at <= MAX_ANNOUNCED; at++) announced = dismiss(enqueue(announced, item(`n${at}`), at).queue, `n${at}`, at);
  expect(announced.announced).toHaveLength(MAX_ANNOUNCED);
});

test('S37 a shown item yields to one of its rank after the minimum time, to a lower one at the end of its time, and never earlier', () => {
  expect(queueDeadlineMs(emptyQueue)).toBeNull();
  expect(queueDeadlineMs(filled([item('a', 1)]))).toBe(10_000);
  expect(queueDeadlineMs(filled([item('a', 1), item('b', 0)]))).toBe(10_000);
  const two = filled([item('a', 1), item('b', 1)]);
  expect(queueDeadlineMs(two)).toBe(MIN_SHOWN_MS);
  expect(advance(two, MIN_SHOWN_MS - 1)).toBe(two);
  expect(advance(two, MIN_SHOWN_MS)).toMatchObject({ shown: { item: { key: 'b' }, untilMs: MIN_SHOWN_MS + 10_000 }, waiting: [] });
  expect(advance(advance(two, MIN_SHOWN_MS), 20_000).shown).toBeNull();
  expect(dismiss(two, 'b', 1)).toBe(two);
  expect(dismiss(two, 'a', 1).shown?.item.key).toBe('b');
});

test('S37 the display time of a message is limited, whatever it requests', () => {
  for (const durationS of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) expect(showMsOf(durationS, 7_000)).toBe(7_000);
  expect(showMsOf(1, 7_000)).toBe(MIN_SHOWN_MS);
  expect(showMsOf(20, 7_000)).toBe(20_000);
  expect(showMsOf(1e9, 7_000)).toBe(60_000);
});

test('S37 after a dismissed announcement the next one is shown, with a request of its own', () => {
  const events: readonly Timed[] = [
    [0, announced()],
    [1, announced({ key: 'b' })],
    [2, REQUEST],
  ];
  expect(run(...events, [3, { type: 'dismiss', key: 'a' }]).view).toMatchObject({ key: 'b', more: 0, request: { name: 'idle' } });
  expect(run(...events, [3, announced({ key: 'c' })]).view).toMatchObject({ key: 'a', more: 2, request: { name: 'sending', what: 'a' } });
  expect(run(...events, [3, { type: 'dismiss', key: 'a' }], [4, answered(null)]).view).toMatchObject({
    key: 'b',
    request: { name: 'idle' },
  });
});
