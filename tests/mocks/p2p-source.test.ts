import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  headBytes,
  indexLines,
  newestSegment,
  segmentAt,
  segmentBytes,
  SERVED_SEGMENTS,
  servedSegment,
  shareClockMs,
} from '../../mocks/backend/live.ts';
import { readStream } from '../../mocks/recordings/recording.ts';
import { readIndexLine } from '../../src/core/p2p/sharing.ts';
import type { FlvEvent } from '../../src/player/flv/reader.ts';
import { ofType, readFlv } from '../../src/player/tests/flv/flv-bytes.ts';

const read = readStream(new Uint8Array(readFileSync('fixtures/streams/stage-852x480-h264.flv')));
if (!read.ok) throw new Error(read.error.detail);
const recording = read.value;

const demux = (...parts: readonly Uint8Array[]): FlvEvent[] => readFlv(Buffer.concat(parts)).events;

test('segments follow each other without a gap, also across the loop of the recording, and each starts with a keyframe', () => {
  const count = 3 * recording.tags.filter((tag) => tag.isKey && tag.type === 'video').length;
  const events = demux(headBytes(recording), ...Array.from({ length: count }, (_, seq) => segmentBytes(recording, seq)));
  expect(events.filter((event) => event.type === 'damage')).toEqual([]);
  const times = ofType(events, 'picture').map(({ timeMs }) => timeMs);
  expect(times.length).toBe(3 * recording.tags.filter((tag) => tag.type === 'video').length);
  for (let i = 1; i < times.length; i++) expect(times[i]! - times[i - 1]!).toBeLessThan(200);
  for (const seq of [0, 1, count - 1]) {
    const [first] = ofType(demux(headBytes(recording), segmentBytes(recording, seq)), 'picture');
    expect(first).toMatchObject({ isKey: true });
  }
});

test('a segment is listed when its last tag has arrived, and served until it is too old', () => {
  const nowMs = Date.UTC(2026, 0, 2, 10, 0, 0);
  const newest = newestSegment(recording, shareClockMs(nowMs));
  expect(segmentAt(recording, newest).endMs).toBeLessThanOrEqual(shareClockMs(nowMs));
  expect(segmentAt(recording, newest + 1).endMs).toBeGreaterThan(shareClockMs(nowMs));
  expect(servedSegment(recording, newest, nowMs)).toEqual(segmentBytes(recording, newest));
  for (const seq of [newest + 1, newest - SERVED_SEGMENTS, -1, 0.5, Number.NaN])
    expect(servedSegment(recording, seq, nowMs)).toBeUndefined();
});

test('each line of the index is read by the reader of the P2P loader', async () => {
  const abort = new AbortController();
  const lines: string[] = [];
  for await (const line of indexLines(recording, { trackers: ['ws://127.0.0.1:1/tracker'], swarm: 'live/stage.flv' }, abort.signal)) {
    lines.push(line);
    if (lines.length === 3) abort.abort();
  }
  expect(lines.map((line) => readIndexLine(line.trim()).type)).toEqual(['head', 'segment', 'segment']);
});
