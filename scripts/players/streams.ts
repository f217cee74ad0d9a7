/** The streams of the trials: pieces of the fixtures with times, tracks and codecs as a publisher or a server may send them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readStream, type StreamRecording } from '../../mocks/recordings/recording.ts';
import { ROOT } from '../suite/tool.ts';
import { av1Recording, opusRecording } from './encoded.ts';
import type { LiveStream } from './live-stream.ts';

const read = (name: string): StreamRecording => {
  const stream = readStream(new Uint8Array(readFileSync(path.join(ROOT, 'fixtures/streams', `${name}.flv`))));
  if (!stream.ok) throw new Error(`${name}: ${stream.error.detail}`);
  return stream.value;
};

const H264 = read('sync-640x360-h264');
const H264_LARGE = read('stage-852x480-h264');
const ID12 = read('sync-640x360-h265-id12');
const HVC1 = read('sync-640x360-h265-hvc1');
const RADIO = read('radio');

const HOUR_MS = 3_600_000;
const CHANGE_MS = 4_000;

const live = (recording: StreamRecording): LiveStream => ({ pieces: [{ recording, fromMs: 0 }] });

export const STREAMS = {
  h264: live(H264),
  id12: live(ID12),
  hvc1: live(HVC1),
  av1: live(await av1Recording()),
  opus: live(await opusRecording(H264)),
  sound: live(RADIO),
  picture: { pieces: [{ recording: H264, fromMs: 0, without: 'audio' }] },
  restart: {
    pieces: [
      { recording: H264, fromMs: 0, lengthMs: CHANGE_MS },
      { recording: H264_LARGE, fromMs: 0 },
    ],
  },
  forward: {
    pieces: [
      { recording: H264, fromMs: 0, lengthMs: CHANGE_MS },
      { recording: H264, fromMs: HOUR_MS },
    ],
  },
  back: {
    pieces: [
      { recording: H264, fromMs: HOUR_MS, lengthMs: CHANGE_MS },
      { recording: H264, fromMs: 0 },
    ],
  },
  cut: { ...live(H264), cutAfterMs: CHANGE_MS },
  silent: { ...live(H264), silentMs: [CHANGE_MS, CHANGE_MS + 5_000] },
} as const satisfies Readonly<Record<string, LiveStream>>;
export type StreamName = keyof typeof STREAMS;
export const isStreamName = (name: string): name is StreamName => name in STREAMS;
