/** How a revision transfers messages from the socket worker's inbox to the room worker. */
import type * as ContentsModule from '../../src/wire/contents.ts';
import type * as PackedModule from '../../src/wire/packed.ts';
import type * as InboxModule from '../../src/workers/socket/inbox.ts';
import type * as ReadingModule from '../../src/workers/socket/reading.ts';
import type * as ReceiverModule from '../../src/workers/socket/receiver.ts';
import type { Result } from '../../src/core/result.ts';
import type { Message } from '../../src/wire/registry.ts';
import type { Codec } from '../../src/wire/schema.ts';

type IncomingMessage = InboxModule.IncomingMessage;
/** From a message in the inbox to one in the room worker, as implemented by a revision. */
export interface Crossing {
  /** Puts a message into the batch; null for a bad message. */
  keep(incoming: IncomingMessage, codec: Codec): unknown;
  /** Transfers the batch between the workers like `postMessage`. */
  cross(batch: readonly unknown[]): unknown;
  /** In the room worker, until the bodies are decoded. */
  arrive(crossed: unknown): void;
}

/** The socket worker's receiver, and the decoding of its batches in the room worker. */
export interface Whole {
  readonly receiver: typeof ReceiverModule;
  readonly packed: typeof PackedModule;
  readonly contents: typeof ContentsModule;
  /** By family. */
  readonly codecs: Readonly<Record<string, Codec>>;
}

/** Size of a batch: a hundred milliseconds at a thousand messages a second. */
export const BATCH_MESSAGES = 100;

/** Logged in, so that each message is checked whether it concerns the viewer; not a user of the recordings. */
const VIEWER = { userId: 1, name: 'Viewer' } as const;

/** Classified, packed, transferred, and decoded on the other side. */
export const crossingOf =
  ({ createReading }: typeof ReadingModule, { pack, transferOf }: typeof PackedModule, { decodeContents }: typeof ContentsModule) =>
  (): Crossing => {
    const read = createReading({
      viewer: () => VIEWER,
      connectedUserId: () => VIEWER.userId,
      isWatched: () => false,
      holds: () => false,
    });
    return {
      keep(incoming, codec) {
        const heard = read(incoming, codec);
        if (!heard.ok) return null;
        // An older revision also returns the position of the content in its frame.
        return { ...heard.value, row: incoming.row, timeMs: incoming.delivery.timeMs };
      },
      cross(batch) {
        const packed = pack(batch as Parameters<typeof pack>[0]);
        return structuredClone(packed, { transfer: transferOf(packed) });
      },
      arrive: (crossed) => void decodeContents(crossed as PackedModule.PackedMessages),
    };
  };

export interface OlderInbox {
  readonly readIncoming: (incoming: IncomingMessage, codec: Codec) => Result<Message>;
}
export interface OlderPacked {
  readonly Packer: new () => { pack(batch: readonly unknown[]): unknown };
  readonly Unpacker: new (by: unknown) => { unpack(batch: unknown): unknown };
}
export interface OlderUnpackers {
  readonly UNPACKERS: unknown;
}

/** An older revision decodes in the socket worker, and its room worker rebuilds the bodies from their values. */
export const olderCrossing =
  ({ readIncoming }: OlderInbox, { Packer, Unpacker }: OlderPacked, { UNPACKERS }: OlderUnpackers) =>
  (): Crossing => {
    const packer = new Packer();
    const unpacker = new Unpacker(UNPACKERS);
    return {
      keep(incoming, codec) {
        const { row, delivery } = incoming;
        const read = readIncoming(incoming, codec);
        if (!read.ok) return null;
        const message = { id: row.id, name: read.value.name, body: read.value.body, timeMs: delivery.timeMs };
        return { message, family: row.family, schema: codec[row.schema] };
      },
      cross: (batch) => structuredClone(packer.pack(batch)),
      arrive: (crossed) => void unpacker.unpack(crossed),
    };
  };

/** The room's additions to the inbox: classes, keys, bounds and order of the batch; its timer fires when a batch is full. */
export function wholeWay({ receiver, packed, contents, codecs }: Whole, withExt: boolean): (messages: readonly ArrayBuffer[]) => number {
  let leave: (() => void) | null = null;
  let bad = 0;
  const one = receiver.createReceiver(
    {
      clock: {
        nowMs: () => performance.now(),
        epochMs: () => Date.now(),
        after(_ms, call) {
          leave = call;
          return () => (leave = null);
        },
      },
      loaders: Object.fromEntries(Object.entries(codecs).map(([name, codec]) => [name, () => Promise.resolve(codec)])),
      viewer: () => VIEWER,
      connectedUserId: () => VIEWER.userId,
      isWatched: () => false,
      messages(kept) {
        const batch = packed.pack(kept);
        const crossed = structuredClone(batch, { transfer: packed.transferOf(batch) });
        if (withExt) contents.readContents(crossed);
        else contents.decodeContents(crossed);
      },
      offset: () => undefined,
      acknowledge: () => undefined,
      stats: () => undefined,
      onMessage: () => undefined,
      onProblem: () => void bad++,
      onFamily: () => undefined,
    },
    () => undefined,
  );
  return (messages) => {
    one.restart(0);
    bad = 0;
    for (let i = 0; i < messages.length; i++) {
      one.receive(messages[i]!);
      if (i % BATCH_MESSAGES === BATCH_MESSAGES - 1) leave?.();
    }
    leave?.();
    return messages.length - bad;
  };
}
