import { expect, test } from 'vitest';
import { messageLink } from '../../../../src/core/room/chat/message-link.ts';
import {
  advance,
  dismiss,
  emptyQueue,
  enqueue,
  ENQUEUE_WHYS,
  queueDeadlineMs,
  showMsOf,
  type Showable,
  type AnnouncementQueue,
} from '../../../../src/core/room/feature/announcement-queue.ts';
import { seeded } from '../../../seeded.ts';

/** Repeated here, so that a change of the limits fails a test. */
const MAX_ANNOUNCED = 64;
const MAX_WAITING = 8;
const MIN_SHOWN_MS = 4_000;
const ANNOUNCED_MS = 300_000;

const item = (key: string, rank = 0, showMs = 10_000): Showable => ({ key, rank, showMs });
const filled = (items: readonly Showable[], nowMs = 0): AnnouncementQueue<Showable> =>
  items.reduce<AnnouncementQueue<Showable>>((queue, one) => enqueue(queue, one, nowMs).queue, emptyQueue);

test('S37 every reason of the queue is reached, and no item is shown twice', () => {
  const reached = new Set<string>();
  let queue: AnnouncementQueue<Showable> = emptyQueue;
  const add = (one: Showable, nowMs = 0): string => {
    const added = enqueue(queue, one, nowMs);
    queue = added.queue;
    reached.add(added.why);
    return added.why;
  };
  expect(add(item('a'))).toBe('nothing else is shown');
  expect(add(item('a'))).toBe('said before');
  for (let at = 0; at < MAX_WAITING; at++) expect(add(item(`b${at}`))).toBe('waits for its turn');
  expect(add(item('late'))).toBe('the queue is full');
  expect(add(item('b3', 1))).toBe('goes before others now');
  expect(add(item('b3', 1))).toBe('said before');
  expect(queue.waiting[0]?.key).toBe('b3');
  // An item of higher rank replaces the last one.
  expect(add(item('important', 2))).toBe('waits for its turn');
  expect(queue.waiting.map(({ key }) => key)).toEqual(['important', 'b3', 'b0', 'b1', 'b2', 'b4', 'b5', 'b6']);
  expect([...reached].toSorted()).toEqual([...ENQUEUE_WHYS].toSorted());
  // An announcement dropped from a full queue was not shown: it can be queued again.
  expect(add(item('b7'))).toBe('the queue is full');
  queue = dismiss(queue, 'a', 1);
  expect(add(item('late'), 1)).toBe('waits for its turn');
  // A shown announcement is not repeated until it was absent for the full period.
  expect(add(item('a'), ANNOUNCED_MS - 1)).toBe('said before');
  expect(add(item('a'), ANNOUNCED_MS + 1)).toBe('said before');
});

test('S37 a shown item yields to one of its rank after the minimum time, to a lower one at the end of its time, and never earlier', () => {
  expect(queueDeadlineMs(emptyQueue)).toBeNull();
  expect(queueDeadlineMs(filled([item('a', 1)]))).toBe(10_000);
  expect(queueDeadlineMs(filled([item('a', 1), item('b', 0)]))).toBe(10_000);
  const two = filled([item('a', 1), item('b', 1)]);
  expect(queueDeadlineMs(two)).toBe(MIN_SHOWN_MS);
  expect(advance(two, MIN_SHOWN_MS - 1)).toBe(two);
  expect(advance(two, MIN_SHOWN_MS)).toMatchObject({ shown: { item: { key: 'b' }, untilMs: MIN_SHOWN_MS + 10_000 }, waiting: [] });
  expect(advance(advance(two, MIN_SHOWN_MS), 20_000).shown).toBeNull();
  expect(dismiss(two, 'b', 1)).toBe(two);
  expect(dismiss(two, 'a', 1).shown?.item.key).toBe('b');
});

test('S37 for any order of arrival the queue stays bounded, sorted, and becomes empty', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = seeded(seed);
    let queue: AnnouncementQueue<Showable> = emptyQueue;
    let nowMs = 0;
    const shown: string[] = [];
    const see = (next: AnnouncementQueue<Showable>): void => {
      if (next.shown !== null && next.shown !== queue.shown) shown.push(next.shown.item.key);
      queue = next;
      expect(queue.waiting.length).toBeLessThanOrEqual(MAX_WAITING);
      expect(queue.announced.length).toBeLessThanOrEqual(MAX_ANNOUNCED);
      expect(queue.waiting.map(({ rank }) => rank)).toEqual(queue.waiting.map(({ rank }) => rank).toSorted((a, b) => b - a));
    };
    for (let step = 0; step < 100; step++) {
      nowMs += random.int(3_000);
      see(advance(queue, nowMs));
      see(enqueue(queue, item(String(random.int(50)), random.int(3)), nowMs).queue);
    }
    for (let due = queueDeadlineMs(queue); due !== null; due = queueDeadlineMs(queue)) see(advance(queue, due));
    expect(queue.waiting).toEqual([]);
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown.length).toBeGreaterThan(10);
  }
});

test('S37 the display time of a message is limited, whatever it requests', () => {
  for (const durationS of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) expect(showMsOf(durationS, 7_000)).toBe(7_000);
  expect(showMsOf(1, 7_000)).toBe(MIN_SHOWN_MS);
  expect(showMsOf(20, 7_000)).toBe(20_000);
  expect(showMsOf(1e9, 7_000)).toBe(60_000);
});

test('S37 a link leads only to another room or to a web page', () => {
  expect(messageLink(1_003, 'https://example.com/', 1_001)).toBe('/live/1003');
  expect(messageLink(1_001, 'https://example.com/a?b=1', 1_001)).toBe('https://example.com/a?b=1');
  expect(messageLink(0, 'HTTP://example.com/x', 1_001)).toBe('HTTP://example.com/x');
  const bad = [
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    '//example.com',
    '/live/1',
    'https://',
    'https://bank.com@evil.com/',
    'https://bank.com\\@evil.com/',
    'https://example.com/a\nb',
    'ftp://example.com',
    `https://example.com/${'a'.repeat(3_000)}`,
    '',
  ];
  for (const link of bad) expect(messageLink(0, link, 1_001)).toBe('');
  for (const roomId of [-1, 1.5, Number.NaN, 2 ** 60]) expect(messageLink(roomId, '', 1_001)).toBe('');
});
