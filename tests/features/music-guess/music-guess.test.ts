import { expect, test } from 'vitest';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { musicGuess } from '../../../src/features/music-guess/mock.ts';
import { room, type GuessView } from '../../../src/features/music-guess/room.ts';
import { featureRoom, playFeature } from '../../feature-room.ts';

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

test('S37 a status without a time keeps the countdown of its question, and only a question that ends unannounced is looked up', () => {
  const mine = viewer();
  const options = ['a', 'b'].map((id) => ({ id, text: id, right: false, count: 0 }));
  const question = { questionId: 1, title: 't', songUrl: '', index: 0, endTime: 0, options };
  const told = (version: number, change: object) => {
    const body = { guessId: 1, version, status: 1, round: 1, question, ...change };
    mine.take(sessionPush('music-guess-status', body));
    return mine.view()?.leftMs;
  };
  expect(told(1, { leftMs: 9_000 })).toBe(9_000);
  mine.clock.advance(1_000);
  expect([told(2, {}), told(3, { round: 2 })]).toEqual([8_000, 0]);
  expect(told(4, { round: 2, leftMs: 1_000 })).toBe(1_000);
  mine.clock.advance(4_000);
  expect(mine.calls).toEqual([{ verb: 'snapshot', fields: {} }]);
  // A status without its question, an unknown one, and a winner without a user.
  told(5, { status: 2, round: 2, question: null });
  expect(mine.view()).toMatchObject({ phase: 'revealed', question: null, chosen: '', wasRight: null });
  told(6, { status: 9 });
  told(7, { status: 3, round: 2, leftMs: 1_000, winners: [{ score: 7 }] });
  expect(mine.view()).toMatchObject({ phase: 'settled', wasRight: null, winners: [{ userId: 0, nickname: '', score: 7 }] });
  mine.clock.advance(20_000);
  expect([mine.view(), mine.calls.length]).toEqual([null, 1]);
});
