import { expect, test } from 'vitest';
import { expiringItemsMachine, type ExpiringItemEvent, type ExpiringItems } from '../../../../src/core/room/feature/expiring-items.ts';

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
  return { name: state.name, shown, effects, dueMs: MACHINE.deadlineMs(state, { userId: 7 }), ask: state.ask, state };
}

test('S37 items are shown for their time, and the next deadline is that of the item that ends first', () => {
  expect(MACHINE.name).toBe('things');
  expect(run()).toMatchObject({ name: 'none', shown: [], dueMs: null, ask: { name: 'idle' } });
  expect(run([0, seen('a')], [5, seen('b', 1, 4_000)])).toMatchObject({
    name: 'some',
    shown: ['a 1 until 10000', 'b 1 until 4005'],
    dueMs: 4_005,
    effects: [],
  });
  expect(run([0, seen('a')], [9_999, { type: 'tick' }]).shown).toHaveLength(1);
  expect(run([0, seen('a')], [10_000, { type: 'tick' }])).toMatchObject({ name: 'none', shown: [], dueMs: null });
  expect(run([0, seen('a')], [5, seen('b', 1, 4_000)], [4_005, { type: 'tick' }])).toMatchObject({
    name: 'some',
    shown: ['a 1 until 10000'],
  });
});

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

test('S37 the newest 64 removed items are remembered', () => {
  const { state } = run(...Array.from({ length: 70 }, (_, at) => [at, { type: 'gone', key: String(at) }] as const));
  expect(state.gone.map(({ key }) => key)).toEqual(Array.from({ length: 64 }, (_, at) => String(at + 6)));
});

const ask: Event = { type: 'ask', verb: 'cheer', fields: { id: 7 } };
const call = { type: 'call', verb: 'cheer', fields: { id: 7 } };
test('S37 a request about an item is one call at a time, needs a login, and stays pending after the last item', () => {
  const asked = [
    [0, seen('a')],
    [1, ask],
  ] as const;
  expect(run(...asked)).toMatchObject({ effects: [call], ask: { name: 'sending', what: 'cheer' }, shown: ['a 1 until 10000'] });
  expect(run(...asked, [2, ask]).effects).toEqual([call]);
  expect(run([0, seen('a')], [1, ask, 0])).toMatchObject({ effects: [{ type: 'login' }], ask: { name: 'idle' } });
  expect(run(...asked, [2, { type: 'answered', refusal: '已满' }]).ask).toEqual({ name: 'failed', what: 'cheer', text: '已满' });
  expect(run(...asked, [2, { type: 'answered', refusal: null }], [3, ask]).effects).toEqual([call, call]);
  expect(run([0, seen('a')], [2, { type: 'answered', refusal: null }]).ask).toEqual({ name: 'idle' });
  expect(run(...asked, [1, seen('b', 1, 60_000)], [10_000, { type: 'tick' }])).toMatchObject({ name: 'some', ask: { name: 'sending' } });
  // The late answer is not that of the next request, which has to wait for it, and it is not shown.
  const late = [...asked, [10_000, { type: 'tick' }], [10_001, seen('b')], [10_002, ask]] as const;
  expect(run(...late)).toMatchObject({ effects: [call], ask: { name: 'sending' } });
  const answer = { type: 'answered', refusal: '已满' } as const;
  expect(run(...asked, [10_000, { type: 'tick' }], [10_001, answer])).toMatchObject({ name: 'none', ask: { name: 'idle' } });
  expect(run(...asked, [2, answer], [10_000, { type: 'tick' }])).toMatchObject({ name: 'none', ask: { name: 'idle' } });
});
