import { expect, test } from 'vitest';
import { decodePublished } from '../../../../src/workers/core/room/live-info.ts';
import {
  isOnAir,
  NOT_PUBLISHING,
  stepPublishing,
  type PublishEvent,
  type Publishing,
} from '../../../../src/workers/core/room/publishing.ts';
import type { Failure } from '../../../../src/workers/core/result.ts';
import { seeded } from '../../../seeded.ts';

const REFUSED: Failure = { code: 'PUBLISH_REFUSED', detail: 'later' };

/** Walks the events, one second apart, and gathers what was asked of the server. */
function walk(...events: PublishEvent[]) {
  let state: Publishing = NOT_PUBLISHING;
  const asked: boolean[] = [];
  events.forEach((event, index) => {
    const [next, ...effects] = stepPublishing(state, event, (index + 1) * 1_000);
    state = next;
    for (const effect of effects) if (effect.do === 'ask-server') asked.push(effect.on);
  });
  return { state, asked };
}
const START: PublishEvent = { type: 'start' };
const STOP: PublishEvent = { type: 'stop' };
const answer = (epoch: number, error: Failure | null = null): PublishEvent => ({ type: 'answer', epoch, error });

test('P31 on the air once the server said so, off it once the server said so', () => {
  expect(walk(START)).toEqual({ state: { at: 'starting', epoch: 1 }, asked: [true] });
  expect(walk(START, answer(1)).state).toEqual({ at: 'live', epoch: 1, sinceMs: 2_000, error: null });
  expect(walk(START, answer(1), STOP).state).toEqual({ at: 'stopping', epoch: 2, sinceMs: 2_000 });
  expect(walk(START, answer(1), STOP, answer(2))).toEqual({ state: { at: 'ready', epoch: 2, error: null }, asked: [true, false] });
});

test('P31 a start that is refused leaves the tool ready and says why; the next try forgets it', () => {
  expect(walk(START, answer(1, REFUSED)).state).toEqual({ at: 'ready', epoch: 1, error: REFUSED });
  expect(walk(START, answer(1, REFUSED), START).state).toEqual({ at: 'starting', epoch: 2 });
});

test('P31 a stop that fails is still live, with the time that it has been', () => {
  expect(walk(START, answer(1), STOP, answer(2, REFUSED)).state).toEqual({ at: 'live', epoch: 2, sinceMs: 2_000, error: REFUSED });
});

test('P31 a stop overtakes a start that was not answered: its late answer changes nothing', () => {
  expect(walk(START, STOP, answer(1))).toEqual({ state: { at: 'stopping', epoch: 2, sinceMs: 2_000 }, asked: [true, false] });
  expect(walk(START, STOP, answer(1), answer(2)).state.at).toBe('ready');
});

test('P31 what does not fit the state asks nothing', () => {
  expect(walk(STOP)).toEqual({ state: NOT_PUBLISHING, asked: [] });
  expect(walk(START, START, answer(1), START).asked).toEqual([true]);
  expect(walk(START, answer(1), STOP, STOP, START).asked).toEqual([true, false]);
  expect(walk(answer(0)).state).toBe(NOT_PUBLISHING);
});

test('P31 in any order of events: one request at a time for a state, and each answered state can be left', () => {
  const generator = seeded(31);
  const random = (): number => generator.next();
  for (let run = 0; run < 200; run++) {
    let state: Publishing = NOT_PUBLISHING;
    for (let turn = 0; turn < 30; turn++) {
      const chance = random();
      const epoch = Math.max(0, state.epoch - (random() < 0.3 ? 1 : 0));
      const event = chance < 0.3 ? START : chance < 0.6 ? STOP : answer(epoch, random() < 0.3 ? REFUSED : null);
      const [next, ...effects] = stepPublishing(state, event, turn);
      const asked = effects.filter((effect) => effect.do === 'ask-server');
      expect(asked.length).toBe(next.epoch - state.epoch);
      for (const effect of asked) expect(effect).toEqual({ do: 'ask-server', on: next.at === 'starting', epoch: next.epoch });
      if (event.type === 'answer' && event.epoch !== state.epoch) expect(next).toBe(state);
      state = next;
    }
    if (state.at === 'starting' || state.at === 'stopping')
      expect(['ready', 'live']).toContain(stepPublishing(state, answer(state.epoch), 99)[0].at);
  }
});

test('P31 the room is live while the server may still send', () => {
  expect([walk().state, walk(START).state, walk(START, answer(1)).state, walk(START, answer(1), STOP).state].map(isOnAir)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test.each([
  [{ code: 0 }, null],
  [{ code: 1_100_009, msg: '开播失败' }, '开播失败'],
  [{ code: 5 }, '5'],
  [{ code: '0' }, '0'],
  [{ code: 5, msg: { a: 1 } }, '5'],
  [{ msg: 'x'.repeat(1_000) }, 'undefined'],
])('P31 the answer %j', (body, detail) => {
  expect(decodePublished(body)).toMatchObject(detail === null ? { ok: true } : { ok: false, error: { code: 'PUBLISH_REFUSED', detail } });
});

test('P31 an answer that is no object', () => {
  for (const body of [null, 1, 'x', []]) expect(decodePublished(body)).toMatchObject({ ok: false });
});
