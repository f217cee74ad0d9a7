import { expect, test } from 'vitest';
import { announcementsMachine, type Announcement, type AnnouncementEvent } from '../../../../src/core/room/feature/announcements.ts';

interface Said extends Announcement {
  readonly text: string;
}
const SAID: Said = { key: 'a', rank: 1, showMs: 10_000, about: '', revision: 0, text: '你好' };
const said = (change: Partial<Said> = {}): AnnouncementEvent<Said> => ({ type: 'said', item: { ...SAID, ...change } });
const ASK: AnnouncementEvent<Said> = { type: 'ask', key: 'a', verb: 'join', fields: { id: 7 } };
const CALL = { type: 'call', key: 'a', verb: 'join', fields: { id: 7 } };
const answered = (refusal: string | null, key = 'a'): AnnouncementEvent<Said> => ({ type: 'answered', key, refusal });
const TICK = { type: 'tick' } as const;
type Timed = readonly [nowMs: number, event: AnnouncementEvent<Said> | typeof TICK, userId?: number];

function run(events: readonly Timed[], staysAnswered?: boolean) {
  const machine = announcementsMachine<Said>({ name: 'notices', ...(staysAnswered === undefined ? {} : { staysAnswered }) });
  let state = machine.initial;
  const effects: unknown[] = [];
  for (const [nowMs, event, userId = 7] of events) {
    const [next, ...more] = machine.step(state, event, nowMs, { userId });
    state = next;
    effects.push(...more.map((effect) => (effect.type === 'count' ? effect.why : effect)));
  }
  return { machine, state, effects, view: state.view, dueMs: machine.deadlineMs(state, { userId: 7 }) };
}

test('S37 an announcement is shown for its time with the number of those that wait, without its internals', () => {
  const { machine, state, view, dueMs } = run([]);
  expect([machine.name, state.name, view, dueMs, state.ask]).toEqual(['notices', 'quiet', null, null, { name: 'idle' }]);
  const shown = run([[100, said()]]);
  expect(shown.view).toEqual({ key: 'a', text: '你好', more: 0, leftMs: 10_000, ask: { name: 'idle' } });
  expect([shown.state.name, shown.dueMs, shown.effects]).toEqual(['showing', 10_100, ['nothing else is shown']]);
  expect(
    run([
      [100, said()],
      [200, said({ key: 'b' })],
    ]).view,
  ).toMatchObject({ key: 'a', more: 1, leftMs: 9_900 });
  const over = run([
    [100, said()],
    [10_100, TICK],
  ]);
  expect([over.state.name, over.view, over.dueMs]).toEqual(['quiet', null, null]);
});

test('S37 a step that changes nothing on the page keeps the view', () => {
  const events: readonly Timed[] = [[100, said()]];
  const { state, machine } = run(events);
  const step = (event: AnnouncementEvent<Said> | typeof TICK) => machine.step(state, event, 5_000, { userId: 7 })[0];
  for (const event of [TICK, answered(null), { type: 'dismiss', key: 'other' }] as const) expect(step(event)).toBe(state);
  // A repetition is remembered and does not restart the view.
  const repeated = step(said());
  expect(repeated).not.toBe(state);
  expect(repeated.view).toBe(state.view);
});

test('S37 after a dismissed announcement the next one is shown, with a request of its own', () => {
  const events: readonly Timed[] = [
    [0, said()],
    [1, said({ key: 'b' })],
    [2, ASK],
  ];
  expect(run([...events, [3, { type: 'dismiss', key: 'a' }]]).view).toMatchObject({ key: 'b', more: 0, ask: { name: 'idle' } });
  expect(run([...events, [3, said({ key: 'c' })]]).view).toMatchObject({ key: 'a', more: 2, ask: { name: 'sending', what: 'a' } });
  expect(run([...events, [3, { type: 'dismiss', key: 'a' }], [4, answered(null)]]).view).toMatchObject({ key: 'b', ask: { name: 'idle' } });
});

test('S37 the viewer can answer the shown announcement once, after a login, and a refusal is shown', () => {
  expect(
    run([
      [0, said()],
      [1, ASK],
    ]),
  ).toMatchObject({ effects: ['nothing else is shown', CALL], view: { ask: { name: 'sending', what: 'a' } } });
  expect(
    run([
      [0, said()],
      [1, ASK],
      [2, ASK],
    ]).effects,
  ).toEqual(['nothing else is shown', CALL]);
  expect(
    run([
      [0, said()],
      [1, ASK, 0],
    ]),
  ).toMatchObject({ effects: ['nothing else is shown', { type: 'login' }], view: { ask: { name: 'idle' } } });
  expect(
    run([
      [0, said({ key: 'b' })],
      [1, ASK],
    ]).effects,
  ).toEqual(['nothing else is shown']);
  expect(run([[1, ASK]]).effects).toEqual([]);
  const refused = run([
    [0, said()],
    [1, ASK],
    [2, answered('已满')],
    [3, ASK],
  ]);
  expect(refused.effects).toEqual(['nothing else is shown', CALL, CALL]);
  expect(
    run([
      [0, said()],
      [1, ASK],
      [2, answered('已满')],
    ]),
  ).toMatchObject({
    view: { ask: { name: 'failed', what: 'a', text: '已满' } },
    dueMs: 10_000,
  });
  expect(
    run([
      [0, said()],
      [1, ASK],
      [2, answered(null, 'b')],
    ]).view,
  ).toMatchObject({ ask: { name: 'sending' } });
});

test('S37 an accepted answer is shown for 3 s at most, unless a message of the server ends it', () => {
  const events: readonly Timed[] = [
    [0, said()],
    [1, ASK],
    [2_000, answered(null)],
  ];
  expect(run(events)).toMatchObject({ dueMs: 5_000, view: { leftMs: 3_000, ask: { name: 'done', what: 'a' } } });
  expect(run([...events, [2_001, ASK]]).effects).toEqual(['nothing else is shown', CALL]);
  expect(
    run([
      [0, said()],
      [1, ASK],
      [9_000, answered(null)],
    ]),
  ).toMatchObject({ dueMs: 10_000, view: { leftMs: 1_000 } });
  expect(run(events, true)).toMatchObject({ dueMs: 10_000, view: { leftMs: 8_000 } });
  expect(run(events, false).dueMs).toBe(5_000);
});

const about = (revision: number, change: Partial<Said> = {}) => said({ about: 'round', revision, key: `r${revision}`, ...change });
test('S37 a newer message about a subject replaces the shown one at once, and an older message is counted', () => {
  const newer = run([
    [0, about(1)],
    [500, about(2, { text: '新', showMs: 4_000 })],
  ]);
  expect(newer).toMatchObject({ view: { key: 'r2', text: '新', leftMs: 4_000, more: 0 }, dueMs: 4_500 });
  expect(newer.effects).toEqual(['nothing else is shown', 'takes the place of the earlier one']);
  expect(
    run([
      [0, about(2)],
      [500, about(1)],
    ]),
  ).toMatchObject({
    view: { key: 'r2' },
    effects: ['nothing else is shown', 'an earlier message of the same thing'],
  });
  // After the window of reordering a smaller number means that the server has restarted its count.
  expect(
    run([
      [0, about(2, { showMs: 60_000 })],
      [30_000, about(1)],
    ]).effects[1],
  ).toBe('an earlier message of the same thing');
  expect(
    run([
      [0, about(2, { showMs: 60_000 })],
      [30_001, about(1)],
    ]).effects[1],
  ).toBe('waits for its turn');
  expect(
    run([
      [0, about(1)],
      [500, about(1)],
    ]).effects[1],
  ).toBe('said before');
  expect(
    run([
      [0, about(1)],
      [500, about(2, { about: 'other' })],
    ]).effects[1],
  ).toBe('waits for its turn');
});

test('S37 a newer message about a subject replaces the waiting one, and other waiting announcements stay', () => {
  const { state, effects, view } = run([
    [0, said()],
    [1, about(1)],
    [2, said({ key: 'b' })],
    [3, about(2)],
  ]);
  expect(state.queue.waiting.map(({ key }) => key)).toEqual(['b', 'r2']);
  expect(effects.at(-1)).toBe('waits for its turn');
  expect(view).toMatchObject({ key: 'a' });
});

test('S37 announcements without a subject are not compared, and the newest 64 subjects are remembered', () => {
  expect(
    run([
      [0, said({ revision: 5 })],
      [1, said({ key: 'b', revision: 1 })],
    ]),
  ).toMatchObject({ view: { key: 'a', more: 1 } });
  expect(run([[0, said()]]).state.known).toEqual([]);
  const many = Array.from({ length: 65 }, (_, at) => [at, about(1, { about: String(at), key: String(at) })] as const);
  const { state } = run(many);
  expect(state.known.map((known) => known.about)).toEqual(Array.from({ length: 64 }, (_, at) => String(at + 1)));
  expect(
    run([
      [0, about(1)],
      [9, about(3)],
    ]).state.known,
  ).toEqual([{ about: 'round', revision: 3, atMs: 9 }]);
});
