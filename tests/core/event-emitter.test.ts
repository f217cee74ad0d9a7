import { expect, test, vi } from 'vitest';
import EventEmitter from '../../src/core/event-emitter.ts';

test('P23 listeners receive events in order of registration, with the values, until they are removed', () => {
  const emitter = new EventEmitter();
  const heard: string[] = [];
  const first = (...values: readonly unknown[]): void => void heard.push(`first ${values.join(' ')}`);
  const second = (): void => void heard.push('second');
  emitter.addListener('error', first).addListener('error', second).addListener('other', second);
  expect(emitter.emit('error', 'network', 404)).toBe(true);
  expect(heard).toEqual(['first network 404', 'second']);
  expect(emitter.listenerCount('error')).toBe(2);
  emitter.removeListener('error', first).removeListener('error', first);
  emitter.emit('error');
  expect(heard.slice(2)).toEqual(['second']);
  emitter.removeAllListeners();
  expect([emitter.emit('error'), emitter.emit('other'), emitter.listenerCount('error')]).toEqual([false, false, 0]);
});

test('P23 removing a listener that was added twice removes the newest; a listener removed during an event still receives it', () => {
  const emitter = new EventEmitter();
  const twice = vi.fn();
  const last = vi.fn();
  const remover = vi.fn(() => void emitter.removeListener('load', last));
  for (const listener of [twice, remover, twice, last]) emitter.addListener('load', listener);
  emitter.removeListener('load', twice);
  emitter.emit('load');
  emitter.emit('load');
  expect([twice, remover, last].map(({ mock }) => mock.calls.length)).toEqual([2, 2, 1]);
});
