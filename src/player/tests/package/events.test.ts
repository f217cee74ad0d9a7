import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { PLAYER_ERRORS, EventTranslator, type PlayerEvent, PLAYER_EVENTS } from '../../package/events.ts';
import { fileOf, recipesOf } from '../../packing/emit.ts';
import { ATTEMPT, PROGRESS } from '../rules/harness.ts';
import type { PlayerProgress } from '../../rules/contract.ts';
import type { PlayerFact } from '../../rules/recovery/orders.ts';

const attempt = (kind: 'h264' | 'h265' | 'webrtc', line = 0): PlayerFact => ({ ...ATTEMPT, kind, line, lines: 2 });
const firstFrame: PlayerFact = {
  type: 'first-frame',
  kind: 'h264',
  size: { width: 640, height: 360 },
  sinceStartMs: 120,
  canPictureInPicture: true,
};
const activity = (is: Extract<PlayerFact, { type: 'activity' }>['activity']): PlayerFact => ({ type: 'activity', activity: is });
const status = (name: 'playing' | 'buffering'): PlayerFact => ({ type: 'status', name });
const progress = (bytes: number): PlayerProgress => ({
  ...PROGRESS,
  bufferedS: 0.5,
  paintedFrames: 25,
  droppedFrames: 1,
  bytes,
  latencyS: 0.7,
  decodeMs: 2,
});

const eventsOf = (facts: readonly PlayerFact[], translator = new EventTranslator()): readonly PlayerEvent[] =>
  facts.flatMap((fact, at) => translator.of(fact, at * 1_000));

const failed = (isOnline: boolean): PlayerFact =>
  activity({ name: 'failed', failure: 'TIMEOUT', unsupported: null, retryAtMs: null, isOnline });
const closed: PlayerFact = { type: 'closed' };
const [start, gaveUp] = [
  [attempt('h264'), firstFrame],
  [attempt('h264'), failed(true), closed],
];
test.each<readonly [what: string, facts: readonly PlayerFact[], names: string]>([
  [
    'a start, its first picture and playing once, in this order',
    [activity({ name: 'connecting', line: 0, lines: 2, round: 0 }), ...start, status('playing')],
    'waiting loadstart loadedmetadata playing',
  ],
  ['no playing for a status before the first picture', [attempt('h264'), status('playing'), status('buffering')], 'loadstart'],
  [
    'playing again after a stop',
    [...start, { type: 'stopped', by: 'viewer' }, firstFrame],
    'loadstart loadedmetadata playing pause loadedmetadata playing',
  ],
  ['playing again after a failure', [...start, failed(true), firstFrame], 'loadstart loadedmetadata playing loadedmetadata playing'],
  ['a fatal error', gaveUp, 'loadstart error'],
  [
    'no other error when the network changes afterwards and a later attempt is closed',
    [...gaveUp, failed(false), ...start, activity({ name: 'stopped', by: 'viewer' }), closed],
    'loadstart error loadstart loadedmetadata playing',
  ],
])('P23 P26 events name %s', (_what, facts, names) => {
  expect(eventsOf(facts).map(({ type }) => type)).toEqual(names.split(' '));
});

test('P24 waiting contains the lost data time of a stall and the time of the next attempt, and playing follows each', () => {
  const events = eventsOf([
    attempt('h264'),
    firstFrame,
    status('buffering'),
    status('playing'),
    activity({ name: 'waiting', untilMs: 9_000, next: 'line', round: 0 }),
  ]);
  expect(events.slice(3)).toEqual([
    { type: 'waiting', detail: { for: 'data', untilMs: null } },
    { type: 'playing', detail: { kind: 'h264' } },
    { type: 'waiting', detail: { for: 'retry', untilMs: 9_000 } },
  ]);
});

test('P23 another kind emits switched before it starts; another address of the same kind does not', () => {
  const events = eventsOf([attempt('webrtc'), attempt('h264'), attempt('h264', 1)]);
  expect(events.map(({ type }) => type)).toEqual(['loadstart', 'switched', 'loadstart', 'loadstart']);
  expect(events[1]?.detail).toEqual({ from: 'webrtc', to: 'h264', why: 'first address', reason: 'UNKNOW' });
});

test('P26 an error contains the text of its attempt, and the report of the last attempt is part of the one fatal error', () => {
  const [, failed, last, ...more] = eventsOf([
    attempt('h264'),
    { type: 'log', entry: { type: 'player-error', detail: 'status 404' } },
    { type: 'failure', failure: 'ACK_NETWORK_FAIL', ack: null, kind: 'h264', network: true, why: 'another address' },
    activity({ name: 'failed', failure: 'ACK_NETWORK_FAIL', unsupported: null, retryAtMs: 30_000, isOnline: true }),
    { type: 'failure', failure: 'ACK_NETWORK_FAIL', ack: null, kind: 'h264', network: true, why: 'every retry is used' },
    { type: 'closed' },
    { type: 'closed' },
  ]);
  const common = { code: 'ACK_NETWORK_FAIL', title: 'The stream could not be reached', detail: 'status 404', kind: 'h264', network: true };
  expect(failed?.detail).toEqual({ ...common, fatal: false, why: 'another address', unsupported: null, retryAtMs: null });
  expect(last?.detail).toEqual({ ...common, fatal: true, why: 'every retry is used', unsupported: null, retryAtMs: 30_000 });
  expect(more).toEqual([]);
});

test('P21 unmuting while the browser refuses sound ends the refusal, and muting does not', () => {
  const sound = (muted: boolean): PlayerFact => ({ type: 'sound', volume: 1, muted });
  const events = eventsOf([{ type: 'autoplay', blocked: true, muted: true }, sound(true), sound(false), sound(false)]);
  expect(events.map(({ type }) => type)).toEqual(['autoplay', 'volumechange', 'volumechange', 'autoplay', 'volumechange']);
  expect(events[3]?.detail).toEqual({ blocked: false, muted: false });
});

test('P21 autoplay is emitted when the browser refuses and when it allows again, not otherwise', () => {
  const of = (blocked: boolean): PlayerFact => ({ type: 'autoplay', blocked, muted: blocked });
  expect(eventsOf([of(false), of(true), of(false), of(false)])).toEqual([
    { type: 'autoplay', detail: { blocked: true, muted: true } },
    { type: 'autoplay', detail: { blocked: false, muted: false } },
  ]);
});

test('P41 the speed is bytes by time, unknown between two samples of the same time; threads are those of the own decoder', () => {
  const translator = new EventTranslator();
  translator.of(attempt('h265'), 0);
  translator.of({ type: 'progress', progress: progress(0) }, 1_000);
  expect(translator.statistics(progress(1_024 * 300), 1_000)?.speed).toBeNaN();
  expect(translator.statistics(progress(1_024 * 300), 4_000)).toMatchObject({
    kind: 'h265',
    speed: 100,
    currentTime: 1,
    buffered: 0.5,
    latency: 0.7,
    bytes: 307_200,
    paintedFrames: 25,
    droppedFrames: 1,
    decodeMs: 2,
    threads: 0,
  });
  const own = { load: 1, behindMs: 0, decodeLevel: 0, threads: 3, decoded: 9 } as const;
  expect(translator.statistics({ ...progress(1), own }, 4_000)?.threads).toBe(3);
});

test.each<readonly [fact: PlayerFact, events: readonly PlayerEvent[]]>([
  [{ type: 'resolution', size: { width: 8, height: 6 } }, [{ type: 'resize', detail: { videoWidth: 8, videoHeight: 6 } }]],
  [{ type: 'stalled', kind: 'h264', lostMs: 700 }, [{ type: 'stalled', detail: { kind: 'h264', lostMs: 700 } }]],
  [{ type: 'decode-level', level: 2 }, [{ type: 'decodelevel', detail: { level: 2 } }]],
  [{ type: 'stream-messages', messages: [] }, [{ type: 'metadata', detail: { messages: [] } }]],
  [{ type: 'stopped', by: 'viewer' }, [{ type: 'pause', detail: null }]],
  [{ type: 'stopped', by: 'owner' }, []],
  [{ type: 'closed' }, []],
  [{ type: 'saver', saver: 'off' }, []],
  [{ type: 'log', entry: { type: 'note', text: 'x' } }, []],
  [activity({ name: 'playing' }), []],
])('P23 %j of the player is the event of its name, or none', (fact, events) => {
  expect(eventsOf([fact])).toEqual(events);
});

const api = readFileSync('src/player/API.md', 'utf8');
const sectionOf = (title: string): string => api.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? '';

test('P26 API.md has each error with the title and the advice that the code exports', () => {
  const rows = Object.entries(PLAYER_ERRORS).map(([code, { title, advice }]) => `| \`${code}\` | ${title} | ${advice} |`);
  expect(rows.length).toBeGreaterThan(10);
  const table = sectionOf('Errors').split('| --- | --- | --- |\n')[1]?.split('\n<!--')[0];
  expect(table?.split('\n')).toEqual(rows);
});

test('P23 API.md has each event in the order of the code', () => {
  expect([...sectionOf('Events').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)).toEqual(PLAYER_EVENTS);
});

test('P23 each recipe of API.md is a page with one script that imports the package, or a module that does', () => {
  const recipes = recipesOf(api);
  const headings = [...sectionOf('Recipes').matchAll(/^### (?!Notes|Frameworks)(.+)$/gm)].map(([, title]) => title);
  expect(recipes.map(({ title }) => title)).toEqual(headings);
  expect(new Set(recipes.map(({ file }) => file)).size).toBe(recipes.length);
  for (const recipe of recipes) {
    const text = fileOf(recipe);
    expect(text).toMatch(
      /(from '@footlight\/player'|import '@footlight\/player\/element');|src="\/node_modules\/@footlight\/player\/lib\/footlight-player\.js"/,
    );
    if (recipe.file.endsWith('.html')) expect(text.match(/<script(?: type="module")?>/g)).toHaveLength(1);
  }
});

test('P23 the table of names has words that the installed hls.js and mpegts.js contain', () => {
  const rows = sectionOf('Names in other players')
    .match(/^\| .+ \|$/gm)!
    .slice(2)
    .map((row) => row.split('|').slice(1));
  const { resolve } = createRequire(import.meta.url);
  const read = (name: string, ...files: readonly string[]): string => {
    const folder = resolve(name).replace(/(.*node_modules\/[^/]+)\/.*/, '$1');
    return files.map((file) => readFileSync(`${folder}/${file}`, 'utf8')).join('\n');
  };
  const sources = [
    [2, read('hls.js', 'dist/hls.d.ts')],
    [3, read('mpegts.js', 'd.ts/mpegts.d.ts', 'src/player/player-events.ts')],
  ] as const;
  for (const [column, source] of sources) {
    const words = rows.flatMap((cells) =>
      [...(cells[column] ?? '').matchAll(/`(?:ErrorTypes\.)?(\w+)[^`]*`/g)].map(([, word = '']) => word),
    );
    expect(words.length).toBeGreaterThan(5);
    expect(words.filter((word) => !source.includes(word))).toEqual([]);
  }
});
