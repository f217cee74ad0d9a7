import { expect, test } from 'vitest';
import { done, err } from '../../../../src/core/result.ts';
import { answeredAsk, IDLE, refusalIn, sending } from '../../../../src/core/room/feature/ask.ts';
import { readFeatureAnswer } from '../../../../src/core/room/feature/feature-answer.ts';
import { ASK_AGAIN, boxEvent, CLOSED, stepBox, type FeatureBox } from '../../../../src/core/room/feature/feature-box.ts';
import { lastingMs, leftMsOf, shownPerson } from '../../../../src/core/room/feature/feature-message.ts';
import { endPhase, phaseDueMs, phaseLeftMs, renewPhase, runPhase } from '../../../../src/core/room/feature/phase-due.ts';
import { readQuestion } from '../../../../src/core/room/feature/quiz.ts';
import { ROOM_LIMITS } from '../../../../src/core/room/limits.ts';

/** Repeated here, so that a change of the limits fails a test. */
const DUE_GRACE_MS = 2_000;
const DUE_OVERDUE_MS = 10_000;

test('S37 the answer of a feature is a success, a refusal with the server’s text, or unreadable', () => {
  expect(readFeatureAnswer({ code: 0, msg: 'x' })).toEqual(done);
  const refused = (detail: string) => ({ ok: false, error: { code: 'FEATURE_REFUSED', detail } });
  expect(readFeatureAnswer({ code: 1, msg: '余额不足' })).toEqual(refused('余额不足'));
  expect(readFeatureAnswer({ code: -1 })).toEqual(refused(''));
  expect(readFeatureAnswer({ code: 1, msg: 7 })).toEqual(refused(''));
  const limit = ROOM_LIMITS.textLength.value;
  expect(readFeatureAnswer({ code: 1, msg: 'x'.repeat(limit + 1) })).toEqual(refused('x'.repeat(limit)));
  for (const body of [null, undefined, 'code', 0, {}, { code: '0' }, { code: null }])
    expect(readFeatureAnswer(body)).toEqual({ ok: false, error: { code: 'HTTP_BAD_BODY', detail: 'feature: code is no number' } });
});

test('S37 the button of a request is busy until its answer, and an answer without a request changes nothing', () => {
  expect(answeredAsk(sending('join 7'), null)).toEqual({ name: 'done', what: 'join 7' });
  expect(answeredAsk(sending('join 7'), '')).toEqual({ name: 'failed', what: 'join 7', text: '' });
  expect(answeredAsk(sending('join 7'), '已满')).toEqual({ name: 'failed', what: 'join 7', text: '已满' });
  for (const ask of [IDLE, { name: 'done', what: 'a' }, { name: 'failed', what: 'a', text: 'b' }] as const)
    expect(answeredAsk(ask, null)).toBe(ask);
});

test('S37 the server’s text is shown only if the server refused', () => {
  expect(refusalIn(done)).toBeNull();
  expect(refusalIn(err('FEATURE_REFUSED', '余额不足'))).toBe('余额不足');
  expect(refusalIn(err('HTTP_BAD_BODY', 'feature: code is no number'))).toBe('');
});

const ASKED = { type: 'ask', verb: 'join', fields: { id: 7, kind: 'a' } } as const;
test('S37 the actions of a panel open and close its dialog and call its service', () => {
  expect(boxEvent({ type: 'entry' })).toEqual({ type: 'open' });
  expect(boxEvent({ type: 'close' })).toEqual({ type: 'close' });
  expect(boxEvent(ASKED)).toEqual(ASKED);
});

test('S37 an opened dialog has no old answer; opening an open dialog or closing a closed one changes nothing', () => {
  const open: FeatureBox = { isOpen: true, ask: { name: 'done', what: 'a' } };
  expect(CLOSED).toEqual({ isOpen: false, ask: { name: 'idle' } });
  expect(stepBox({ isOpen: false, ask: open.ask }, { type: 'open' }, 7)).toEqual([{ isOpen: true, ask: IDLE }]);
  expect(stepBox(open, { type: 'open' }, 7)[0]).toBe(open);
  expect(stepBox(open, { type: 'close' }, 7)).toEqual([CLOSED]);
  const closed: FeatureBox = { isOpen: false, ask: sending('a') };
  expect(stepBox(closed, { type: 'close' }, 7)[0]).toBe(closed);
});

test('S37 a request is one call at a time, needs a login, and its answer is shown', () => {
  const open: FeatureBox = { isOpen: true, ask: IDLE };
  const [busy, ...effects] = stepBox(open, ASKED, 7);
  expect(busy).toEqual({ isOpen: true, ask: { name: 'sending', what: 'join 7 a' } });
  expect(effects).toEqual([{ type: 'call', verb: 'join', fields: { id: 7, kind: 'a' } }]);
  expect(stepBox(busy, ASKED, 7)).toEqual([busy]);
  expect(stepBox(busy, { type: 'answered', refusal: '已满' }, 7)).toEqual([
    { isOpen: true, ask: { name: 'failed', what: 'join 7 a', text: '已满' } },
  ]);
  expect(stepBox(open, ASKED, 0)).toEqual([open, { type: 'login' }]);
  expect(stepBox(open, { type: 'answered', refusal: null }, 7)[0]).toBe(open);
  expect(ASK_AGAIN).toEqual({ type: 'snapshot', why: 'the phase ended without a message' });
});

test('S37 a dialog that is closed and opened again does not send a pending request twice, and shows its answer', () => {
  const [busy] = stepBox({ isOpen: true, ask: IDLE }, ASKED, 7);
  const [closed] = stepBox(busy, { type: 'close' }, 7);
  const [again] = stepBox(closed, { type: 'open' }, 7);
  expect([closed, again]).toEqual([{ ...busy, isOpen: false }, busy]);
  expect(stepBox(again, ASKED, 7)).toEqual([busy]);
  expect(stepBox(again, { type: 'answered', refusal: '已满' }, 7)[0].ask).toEqual({ name: 'failed', what: 'join 7 a', text: '已满' });
});

test('S37 a person of a message is shown with a limited name, and a missing person with the id 0 and no name', () => {
  expect(shownPerson({ userId: 7, nickname: 'n'.repeat(25), userLogo: '/a.png' })).toEqual({
    userId: 7,
    name: 'n'.repeat(24),
    logo: '/a.png',
  });
  expect(shownPerson(null)).toEqual({ userId: 0, name: '', logo: '' });
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
  expect(runPhase(5_000, 100)).toEqual({ name: 'running', endsMs: 5_100, isSaid: true });
  expect(runPhase(1_800_001, 100)).toEqual({ name: 'running', endsMs: 1_800_100, isSaid: true });
  for (const leftMs of [0, -1]) expect(runPhase(leftMs, 100)).toEqual({ name: 'running', endsMs: 120_100, isSaid: false });
  expect(phaseLeftMs(runPhase(5_000, 100), 1_100)).toBe(4_000);
  expect(phaseLeftMs(runPhase(5_000, 100), 9_999)).toBe(0);
  expect(phaseLeftMs(runPhase(0, 100), 100)).toBe(0);
  expect(phaseLeftMs({ name: 'overdue', untilMs: 9_999, isSaid: true }, 100)).toBe(0);
});

test('S37 without a time in the message the announced end of the same phase stays, and an assumed one is replaced', () => {
  const said = runPhase(5_000, 0);
  expect(runPhase(0, 1_000, said)).toBe(said);
  expect(runPhase(9_000, 1_000, said)).toMatchObject({ endsMs: 10_000 });
  const assumed = runPhase(0, 0);
  expect(runPhase(0, 1_000, assumed)).toMatchObject({ endsMs: 121_000 });
  expect(renewPhase(assumed, 3_000, 1_000)).toMatchObject({ endsMs: 4_000 });
  expect(renewPhase(assumed, 0, 1_000)).toBe(assumed);
});

test('S37 an overdue phase waits once more for a message, then ends; the last phase ends at once', () => {
  const running = runPhase(5_000, 0);
  const dueMs = 5_000 + DUE_GRACE_MS;
  expect(phaseDueMs(running)).toBe(dueMs);
  expect(endPhase(running, dueMs - 1, false)).toBe('not yet');
  expect(endPhase(running, dueMs, true)).toBe('gone');
  const overdue = endPhase(running, dueMs, false);
  expect(overdue).toEqual({ name: 'overdue', untilMs: dueMs + DUE_OVERDUE_MS, isSaid: true });
  if (typeof overdue === 'string') return;
  expect(phaseDueMs(overdue)).toBe(dueMs + DUE_OVERDUE_MS);
  expect(endPhase(overdue, dueMs + DUE_OVERDUE_MS - 1, false)).toBe('not yet');
  expect(endPhase(overdue, dueMs + DUE_OVERDUE_MS, false)).toBe('gone');
  expect(renewPhase(overdue, 3_000, 9_000)).toEqual({ name: 'running', endsMs: 12_000, isSaid: true });
  expect(renewPhase(overdue, 0, 9_000)).toBe(overdue);
  // The answer about a phase of unknown length contains no time either.
  const silent = endPhase(runPhase(0, 0), 120_000 + DUE_GRACE_MS, false);
  if (typeof silent === 'string') throw new Error(silent);
  expect(renewPhase(silent, 0, 123_000)).toEqual({ name: 'running', endsMs: 243_000, isSaid: false });
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
