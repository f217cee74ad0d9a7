import type { ChannelMessage } from '../control.ts';
import { faultsOn, type Fault } from '../faults.ts';
import type { StreamRecording } from '../recording.ts';
import { dueStream, joinStream } from '../replay.ts';
import { SEED } from '../scenarios.ts';

export interface StreamConnection {
  readonly path: string;
  readonly name: string;
  readonly recording: StreamRecording;
  /** Connections to the same path before this one. */
  readonly earlier: number;
  readonly faults: readonly Fault[];
  /** Injected since, with when: they count from then on. */
  injected(): { readonly faults: readonly Fault[]; readonly sinceMs: number };
  /** Hears what goes out, when a session is recorded. */
  tap?(message: ChannelMessage): void;
}

/** A wait is cut into pieces, so that an injected fault is felt soon. */
const MAX_WAIT_MS = 250;
const DAY_MS = 86_400_000;

/** The stream's own time counts by the clock: who comes back, by whatever address or codec, joins where it is now. */
export const liveTime = (nowMs: number): number => nowMs % DAY_MS;

/** An endless body in real time. Pull-based: a viewer who does not read holds it back, one who leaves ends it. */
export function streamBody(connection: StreamConnection): ReadableStream<Uint8Array> {
  const startMs = Date.now();
  let cursor = joinStream(connection.recording, liveTime(startMs));
  let isGone = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        while (!isGone) {
          const elapsedMs = Date.now() - startMs;
          const due = dueStream(connection.recording, cursor, elapsedMs, currentFaults(connection, startMs), SEED + connection.earlier);
          cursor = due.cursor;
          for (const chunk of due.chunks) {
            connection.tap?.({ kind: 'stream-bytes', name: connection.name, bytes: chunk });
            controller.enqueue(chunk);
          }
          if (due.isCut) {
            isGone = true;
            controller.error(new TypeError('the connection was cut'));
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

/** Injected faults began while the stream was running: their times are moved to the stream's. */
function currentFaults(connection: StreamConnection, startMs: number): readonly Fault[] {
  const { faults, sinceMs } = connection.injected();
  const offsetMs = Math.max(0, sinceMs - startMs);
  const moved = faultsOn(faults, 'stream', connection.path, connection.earlier).map((fault) =>
    'afterMs' in fault ? { ...fault, afterMs: fault.afterMs + offsetMs } : fault,
  );
  return [...moved, ...faultsOn(connection.faults, 'stream', connection.path, connection.earlier)];
}
