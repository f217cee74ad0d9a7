import type { Clock } from '../../core/clock.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { Failure } from '../../core/result.ts';
import { createAcks } from '../../core/socket/acks.ts';
import { createBatch, type Skipped } from '../../core/socket/batch.ts';
import type { Command } from '../../core/socket/commands.ts';
import { classOf } from '../../core/socket/message-class.ts';
import { type Extended, takeExtension } from '../../wire/ext.ts';
import type { Row } from '../../wire/message-row.ts';
import type { Kept } from '../../wire/packed.ts';
import type { Message } from '../../wire/registry.ts';
import type { Codec } from '../../wire/schema.ts';
import type { StatsEvent } from '../stats/api.ts';
import { createFamilies, type FamilyLoaders } from './families.ts';
import { type IncomingMessage, createInbox } from './inbox.ts';
import { createReading, type Reading, type ReadingDeps } from './reading.ts';

export interface ArrivedMessage {
  readonly row: Row;
  /** Size of the whole WebSocket message. */
  readonly bytes: number;
  readonly timeMs: number;
  /** The decoded message, if this worker decoded it (reading.ts). */
  readonly message: Message | null;
}

export interface ReceiverDeps extends Omit<ReadingDeps, 'holds'> {
  readonly clock: Clock;
  readonly loaders: FamilyLoaders;
  messages(kept: readonly Kept[], skipped: Skipped): void;
  offset(offset: number): void;
  acknowledge(command: Command): void;
  stats(fact: StatsEvent): void;
  /** Called before the batch is sent, for the connection and the debug view. `isCurrent`: the message arrived on the current connection. */
  onMessage(arrived: ArrivedMessage, isCurrent: boolean): void;
  onProblem(failure: Failure): void;
  /** Called after each attempt to load the code of a message family. */
  onFamily(family: string, isLoaded: boolean): void;
}

export interface Receiver {
  readonly offset: number;
  /** Another room or page: all earlier state is discarded. */
  restart(offset: number): void;
  nextConnection(): void;
  /** True for an answered heartbeat; all other messages are handled here. */
  receive(data: unknown): boolean;
  /** Requests a batch within BATCH_MS for data other than messages. */
  wake(): void;
}

/** Called with each batch; sends the lines of the debug view. */
export type OnFlush = () => void;

/** Collects WebSocket messages into batches for the room worker: acknowledges and classifies them and counts invalid ones. */
// Long: inbox, batch, acknowledgements and problems are sent by one timer, which every inner function may arm.
export function createReceiver(deps: ReceiverDeps, onFlush: OnFlush): Receiver {
  const { clock } = deps;
  let inbox = createInbox(0);
  let reportedOffset = 0;
  let repeated = 0;
  let badExts = 0;
  let connection = 0;
  /** Arrival time of the batch's first message. */
  let firstMs = 0;
  let problems = new Map<ErrorCode, { count: number; detail: string }>();
  let timer: { readonly atMs: number; readonly cancel: () => void } | null = null;
  const acks = createAcks();
  const batch = createBatch<Kept>();
  const read = createReading({ ...deps, holds: (key) => batch.holds(key) });
  const families = createFamilies({
    loaders: deps.loaders,
    nowMs: () => clock.nowMs(),
    onFailure: noteProblem,
    onLoad: (family, isLoaded) => deps.onFamily(family, isLoaded),
  });

  function noteProblem(failure: Failure): void {
    const known = problems.get(failure.code);
    if (known === undefined) problems.set(failure.code, { count: 1, detail: failure.detail });
    else known.count++;
    deps.onProblem(failure);
    wake();
  }

  function take(incoming: IncomingMessage, codec: Codec, isCurrent: boolean): void {
    const reading = read(incoming, codec);
    if (reading.ok) keep(incoming, reading.value, isCurrent);
    else noteProblem(reading.error);
  }

  function keep({ row, delivery, bytes }: IncomingMessage, { seen, key, plain, message }: Reading, isCurrent: boolean): void {
    const timeMs = delivery.timeMs > 0 ? delivery.timeMs : clock.epochMs();
    const messageClass = classOf(seen, row.messageClass, deps.viewer());
    deps.onMessage({ row, bytes, timeMs, message }, isCurrent);
    // The clock is read once per batch; only the time of the first message matters.
    if (batch.dueMs() === null) firstMs = clock.nowMs();
    const isFull = batch.add(plain === null ? { row, timeMs, plain, message: seen } : { row, timeMs, plain }, messageClass, key, firstMs);
    if (isFull) flush();
    else arm(batch.dueMs() ?? firstMs);
  }

  /** `ext` of a decoded message is parsed here, after the flood limits have dropped messages. */
  function withExtension(kept: Kept): Kept {
    if (kept.plain !== null || !('ext' in kept.message.body)) return kept;
    // A copy, because the debug view shows the original body.
    const body = { ...kept.message.body };
    if (!takeExtension(body as Extended)) badExts++;
    return { ...kept, message: { ...kept.message, body } as Message };
  }

  function wake(): void {
    arm(clock.nowMs() + WAKE_MS);
  }

  function arm(atMs: number): void {
    if (timer !== null && timer.atMs <= atMs) return;
    timer?.cancel();
    timer = { atMs, cancel: clock.after(Math.max(0, atMs - clock.nowMs()), flush) };
  }

  function flush(): void {
    timer?.cancel();
    timer = null;
    const { messages: kept, skipped } = batch.flush(clock.nowMs());
    if (kept.length > 0 || skipped.chat + skipped.effect > 0) deps.messages(kept.map(withExtension), skipped);
    count('socket.skipped', skipped.chat);
    count('socket.skipped-effects', skipped.effect);
    count('socket.repeated', repeated);
    count('chat.bad-ext', badExts);
    repeated = 0;
    badExts = 0;
    for (const [code, { count: by, detail }] of problems) deps.stats({ type: 'failure', code, detail, by });
    problems = new Map();
    for (const command of acks.flush()) deps.acknowledge(command);
    if (inbox.offset !== reportedOffset) {
      reportedOffset = inbox.offset;
      deps.offset(reportedOffset);
    }
    onFlush();
  }

  function count(name: string, by: number): void {
    if (by > 0) deps.stats({ type: 'count', name, by });
  }

  return {
    get offset() {
      return inbox.offset;
    },
    restart(offset) {
      inbox = createInbox(offset);
      reportedOffset = offset;
    },
    nextConnection() {
      connection++;
      // Ids and offsets belong to one connection; the server sends a message that was not acknowledged again.
      acks.flush();
      inbox.nextConnection();
    },
    wake,
    receive(data) {
      const incoming = inbox.receive(data);
      if (incoming.type === 'beat') return true;
      const { delivery } = incoming;
      if (delivery?.wantsAck === true) acks.add(delivery.msgId, delivery.offset);
      // A message arms the batch itself; anything else only has an acknowledgement or a count to send.
      if (incoming.type !== 'message' || delivery?.wantsAck === true) wake();
      if (incoming.type === 'repeated') repeated++;
      else if (incoming.type === 'failure') noteProblem(incoming.failure);
      else {
        const { row, bytes } = incoming;
        const at = connection;
        // Usually the codec is loaded, so no closure is needed.
        const codec = families.ready(row.family);
        if (codec !== null) take(incoming, codec, true);
        else families.withCode(row.family, bytes, (loaded) => take(incoming, loaded, at === connection));
      }
      return false;
    },
  };
}

/** Acknowledgements and counts without a message wait this long, in milliseconds, so that several are sent together. */
const WAKE_MS = 100;
