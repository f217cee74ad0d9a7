import { expect, test } from 'vitest';
import type { Showable } from '../../../../src/core/room/feature/announcements.ts';
import { type ExpiringItemEvent, type ExpiringItems, expiringItemsMachine } from '../../../../src/core/room/feature/expiring-items.ts';
import {
  type FeatureDialog,
  REQUEST_SNAPSHOT,
  stepDialog,
  IDLE,
  readFeatureAnswer,
} from '../../../../src/core/room/feature/feature-dialog.ts';
import { lastingMs, leftMsOf, shownPerson, readQuestion } from '../../../../src/core/room/feature/feature-message.ts';
import {
  endPhase,
  phaseDeadlineMs,
  phaseLeftMs,
  renewPhase,
  runPhase,
  ageOf,
  isOfLast,
  mayConcern,
  phasedMachine,
  renewed,
  timedView,
  withNews,
  withoutRun,
  withRun,
  type Phased,
} from '../../../../src/core/room/feature/phased.ts';
import { ROOM_LIMITS } from '../../../../src/core/room/limits.ts';
import { done } from '../../../../src/core/errors.ts';

const GRACE_MS = 2_000;
const OVERDUE_MS = 10_000;

test('S37 the answer of a feature is a success, a refusal with the server’s text, or unreadable', () => {
  for (const code of [0, '0']) expect(readFeatureAnswer({ code, msg: 'x' })).toEqual(done);
  const refused = (detail: string) => ({ ok: false, error: { code: 'FEATURE_REFUSED', detail } });
  expect(readFeatureAnswer({ code: 1, msg: '余额不足' })).toEqual(refused('余额不足'));
  expect(readFeatureAnswer({ code: -1 })).toEqual(refused(''));
  expect(readFeatureAnswer({ code: 1, msg: 7 })).toEqual(refused(''));
  const limit = ROOM_LIMITS.textLength.value;
  expect(readFeatureAnswer({ code: 1, msg: 'x'.repeat(limit + 1) })).toEqual(refused('x'.repeat(limit)));
  for (const body of [null, undefined, 'code', 0, {}, { code: 'x' }, { code: null }])
    expect(readFeatureAnswer(body)).toEqual({ ok: false, error: { code: 'HTTP_BAD_BODY', detail: 'feature: code is no number' } });
});

const ASKED = { type: 'request', verb: 'join', fields: { id: 7, kind: 'a' } } as const;
test('S37 a dialog that is closed and opened again does not send a pending request twice, and shows its answer', () => {
  const [busy] = stepDialog({ isOpen: true, request: IDLE }, ASKED, 7);
  const [closed] = stepDialog(busy, { type: 'close' }, 7);
  const [again] = stepDialog(closed, { type: 'entry' }, 7);
  expect([closed, again]).toEqual([{ ...busy, isOpen: false }, busy]);
  expect(stepDialog(again, ASKED, 7)).toEqual([busy]);
  expect(stepDialog(again, { type: 'answered', refusal: '已满' }, 7)[0].request).toEqual({
    name: 'failed',
    what: 'join 7 a',
    text: '已满',
  });
});

test('S37 a duration of a message is limited, and one that is missing or unreadable is the usual one', () => {
  expect([lastingMs(5, 10, 20), lastingMs(20, 10, 20), lastingMs(21, 10, 20)]).toEqual([5, 20, 20]);
  for (const ms of [0, -1, Number.NaN, Infinity]) expect(lastingMs(ms, 10, 20)).toBe(10);
});

test('S37 the time left is that of the message, else until its end by the server’s clock, and never negative', () => {
  expect([leftMsOf({ leftMs: 5, endTime: 900 }, 100), leftMsOf({ leftMs: 0, endTime: 900 }, 100)]).toEqual([5, 800]);
  for (const leftMs of [0, -1]) expect(leftMsOf({ leftMs, endTime: 0 }, 100)).toBe(0);
});

test('S37 a phase runs for its announced time, at most 30 minutes, and 2 minutes that are not counted down without one', () => {
  expect(runPhase(5_000, 100)).toEqual({ name: 'running', endsMs: 5_100, isAnnounced: true });
  expect(runPhase(1_800_001, 100)).toEqual({ name: 'running', endsMs: 1_800_100, isAnnounced: true });
  for (const leftMs of [0, -1]) expect(runPhase(leftMs, 100)).toEqual({ name: 'running', endsMs: 120_100, isAnnounced: false });
  expect(phaseLeftMs(runPhase(5_000, 100), 1_100)).toBe(4_000);
  expect(phaseLeftMs(runPhase(5_000, 100), 9_999)).toBe(0);
  expect(phaseLeftMs(runPhase(0, 100), 100)).toBe(0);
  expect(phaseLeftMs({ name: 'overdue', untilMs: 9_999, isAnnounced: true }, 100)).toBe(0);
});

test('S37 an overdue phase waits once more for a message, then ends; the last phase ends at once', () => {
  const running = runPhase(5_000, 0);
  const dueMs = 5_000 + GRACE_MS;
  expect(phaseDeadlineMs(running)).toBe(dueMs);
  expect(endPhase(running, dueMs - 1, false)).toBe('not yet');
  expect(endPhase(running, dueMs, true)).toBe('gone');
  const overdue = endPhase(running, dueMs, false);
  expect(overdue).toEqual({ name: 'overdue', untilMs: dueMs + OVERDUE_MS, isAnnounced: true });
  if (typeof overdue === 'string') return;
  expect(phaseDeadlineMs(overdue)).toBe(dueMs + OVERDUE_MS);
  expect(endPhase(overdue, dueMs + OVERDUE_MS - 1, false)).toBe('not yet');
  expect(endPhase(overdue, dueMs + OVERDUE_MS, false)).toBe('gone');
  expect(renewPhase(overdue, 3_000, 9_000)).toEqual({ name: 'running', endsMs: 12_000, isAnnounced: true });
  expect(renewPhase(overdue, 0, 9_000)).toBe(overdue);
  // The answer about a phase of unknown length contains no time either.
  const silent = endPhase(runPhase(0, 0), 120_000 + GRACE_MS, false);
  if (typeof silent === 'string') throw new Error(silent);
  expect(renewPhase(silent, 0, 123_000)).toEqual({ name: 'running', endsMs: 243_000, isAnnounced: false });
  expect(renewPhase(running, 3_000, 9_000)).toBe(running);
});

const option = (id: string, text = id) => ({ id, text, right: id === 'b', count: 3 });
const question = (options: readonly object[], more: object = {}) =>
  readQuestion({ questionId: 9, title: '哪一首', songUrl: '/song.mp3', options, ...more } as never);

test('S37 a question has two to six options with different ids; texts and counts are limited', () => {
  expect(question([option('a'), option('b', 't'.repeat(25)), { ...option('c'), count: -1 }])).toEqual({
    questionId: 9,
    title: '哪一首',
    songUrl: '/song.mp3',
    options: [
      { id: 'a', text: 'a', isRight: false, count: 3 },
      { id: 'b', text: 't'.repeat(24), isRight: true, count: 3 },
      { id: 'c', text: 'c', isRight: false, count: 0 },
    ],
  });
  const ids = (options: readonly object[]) => question(options)?.options.map(({ id }) => id) ?? null;
  expect(ids([option('a'), option(''), option('a', 'again'), option('b')])).toEqual(['a', 'b']);
  expect(ids(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => option(id)))).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(ids([option('a'), option('a')])).toBeNull();
  expect(readQuestion(null)).toBeNull();
  const both = [option('a'), option('b')];
  expect(question(both, { title: 't'.repeat(81) })?.title).toBe('t'.repeat(80));
  expect(question(both, { songUrl: 'javascript:alert(1)' })?.songUrl).toBe('');
});

interface Thing {
  readonly version: number;
}
const MACHINE = expiringItemsMachine<Thing>({
  name: 'things',
  max: 3,
  isOlder: (item, known) => item.version < known.version,
  isSame: (item, known) => item.version === known.version,
});
type Event = ExpiringItemEvent<Thing> | { readonly type: 'tick' };
const seen = (key: string, version = 1, forMs = 10_000): Event => ({ type: 'seen', key, item: { version }, forMs });

/** The state after the events, and all effects with their reasons. */
function run(...events: readonly (readonly [nowMs: number, event: Event, userId?: number])[]) {
  let state: ExpiringItems<Thing> = MACHINE.initial;
  const effects: unknown[] = [];
  for (const [nowMs, event, userId = 7] of events) {
    const [next, ...more] = MACHINE.step(state, event, nowMs, { userId });
    state = next;
    effects.push(...more.map((effect) => (effect.type === 'count' ? effect.why : effect)));
  }
  const shown = state.all.map(({ key, item, untilMs }) => `${key} ${item.version} until ${untilMs}`);
  return { name: state.name, shown, effects, dueMs: MACHINE.deadlineMs(state, { userId: 7 }), request: state.request, state };
}

test('S37 a newer message prolongs an item in its position; a duplicate does so only if it arrives later', () => {
  expect(run([0, seen('a')], [1, seen('b')], [2_000, seen('a', 2)]).shown).toEqual(['a 2 until 12000', 'b 1 until 10001']);
  expect(run([0, seen('a')], [1_500, seen('a')]).shown).toEqual(['a 1 until 10000']);
  expect(run([0, seen('a')], [1_501, seen('a')]).shown).toEqual(['a 1 until 11501']);
});

test('S37 an older message is counted and changes nothing within the window of reordering', () => {
  const late = run([0, seen('a', 2, 60_000)], [30_000, seen('a', 1)]);
  expect(late).toMatchObject({ shown: ['a 2 until 60000'], effects: ['older than what is known'] });
  expect(run([0, seen('a', 2, 60_000)], [30_001, seen('a', 1)])).toMatchObject({ shown: ['a 1 until 40001'], effects: [] });
});

test('S37 a late message does not restore a removed item, and other items stay', () => {
  const gone: Event = { type: 'gone', key: 'a' };
  expect(run([0, seen('a')], [1, seen('b')], [2, gone])).toMatchObject({ name: 'some', shown: ['b 1 until 10001'] });
  expect(run([0, seen('a')], [2, gone])).toMatchObject({ name: 'none', dueMs: null });
  expect(run([0, gone], [30_000, seen('a', 9)])).toMatchObject({ name: 'none', effects: ['it is gone already'] });
  expect(run([0, gone], [30_001, seen('a')])).toMatchObject({ name: 'some', effects: [] });
  expect(run([0, gone], [5, seen('b')])).toMatchObject({ shown: ['b 1 until 10005'] });
  // The removal is remembered from its last message on, and once.
  expect(run([0, gone], [20_000, gone], [45_000, seen('a')]).effects).toEqual(['it is gone already']);
  expect(run([0, gone], [20_000, gone]).state.gone).toEqual([{ key: 'a', atMs: 20_000, isDropped: false }]);
});

test('S37 the oldest of too many items is removed, and restored only when there is room', () => {
  const four = ['a', 'b', 'c', 'd'].map((key, at) => [at, seen(key)] as const);
  expect(run(...four)).toMatchObject({ shown: ['b 1 until 10001', 'c 1 until 10002', 'd 1 until 10003'], effects: ['there are too many'] });
  expect(run(...four, [9, seen('a', 5)]).effects).toEqual(['there are too many', 'it is gone already']);
  const freed = run(...four, [9, { type: 'gone', key: 'b' }], [10, seen('a', 5)]);
  expect(freed).toMatchObject({ shown: ['c 1 until 10002', 'd 1 until 10003', 'a 5 until 10010'], effects: ['there are too many'] });
  // An item that the server has removed is not restored.
  expect(run(...four, [9, { type: 'gone', key: 'a' }], [9, { type: 'gone', key: 'b' }], [10, seen('a', 5)]).shown).toHaveLength(2);
  expect(run(...four.slice(1)).effects).toEqual([]);
});

test('S37 the viewer’s own item is never the one that is removed, and is restored even without room', () => {
  const machine = expiringItemsMachine<{ readonly userId: number }>({ name: 'things', max: 3, ownerOf: ({ userId }) => userId });
  const after = (userIds: readonly number[], ownId: number) =>
    userIds.reduce<ExpiringItems<{ readonly userId: number }>>((state, userId, at) => {
      const event = { type: 'seen', key: `user ${userId}`, item: { userId }, forMs: 60_000 } as const;
      return machine.step(state, event, at, { userId: ownId })[0];
    }, machine.initial);
  const shown = (userIds: readonly number[], ownId: number) => after(userIds, ownId).all.map(({ item }) => item.userId);
  expect(shown([1, 2, 3, 4, 5], 1)).toEqual([1, 4, 5]);
  expect(shown([1, 2, 3, 4, 5], 0)).toEqual([3, 4, 5]);
  // Dropped before the viewer logged in.
  const before = after([1, 2, 3, 4], 0);
  const [back] = machine.step(before, { type: 'seen', key: 'user 1', item: { userId: 1 }, forMs: 60_000 }, 9, { userId: 1 });
  expect(back.all.map(({ item }) => item.userId)).toEqual([3, 4, 1]);
  // A guest owns nothing.
  expect(shown([0, 2, 3, 4], 0)).toEqual([2, 3, 4]);
});

const request: Event = { type: 'request', verb: 'cheer', fields: { id: 7 } };
const call = { type: 'call', verb: 'cheer', fields: { id: 7 } };
test('S37 a request about an item is one call at a time, needs a login, and stays pending after the last item', () => {
  const asked = [
    [0, seen('a')],
    [1, request],
  ] as const;
  expect(run(...asked)).toMatchObject({ effects: [call], request: { name: 'sending', what: 'cheer' }, shown: ['a 1 until 10000'] });
  expect(run(...asked, [2, request]).effects).toEqual([call]);
  expect(run([0, seen('a')], [1, request, 0])).toMatchObject({ effects: [{ type: 'login' }], request: { name: 'idle' } });
  expect(run(...asked, [2, { type: 'answered', refusal: '已满' }]).request).toEqual({ name: 'failed', what: 'cheer', text: '已满' });
  expect(run(...asked, [2, { type: 'answered', refusal: null }], [3, request]).effects).toEqual([call, call]);
  expect(run([0, seen('a')], [2, { type: 'answered', refusal: null }]).request).toEqual({ name: 'idle' });
  expect(run(...asked, [1, seen('b', 1, 60_000)], [10_000, { type: 'tick' }])).toMatchObject({
    name: 'some',
    request: { name: 'sending' },
  });
  // The late answer is not that of the next request, which has to wait for it, and it is not shown.
  const late = [...asked, [10_000, { type: 'tick' }], [10_001, seen('b')], [10_002, request]] as const;
  expect(run(...late)).toMatchObject({ effects: [call], request: { name: 'sending' } });
  const answer = { type: 'answered', refusal: '已满' } as const;
  expect(run(...asked, [10_000, { type: 'tick' }], [10_001, answer])).toMatchObject({ name: 'none', request: { name: 'idle' } });
  expect(run(...asked, [2, answer], [10_000, { type: 'tick' }])).toMatchObject({ name: 'none', request: { name: 'idle' } });
});

// The machine that battle, clan PK, music PK, music guess and number lucky share; their own tests show it with their messages.

type State = Phased<string, null>;
const machine = phasedMachine<string, null, Showable, { readonly type: 'never' }>({
  name: 'phased',
  isLast: (data) => data === 'last',
  questionId: () => 3,
  onMessage: (state) => state,
});
const NONE = machine.initial;
const news = (id: number, version: number, leftMs = 9_000) => ({ id, version, leftMs });
const begun = (state: State, id: number, version: number, data = 'data'): State => withRun(state, news(id, version), data, false, 0);
const over = (state: State, version?: number): State => withoutRun(state, 0, version);
const step = (state: State, event: Parameters<typeof machine.step>[1], nowMs = 0) => machine.step(state, event, nowMs, { userId: 7 });
const joining = { type: 'request', verb: 'join', fields: {} } as const;

test('S37 a message is newer, of the same moment or older than its run; 30 s later a lower version is newer, because the server restarted', () => {
  const one = begun(NONE, 1, 5);
  const age = (version: number, atMs = 0) => ageOf(one, { id: 1, version }, atMs);
  expect([age(6), age(5), age(4), age(4, 30_000), age(4, 30_001)]).toEqual(['newer', 'same', 'older', 'older', 'newer']);
});

test('S37 a message of a run that is over or was replaced does not start it again', () => {
  const gone = over(begun(NONE, 1, 5), 6);
  expect([ageOf(gone, news(1, 6), 0), ageOf(gone, news(1, 7), 0), isOfLast(gone, 1), isOfLast(gone, 2)]).toEqual([
    'older',
    'newer',
    true,
    false,
  ]);
  const replaced = begun(begun(NONE, 1, 5), 2, 1);
  // A message that is only about a run may come before its start, not after its end.
  expect([mayConcern(NONE, 1), mayConcern(gone, 1), mayConcern(gone, 2), mayConcern(replaced, 1), mayConcern(replaced, 2)]).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
  expect([ageOf(replaced, news(1, 99), 0), ageOf(replaced, news(1, 1), 30_001)]).toEqual(['older', 'newer']);
});

test('S37 a phase whose time is over asks for the next state once, and after the last phase or without an answer the run is over', () => {
  const run = begun(NONE, 1, 1);
  expect(machine.deadlineMs(run, { userId: 7 })).toBe(11_000);
  expect(step(run, { type: 'tick' }, 10_999)).toEqual([run]);
  expect(step(begun(NONE, 1, 1, 'last'), { type: 'tick' }, 11_000)[0]).toMatchObject({ name: 'none', run: null });
  const [overdue, effect] = step(run, { type: 'tick' }, 11_000);
  expect(effect).toEqual({ type: 'snapshot', why: 'the phase ended without a message' });
  expect(timedView(overdue, 11_000)).toMatchObject({ isOverdue: true, leftMs: 0 });
  expect(step(overdue, { type: 'tick' }, 21_000)[0].run).toBeNull();
  expect(timedView(renewed(overdue, 5_000, 12_000), 12_000)).toMatchObject({ isOverdue: false, leftMs: 5_000 });
  expect(renewed(run, 5_000, 1_000)).toBe(run);
});

test('S37 a whole message starts a run, advances, renews or ends it; the end of a run that is not known is ignored', () => {
  const told = (state: State, version: number, data: string | null, leftMs: number, nowMs: number): State =>
    withNews(state, { id: 1, version, leftMs, data }, (known, next) => known === next, nowMs);
  expect(told(NONE, 1, null, 0, 0)).toBe(NONE);
  const run = told(NONE, 1, 'a', 9_000, 0);
  expect(timedView(run, 1_000).leftMs).toBe(8_000);
  expect([told(run, 0, 'b', 9_000, 1_000), told(run, 1, 'a', 9_000, 1_000)]).toEqual([run, run]);
  // Without a time the announced end of the same phase stays.
  expect(timedView(told(run, 2, 'a', 0, 1_000), 1_000).leftMs).toBe(8_000);
  expect(timedView(told(run, 2, 'b', 0, 1_000), 1_000).leftMs).toBe(0);
  // The answer to the query about an overdue phase has the version that is known.
  const [overdue] = step(run, { type: 'tick' }, 11_000);
  expect(timedView(told(overdue, 1, 'a', 5_000, 12_000), 12_000)).toMatchObject({ isOverdue: false, leftMs: 5_000 });
  expect(told(run, 2, null, 0, 1_000)).toMatchObject({ name: 'none', run: null, last: { id: 1, newest: { version: 2 } } });
});

test('S37 a question is answered once; a refusal, another viewer or the end of the run removes the answer', () => {
  const answer = { type: 'request', verb: 'answer', fields: { optionId: 'b' } } as const;
  const [answered] = step(begun(NONE, 1, 1), answer);
  expect(answered.answer).toEqual({ questionId: 3, optionId: 'b' });
  const [accepted] = step(answered, { type: 'answered', refusal: null });
  expect(step(accepted, answer)).toEqual([accepted]);
  const [kit] = step(accepted, joining);
  expect(step(kit, { type: 'answered', refusal: '没有了' })[0].answer).toEqual({ questionId: 3, optionId: 'b' });
  for (const gone of [
    step(answered, { type: 'answered', refusal: '太晚了' })[0],
    step(accepted, { type: 'login-changed' })[0],
    over(accepted),
  ])
    expect(gone.answer).toBeNull();
});

test('S37 a request is one call at a time, needs a login, and its answer is shown', () => {
  const open: FeatureDialog = { isOpen: true, request: IDLE };
  const [busy, ...effects] = stepDialog(open, ASKED, 7);
  expect(busy).toEqual({ isOpen: true, request: { name: 'sending', what: 'join 7 a' } });
  expect(effects).toEqual([{ type: 'call', verb: 'join', fields: { id: 7, kind: 'a' } }]);
  expect(stepDialog(busy, ASKED, 7)).toEqual([busy]);
  expect(stepDialog(busy, { type: 'answered', refusal: '已满' }, 7)).toEqual([
    { isOpen: true, request: { name: 'failed', what: 'join 7 a', text: '已满' } },
  ]);
  expect(stepDialog(open, ASKED, 0)).toEqual([open, { type: 'login' }]);
  expect(stepDialog(open, { type: 'answered', refusal: null }, 7)[0]).toBe(open);
  expect(REQUEST_SNAPSHOT).toEqual({ type: 'snapshot', why: 'the phase ended without a message' });
});

test('S37 a person of a message is shown with a limited name, and a missing person with the id 0 and no name', () => {
  expect(shownPerson({ userId: 7, nickname: 'n'.repeat(25), userLogo: '/a.png' })).toEqual({
    userId: 7,
    name: 'n'.repeat(24),
    logo: '/a.png',
  });
  expect(shownPerson(null)).toEqual({ userId: 0, name: '', logo: '' });
});
