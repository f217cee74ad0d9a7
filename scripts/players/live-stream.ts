/** A live stream as a server sends it: parts of recordings, one after the other, with the times and tracks of each publisher. */
import type { StreamRecording } from '../../mocks/recordings/recording.ts';
import { withTime } from '../../mocks/recordings/replay.ts';
import { TAG } from '../fixtures/flv-muxer.ts';

/** A publisher's part of a stream; the next one follows when it is over. */
interface Piece {
  readonly recording: StreamRecording;
  /** Absent: endless. */
  readonly lengthMs?: number;
  /** Timestamp of its first tag. */
  readonly fromMs: number;
  readonly without?: 'audio' | 'video';
}

export interface LiveStream {
  readonly pieces: readonly Piece[];
  /** The server closes the connection after this time in ms; the next request is a new connection. */
  readonly cutAfterMs?: number;
  /** The server sends nothing between these two times in ms, and all delayed tags afterwards. */
  readonly silentMs?: readonly [from: number, to: number];
}

/** The file header and all tags in order. `atMs`: due time since the start of the connection. A piece repeats its recording. */
export function* tagsOf({ pieces }: LiveStream): Generator<{ readonly atMs: number; readonly bytes: Uint8Array }> {
  let startMs = 0;
  for (const [at, { recording, fromMs, lengthMs = Infinity, without }] of pieces.entries()) {
    const isWanted = (bytes: Uint8Array): boolean => without === undefined || bytes[0] !== (without === 'audio' ? TAG.AUDIO : TAG.VIDEO);
    // The first bytes of a response are the header of FLV; another publisher sends metadata and sequence headers alone.
    const head = at === 0 ? recording.head : recording.head.slice(1);
    for (const [i, bytes] of head.entries()) {
      const isTag = at > 0 || i > 0;
      if (!isTag || isWanted(bytes)) yield { atMs: startMs, bytes: isTag ? withTime(bytes, fromMs) : bytes };
    }
    for (let roundMs = 0; roundMs < lengthMs; roundMs += recording.durationMs) {
      for (const tag of recording.tags) {
        const inPieceMs = roundMs + tag.timeMs;
        if (inPieceMs >= lengthMs) break;
        if (isWanted(tag.bytes)) yield { atMs: startMs + inPieceMs, bytes: withTime(tag.bytes, fromMs + inPieceMs) };
      }
    }
    startMs += lengthMs;
  }
}
