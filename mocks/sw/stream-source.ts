import type { ChannelMessage } from '../control.ts';
import { faultsNow, type Fault, type Injected } from '../backend/faults.ts';
import type { StreamRecording } from '../recordings/recording.ts';
import { dueStream, joinStream, liveTime, MAX_WAIT_MS } from '../recordings/replay.ts';
import { SEED } from '../scenarios.ts';

export interface StreamConnection {
  readonly path: string;
  readonly name: string;
  readonly recording: StreamRecording;
  /** Previous connections to the same path. */
  readonly earlier: number;
  readonly faults: readonly Fault[];
  readonly injected: () => Injected;
  /** Receives the sent data while a session is recorded. */
  readonly tap: (message: ChannelMessage) => void;
}

/** An endless response body in real time. Pull-based: a viewer who does not read delays it, and a viewer who disconnects ends it. */
export function streamBody(connection: StreamConnection): ReadableStream<Uint8Array> {
  const { recording, faults, injected, path, name, earlier, tap } = connection;
  const startMs = Date.now();
  let cursor = joinStream(recording, liveTime(startMs));
  let isGone = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (!isGone) {
          const elapsedMs = Date.now() - startMs;
          const hit = faultsNow(faults, injected(), { channel: 'stream', path, earlier, startMs });
          const due = dueStream(recording, cursor, elapsedMs, hit, SEED + earlier);
          cursor = due.cursor;
          for (const chunk of due.chunks) {
            tap({ kind: 'stream-bytes', name, bytes: chunk });
            controller.enqueue(chunk);
          }
          if (due.isCut) {
            isGone = true;
            controller.error(new TypeError('the connection was cut'));
            return;
          }
          if (due.isEnded) {
            isGone = true;
            controller.close();
            return;
          }
          if (due.chunks.length > 0) return;
          await new Promise((resolve) => setTimeout(resolve, Math.min(MAX_WAIT_MS, Math.max(1, due.nextMs - elapsedMs))));
        }
      },
      cancel() {
        isGone = true;
      },
    },
    // Nothing is prepared before it is read.
    { highWaterMark: 0 },
  );
}
