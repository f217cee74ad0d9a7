/** When waiting lines fly: lanes, the number of lines in flight, and whose lines are first. */
import { expect, test } from 'vitest';
import { flightOf, lanesOf, widthOf } from '../../../src/features/danmaku/rules-lanes.ts';
import { runDanmaku } from './run.ts';

const PAGE = { width: 852, height: 400, covered: [], reducedMotion: false };

function open(given: Readonly<Record<string, unknown>> = {}) {
  const { clock, effects, runner } = runDanmaku();
  runner.send({ type: 'page', page: PAGE });
  runner.send({ type: 'settings', given });
  effects.length = 0;
  const { settings } = runner.state();
  const lanes = lanesOf(PAGE, settings);
  return {
    clock,
    effects,
    lanes,
    state: () => runner.state(),
    say: (text: string, isOwn = false): void => runner.send({ type: 'line', line: { text, isOwn, isStar: false } }),
    texts: () => runner.state().view.lines.map(({ text }) => text),
    flight: (text: string) => flightOf(lanes, widthOf(text, lanes.fontPx)),
  };
}

test('S20 lines are flying while one of them is on the page, and quiet at the first change afterwards', () => {
  const it = open();
  expect(it.state().name).toBe('quiet');
  it.say('a');
  it.clock.advance(0);
  expect([it.state().name, it.state().dueMs]).toEqual(['flying', null]);
  it.clock.advance(it.flight('a').durationMs);
  it.say('b');
  it.clock.advance(0);
  expect([it.state().name, it.texts()]).toEqual(['flying', ['b']]);
});

test('S20 a lane stays occupied until its line is far enough from the edge', () => {
  const it = open();
  it.say('long '.repeat(10));
  it.clock.advance(0);
  it.clock.advance(200);
  it.say('next');
  it.clock.advance(0);
  expect(it.state().view.lines.map(({ lane }) => lane)).toEqual([0, 1]);
  expect(it.state().view.lines.map(({ id }) => id)).toEqual([1, 2]);
});

test('S20 with all lanes occupied a line waits for the lane that becomes free first, and no longer', () => {
  const it = open();
  const texts = it.lanes.free.map((lane) => '字'.repeat(lane === 2 ? 3 : 20));
  for (const text of texts) it.say(text);
  it.clock.advance(0);
  it.say('waits', true);
  it.clock.advance(0);
  const { freeAfterMs } = it.flight(texts[2]!);
  it.clock.advance(freeAfterMs - 1);
  expect(it.texts()).not.toContain('waits');
  it.clock.advance(1);
  expect(it.state().view.lines.at(-1)).toMatchObject({ text: 'waits', lane: 2 });
});

test('S20 with the maximum of lines in flight a new line waits until the first of them has landed', () => {
  const it = open({ density: 'few', area: 'full' });
  expect(it.lanes.free.length).toBeGreaterThan(it.lanes.maxFlying);
  const texts = Array.from({ length: it.lanes.maxFlying }, (_, at) => (at === 4 ? 'short' : '字'.repeat(10)));
  for (const text of texts) it.say(text);
  it.clock.advance(0);
  expect(it.texts()).toHaveLength(it.lanes.maxFlying);
  it.say('waits', true);
  it.clock.advance(0);
  const { durationMs } = it.flight('short');
  it.clock.advance(durationMs - 1);
  expect(it.texts()).not.toContain('waits');
  it.clock.advance(1);
  expect(it.texts()).toEqual([...texts.filter((text) => text !== 'short'), 'waits']);
});

test('S20 own lines fly before waiting ones of others, each once', () => {
  const it = open();
  for (const text of ['a', 'b', 'c']) it.say(text);
  it.say('mine', true);
  it.clock.advance(0);
  expect(it.texts()).toEqual(['mine', 'a', 'b', 'c']);
});

test('S20 a line of another viewer that waited for more than 3 s is dropped and counted, an own line is not', () => {
  const it = open();
  for (const _lane of it.lanes.free) it.say('字'.repeat(60));
  it.clock.advance(0);
  it.say('late');
  it.say('late too');
  it.say('mine', true);
  it.clock.advance(20_000);
  expect(it.effects).toEqual([{ type: 'count', what: 'dropped', by: 2, why: 'no lane was free in time' }]);
  expect(it.texts()).toContain('mine');
});

test('S20 if more lines wait than the limit, the oldest of other viewers are dropped and counted', () => {
  const it = open();
  for (let line = 1; line <= 42; line++) it.say(`line ${line}`, line === 1);
  expect(it.effects).toEqual([
    { type: 'count', what: 'dropped', by: 1, why: 'more lines than can wait' },
    { type: 'count', what: 'dropped', by: 1, why: 'more lines than can wait' },
  ]);
  expect(
    it
      .state()
      .waiting.slice(0, 2)
      .map(({ line }) => line.text),
  ).toEqual(['line 1', 'line 4']);
});
