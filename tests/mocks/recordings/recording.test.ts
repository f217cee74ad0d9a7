import { expect, test } from 'vitest';
import {
  isSocketLog,
  readHttpRecording,
  readSession,
  readSocketLog,
  readStream,
  sessionOfSocket,
  writeSession,
  writeSocketLog,
} from '../../../mocks/recordings/recording.ts';
import { seeded } from '../../seeded.ts';
import { http, socketBytes, socketLog, stream, streamBytes, value } from '../fixture-files.ts';

test('a socket log is read back as written', () => {
  const log = socketLog('chat-normal');
  expect(log.isTruncated).toBe(false);
  expect(Buffer.from(writeSocketLog(log)).equals(socketBytes('chat-normal'))).toBe(true);
});

test('a truncated log keeps its valid beginning', () => {
  const whole = socketBytes('all-pushes');
  const { records } = value(readSocketLog(whole));
  const random = seeded(1);
  for (let run = 0; run < 200; run++) {
    const length = 9 + random.int(whole.length - 9);
    const cut = value(readSocketLog(whole.slice(0, length)));
    expect(cut.records.map((record) => [record.atMs, record.bytes.length])).toEqual(
      records.slice(0, cut.records.length).map((record) => [record.atMs, record.bytes.length]),
    );
    expect(cut.records.length === records.length).toBe(false);
  }
  for (let length = 0; length < 9; length++)
    expect(readSocketLog(whole.slice(0, length))).toMatchObject({ ok: false, error: { code: 'RECORDING_BAD' } });
});

test('hostile logs, streams and sessions are reported and never throw', () => {
  const random = seeded(2);
  const session = writeSession({
    http: http('ad'),
    socket: socketLog('all-pushes'),
    streams: { radio: streamBytes('radio') },
    decisions: [],
  });
  const small = streamBytes('sync-640x360-h265-hvc1').slice(0, 20_000);
  let refused = 0;
  for (let run = 0; run < 300; run++) {
    for (const [read, bytes] of [
      [readSocketLog, socketBytes('all-pushes')],
      [readStream, small],
      [readSession, session],
    ] as const) {
      const damaged = random.flip(bytes.subarray(0, 1 + random.int(bytes.length)));
      // Most flips hit bodies; every second run also hits the headers.
      if (run % 2) damaged[random.int(Math.min(64, damaged.length))] = random.int(256);
      const result = read(damaged);
      if (!result.ok) {
        refused++;
        expect(result.error.code).toBe('RECORDING_BAD');
      }
    }
    expect(readSocketLog(random.bytes(random.int(200))).ok).toBe(false);
    expect(readStream(random.bytes(random.int(200))).ok).toBe(false);
    expect(readSession(random.bytes(random.int(200))).ok).toBe(false);
  }
  expect(refused).toBeGreaterThan(50);
});

test('HTTP recordings are validated field by field', () => {
  const good = { exchanges: [{ request: { method: 'GET', path: '{live}/config' }, response: { status: 200, body: {} } }] };
  expect(readHttpRecording(JSON.stringify(good)).ok).toBe(true);
  for (const bad of [
    '',
    '{',
    '[]',
    '{}',
    'null',
    '{"exchanges": {}}',
    JSON.stringify({ exchanges: [{ ...good.exchanges[0], times: 0 }] }),
    JSON.stringify({ exchanges: [{ request: { method: 1, path: 2 }, response: {} }] }),
    JSON.stringify({ exchanges: [{ ...good.exchanges[0], response: { status: 42, body: '' } }] }),
  ]) {
    expect(readHttpRecording(bad), bad).toMatchObject({ ok: false, error: { code: 'RECORDING_BAD' } });
  }
});

test('a session contains all three parts and is read back', () => {
  const given = {
    http: http('rooms'),
    socket: socketLog('chat-normal'),
    streams: { radio: streamBytes('radio'), 'sync-640x360-h264': streamBytes('sync-640x360-h264') },
    decisions: [{ atMs: 1, machine: 'm', event: 'e', from: 'a', to: 'b', effects: ['f'], why: ['because'] }],
  };
  const read = value(readSession(writeSession(given)));
  expect(read.http).toEqual(given.http);
  expect(read.decisions).toEqual(given.decisions);
  expect(read.socket.records).toEqual(given.socket.records);
  expect(Object.keys(read.streams)).toEqual(['radio', 'sync-640x360-h264']);
  expect(Buffer.from(read.streams['radio']!).equals(given.streams.radio)).toBe(true);
});

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

test('in a stream that changes its size each keyframe has its sequence header, the same object for equal bytes', () => {
  const sizes = stream('sizes-h265-hvc1');
  const keys = sizes.tags.filter((tag) => tag.isKey);
  expect(keys.map((tag) => tag.timeMs)).toEqual([0, 2_000, 4_000, 6_000]);
  expect(keys.map((tag) => tag.config === sizes.config)).toEqual([true, true, false, false]);
  expect(keys[2]!.config).toBe(keys[3]!.config);
  expect(sizes.tags.filter((tag) => !tag.isKey).every((tag) => tag.config === undefined)).toBe(true);
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
