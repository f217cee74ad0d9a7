import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readStream, type StreamRecording } from '../../../mocks/recordings/recording.ts';
import { tagsOf, type LiveStream } from '../../../scripts/players/live-stream.ts';

const AUDIO = 8;
const VIDEO = 9;

function read(name: string): StreamRecording {
  const stream = readStream(new Uint8Array(readFileSync(`fixtures/streams/${name}.flv`)));
  if (!stream.ok) throw new Error(stream.error.detail);
  return stream.value;
}
const SMALL = read('sync-640x360-h264');
const LARGE = read('stage-852x480-h264');

const timeOf = (bytes: Uint8Array): number => ((bytes[7]! << 24) | (bytes[4]! << 16) | (bytes[5]! << 8) | bytes[6]!) >>> 0;
const untilMs = (stream: LiveStream, endMs: number) => {
  const sent: { readonly atMs: number; readonly bytes: Uint8Array }[] = [];
  for (const tag of tagsOf(stream)) {
    if (tag.atMs >= endMs) break;
    sent.push(tag);
  }
  return sent;
};

test('a stream begins with the header of FLV and repeats its recording with growing times', () => {
  const sent = untilMs({ pieces: [{ recording: SMALL, fromMs: 0 }] }, 3 * SMALL.durationMs);
  expect(String.fromCharCode(...sent[0]!.bytes.subarray(0, 3))).toBe('FLV');
  const tags = sent.slice(SMALL.head.length);
  expect(tags).toHaveLength(3 * SMALL.tags.length);
  expect(tags.every(({ atMs, bytes }) => timeOf(bytes) === atMs)).toBe(true);
});

test('a second publisher sends its metadata and sequence headers without the header of FLV, with times of its own', () => {
  const [lengthMs, fromMs] = [4_000, 3_600_000];
  const sent = untilMs(
    {
      pieces: [
        { recording: SMALL, fromMs: 0, lengthMs },
        { recording: LARGE, fromMs },
      ],
    },
    6_000,
  );
  const second = sent.filter(({ atMs }) => atMs >= lengthMs);
  expect(sent.filter(({ bytes }) => bytes[0] === 0x46)).toHaveLength(1);
  expect(second.slice(0, LARGE.head.length - 1).map(({ bytes }) => bytes.subarray(11))).toEqual(
    LARGE.head.slice(1).map((bytes) => bytes.subarray(11)),
  );
  expect(second.every(({ atMs, bytes }) => timeOf(bytes) - fromMs === Math.max(0, atMs - lengthMs))).toBe(true);
});

test('a track that is left out sends no tag, its sequence header included', () => {
  const types = (without: 'audio' | 'video'): ReadonlySet<number> =>
    new Set(untilMs({ pieces: [{ recording: SMALL, fromMs: 0, without }] }, 1_000).map(({ bytes }) => bytes[0]!));
  expect(types('audio').has(AUDIO)).toBe(false);
  expect(types('audio').has(VIDEO)).toBe(true);
  expect(types('video').has(VIDEO)).toBe(false);
  expect(types('video').has(AUDIO)).toBe(true);
});
