import type { CoveredRange } from '../../../src/core/room/stage/stage-regions.ts';
import { expect, test } from 'vitest';
import { readLine } from '../../../src/features/danmaku/rules-message.ts';
import { LINE_DROP_WHYS } from '../../../src/features/danmaku/rules.ts';
import type { BodyOfMessage } from '../../../src/wire/registry.ts';
import { messageOf } from '../../message-of.ts';
import { seeded } from '../../seeded.ts';
import { runDanmaku } from './run.ts';

/** Repeated here, so that a change of the limits fails a test. */
const MAX_FLYING = 48;
const MAX_LINE_CHARS = 48;
const MAX_WAITING = 40;

const PAGE = { width: 852, height: 400, covered: [] as readonly CoveredRange[], reducedMotion: false };

function open(page = PAGE) {
  const { clock, effects, runner } = runDanmaku();
  runner.send({ type: 'page', page });
  const say = (text: string, isOwn = false): void => runner.send({ type: 'line', line: { text, isOwn, isStar: false } });
  const texts = (): readonly string[] => runner.state().view.lines.map((line) => line.text);
  return { clock, effects, runner, say, texts };
}

test('S20 lines fly in separate lanes and land, and a quiet room has no timer', () => {
  const { clock, runner, say, texts } = open();
  say('一');
  say('二');
  clock.advance(0);
  expect(runner.state().view.lines.map(({ lane, text }) => [lane, text])).toEqual([
    [0, '一'],
    [1, '二'],
  ]);
  expect(clock.timers()).toBe(0);
  clock.advance(20_000);
  say('三');
  clock.advance(0);
  expect(texts()).toEqual(['三']);
  expect(runner.state().view.lines[0]).toMatchObject({ id: 3, lane: 0 });
});

test('S20 in a flood every bound holds, dropped lines are counted by reason, and the own line flies as soon as a lane is free', () => {
  const { clock, effects, runner, say, texts } = open();
  runner.send({ type: 'settings', given: { density: 'many', area: 'full' } });
  const random = seeded(7);
  for (let second = 0; second < 60; second++) {
    for (let line = 0; line < 100; line++) say('字'.repeat(1 + random.int(30)));
    expect(runner.state().waiting.length).toBeLessThanOrEqual(MAX_WAITING);
    clock.advance(200);
    expect(runner.state().flying.length).toBeLessThanOrEqual(MAX_FLYING);
  }
  // Every dropped line has a reason of the closed list.
  say('我说的', true);
  for (let line = 0; line < 200; line++) say('别人');
  clock.advance(3_000);
  expect(texts()).toContain('我说的');
  clock.advance(10_000);
  const reasons = new Set(effects.flatMap((effect) => (effect.type === 'count' ? [effect.why] : [])));
  expect([...reasons].sort()).toEqual([...LINE_DROP_WHYS].sort());
});

test('S20 without a picture no line waits or flies, and old lines do not return with the picture', () => {
  const { clock, runner, say, texts } = open();
  say('before');
  runner.send({ type: 'page', page: { ...PAGE, width: 0, height: 0 } });
  say('radio');
  clock.advance(5_000);
  runner.send({ type: 'page', page: PAGE });
  clock.advance(5_000);
  expect(texts()).toEqual([]);
  runner.send({ type: 'page', page: { width: Number.NaN, height: -1, covered: [], reducedMotion: false } });
  expect(runner.state().page).toEqual({ width: 0, height: 0, covered: [], reducedMotion: false });
});

test('S20 while layers cover all lanes the page is not updated, and a waiting own line flies as soon as a lane is uncovered', () => {
  const { clock, runner, say, texts } = open();
  say('我说的', true);
  runner.send({ type: 'page', page: { ...PAGE, covered: [{ top: 0, bottom: PAGE.height }] } });
  clock.advance(0);
  const { view } = runner.state();
  // A timer without an end would be executed at once, again and again.
  expect(clock.timers()).toBe(0);
  clock.advance(1_000);
  expect(texts()).toEqual([]);
  expect(runner.state().view).toBe(view);
  runner.send({ type: 'page', page: PAGE });
  clock.advance(100);
  expect(texts()).toEqual(['我说的']);
  expect(clock.timers()).toBe(0);
});

test('S20 with reduced motion no line flies until the viewer turns it on; the choice and each setting are stored', () => {
  const { clock, effects, runner, say, texts } = open({ ...PAGE, reducedMotion: true });
  say('a');
  clock.advance(1_000);
  expect(runner.state()).toMatchObject({ name: 'hidden', waiting: [], view: { isShown: false, lines: [] } });
  runner.send({ type: 'toggle' });
  say('b');
  clock.advance(0);
  expect(texts()).toEqual(['b']);
  runner.send({ type: 'toggle' });
  expect(runner.state()).toMatchObject({ name: 'hidden', flying: [] });
  runner.send({ type: 'settings', given: { opacity: 40 } });
  expect(effects).toEqual([
    { type: 'store-choice', isShown: true },
    { type: 'store-choice', isShown: false },
    { type: 'store-settings', settings: { density: 'normal', size: 'medium', area: 'half', opacity: 40 } },
  ]);
  const again = open();
  again.runner.send({ type: 'restored', choice: false, given: { size: 'large' } });
  expect(again.runner.state().view).toMatchObject({ isShown: false, settings: { size: 'large' } });
});

test('S20 another text size or area starts with empty lanes; another density or opacity keeps flying lines', () => {
  const { clock, runner, say, texts } = open();
  say('a');
  clock.advance(0);
  runner.send({ type: 'settings', given: { density: 'few', opacity: 30 } });
  expect(texts()).toEqual(['a']);
  runner.send({ type: 'settings', given: { size: 'small' } });
  expect(texts()).toEqual([]);
});

const bodyOf = (fields: Readonly<Record<string, unknown>>): BodyOfMessage<'chat'> =>
  messageOf('chat', fields).body as BodyOfMessage<'chat'>;

test('S20 S8 a line is text: markup stays text, direction and stacking marks are removed, long lines are truncated, private ones do not fly', () => {
  const people = { userId: 5, starId: 9 };
  const lineOf = (chatmsg: string, fields = {}) => readLine(bodyOf({ chatmsg, senderid: 1, ...fields }), people);
  expect(lineOf('<img src=x onerror=alert(1)>')?.text).toBe('<img src=x onerror=alert(1)>');
  expect(lineOf('a\u202eb\u2066c\n\n\td\u0000e')?.text).toBe('ab c d e');
  expect(lineOf(' \u200e\ufeff ')).toBeNull();
  expect(lineOf('')).toBeNull();
  const long = lineOf('🎤'.repeat(10_000))?.text ?? '';
  expect(Array.from(long)).toHaveLength(MAX_LINE_CHARS);
  expect(long).toMatch(/^(?:🎤)+…$/u);
  expect(lineOf('悄悄话', { issecrect: true })).toBeNull();
  expect(lineOf('a', { senderid: 5 })).toMatchObject({ isOwn: true, isStar: false });
  expect(lineOf('a', { senderid: 9 })).toMatchObject({ isOwn: false, isStar: true });
  expect(readLine(bodyOf({ chatmsg: 'a', senderid: 0 }), { userId: 0, starId: 0 })).toMatchObject({ isOwn: false, isStar: false });
});
