import { runMachine } from '../../run-machine.ts';
import { expect, test } from 'vitest';
import { MYSTIC_NAME } from '../../../src/core/room/people/mystic.ts';
import { EVERYBODY, type WelcomePolicy } from '../../../src/core/room/chat/welcome.ts';
import {
  readEntry,
  readFollow,
  TIP_LIMITS,
  enterTipsMachine,
  TIP_RULES,
  type EnterTipsEvent,
} from '../../../src/features/enter-tips/room.ts';
import { messageOf } from '../../message-of.ts';
import { seeded } from '../../../src/wasm/tests/seeded.ts';

const COUNT_EVERY_MS = 10_000;

const OWN_ID = 7;
const ROOM_ID = 1_001;
const loginOf = (fields: object) => messageOf('login', { ...fields }).body;
const followOf = (fields: object) => messageOf('follow', { ...fields }).body;
const entry = (userid: number, richlevel = 3, more: object = {}): EnterTipsEvent => ({
  type: 'entry',
  ...readEntry(loginOf({ userid, nickname: `n${userid}`, richlevel, ...more }), OWN_ID),
});

function start(policy: WelcomePolicy = EVERYBODY) {
  /** All changes of the view. */
  const drawn: (string | null)[] = [];
  let last = enterTipsMachine.initial.view;
  const it = runMachine(
    enterTipsMachine,
    () => ({ policy }),
    ({ view }) => void (view !== last && drawn.push((last = view)?.name ?? null)),
  );
  return { ...it, drawn, shown: () => it.runner.state().view?.name ?? null };
}

test('S22 a tip is shown for 3 s if no other waits; a quiet room has no timer', () => {
  const { clock, runner, shown, drawn } = start();
  runner.send(entry(1));
  expect(shown()).toBe('n1');
  clock.advance(2_999);
  expect(shown()).toBe('n1');
  clock.advance(1);
  expect(shown()).toBeNull();
  expect(runner.state().name).toBe('quiet');
  expect(clock.timers()).toBe(0);
  expect(drawn).toEqual(['n1', null]);
});

test('S22 a room full of entries draws at most five tips a second, and counts skipped ones every 10 s', () => {
  const { clock, runner, drawn, effects } = start();
  const random = seeded(5);
  const seconds = 30;
  for (let ms = 0; ms < seconds * 1_000; ms += 10) {
    for (let i = 0; i < 10; i++) runner.send(entry(1 + random.int(1_000_000)));
    clock.advance(10);
  }
  expect(drawn.length).toBeGreaterThan(4 * seconds);
  expect(drawn.length).toBeLessThanOrEqual(5 * seconds + 1);
  expect(effects.length).toBeGreaterThan(0);
  expect(effects.length).toBeLessThanOrEqual(3 * (1 + (seconds * 1_000) / COUNT_EVERY_MS));
  expect(new Set(effects.map(({ why }) => why))).toEqual(
    new Set(['too many in one second', 'more tips than can wait', 'was welcomed a moment ago']),
  );
});

test('S22 the same viewer twice in a row appears twice', () => {
  const { runner, clock } = start({ mode: 1, whitelist: [1] });
  runner.send(entry(1));
  const first = runner.state().view?.id;
  runner.send(entry(1));
  clock.advance(200);
  expect(runner.state().view).toMatchObject({ name: 'n1' });
  expect(runner.state().view?.id).not.toBe(first);
});

test('S22 an entry becomes a tip with the text of its rank; hostile names are text, truncated by code point', () => {
  const fields = { userid: 5, nickname: '<img src=x onerror=alert(1)>', richlevel: 3, richlevelV2: 12, wellcomes: '驾到' };
  const read = readEntry(loginOf(fields), OWN_ID);
  expect(read.tip).toEqual({ kind: 'entry', userId: 5, name: '<img src=x onerror=a', richLevel: 12, words: '驾到', isOwn: false });
  expect(readEntry(loginOf({ ...fields, nickname: '&lt;b&gt;\u202e粗体' }), OWN_ID).tip.name).toBe('<b>粗体');
  expect(readEntry(loginOf({ ...fields, nickname: '🎤'.repeat(50) }), OWN_ID).tip.name).toBe('🎤'.repeat(TIP_LIMITS.name.value));
  expect(readEntry(loginOf({ ...fields, wellcomes: '来'.repeat(99) }), OWN_ID).tip.words).toHaveLength(TIP_LIMITS.words.value);
  expect(readEntry(loginOf({ ...fields, richlevelV2: Number.MAX_SAFE_INTEGER }), OWN_ID).tip.richLevel).toBe(999);
  expect(readEntry(loginOf({ ...fields, userid: OWN_ID }), OWN_ID).tip.isOwn).toBe(true);
  // A name of only invisible characters counts as missing.
  const nameless = start();
  nameless.runner.send({ type: 'entry', ...readEntry(loginOf({ ...fields, nickname: ' \u202e ' }), OWN_ID) });
  expect(nameless.shown()).toBeNull();
});

test('S22 S35 a mystic viewer’s tip has no id and no level, and the display time of a low level', () => {
  const ext = encodeURIComponent('{"mystic":1}');
  const hidden = { userId: 0, name: MYSTIC_NAME, richLevel: 0 };
  const { tip, entry: read } = readEntry(loginOf({ userid: 5, nickname: MYSTIC_NAME, richlevel: 40, ext }), OWN_ID);
  expect(tip).toMatchObject(hidden);
  expect(TIP_RULES.protectMs(tip)).toBe(200);
  // The welcome rule uses the real level.
  expect(read.richLevel).toBe(40);
  expect(readFollow(followOf({ userid: 5, nickname: MYSTIC_NAME, richlevel: 40, ext }), OWN_ID)).toMatchObject(hidden);
});

test.each([
  ['without a user', { userid: 0, nickname: 'a' }],
  ['without a name', { userid: 5, nickname: ' ' }],
  ['of a negative user', { userid: -5, nickname: 'a' }],
])('S22 a follow %s makes no tip', (_why, fields) => {
  expect(readFollow(followOf(fields), OWN_ID)).toBeNull();
  expect(readFollow(followOf({ userid: 5, nickname: 'a', roomid: ROOM_ID }), OWN_ID)).toMatchObject({ kind: 'follow', name: 'a' });
});
