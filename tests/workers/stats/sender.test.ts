import { expect, test } from 'vitest';
import { readMarkers, utf8Bytes, type Delivered } from '../../../src/core/reports/beacons.ts';
import { MINI_APP_PAGES } from '../../../src/core/reports/business-ids.ts';
import type { StatsEvent } from '../../../src/workers/stats/api.ts';
import type { OutboxStore, SaveResult, StoredEntry } from '../../../src/workers/stats/outbox-store.ts';
import type { PostResult } from '../../../src/workers/stats/stats.ts';
import { EPOCH_MS, harness } from './harness.ts';

const MAX_BEACON_BYTES = 61_440;

const error = (text: string): StatsEvent => ({ type: 'log', level: 'error', text });
const opened = (frameId: string): StatsEvent => ({
  type: 'frame',
  fact: { type: 'opened', frameId, url: `/${MINI_APP_PAGES[0]}`, mode: 'active', content: 'mini-app', runtime: 1 },
});

/** A store that records its calls and returns what the test sets. */
function recordingStore() {
  const it = {
    saves: [] as { readonly entries: readonly StoredEntry[]; readonly epochMs: number }[],
    claims: [] as number[],
    forgotten: [] as (readonly Delivered[])[],
    orphans: [] as readonly StoredEntry[],
    /** Called with each save. */
    onSave: (): SaveResult => 'saved',
  };
  const store: OutboxStore = {
    save(entries, epochMs) {
      it.saves.push({ entries, epochMs });
      return Promise.resolve(it.onSave());
    },
    claim(epochMs) {
      it.claims.push(epochMs);
      const { orphans } = it;
      it.orphans = [];
      return Promise.resolve(orphans);
    },
    forget(delivered) {
      it.forgotten.push(delivered);
      return Promise.resolve();
    },
  };
  return Object.assign(it, { store });
}

test('P42 waiting reports are stored 1 s after a change, again every 5 s while they wait, and removed when they were sent', async () => {
  const kept = recordingStore();
  const it = harness({ store: kept.store });
  it.answers.log = 'none';
  it.apply(error('one'), error('two'));
  await it.pass(999);
  expect(kept.saves).toEqual([]);
  await it.pass(1);
  const { entries, epochMs } = kept.saves[0]!;
  expect(epochMs).toBe(EPOCH_MS + 1_000);
  expect(entries.map(({ number, endpoint, atMs }) => ({ number, endpoint, atMs }))).toEqual([
    { number: 1, endpoint: 'analytics', atMs: EPOCH_MS },
    { number: 2, endpoint: 'log', atMs: EPOCH_MS },
    { number: 3, endpoint: 'log', atMs: EPOCH_MS },
  ]);
  expect(entries.every((entry) => Object.keys(entry).join() === 'number,endpoint,text,atMs')).toBe(true);
  expect(entries[1]?.text).toContain('"one"');
  // The request at 2 s changes the state; afterwards only the record's time is updated.
  await it.pass(17_000);
  expect(kept.saves.map((save) => save.epochMs - EPOCH_MS)).toEqual([1_000, 3_000, 9_000, 15_000]);
  expect(kept.saves.every((save) => save.entries.length === 3)).toBe(true);

  const sent = recordingStore();
  const other = harness({ store: sent.store });
  await other.pass(60_000);
  expect(sent.saves.map((save) => [save.epochMs - EPOCH_MS, save.entries.length])).toEqual([
    [1_000, 1],
    [6_000, 0],
  ]);
  // A report that is sent immediately needs no record.
  other.apply(opened('f1'));
  await other.pass(3_000);
  expect(other.bodies('game/rpt/enter')).toHaveLength(1);
  expect(sent.saves).toHaveLength(2);
});

test('P42 a session whose only report was sent before the first save stores nothing', async () => {
  const kept = recordingStore();
  const it = harness({ store: kept.store });
  // The report of the start is sent at once.
  it.stats.onPage({ type: 'hidden' });
  await it.pass(3_000);
  expect(kept.saves).toEqual([]);
});

test('P42 a report that was sent just before the page closes is sent neither by its beacon nor by the next visit', async () => {
  const kept = recordingStore();
  const it = harness({ store: kept.store });
  it.apply(error('once'));
  await it.pass(1_500);
  expect(JSON.stringify(it.held.requests)).toContain('once');
  const stored = kept.saves.at(-1)?.entries.find(({ text }) => text.includes('once'))?.number ?? 0;
  expect(stored).toBeGreaterThan(0);
  it.answers.log = 'none';
  await it.pass(600);
  expect(it.bodies('log')).toMatchObject([[{ text: 'once' }]]);
  expect(JSON.stringify(it.held.requests)).not.toContain('once');
  // Without an answer the record keeps it for the next visit.
  expect((JSON.parse(it.held.marker) as Delivered).upTo['log']).toBeLessThan(stored);
  const answered = harness({ store: kept.store });
  answered.apply(error('once'));
  await answered.pass(2_100);
  expect(JSON.stringify(answered.held.requests)).not.toContain('once');
  expect(kept.saves.at(-1)?.entries.map(({ number }) => number)).toContain(stored);
  expect((JSON.parse(answered.held.marker) as Delivered).upTo['log']).toBe(stored);
});

test('P42 reports that another worker has taken over are not sent; those added since the last save are', async () => {
  const kept = recordingStore();
  const it = harness({ store: kept.store });
  it.answers.log = 'failed';
  it.apply(error('taken over'));
  // The first save; the request at 2 s fails.
  await it.pass(2_500);
  it.apply(error('added before the next save'));
  kept.onSave = () => {
    it.apply(error('added during the save'));
    kept.onSave = () => 'saved';
    return 'claimed';
  };
  await it.pass(1_000);
  it.posts.length = 0;
  it.answers.log = 'sent';
  await it.pass(10_000);
  const texts = (it.bodies('log') as { readonly text: string }[][]).flat().map(({ text }) => text);
  expect(texts).toEqual(['added before the next save', 'added during the save']);
  expect(it.analytics()).toEqual([]);
});

/** An answer that the test gives later. */
function later(): { readonly answer: Promise<PostResult>; give(result: PostResult): void } {
  let give: (result: PostResult) => void = () => undefined;
  const answer = new Promise<PostResult>((resolve) => (give = resolve));
  return { answer, give };
}

test('P42 the marker of beacons excludes a report whose request is pending: after its failure it is sent again', async () => {
  const it = harness();
  const pending = later();
  it.answers.log = pending.answer;
  it.apply(error('pending'));
  await it.pass(2_000);
  it.apply(error('by beacon'));
  await it.pass(1_000);
  const { marker, requests } = it.held;
  expect(JSON.stringify(requests)).toContain('by beacon');
  expect(JSON.stringify(requests)).not.toContain('"pending');
  expect(readMarkers([marker])).toMatchObject([{ except: [2] }]);
  it.answers.log = 'sent';
  pending.give('failed');
  await it.pass(0);
  it.stats.onPage({ type: 'beaconed', marker });
  await it.pass(10_000);
  expect(it.bodies('log')).toMatchObject([[{ text: 'pending' }], [{ text: 'pending' }]]);
});

test('P42 a report that was answered is in the marker immediately, if the stored record contains it', async () => {
  const kept = recordingStore();
  const it = harness({ store: kept.store });
  const pending = later();
  it.answers.game = pending.answer;
  it.apply(opened('f1'));
  // The request is pending during the first save.
  await it.pass(1_200);
  expect(kept.saves.at(-1)?.entries.map(({ endpoint }) => endpoint)).toContain('frame-enter');
  pending.give('sent');
  await it.pass(0);
  expect(readMarkers([it.held.marker])).toMatchObject([{ upTo: { game: 2 } }]);
});

test('P42 a report that another worker has taken over is not sent again when its pending request fails', async () => {
  const kept = recordingStore();
  const it = harness({ store: kept.store });
  const pending = later();
  it.answers.log = pending.answer;
  it.apply(error('taken over'));
  await it.pass(2_000);
  kept.onSave = () => {
    kept.onSave = () => 'saved';
    return 'claimed';
  };
  await it.pass(6_000);
  it.answers.log = 'sent';
  pending.give('failed');
  await it.pass(10_000);
  expect(it.bodies('log')).toMatchObject([[{ text: 'taken over' }]]);
});

test('P42 reports of ended sessions are requested at the start, after 20 s, then every 60 s, and sent to their hosts', async () => {
  const kept = recordingStore();
  const orphan = (number: number, endpoint: StoredEntry['endpoint']): StoredEntry => ({
    number,
    endpoint,
    text: `{"orphan":${number}}`,
    atMs: EPOCH_MS - 1_000,
  });
  const it = harness({ store: kept.store });
  it.apply(error('own'));
  kept.orphans = [orphan(1, 'log'), orphan(2, 'frame-heartbeat'), orphan(3, 'log')];
  await it.stats.open([]);
  await it.pass(1_000);
  expect(kept.forgotten).toEqual([]);
  expect(it.bodies('log')[0]).toMatchObject([{ text: 'own' }, { orphan: 1 }, { orphan: 3 }]);
  expect(it.bodies('game/rpt/hb')).toEqual([{ orphan: 2 }]);
  await it.pass(150_000);
  expect(kept.claims.map((epochMs) => epochMs - EPOCH_MS)).toEqual([0, 20_000, 80_000, 140_000]);

  // Adopted reports get numbers of this session, after its own.
  const waiting = recordingStore();
  const next = harness({ store: waiting.store });
  next.answers = { log: 'none', game: 'none' };
  next.apply(error('own'));
  waiting.orphans = [orphan(1, 'log'), orphan(2, 'frame-heartbeat'), orphan(3, 'log')];
  await next.stats.open([]);
  next.apply(error('later'));
  await next.pass(1_000);
  const numbers = waiting.saves[0]!.entries.map(({ number, text }) => [number, /own|later|orphan":\d/.exec(text)?.[0] ?? 'start']);
  expect(numbers.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
    [1, 'start'],
    [2, 'own'],
    [3, 'orphan":1'],
    [4, 'orphan":3'],
    [5, 'orphan":2'],
    [6, 'later'],
  ]);
});

test('P42 a marker of an earlier page removes its reports from the store before they are taken over', async () => {
  const kept = recordingStore();
  const it = harness({ store: kept.store });
  await it.stats.open(['{"session":"earlier","upTo":{"log":4}}', 'no marker']);
  expect(kept.forgotten).toEqual([[{ session: 'earlier', upTo: { log: 4 }, except: [] }]]);
  expect(kept.claims).toHaveLength(1);
});

test('P42 S32 beacons of a closing page fit into the browser’s limit, the end of each frame included', async () => {
  const it = harness();
  it.answers = { log: 'none', game: 'none' };
  it.apply(...Array.from({ length: 16 }, (_, at) => opened(`f${at}`)));
  await it.pass(10_000);
  for (let at = 0; at < 180; at++) it.apply(error(`${at} ${'长'.repeat(480)}`));
  await it.pass(6_000);
  const { requests, marker } = it.held;
  const bytes = requests.reduce((sum, { body }) => sum + utf8Bytes(body), 0);
  expect(bytes).toBeLessThanOrEqual(MAX_BEACON_BYTES);
  expect(bytes).toBeGreaterThan(MAX_BEACON_BYTES - 3_000);
  expect(requests.filter(({ body }) => body.includes('"actionType":205'))).toHaveLength(16);
  // The marker names the last report of each host that a beacon contains.
  const lines = requests.flatMap(({ url, body }) => (url.endsWith('/log') ? (JSON.parse(body) as { readonly text: string }[]) : []));
  const { session, upTo } = JSON.parse(marker) as Delivered;
  expect(session).toBe('session');
  it.stats.onPage({ type: 'beaconed', marker });
  it.answers.log = 'sent';
  expect(lines[0]?.text).toMatch(/^0 /);
  expect(lines.length).toBeLessThan(180);
  expect(Object.keys(upTo)).toEqual(['log', 'game']);
});

test('P42 reports of a failing host are not handed to beacons, those of the other host are', async () => {
  const it = harness();
  it.answers = { log: 'failed', game: 'none' };
  it.apply(error('stays'), opened('f1'), opened('f2'));
  await it.pass(3_500);
  const urls = it.held.requests.map(({ url }) => new URL(url).pathname);
  expect(urls).toContain('/game/rpt/enter');
  expect(JSON.stringify(it.held.requests)).not.toContain('stays');
  const { upTo } = JSON.parse(it.held.marker) as Delivered;
  expect(upTo).toEqual({ log: 0, game: 4 });
});

test('P42 a beacon of one host leaves the reports of the other, and a marker of another session none of this one', async () => {
  const it = harness();
  it.answers.game = 'none';
  it.apply(error('by beacon'), opened('f1'), opened('f2'));
  await it.pass(0);
  it.stats.onPage({ type: 'beaconed', marker: '{"session":"another","upTo":{"log":99}}' });
  it.stats.onPage({ type: 'beaconed', marker: 'no marker' });
  await it.pass(1_500);
  expect(JSON.stringify(it.held.requests)).toContain('by beacon');
  it.stats.onPage({ type: 'beaconed', marker: '{"session":"session","upTo":{"log":99}}' });
  await it.pass(1_500);
  expect(JSON.stringify(it.held.requests)).not.toContain('by beacon');
  expect(it.held.requests.map(({ url }) => new URL(url).pathname)).toEqual(['/game/rpt/enter']);
});

test('P42 sent, failed and dropped reports are counted one by one, not by request', async () => {
  const it = harness();
  it.apply(error('one'), error('two'));
  await it.pass(2_000);
  expect(it.stats.snapshot().counts).toMatchObject({ 'stats.sent': 2 });
  it.answers.log = 'failed';
  it.apply(error('three'), error('four'), error('five'));
  await it.pass(2_000);
  expect(it.stats.snapshot().counts).toMatchObject({ 'stats.sent': 2, 'stats.failed': 3 });
  const full = harness();
  for (let at = 0; at < 203; at++) full.apply(error(String(at)));
  expect(full.stats.snapshot().counts).toMatchObject({ 'stats.dropped.full': 4 });
});
