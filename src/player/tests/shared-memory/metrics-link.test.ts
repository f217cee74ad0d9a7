import { expect, test } from 'vitest';
import { linkThreads, openMetrics, portsOf, type MetricsPort } from '../../shared-memory/metrics-link.ts';
import { METRICS_BYTES, SharedMetrics } from '../../shared-memory/shared-metrics.ts';

/** Two ends in one thread; messages arrive when they are delivered. */
function channels() {
  const deliveries: (() => void)[] = [];
  let sent = 0;
  const open = () => {
    const listeners: ((event: { readonly data: Float64Array }) => void)[][] = [[], []];
    const end = (from: 0 | 1): MetricsPort => ({
      postMessage(data) {
        sent++;
        const copy = data.slice();
        deliveries.push(() => listeners[1 - from]!.forEach((listener) => listener({ data: copy })));
      },
      addEventListener: (_type, listener) => void listeners[from]!.push(listener),
      start: () => undefined,
    });
    return { port1: end(0), port2: end(1) };
  };
  return { open, sent: () => sent, deliver: () => deliveries.splice(0).forEach((act) => act()) };
}

function threads(count: number) {
  const { open, sent, deliver } = channels();
  const timers: (() => void)[] = [];
  const each = linkThreads(count, open).map((link) => openMetrics(link, (act) => timers.push(act)));
  const pass = (): void => {
    timers.splice(0).forEach((act) => act());
    deliver();
  };
  return { each, sent, pass, timers };
}

test('P29 without shared memory a thread’s writes reach all other threads and change no other field', () => {
  const { each, pass } = threads(4);
  const [page, stream, decode, render] = each;
  stream!.set('NEWEST_VIDEO_MS', 1_000);
  decode!.add('DECODED', 1);
  decode!.add('DECODED', 1);
  render!.set('MEDIA_MS', 900);
  render!.set('MEDIA_MS', Number.NaN);
  expect(page!.get('DECODED')).toBe(0);
  pass();
  for (const metrics of each) {
    expect([metrics.get('NEWEST_VIDEO_MS'), metrics.get('DECODED')]).toEqual([1_000, 2]);
    expect(metrics.get('MEDIA_MS')).toBeNaN();
  }
});

test('P29 figures that change with each picture are sent in few messages, and unchanged ones in none', () => {
  const { each, sent, pass, timers } = threads(4);
  for (let picture = 0; picture < 100; picture++) each[2]!.add('DECODED', 1);
  expect(timers).toHaveLength(1);
  pass();
  expect(sent()).toBe(3);
  each[2]!.set('DECODED', 100);
  // Received values are not sent on.
  expect(timers).toHaveLength(0);
  each[0]!.set('SOUND_RUNS', 1);
  pass();
  expect(sent()).toBe(6);
});

test('P29 unwritten fields read the same with and without shared memory, and only linked metrics have ports', () => {
  const memory = new SharedArrayBuffer(METRICS_BYTES);
  new SharedMetrics(memory).clear();
  const [posted] = threads(2).each;
  const shared = openMetrics(memory, () => undefined);
  for (const field of ['NEWEST_VIDEO_MS', 'MEDIA_MS', 'ELEMENT_MS', 'HANDLED_MS', 'RATE', 'DECODED'] as const)
    expect(posted!.get(field)).toEqual(shared.get(field));
  expect(portsOf(memory)).toEqual([]);
  expect(portsOf(linkThreads(4, channels().open)[0]!)).toHaveLength(3);
});
