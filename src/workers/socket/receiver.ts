import type { Clock } from '../../core/clock.ts';
import type { ErrorCode } from '../../core/errors.ts';
import type { Failure } from '../../core/result.ts';
import { createAcks } from '../../core/socket/acks.ts';
import { createBatch, type Skipped } from '../../core/socket/batch.ts';
import type { Command } from '../../core/socket/commands.ts';
import { classOf, stateKey, type SocketViewer } from '../../core/socket/message-class.ts';
import { readExtension } from '../../wire/ext.ts';
import type { Kept } from '../../wire/packed.ts';
import type { Message, RoomMessage } from '../../wire/registry.ts';
import type { Schema } from '../../wire/schema.ts';
import type { StatsEvent } from '../stats/api.ts';
import { createFamilies, type FamilyLoaders } from './families.ts';
import { type Incoming, createInbox, readIncoming } from './inbox.ts';

export interface ReceiverDeps {
  readonly clock: Clock;
  readonly loaders: FamilyLoaders;
  viewer(): SocketViewer;
  messages(kept: readonly Kept[], skipped: Skipped): void;
  offset(offset: number): void;
  acknowledge(command: Command): void;
  stats(fact: StatsEvent): void;
  /** A message was decoded: the connection and the debug view see it before the batch leaves. `isCurrent`: it came on the present connection. */
  onMessage(message: RoomMessage, bytes: number, isCurrent: boolean): void;
  onProblem(failure: Failure): void;
}

export interface Receiver {
  readonly offset: number;
  /** Another room or another page: nothing of before counts. */
  restart(offset: number): void;
  nextConnection(): void;
  /** True for an answered heartbeat; everything else is seen to in here. */
  receive(data: unknown): boolean;
  /** Something besides messages wants to cross: the batch leaves within BATCH_MS. */
  wake(): void;
}

/** What leaves together with a batch: the debug view's lines. */
export type OnFlush = () => void;

/** WebSocket messages to batches of room messages: acknowledged, decoded once, in classes, counted where they are bad. */
// Long: inbox, batch, acknowledgements and problems leave by one timer, and every inner function may arm it.
export function createReceiver(deps: ReceiverDeps, onFlush: OnFlush): Receiver {
  const { clock } = deps;
  let inbox = createInbox(0);
  let reportedOffset = 0;
  let repeated = 0;
  let badExts = 0;
  let connection = 0;
  let problems = new Map<ErrorCode, { count: number; detail: string }>();
  let timer: { readonly atMs: number; readonly cancel: () => void } | null = null;
  const acks = createAcks();
  const batch = createBatch<Kept>();
  const families = createFamilies({ loaders: deps.loaders, nowMs: () => clock.nowMs(), onFailure: noteProblem });

  function noteProblem(failure: Failure): void {
    const known = problems.get(failure.code);
    if (known === undefined) problems.set(failure.code, { count: 1, detail: failure.detail });
    else known.count++;
    deps.onProblem(failure);
    wake();
  }

  function keep(message: Message, { row, delivery, bytes }: Incoming & { kind: 'message' }, schema: Schema, isCurrent: boolean): void {
    const timeMs = delivery.timeMs > 0 ? delivery.timeMs : clock.epochMs();
    const made = { id: row.id, name: message.name, body: message.body, timeMs } as RoomMessage;
    const messageClass = classOf(message, row.messageClass, deps.viewer());
    deps.onMessage(made, bytes, isCurrent);
    const isFull = batch.add({ message: made, family: row.family, schema }, messageClass, () => stateKey(message, row.key), clock.nowMs());
    if (isFull) flush();
    else arm(batch.dueMs() ?? clock.nowMs());
  }

  /** `ext` is read here, when it is known what of a flood is left. */
  function withExtension(kept: Kept): Kept {
    const { message } = kept;
    if (!hasExt(message) || message.body.ext === '') return kept;
    const userExt = readExtension(message.body.ext);
    if (userExt === null) badExts++;
    return { ...kept, message: { ...message, body: { ...message.body, userExt: userExt ?? message.body.userExt } } as RoomMessage };
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
    if (kept.length > 0 || skipped.talk + skipped.effect > 0) deps.messages(kept.map(withExtension), skipped);
    count('socket.skipped', skipped.talk);
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
      inbox.nextConnection();
    },
    wake,
    receive(data) {
      const incoming = inbox.receive(data);
      if (incoming.kind === 'beat') return true;
      const { delivery } = incoming;
      if (delivery?.wantsAck === true) acks.add(delivery.msgId, delivery.offset);
      // A message arms the batch itself; everything else still has an acknowledgement or a count to pass on.
      if (incoming.kind !== 'message' || delivery?.wantsAck === true) wake();
      if (incoming.kind === 'repeated') repeated++;
      else if (incoming.kind === 'failure') noteProblem(incoming.failure);
      else {
        const { row, bytes } = incoming;
        const at = connection;
        families.withCodec(row.family, bytes, (codec) => {
          const message = readIncoming(incoming, codec);
          // A content that was read has a schema.
          if (message.ok) keep(message.value, incoming, codec[row.schema]!, at === connection);
          else noteProblem(message.error);
        });
      }
      return false;
    },
  };
}

/** Acknowledgements and counts without a message wait this long, so that several cross together; milliseconds. */
const WAKE_MS = 100;

/** As the wire brings them: the type of a room message hides `ext`, so that nobody reads it a second time. */
const hasExt = (message: RoomMessage): message is RoomMessage & { body: { readonly ext: string; readonly userExt: never } } =>
  'ext' in message.body;
