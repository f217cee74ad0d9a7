import { expect, test } from 'vitest';
import type { Fault } from '../../mocks/backend/faults.ts';
import { createRecorder } from '../../mocks/recordings/recorder.ts';
import {
  isSocketLog,
  readSession,
  readStream,
  sessionOfSocket,
  writeSession,
  type HttpExchange,
} from '../../mocks/recordings/recording.ts';
import { answerHttp, withTime, dueStream, joinStream, type HttpCall } from '../../mocks/recordings/replay.ts';
import { addMessages } from '../../mocks/recordings/stream-messages.ts';
import { scenarioOf } from '../../mocks/scenarios.ts';
import { readServices } from '../../src/core/services.ts';
import type { FlvEvent } from '../../src/player/flv/reader.ts';
import { messageOfScript } from '../../src/player/rules/messages/stream-messages.ts';
import { ofType, readFlv } from '../../src/player/tests/flv/flv-bytes.ts';
import { http, socketBytes, socketLog, stream, streamBytes, value } from './fixture-files.ts';

test('a stream is read into head, keyframes and one round; the duration in its header is removed', () => {
  const sync = stream('sync-640x360-h264');
  expect(sync.head).toHaveLength(4);
  expect([sync.durationMs, sync.hasVideo, sync.isTruncated]).toEqual([8_000, true, false]);
  expect(sync.tags.filter((tag) => tag.isKey).map((tag) => tag.timeMs)).toEqual([0, 2_000, 4_000, 6_000]);
  expect(sync.tags.filter((tag) => tag.type === 'audio')).toHaveLength(375);
  const script = Buffer.from(sync.head[1]!);
  const at = script.indexOf('duration') + 'duration'.length;
  expect([script[at], script.readDoubleBE(at + 1)]).toEqual([0, 0]);
  const cut = value(readStream(streamBytes('sync-640x360-h264').slice(0, 50_000)));
  expect(cut.isTruncated).toBe(true);
  expect(cut.durationMs).toBe(Math.max(...cut.tags.map((tag) => tag.timeMs)) + 40);
});

test('S10 a socket log is replayed as a session whose calls and streams are the scenario’s own; other files are refused', () => {
  const bytes = socketBytes('all-pushes');
  expect(isSocketLog(bytes)).toBe(true);
  const session = value(sessionOfSocket(bytes));
  expect(session.socket.records).toEqual(socketLog('all-pushes').records);
  expect(session).toMatchObject({ http: { exchanges: [] }, streams: {}, decisions: [] });
  for (const other of [new Uint8Array(), new Uint8Array(4), new Uint8Array(40), writeSession(session)]) {
    expect(isSocketLog(other)).toBe(false);
    expect(sessionOfSocket(other)).toMatchObject({ ok: false, error: { code: 'RECORDING_BAD' } });
  }
});

const { services } = readServices('', 'https://room.example');
const PLACES = { origin: 'http://x', scenario: '', isLoggedIn: false, nowS: 1 };

async function exchange(recorder: ReturnType<typeof createRecorder>, url: string, body: string): Promise<void> {
  await recorder.http(services, new Request(url), new Response(body, { headers: { 'content-type': 'application/json' } }));
}

const DECISION = { atMs: 12, machine: 'start-up', event: 'start', from: 'new', to: 'live-info', effects: ['fetch-live-info'], why: [] };

test('a recorded session replays unchanged: answers in order, socket, whole streams', async () => {
  const seen: (number | null)[] = [];
  const recorder = createRecorder((progress) => seen.push(progress === null ? null : progress.bytes));
  // Nothing is recorded before the start.
  await exchange(recorder, 'https://room.example/svc/live/room/7/info', '{"responseCode":9}');
  recorder.start();
  await exchange(recorder, 'https://room.example/svc/live/room/7/info', '{"responseCode":0}');
  await exchange(recorder, 'https://room.example/svc/live/room/7/info', '{"responseCode":1}');
  await exchange(recorder, 'https://room.example/svc/backup/list.json?jsonpcallback=cb&_=123&token=secret&rid=7', 'cb({"code":0});');
  await exchange(recorder, 'https://elsewhere.example/other', '{"not":"ours"}');
  recorder.socket({ direction: 'out', form: 'text', bytes: new TextEncoder().encode('HEARTBEAT_REQUEST') });
  recorder.socket({ direction: 'in', form: 'binary', bytes: Uint8Array.of(1, 2, 3) });
  const radio = streamBytes('radio');
  for (let at = 0; at < radio.length; at += 50_000) recorder.stream('radio', radio.slice(at, at + 50_000));
  // A stream recorded from its middle cannot be replayed.
  recorder.stream('half', radio.slice(1_000, 9_000));
  const file = new Uint8Array(await recorder.stop([DECISION]).arrayBuffer());
  expect(new TextDecoder().decode(file)).not.toContain('secret');
  expect(seen.at(-1)).toBe(null);

  const session = value(readSession(file));
  expect(session.socket.records.map(({ direction, form, bytes }) => [direction, form, bytes.length])).toEqual([
    ['out', 'text', 17],
    ['in', 'binary', 3],
  ]);
  expect(session.decisions).toEqual([DECISION]);
  expect(Object.keys(session.streams)).toEqual(['radio']);
  expect(Buffer.from(session.streams['radio']!).equals(radio)).toBe(true);
  const used = new Map();
  const answers = [1, 2, 3].map(() => {
    const answer = answerHttp([session.http], { method: 'GET', path: '{live}/room/7/info', query: {} }, used, PLACES, [], 1);
    if (answer.name !== 'answer') return answer.name;
    used.set(answer.exchange, Number(used.get(answer.exchange) ?? 0) + 1);
    return answer.body;
  });
  expect(answers).toEqual(['{"responseCode":0}', '{"responseCode":1}', '{"responseCode":1}']);
  const list = answerHttp(
    [session.http],
    { method: 'GET', path: '{backup}/list.json', query: { rid: '7', jsonpcallback: 'other' } },
    used,
    PLACES,
    [],
    1,
  );
  expect(list.name === 'answer' && list.body).toBe('other({"code":0})');
});

const { messages } = scenarioOf('stream-messages');

function played(name: string): FlvEvent[] {
  const recording = addMessages(stream(name), messages);
  const tags = recording.tags.map((tag) => withTime(tag.bytes, tag.timeMs));
  return readFlv(Buffer.concat([...recording.head, ...tags])).events;
}

test.each(['sync-640x360-h264', 'sync-640x360-h265-id12', 'sync-640x360-h265-hvc1'])(
  'P30 %s with messages is valid FLV: script tags at their times, SEIs before their pictures',
  (name) => {
    const events = played(name);
    expect(events.filter(({ type }) => type === 'damage')).toEqual([]);
    const scripts = events.flatMap((event) => {
      const message = event.type === 'script' && messageOfScript(event.script.name, event.script.values[0]);
      return message ? [`${event.timeMs} ${message.code}`] : [];
    });
    expect(scripts).toEqual(['0 1', '0 4', '80 5', '160 0', '2000 4', '4000 4', '6000 4']);
    const seis = ofType(events, 'picture').flatMap(({ data, timeMs, compositionMs }) => {
      const text = new TextDecoder('latin1').decode(data.subarray(0, 400));
      const shownMs = timeMs + compositionMs;
      return [...text.matchAll(/footlight\/stream\{"type":(\d+)/g)].map((found) => ({ shownMs, code: Number(found[1]) }));
    });
    const wanted = messages.filter(({ by }) => by === 'sei').toSorted((a, b) => a.atMs - b.atMs);
    // With B pictures the first one of a round is shown two pictures late.
    const apart = seis.toSorted((a, b) => a.shownMs - b.shownMs || a.code - b.code).map(({ shownMs }, i) => shownMs - wanted[i]!.atMs);
    expect(seis.map(({ code }) => code).toSorted()).toEqual(wanted.map(({ type }) => type).toSorted());
    for (const ms of apart) expect(ms >= 0 && ms <= 80).toBe(true);
  },
);

const SEED = 7;
const RECORDING = stream('sync-640x360-h264');

/** Polls from 0 to `untilMs` at intervals given by `step`. */
function watch(untilMs: number, step: () => number, faults: readonly Fault[] = [], joinMs = 12_345, recording = RECORDING) {
  let cursor = joinStream(recording, joinMs);
  const chunks: Uint8Array[] = [];
  const at: number[] = [];
  let isCut = false;
  let isEnded = false;
  for (let elapsedMs = 0; elapsedMs <= untilMs && !isCut && !isEnded; elapsedMs += step()) {
    for (let more = true; more && !isCut && !isEnded;) {
      const due = dueStream(recording, cursor, elapsedMs, faults, SEED);
      more = due.nextMs <= elapsedMs && due.chunks.length > 0;
      ({ cursor, isCut, isEnded } = due);
      for (const chunk of due.chunks) {
        chunks.push(chunk);
        at.push(elapsedMs);
      }
    }
  }
  return { bytes: Buffer.concat(chunks), chunks, at, isCut, isEnded, cursor };
}

const demux = (bytes: Uint8Array): readonly FlvEvent[] => readFlv(bytes).events;
const times = (events: readonly FlvEvent[], type: 'picture' | 'sound'): number[] => ofType(events, type).map(({ timeMs }) => timeMs);

test('a viewer joins at the last keyframe, gets the headers first, and time continues over the rounds', () => {
  const events = demux(watch(30_000, () => 40).bytes);
  expect(events.filter((event) => event.type === 'damage')).toEqual([]);
  expect(events.slice(0, 4).map((event) => event.type)).toEqual(['header', 'script', 'video-config', 'sound-config']);
  expect(ofType(events, 'picture')[0]).toMatchObject({ timeMs: 12_000, isKey: true });
  const video = times(events, 'picture');
  expect(video.at(-1)).toBeLessThanOrEqual(42_345);
  expect(video.at(-1)).toBeGreaterThan(42_200);
  // 25 pictures a second without a gap or a step back, across three rounds.
  expect(new Set(video.slice(1).map((timeMs, i) => timeMs - video[i]!))).toEqual(new Set([40]));
  const audio = times(events, 'sound');
  expect(Math.max(...audio.slice(1).map((timeMs, i) => timeMs - audio[i]!))).toBeLessThanOrEqual(22);
});

test('delay, stall, cut, throttle, drop and corrupt have their effect', () => {
  const delayed = watch(5_000, () => 20, [{ on: 'stream', kind: 'delay', ms: 1_500 }]);
  expect(delayed.at[0]).toBe(1_500);

  const stalled = watch(9_000, () => 20, [{ on: 'stream', kind: 'stall', afterMs: 2_000, forMs: 3_000 }]);
  expect(stalled.at.filter((at) => at >= 2_000 && at < 5_000)).toEqual([]);
  expect(times(demux(stalled.bytes), 'picture').at(-1)).toBe(times(demux(watch(9_000, () => 20).bytes), 'picture').at(-1));

  const cut = watch(9_000, () => 20, [{ on: 'stream', kind: 'cut', afterMs: 3_000 }]);
  expect([cut.isCut, cut.at.at(-1)]).toEqual([true, 3_000]);
  expect(demux(cut.bytes).at(-1)).toMatchObject({ type: 'damage' });

  const kilobitsPerS = 40;
  const slow = watch(20_000, () => 20, [{ on: 'stream', kind: 'throttle', kilobitsPerS }]);
  expect(slow.bytes.length).toBeLessThanOrEqual((kilobitsPerS * 20_000) / 8 + 4_096);
  expect(slow.bytes.length).toBeGreaterThan((kilobitsPerS * 20_000) / 16);

  const whole = watch(8_000, () => 20);
  const lossy = watch(8_000, () => 20, [{ on: 'stream', kind: 'drop', share: 0.5 }]);
  expect(lossy.chunks.length).toBeGreaterThan(whole.chunks.length * 0.35);
  expect(lossy.chunks.length).toBeLessThan(whole.chunks.length * 0.65);

  const wrong = watch(8_000, () => 20, [{ on: 'stream', kind: 'corrupt', share: 0.5 }]);
  expect(wrong.bytes.length).toBe(whole.bytes.length);
  const differing = wrong.chunks.filter((chunk, i) => !Buffer.from(chunk).equals(whole.chunks[i]!)).length;
  expect(differing).toBeGreaterThan(whole.chunks.length * 0.35);
  expect(demux(wrong.bytes).filter((event) => event.type === 'damage')).toEqual([]);
});

const LOCATIONS = { origin: 'http://host:1', scenario: 'radio', isLoggedIn: false, nowS: 1_000 };
const ask = (path: string, query: Record<string, string> = {}, method = 'GET'): HttpCall => ({ method, path, query });

test('an exchange answers as often as its number says, then the next one answers; a callback wraps the answer', () => {
  const recordings = [http('dangerous'), http('rooms')];
  const used = new Map<HttpExchange, number>();
  const path = '{backup}/socket_scheduler/pc/binary/v1/address.jsonp';
  const codes = Array.from({ length: 3 }, () => {
    const answer = answerHttp(recordings, ask(path, { jsonpcallback: 'cb' }), used, LOCATIONS, [], SEED);
    if (answer.name !== 'answer') return answer.name;
    used.set(answer.exchange, (used.get(answer.exchange) ?? 0) + 1);
    expect(answer.headers['content-type']).toContain('javascript');
    const inner = /^cb\((.*)\)$/s.exec(answer.body)?.[1] ?? '';
    return (JSON.parse(inner) as { code: number }).code;
  });
  expect(codes).toEqual([1_100_007, 0, 0]);
  // An invalid callback name is ignored.
  const hostile = answerHttp(recordings, ask('{live}/config', { jsonpcallback: 'alert(1)//' }), used, LOCATIONS, [], SEED);
  expect(hostile.name === 'answer' && hostile.body).toBe('{"code":0,"data":{}}');
  expect(answerHttp(recordings, ask('{live}/nothing'), used, LOCATIONS, [], SEED)).toEqual({ name: 'unknown' });
});

test('the next show of the closed room is at the next eight in the evening, as its title says', () => {
  const nextLiveAt = (now: Date): Date => {
    const places = { ...LOCATIONS, nowS: now.getTime() / 1_000 };
    const answer = answerHttp([http('rooms')], ask('{live}/room/1004/info'), new Map(), places, [], SEED);
    const { data } = JSON.parse(answer.name === 'answer' ? answer.body : '{}') as { data: { room: { nextLive: number } } };
    return new Date(data.room.nextLive * 1_000);
  };
  expect(nextLiveAt(new Date(2026, 10, 30, 6, 20))).toEqual(new Date(2026, 10, 30, 20));
  expect(nextLiveAt(new Date(2026, 10, 30, 20))).toEqual(new Date(2026, 11, 1, 20));
});

test('HTTP faults apply as often as specified: status, refusal, delay and half a body', () => {
  const recordings = [http('rooms')];
  const with_ = (fault: Fault, used: ReadonlyMap<HttpExchange, number> = new Map()) =>
    answerHttp(recordings, ask('{live}/room/1001/info'), used, LOCATIONS, [fault], SEED);
  expect(with_({ on: 'http', kind: 'status', status: 500, match: '/info' })).toMatchObject({ name: 'answer', status: 500, body: '' });
  expect(with_({ on: 'http', kind: 'refuse' })).toEqual({ name: 'refused', delayMs: 0 });
  expect(with_({ on: 'http', kind: 'delay', ms: 400 })).toMatchObject({ name: 'answer', status: 200, delayMs: 400 });
  const cut = with_({ on: 'http', kind: 'cut', afterMs: 0 });
  expect(() => JSON.parse(cut.name === 'answer' ? cut.body : '{}') as unknown).toThrow(SyntaxError);
  const once: Fault = { on: 'http', kind: 'status', status: 500, times: 1 };
  const first = with_(once);
  expect(first).toMatchObject({ status: 500 });
  expect(first.name === 'answer' && with_(once, new Map([[first.exchange, 1]]))).toMatchObject({ status: 200 });
  expect(with_({ on: 'stream', kind: 'refuse' })).toMatchObject({ status: 200 });
});
