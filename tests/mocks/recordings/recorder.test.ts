import { expect, test } from 'vitest';
import { createRecorder } from '../../../mocks/recordings/recorder.ts';
import { readSession } from '../../../mocks/recordings/recording.ts';
import { answerHttp } from '../../../mocks/recordings/replay.ts';
import { readServices } from '../../../src/core/services.ts';
import { streamBytes, value } from '../fixture-files.ts';

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

test('a recording at its size limit stops with a notice', async () => {
  let isFull = false;
  const recorder = createRecorder((progress) => (isFull = progress?.isFull ?? isFull));
  recorder.start();
  const chunk = new Uint8Array(8 * 1024 * 1024 - 1);
  for (let i = 0; i < 4; i++) recorder.socket({ direction: 'in', form: 'binary', bytes: chunk });
  expect(isFull).toBe(false);
  recorder.socket({ direction: 'in', form: 'binary', bytes: chunk });
  expect(isFull).toBe(true);
  // A small part would still fit, but would follow the missing one.
  recorder.socket({ direction: 'in', form: 'binary', bytes: Uint8Array.of(7) });
  expect(isFull).toBe(true);
  expect(recorder.stop([]).size).toBeLessThan(34 * 1024 * 1024);
});
