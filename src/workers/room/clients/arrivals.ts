import type { Clock } from '../../../player/base/clock.ts';
import { LateCode } from '../../../core/late-code.ts';
import type { LateWhy } from '../../../core/late-part.ts';
import type { Skipped } from '../../../core/socket/batch.ts';
import type { readContents } from '../../../wire/contents.ts';
import type { PackedMessages } from '../../../wire/packed.ts';
import type { RoomMessage } from '../../../wire/registry.ts';
import type { StatsClient } from './stats-client.ts';

/** Decoding code, not part of the worker's first bundle. */
export interface ContentsCode {
  readonly readContents: typeof readContents;
}

export interface ArrivalsDeps {
  readonly load: () => Promise<ContentsCode>;
  readonly clock: Pick<Clock, 'nowMs' | 'after'>;
  readonly random: () => number;
  readonly stats: Pick<StatsClient, 'emit' | 'failure'>;
  readonly messages: (batch: readonly RoomMessage[], skipped: Skipped) => void;
  /** The code is late; null: it is loaded. */
  readonly onNotice: (name: string, why: LateWhy | null) => void;
}

/** Converts batches of the socket worker to messages in order of arrival; batches that arrive before the code is loaded are queued. */
export function createArrivals({
  load,
  clock,
  random,
  stats,
  messages,
  onNotice,
}: ArrivalsDeps): (batch: PackedMessages, skipped: Skipped) => void {
  let waiting = 0;
  const code = new LateCode<ContentsCode>({
    ready: {},
    loaders: { contents: load },
    clock,
    random,
    onFailure(failure, isMessage) {
      if (isMessage) waiting--;
      stats.failure(failure);
    },
    onNotice,
  });
  // Preloaded for the first batch; a failure is reported when it is needed.
  load().catch(() => undefined);

  function read({ readContents: decode }: ContentsCode, batch: PackedMessages, skipped: Skipped): void {
    waiting--;
    const { messages: decoded, failures, badExts } = decode(batch);
    for (const [failed, { count, detail }] of failures) stats.emit({ type: 'failure', code: failed, detail, by: count });
    if (badExts > 0) stats.emit({ type: 'count', name: 'chat.bad-ext', by: badExts });
    messages(decoded, skipped);
  }

  return (batch, skipped) => {
    // The batch holds no protobuf content: every message was JSON or was dropped.
    if (waiting === 0 && batch.read.length === batch.count) {
      messages(batch.read, skipped);
      return;
    }
    waiting++;
    code.withCode('contents', batch.buffer.byteLength, (loaded) => read(loaded, batch, skipped));
  };
}
