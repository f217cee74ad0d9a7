import { expect, test, vi } from 'vitest';
import { initialView } from '../../src/core/room/initial-view.ts';
import type { ChatBatch } from '../../src/core/room/view.ts';
import { createStore } from '../../src/ui/store.ts';

const batch = (skipped: number): ChatBatch => ({ rows: [], skipped, settled: [], failed: [], removed: [] });

function opened() {
  const scheduled: (() => void)[] = [];
  const store = createStore(initialView({ width: 1_280, height: 800 }), (flush) => scheduled.push(flush));
  return { store, frame: () => scheduled.splice(0).forEach((flush) => flush()) };
}

test('S20 batches from before the list was rendered are delivered once, and other listeners get only new ones', () => {
  const { store, frame } = opened();
  store.chat(batch(1));
  store.chat(batch(2));
  const [other, first, second, late] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  store.onChat(other);
  const stop = store.onChat(first, true);
  // React mounts a component twice in development.
  stop();
  store.onChat(second, true);
  frame();
  store.chat(batch(3));
  store.onChat(late, true);
  expect(first.mock.calls).toEqual([[batch(1)], [batch(2)]]);
  expect(second.mock.calls).toEqual([[batch(1)], [batch(2)], [batch(3)]]);
  expect(other.mock.calls).toEqual([[batch(3)]]);
  expect(late).not.toHaveBeenCalled();
});

test('S20 a page that is never rendered keeps the newest 64 batches', () => {
  const { store } = opened();
  for (let at = 0; at < 100; at++) store.chat(batch(at));
  const list = vi.fn();
  store.onChat(list, true);
  expect(list).toHaveBeenCalledTimes(64);
  expect(list.mock.calls.at(-1)).toEqual([batch(99)]);
});

test('S2 S20 after a reset the batches of the next room worker wait for the next list, older ones do not', () => {
  const { store, frame } = opened();
  store.onChat(vi.fn(), true);
  store.chat(batch(1));
  frame();
  const before = store.resets();
  store.reset(initialView({ width: 1_280, height: 800 }));
  store.chat(batch(2));
  const list = vi.fn();
  store.onChat(list, true);
  expect([store.resets() - before, list.mock.calls]).toEqual([1, [[batch(2)]]]);
});
