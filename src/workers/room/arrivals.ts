import { createLateCode } from '../../core/late-code.ts';
import type { Skipped } from '../../core/socket/batch.ts';
import type { readContents } from '../../wire/contents.ts';
import type { PackedMessages } from '../../wire/packed.ts';
import type { RoomMessage } from '../../wire/registry.ts';
import type { StatsClient } from './stats-client.ts';

/** What decodes: its codecs are no part of the worker's first bundle. */
export interface ContentsCode {
  readonly readContents: typeof readContents;
}

export interface ArrivalsDeps {
  readonly load: () => Promise<ContentsCode>;
  readonly nowMs: () => number;
  readonly stats: Pick<StatsClient, 'emit' | 'failure'>;
  readonly messages: (batch: readonly RoomMessage[], skipped: Skipped) => void;
}

/** Batches from the socket worker to messages, in the order in which they came; those that come before the code is there wait for it. */
export function createArrivals({ load, nowMs, stats, messages }: ArrivalsDeps): (batch: PackedMessages, skipped: Skipped) => void {
  let waiting = 0;
  const code = createLateCode<ContentsCode>({
    ready: {},
    loaders: { contents: load },
    nowMs,
    onFailure(failure) {
      waiting--;
      stats.failure(failure);
    },
  });
  // Asked for now, so that the first batch finds it; what goes wrong is said when it is needed.
  load().catch(() => undefined);

  function read({ readContents: decode }: ContentsCode, batch: PackedMessages, skipped: Skipped): void {
    waiting--;
    const { messages: decoded, failures, badExts } = decode(batch);
    for (const [failed, { count, detail }] of failures) stats.emit({ type: 'failure', code: failed, detail, by: count });
    if (badExts > 0) stats.emit({ type: 'count', name: 'chat.bad-ext', by: badExts });
    messages(decoded, skipped);
  }

  return (batch, skipped) => {
    // All of it came as JSON, or everything was left out.
    if (waiting === 0 && batch.read.length === batch.count) {
      messages(batch.read, skipped);
      return;
    }
    waiting++;
    code.withCode('contents', batch.buffer.byteLength, (loaded) => read(loaded, batch, skipped));
  };
}
