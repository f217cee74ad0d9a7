import { expect, test } from 'vitest';
import type { Fault } from '../../../mocks/backend/faults.ts';
import type { HttpExchange } from '../../../mocks/recordings/recording.ts';
import {
  answerHttp,
  dueLog,
  dueStream,
  expand,
  joinStream,
  LOG_START,
  MAX_BACKLOG_MS,
  openingOf,
  type HttpAsk,
} from '../../../mocks/recordings/replay.ts';
import { FlvDemuxer, type FlvEvent } from '../../../src/workers/stream/flv.ts';
import { seeded } from '../../seeded.ts';
import { http, socketLog, stream } from '../fixture-files.ts';

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

function demux(bytes: Uint8Array): readonly FlvEvent[] {
  const events: FlvEvent[] = [];
  const demuxer = new FlvDemuxer((event) => events.push(event));
  demuxer.push(bytes);
  demuxer.end();
  return events;
}
const times = (events: readonly FlvEvent[], type: 'video' | 'audio'): number[] =>
  events.flatMap((event) =>
    event.type === type && (type === 'audio' || event.type !== 'video' || event.tag.type === 'picture') ? [event.timeMs] : [],
  );

test('a viewer joins at the last keyframe, gets the headers first, and time continues over the rounds', () => {
  const events = demux(watch(30_000, () => 40).bytes);
  expect(events.filter((event) => event.type === 'damage')).toEqual([]);
  expect(events.slice(0, 4).map((event) => event.type)).toEqual(['header', 'script', 'video', 'audio']);
  const pictures = events.filter((event) => event.type === 'video' && event.tag.type === 'picture');
  expect(pictures[0]).toMatchObject({ timeMs: 12_000, tag: { isKey: true } });
  const video = times(events, 'video');
  expect(video.at(-1)).toBeLessThanOrEqual(42_345);
  expect(video.at(-1)).toBeGreaterThan(42_200);
  // 25 pictures a second without a gap or a step back, across three rounds.
  expect(new Set(video.slice(1).map((timeMs, i) => timeMs - video[i]!))).toEqual(new Set([40]));
  const audio = times(events, 'audio').slice(1);
  expect(Math.max(...audio.slice(1).map((timeMs, i) => timeMs - audio[i]!))).toBeLessThanOrEqual(22);
});

test('a changed sequence header precedes its first keyframe, also for later viewers and between rounds', () => {
  const order = (joinMs: number): string[] =>
    demux(watch(9_000, () => 40, [], joinMs, stream('sizes-h265-id12')).bytes).flatMap((event) => {
      if (event.type !== 'video') return [];
      if (event.tag.type === 'config') return [`config ${event.timeMs}`];
      return event.tag.type === 'picture' && event.tag.isKey ? [`key ${event.timeMs}`] : [];
    });
  const [headAt0, headAt4] = ['config 0', 'config 4000'];
  expect(order(100)).toEqual([headAt0, 'key 0', 'key 2000', headAt4, 'key 4000', 'key 6000', 'config 8000', 'key 8000']);
  expect(order(4_100)).toEqual([
    headAt4,
    headAt4,
    'key 4000',
    'key 6000',
    'config 8000',
    'key 8000',
    'key 10000',
    'config 12000',
    'key 12000',
  ]);
});

test('an ended stream is marked and closed; one that loses a track keeps the other', () => {
  const ended = watch(9_000, () => 20, [{ on: 'stream', kind: 'end', afterMs: 3_000 }]);
  expect([ended.isCut, ended.isEnded, ended.at.at(-1)]).toEqual([false, true, 3_000]);
  const events = demux(ended.bytes);
  expect(events.filter((event) => event.type === 'damage')).toEqual([]);
  expect(events.at(-1)).toMatchObject({ type: 'video', tag: { type: 'end', codec: 'h264' } });
  const hvc1 = demux(watch(4_000, () => 20, [{ on: 'stream', kind: 'end', afterMs: 3_000 }], 0, stream('sizes-h265-hvc1')).bytes);
  expect(hvc1.at(-1)).toMatchObject({ type: 'video', tag: { type: 'end', codec: 'h265' } });

  const deaf = demux(watch(4_000, () => 20, [{ on: 'stream', kind: 'drop', share: 1, track: 'audio' }]).bytes);
  expect([times(deaf, 'video').length > 90, deaf.some((event) => event.type === 'audio' && event.tag.type === 'frame')]).toEqual([
    true,
    false,
  ]);
});

test('the due data do not depend on the polling interval', () => {
  const random = seeded(3);
  const regular = watch(20_000, () => 10);
  for (let run = 0; run < 5; run++) {
    const irregular = watch(20_000, () => 1 + random.int(700));
    const length = Math.min(regular.bytes.length, irregular.bytes.length);
    expect(length).toBeGreaterThan(100_000);
    expect(irregular.bytes.subarray(0, length).equals(regular.bytes.subarray(0, length))).toBe(true);
  }
});

test('the same input gives the same output, and the recording is not changed', () => {
  const before = Buffer.concat([...RECORDING.head, ...RECORDING.tags.map((tag) => tag.bytes)]);
  const faults: readonly Fault[] = [
    { on: 'stream', kind: 'drop', share: 0.1 },
    { on: 'stream', kind: 'corrupt', share: 0.3 },
  ];
  expect(watch(9_000, () => 33, faults).bytes.equals(watch(9_000, () => 33, faults).bytes)).toBe(true);
  expect(Buffer.concat([...RECORDING.head, ...RECORDING.tags.map((tag) => tag.bytes)]).equals(before)).toBe(true);
});

test('delay, stall, cut, throttle, drop and corrupt have their effect', () => {
  const delayed = watch(5_000, () => 20, [{ on: 'stream', kind: 'delay', ms: 1_500 }]);
  expect(delayed.at[0]).toBe(1_500);

  const stalled = watch(9_000, () => 20, [{ on: 'stream', kind: 'stall', afterMs: 2_000, forMs: 3_000 }]);
  expect(stalled.at.filter((at) => at >= 2_000 && at < 5_000)).toEqual([]);
  expect(times(demux(stalled.bytes), 'video').at(-1)).toBe(times(demux(watch(9_000, () => 20).bytes), 'video').at(-1));

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

test('a viewer who does not read loses old data up to a keyframe', () => {
  const first = dueStream(RECORDING, joinStream(RECORDING, 0), 0, [], SEED);
  const late = dueStream(RECORDING, first.cursor, MAX_BACKLOG_MS * 4, [], SEED);
  const [tag] = demux(Buffer.concat([...first.chunks.slice(0, 4), ...late.chunks]))
    .filter((event) => event.type === 'video' && event.tag.type === 'picture')
    .slice(-1);
  expect(tag?.type === 'video' && tag.timeMs).toBeGreaterThan(MAX_BACKLOG_MS * 3);
});

test('a stream without video starts one second back', () => {
  const radio = stream('radio');
  const due = dueStream(radio, joinStream(radio, 100_000), 0, [], SEED);
  expect(due.chunks.length - radio.head.length).toBeGreaterThan(40);
  expect(due.chunks.length - radio.head.length).toBeLessThan(52);
});

test('an opening fault is a status or no answer', () => {
  expect(openingOf([])).toEqual({ name: 'open' });
  expect(openingOf([{ on: 'stream', kind: 'status', status: 503 }])).toEqual({ name: 'status', status: 503 });
  expect(openingOf([{ on: 'stream', kind: 'refuse' }])).toEqual({ name: 'refused' });
});

test('a socket log is replayed in rounds and in order for any polling', () => {
  const log = socketLog('chat-flood');
  const random = seeded(5);
  const collect = (step: () => number): string => {
    let cursor = LOG_START;
    const seen: string[] = [];
    for (let elapsedMs = 0; elapsedMs <= 3_500; elapsedMs += step()) {
      const due = dueLog(log, cursor, elapsedMs, [], SEED);
      cursor = due.cursor;
      expect(due.nextMs).toBeGreaterThan(elapsedMs);
      seen.push(...due.records.map((record) => `${record.round}:${log.records.findIndex((one) => one.bytes === record.bytes)}`));
    }
    return seen.slice(0, 3_000).join(' ');
  };
  const regular = collect(() => 16);
  expect(regular.split(' ')).toHaveLength(3_000);
  expect(regular.startsWith('0:0 0:1 0:2 ')).toBe(true);
  expect(regular.endsWith('2:998 2:999')).toBe(true);
  expect(collect(() => 1 + random.int(400))).toBe(regular);
});

test('a socket is closed with a code, or cut, and a long sleep is not replayed', () => {
  const log = socketLog('chat-normal');
  const closing = dueLog(log, LOG_START, 5_000, [{ on: 'socket', kind: 'close-code', afterMs: 5_000, code: 1012 }], SEED);
  expect(closing.close).toEqual({ code: 1012, isClean: true });
  expect(dueLog(log, LOG_START, 400, [{ on: 'socket', kind: 'cut', afterMs: 300 }], SEED).close).toEqual({ code: 1006, isClean: false });
  const slept = dueLog(log, LOG_START, 8 * 3_600_000, [], SEED);
  expect(slept.records.length).toBeLessThanOrEqual(log.records.length);
  expect(slept.cursor.round).toBe(480);
});

const PLACES = { origin: 'http://host:1', scenario: 'radio', isLoggedIn: false, nowS: 1_000 };
const ask = (path: string, query: Record<string, string> = {}, method = 'GET'): HttpAsk => ({ method, path, query });

test('an exchange answers as often as its number says, then the next one answers; a callback wraps the answer', () => {
  const recordings = [http('dangerous'), http('rooms')];
  const used = new Map<HttpExchange, number>();
  const path = '{backup}/socket_scheduler/pc/binary/v1/address.jsonp';
  const codes = Array.from({ length: 3 }, () => {
    const answer = answerHttp(recordings, ask(path, { jsonpcallback: 'cb' }), used, PLACES, [], SEED);
    if (answer.name !== 'answer') return answer.name;
    used.set(answer.exchange, (used.get(answer.exchange) ?? 0) + 1);
    expect(answer.headers['content-type']).toContain('javascript');
    const inner = /^cb\((.*)\)$/s.exec(answer.body)?.[1] ?? '';
    return (JSON.parse(inner) as { code: number }).code;
  });
  expect(codes).toEqual([1_100_007, 0, 0]);
  // An invalid callback name is ignored.
  const hostile = answerHttp(recordings, ask('{live}/config', { jsonpcallback: 'alert(1)//' }), used, PLACES, [], SEED);
  expect(hostile.name === 'answer' && hostile.body).toBe('{"code":0,"data":{}}');
  expect(answerHttp(recordings, ask('{live}/nothing'), used, PLACES, [], SEED)).toEqual({ name: 'unknown' });
});

test('HTTP faults apply as often as specified: status, refusal, delay and half a body', () => {
  const recordings = [http('rooms')];
  const with_ = (fault: Fault, used: ReadonlyMap<HttpExchange, number> = new Map()) =>
    answerHttp(recordings, ask('{live}/room/1001/info'), used, PLACES, [fault], SEED);
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

test('placeholders of a recording are filled in', () => {
  expect(
    expand(
      {
        a: '{nowS}',
        b: ['{nowS-90}', '{nowS+5}'],
        c: '{origin}/live/radio.flv',
        d: '{host}/x',
        e: '{viewer}',
        f: '{chat}/2',
        g: 'nowS',
        h: null,
        i: 3,
      },
      PLACES,
    ),
  ).toEqual({
    a: 1_000,
    b: [910, 1_005],
    c: 'http://host:1/live/radio.flv?scenario=radio',
    d: 'host:1/x',
    e: 'guest',
    f: 'host:1/chat/radio/2',
    g: 'nowS',
    h: null,
    i: 3,
  });
});
