import { expect, test } from 'vitest';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { readQuestion } from '../../../src/core/room/feature/quiz.ts';
import { musicGuess } from '../../../src/features/music-guess/mock.ts';
import { room, guessesMachine, guessView, type GuessView } from '../../../src/features/music-guess/room.ts';
import { featureRoom, playFeature } from '../../feature-room.ts';

/** Repeated here, so that a change of the limits fails a test. */
const DUE_GRACE_MS = 2_000;
const DUE_OVERDUE_MS = 10_000;

const viewer = (userId = 880_001) => featureRoom(room, { userId, feature: 'music-guess' }, (view) => view as GuessView);
const answer = (view: GuessView | null, optionId: string) => ({
  type: 'request',
  verb: 'answer',
  fields: { questionId: view?.question?.questionId ?? 0, optionId },
});

test('S9 S37 a question is answered once and revealed with the own answer, and three questions give a ranking', async () => {
  const [mine, other] = [viewer(), viewer(880_002)];
  const play = playFeature([musicGuess], [mine, other]);
  play.host.command(1, 'music-guess', 'start');
  expect(mine.view()).toMatchObject({ phase: 'asking', round: 1, roundTotal: 3, chosen: '', wasRight: null });
  // The right option is not revealed early.
  expect(mine.view()?.question?.options.some(({ isRight }) => isRight)).toBe(false);
  await mine.act(answer(mine.view(), '1'));
  await other.act(answer(other.view(), '0'));
  expect(mine.view()).toMatchObject({ chosen: '1', request: { name: 'done' } });
  play.advance(20_100);
  expect(mine.view()).toMatchObject({ phase: 'revealed', wasRight: true });
  expect(other.view()).toMatchObject({ phase: 'revealed', wasRight: false });
  await mine.act(answer(mine.view(), '2'));
  expect(mine.view()).toMatchObject({ chosen: '1', request: { name: 'done' } });
  play.advance(6_000);
  expect(mine.view()).toMatchObject({ phase: 'asking', round: 2, chosen: '' });
  await mine.act(answer(mine.view(), '9'));
  expect(mine.view()).toMatchObject({ chosen: '', request: { name: 'failed' } });
  play.advance(52_100);
  expect(mine.view()).toMatchObject({ phase: 'settled' });
  expect(other.view()!.winners.find(({ userId }) => userId === 880_001)).toMatchObject({ nickname: '观众0001', score: 10 });
  play.advance(13_000);
  expect([mine.view(), other.view(), play.phase('music-guess')]).toEqual([null, null, null]);
});

test('S37 a question without a server answer is queried once and then removed; invalid questions are ignored', () => {
  const mine = viewer();
  mine.take(sessionPush('music-guess-status', { guessId: 1, status: 77, version: 9 }));
  expect(mine.view()).toBeNull();
  mine.take(sessionPush('music-guess-status', { guessId: 1, status: 1, version: 2, leftMs: 5_000 }));
  mine.take(sessionPush('music-guess-status', { guessId: 1, status: 3, version: 1, leftMs: 5_000 }));
  expect(mine.view()).toMatchObject({ phase: 'asking', question: null, leftMs: 5_000 });
  mine.clock.advance(5_000 + DUE_GRACE_MS);
  expect(mine.calls).toEqual([{ verb: 'snapshot', fields: {} }]);
  // The server confirms that the question is still open, so the countdown continues.
  mine.take(sessionPush('music-guess-status', { guessId: 1, status: 1, version: 2, leftMs: 3_000 }));
  expect(mine.view()).toMatchObject({ isOverdue: false, leftMs: 3_000 });
  mine.clock.advance(3_000 + DUE_GRACE_MS);
  mine.clock.advance(DUE_OVERDUE_MS);
  expect(mine.view()).toBeNull();
  expect(mine.clock.timers()).toBe(0);
  const option = { id: 'a', text: '&lt;i&gt;', right: false, count: -3 };
  const question = { questionId: 1, title: 't', songUrl: '', index: 0, endTime: 0 };
  expect(readQuestion({ ...question, options: [option, option] })).toBeNull();
  const many = Array.from({ length: 40 }, (_, at) => ({ ...option, id: String(at) }));
  expect(readQuestion({ ...question, options: many })?.options).toHaveLength(6);
  expect(readQuestion({ ...question, options: many })?.options[0]).toMatchObject({ text: '<i>', count: 0 });
});

test('S37 the answer of a viewer who logged out is not that of the next viewer, who can answer', () => {
  const option = (id: string) => ({ id, text: id, isRight: false, count: 0 });
  const question = { questionId: 5, title: '', songUrl: '', options: [option('1'), option('2')] };
  const guess = { phase: 'asking', round: 1, roundTotal: 3, question, winners: [] } as const;
  const request = { type: 'request', verb: 'answer', fields: { questionId: 5, optionId: '1' } } as const;
  const events = [
    { type: 'news', news: { id: 1, version: 1, leftMs: 9_000, guess } },
    request,
    { type: 'answered', refusal: null },
  ] as const;
  const mine = events.reduce<typeof guessesMachine.initial>(
    (state, event) => guessesMachine.step(state, event, 0, { userId: 7 })[0],
    guessesMachine.initial,
  );
  expect(guessView(mine, 0)?.chosen).toBe('1');
  const [other] = guessesMachine.step(mine, { type: 'login-changed' }, 0, { userId: 8 });
  expect(guessView(other, 0)?.chosen).toBe('');
  expect(guessesMachine.step(other, request, 0, { userId: 8 })).toHaveLength(2);
});
