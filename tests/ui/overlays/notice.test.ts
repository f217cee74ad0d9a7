/** P3: short messages about actions of the page. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissNotice, notify, noticeStore } from '../../../src/ui/overlays/notice.ts';

/** Repeated here, so that a change of the limits fails a test. */
const NOTICE_MS = 2_600;
const MAX_NOTICES = 3;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const shown = (): readonly string[] => noticeStore.get().map(({ text, tone }) => `${tone} ${text}`);

test('P3 a message is shown for 2.6 s, with its tone and a negative id of its own', () => {
  notify('已复制', 'good');
  vi.advanceTimersByTime(1_000);
  notify('没有复制', 'bad');
  expect(shown()).toEqual(['good 已复制', 'bad 没有复制']);
  const ids = noticeStore.get().map(({ id }) => id);
  expect(ids.every((id) => id < 0) && ids[0] !== ids[1]).toBe(true);
  vi.advanceTimersByTime(NOTICE_MS - 1_000 - 1);
  expect(shown()).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual(['bad 没有复制']);
  vi.advanceTimersByTime(1_000);
  expect(shown()).toEqual([]);
});

test('P3 the newest three messages are shown, and one that is dismissed is gone for every listener', () => {
  let changes = 0;
  const leave = noticeStore.subscribe(() => changes++);
  for (const text of ['a', 'b', 'c', 'd']) notify(text, 'info');
  expect(shown()).toEqual(['info b', 'info c', 'info d']);
  expect(noticeStore.get()).toHaveLength(MAX_NOTICES);
  dismissNotice(noticeStore.get()[1]!.id);
  expect([shown(), changes]).toEqual([['info b', 'info d'], 5]);
  leave();
  notify('e', 'info');
  expect(changes).toBe(5);
});
