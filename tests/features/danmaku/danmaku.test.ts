import { runMachine } from '../../run-machine.ts';
import { danmakuMachine, readLine, LINE_DROP_REASONS } from '../../../src/features/danmaku/room.ts';
import { DEFAULT_SETTINGS, readSettings, SETTINGS, flightOf, lanesOf, widthOf } from '../../../src/features/danmaku/rules-lanes.ts';
import type { CoveredRange } from '../../../src/core/room/stage.ts';
import { expect, test } from 'vitest';
import { messageOf } from '../../message-of.ts';
import { seeded } from '../../../src/wasm/tests/seeded.ts';

const runDanmaku = () => runMachine(danmakuMachine, () => null);

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
  runner.send({ type: 'set', settings: { density: 'many', area: 'full' } });
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
  expect([...reasons].sort()).toEqual([...LINE_DROP_REASONS].sort());
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

test('S20 while the layer is lower, as during looking back, no new line is in the lane of a line in flight', () => {
  const { clock, runner, say } = open();
  const inFlight = () => runner.state().view.lines.map(({ lane, text }) => [lane, text]);
  say('直播时的一条'.repeat(4));
  clock.advance(0);
  const { generation } = runner.state().view;
  runner.send({ type: 'page', page: { ...PAGE, height: PAGE.height - 48 } });
  say('回看时');
  clock.advance(0);
  expect(inFlight()).toEqual([
    [0, '直播时的一条'.repeat(4)],
    [1, '回看时'],
  ]);
  expect(runner.state().view.generation).toBe(generation);
  // The second lane is below the layer now, and its line ends; another width has other speeds, and all lines end together.
  runner.send({ type: 'page', page: { ...PAGE, height: 50 } });
  expect(inFlight()).toHaveLength(1);
  runner.send({ type: 'page', page: { ...PAGE, width: 600 } });
  expect([inFlight(), runner.state().view.generation]).toEqual([[], generation + 1]);
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

test('S20 a picture of another width starts with empty lanes; a layer ends only the lines of the lanes that it covers', () => {
  for (const [change, flies] of [
    [{ width: 500 }, []],
    [{ height: 300 }, ['a']],
  ] as const) {
    const other = open();
    other.say('a');
    other.clock.advance(0);
    other.runner.send({ type: 'page', page: { ...PAGE, ...change } });
    expect(other.texts()).toEqual(flies);
  }
  const { clock, runner, say, texts } = open();
  say('a');
  say('b');
  clock.advance(0);
  runner.send({ type: 'page', page: { ...PAGE, covered: [{ top: 0, bottom: 1 }] } });
  expect(texts()).toEqual(['b']);
  expect(clock.timers()).toBe(0);
});

test('S20 another text size or area starts with empty lanes; another density or opacity keeps flying lines', () => {
  const { clock, runner, say, texts } = open();
  say('a');
  clock.advance(0);
  runner.send({ type: 'set', settings: { density: 'few', opacity: 30 } });
  expect(texts()).toEqual(['a']);
  for (const [type, isOpen] of [
    ['entry', true],
    ['close', false],
  ] as const) {
    runner.send({ type });
    expect(runner.state().view).toMatchObject({ areSettingsOpen: isOpen, lines: [{ text: 'a' }] });
  }
  runner.send({ type: 'set', settings: { size: 'small' } });
  expect(texts()).toEqual([]);
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
  runner.send({ type: 'set', settings: { opacity: 40 } });
  expect(effects).toEqual([
    { type: 'store-choice', isShown: true },
    { type: 'store-choice', isShown: false },
    { type: 'store-settings', settings: { ...DEFAULT_SETTINGS, opacity: 40 } },
  ]);
  const again = open();
  again.runner.send({ type: 'restored', choice: false, given: { size: 'large' } });
  expect(again.runner.state().view).toMatchObject({ isShown: false, settings: { size: 'large' } });
});

test('S20 only lines of the star and the viewer fly if chosen', () => {
  const { clock, runner, say, texts } = open();
  runner.send({ type: 'set', settings: { kinds: 'star' } });
  say('别人');
  say('我', true);
  runner.send({ type: 'line', line: { text: '主播', isOwn: false, isStar: true } });
  clock.advance(0);
  expect(texts()).toEqual(['我', '主播']);
});

const bodyOf = (fields: Readonly<Record<string, unknown>>) => messageOf('chat', fields).body;

test('S20 S8 a line is text: markup stays text, direction and stacking marks are removed, long lines are truncated, private ones do not fly', () => {
  const people = { userId: 5, starId: 9 };
  const lineOf = (chatmsg: string, fields = {}) => readLine(bodyOf({ chatmsg, senderid: 1, ...fields }), people);
  expect(lineOf('<img src=x onerror=alert(1)>')?.text).toBe('<img src=x onerror=alert(1)>');
  expect(lineOf('a\u202eb\u2066c\n\n\td\u0000e')?.text).toBe('abc d e');
  expect(lineOf(' \u200e\ufeff ')).toBeNull();
  expect(lineOf('')).toBeNull();
  expect(lineOf('a  b')?.text).toBe('a b');
  expect(lineOf('字'.repeat(MAX_LINE_CHARS))?.text).toBe('字'.repeat(MAX_LINE_CHARS));
  const long = lineOf('🎤'.repeat(10_000))?.text ?? '';
  expect(Array.from(long)).toHaveLength(MAX_LINE_CHARS);
  expect(long).toMatch(/^(?:🎤)+…$/u);
  expect(lineOf('悄悄话', { issecrect: true })).toBeNull();
  expect(lineOf('a', { senderid: 5 })).toMatchObject({ isOwn: true, isStar: false });
  expect(lineOf('a', { senderid: 9 })).toMatchObject({ isOwn: false, isStar: true });
  // Only the first 500 characters of a message are read.
  expect([lineOf(`${' '.repeat(499)}x`)?.text, lineOf(`${' '.repeat(500)}x`)]).toEqual(['x', null]);
  expect(readLine(bodyOf({ chatmsg: 'a', senderid: 0 }), { userId: 0, starId: 0 })).toMatchObject({ isOwn: false, isStar: false });
});

/** When waiting lines fly: lanes, the number of lines in flight, and whose lines are first. */

function begin(given: Readonly<Record<string, unknown>> = {}) {
  const { clock, effects, runner } = runDanmaku();
  runner.send({ type: 'page', page: PAGE });
  runner.send({ type: 'set', settings: given });
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

test('S20 a line of another viewer that waited for more than 3 s is dropped and counted, an own line is not', () => {
  const it = begin();
  for (const _lane of it.lanes.free) it.say('字'.repeat(60));
  it.clock.advance(0);
  it.say('late');
  it.say('late too');
  it.say('mine', true);
  it.clock.advance(20_000);
  expect(it.effects).toEqual([{ type: 'count', what: 'dropped', by: 2, why: 'no lane was free in time' }]);
  expect(it.texts()).toContain('mine');
});

const MAX_LANES = 16;

const STAGE = { width: 852, height: 400, covered: [] };

test('S20 area and text size determine the number of lanes: within the bound, at least one if a line fits, none without a picture', () => {
  const countOf = (change: object, size = STAGE) => lanesOf(size, { ...DEFAULT_SETTINGS, middle: 'used', ...change }).free.length;
  expect(SETTINGS.area.map((area) => countOf({ area }))).toEqual([2, 5, 11]);
  expect(SETTINGS.size.map((size) => countOf({ size, area: 'full' }))).toEqual([15, 11, 8]);
  expect(countOf({ area: 'full' }, { width: 4_000, height: 4_000, covered: [] })).toBe(MAX_LANES);
  expect(countOf({ area: 'quarter' }, { width: 320, height: 40, covered: [] })).toBe(1);
  expect(countOf({}, { width: 320, height: 20, covered: [] })).toBe(0);
  expect(countOf({}, { width: 0, height: 400, covered: [] })).toBe(0);
});

test('S20 two lines of a lane never touch for any lengths: 2,000 seeded pairs, checked along the whole way', () => {
  const random = seeded(20);
  for (let pair = 0; pair < 2_000; pair++) {
    const size = { width: 300 + random.int(2_000), height: 400, covered: [] };
    const lanes = lanesOf(size, { ...DEFAULT_SETTINGS, density: random.pick(SETTINGS.density) });
    const widths = [0, 1].map(() => widthOf('好'.repeat(1 + random.int(47)), lanes.fontPx));
    const startMs = flightOf(lanes, widths[0]!).freeAfterMs;
    // Position in the browser: linear from the right edge to its own width left of the layer.
    const headAt = (index: number, ms: number): number => {
      const { durationMs } = flightOf(lanes, widths[index]!);
      return size.width - ((size.width + widths[index]!) * ms) / durationMs;
    };
    let gapPx = Number.POSITIVE_INFINITY;
    for (let ms = startMs; ms <= flightOf(lanes, widths[0]!).durationMs; ms += 250)
      gapPx = Math.min(gapPx, headAt(1, ms - startMs) - (headAt(0, ms) + widths[0]!));
    expect(gapPx).toBeGreaterThan(0);
  }
});

test('S20 stored settings are read one by one; an unknown choice keeps the previous value', () => {
  expect(readSettings({ density: 'many', size: 'large', area: 'full', opacity: 50 }, DEFAULT_SETTINGS)).toEqual({
    ...DEFAULT_SETTINGS,
    density: 'many',
    size: 'large',
    area: 'full',
    opacity: 50,
  });
  for (const bad of [undefined, null, 'x', '__proto__', {}, [], Number.NaN, Number.POSITIVE_INFINITY, true])
    expect(readSettings({ density: bad, size: bad, area: bad, opacity: bad }, DEFAULT_SETTINGS)).toEqual(DEFAULT_SETTINGS);
  expect(readSettings({ opacity: -5 }, DEFAULT_SETTINGS).opacity).toBe(30);
  expect(readSettings({ opacity: 5_000 }, DEFAULT_SETTINGS).opacity).toBe(100);
});

test('S20 lines cross faster or slower as chosen, and leave the star’s face free', () => {
  const [slow, normal, fast] = SETTINGS.speed.map((speed) => lanesOf(STAGE, { ...DEFAULT_SETTINGS, speed }).pxPerMs);
  expect(slow).toBeLessThan(normal!);
  expect(normal).toBeLessThan(fast!);
  for (const layer of [STAGE, { ...STAGE, width: 390, height: 210 }]) {
    const [upper, all] = (['half', 'full'] as const).map((area) => lanesOf(layer, { ...DEFAULT_SETTINGS, area }));
    const { laneHeightPx } = all!;
    const isInMiddle = (lane: number): boolean =>
      (lane + 1) * laneHeightPx > layer.height / 3 && lane * laneHeightPx < (layer.height * 2) / 3;
    expect(all!.free.filter(isInMiddle)).toEqual([]);
    expect(all!.free.some((lane) => lane * laneHeightPx > layer.height / 2)).toBe(true);
    expect(upper!.free).not.toEqual([]);
    expect(Math.max(...upper!.free)).toBeLessThan(Math.min(...all!.free.filter((lane) => lane * laneHeightPx > layer.height / 2)));
  }
});
