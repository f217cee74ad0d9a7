import type { ServerResponse } from 'node:http';
import { faultsNow, type Fault, type Injected } from '../backend/faults.ts';
import type { StreamRecording } from '../recordings/recording.ts';
import { dueStream, joinStream, liveTime, MAX_WAIT_MS } from '../recordings/replay.ts';
import { SEED } from '../scenarios.ts';

export interface LiveDeps {
  readonly recording: StreamRecording;
  readonly path: string;
  readonly earlier: number;
  readonly faults: readonly Fault[];
  readonly injected: () => Injected;
}

/** Writes an endless stream in real time until the viewer disconnects or a fault ends it; waits while the viewer does not read. */
export async function sendStream(response: ServerResponse, deps: LiveDeps): Promise<void> {
  const { recording, path, earlier, faults } = deps;
  const startMs = Date.now();
  let cursor = joinStream(recording, liveTime(startMs));
  while (!response.destroyed) {
    const elapsedMs = Date.now() - startMs;
    const hit = faultsNow(faults, deps.injected(), { channel: 'stream', path, earlier, startMs });
    const due = dueStream(recording, cursor, elapsedMs, hit, SEED + earlier);
    cursor = due.cursor;
    let isFull = false;
    for (const chunk of due.chunks) isFull = !response.write(chunk) || isFull;
    if (due.isCut) {
      // Not `end`, because a broken connection has no last chunk.
      response.destroy();
      return;
    }
    if (due.isEnded) {
      response.end();
      return;
    }
    if (isFull) await drained(response);
    else await new Promise((resolve) => setTimeout(resolve, Math.min(MAX_WAIT_MS, Math.max(1, due.nextMs - elapsedMs))));
  }
}

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
