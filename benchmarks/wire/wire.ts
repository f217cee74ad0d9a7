/** Cost of a socket message, layer by layer, compared with protobufjs alone on the same payloads. */
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ungzip } from 'pako';
import protobuf from 'protobufjs';
import { readSocketLog } from '../../mocks/recordings/recording.ts';
import type * as FamiliesModule from '../../src/wire/all-families.ts';
import type * as ContentsModule from '../../src/wire/body.ts';
import type { CodecOf } from '../../src/wire/body.ts';
import type * as RegistryModule from '../../src/wire/registry.ts';
import type { Row } from '../../src/wire/registry.ts';
import type * as InflateModule from '../../src/wire/inflate.ts';
import type * as FrameModule from '../../src/wire/frame.ts';
import type * as PackedModule from '../../src/core/socket/batch.ts';
import type * as ReadingModule from '../../src/workers/socket/content-reading.ts';
import type * as ReceiverModule from '../../src/workers/socket/receiver.ts';
import { nameFor, Outcomes, type BenchContext, type Benchmark, type BenchOutcome, type Subject } from '../measure/benchmark.ts';
import { inputOfFile, ROOT } from '../measure/environment.ts';
import { type Contestant, type FigureKinds } from '../measure/rounds.ts';
import type { Codec } from '../../src/wire/schema.ts';

// How a revision transfers messages from the socket worker's inbox to the room worker.

type IncomingMessage = ReceiverModule.IncomingMessage;
/** From a message in the inbox to one in the room worker, as implemented by a revision. */
interface Crossing {
  /** Puts a message into the batch; null for a bad message. */
  keep(incoming: IncomingMessage, codec: Codec): unknown;
  /** Transfers the batch between the workers like `postMessage`. */
  cross(batch: readonly unknown[]): unknown;
  /** In the room worker, until the bodies are decoded. */
  arrive(crossed: unknown): void;
}

/** The socket worker's receiver, and the decoding of its batches in the room worker. */
interface Whole {
  readonly receiver: typeof ReceiverModule;
  readonly contents: typeof ContentsModule;
  readonly codecOf: CodecOf;
  /** By family. */
  readonly codecs: Readonly<Record<string, Codec>>;
}

/** Size of a batch: a hundred milliseconds at a thousand messages a second. */
const BATCH_MESSAGES = 100;

/** Logged in, so that each message is checked whether it concerns the viewer; not a user of the recordings. */
const VIEWER = { userId: 1, name: 'Viewer' } as const;

/** Classified, packed, transferred, and decoded on the other side. */
const crossingOf =
  ({ ContentReading }: typeof ReadingModule, { pack }: typeof PackedModule, { decodeContents }: typeof ContentsModule, codecOf: CodecOf) =>
  (): Crossing => {
    const reading = new ContentReading({
      viewer: () => VIEWER,
      connectedUserId: () => VIEWER.userId,
      isWatched: () => false,
      holds: () => false,
      onWrong: () => undefined,
    });
    return {
      keep(incoming, codec) {
        const heard = reading.read(incoming, codec);
        if (!heard.ok) return null;
        return { ...heard.value, row: incoming.row, timeMs: incoming.delivery.timeMs };
      },
      cross(batch) {
        const packed = pack(batch as Parameters<typeof pack>[0]);
        return structuredClone(packed, { transfer: [packed.buffer] });
      },
      arrive: (crossed) => void decodeContents(crossed as PackedModule.PackedMessages, codecOf),
    };
  };

/** The room's additions to the inbox: classes, keys, bounds and order of the batch; its timer fires when a batch is full. */
function wholeWay({ receiver, contents, codecs, codecOf }: Whole, withExt: boolean): (messages: readonly ArrayBuffer[]) => number {
  let leave: (() => void) | null = null;
  let bad = 0;
  const one = new receiver.Receiver({
    clock: {
      random: () => 0,
      nowMs: () => performance.now(),
      epochMs: () => Date.now(),
      after(_ms, call) {
        leave = call;
        return () => (leave = null);
      },
    },
    loaders: Object.fromEntries(Object.entries(codecs).map(([name, codec]) => [name, () => Promise.resolve(codec)])),
    roomId: () => 0,
    viewer: () => VIEWER,
    connectedUserId: () => VIEWER.userId,
    isWatched: () => false,
    messages(batch) {
      const crossed = structuredClone(batch, { transfer: [batch.buffer] });
      if (withExt) contents.readContents(crossed, codecOf);
      else contents.decodeContents(crossed, codecOf);
    },
    offset: () => undefined,
    acknowledge: () => undefined,
    stats: () => undefined,
    onMessage: () => undefined,
    onProblem: () => void bad++,
    onFamily: () => undefined,
    onFlush: () => undefined,
  });
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

const KINDS: FigureKinds = {
  cost: { unit: 'µs', better: 'lower', meaning: 'Time for one message on one thread' },
  rate: { unit: 'messages/s', better: 'higher', meaning: 'Messages that one thread gets through if it does nothing else' },
};

interface Wire {
  readonly frame: typeof FrameModule;
  readonly inflate: typeof InflateModule;
  readonly registry: typeof RegistryModule;
  readonly families: typeof FamiliesModule;
  /** protobufjs' own code for the same schemas, by family. */
  readonly bare: Readonly<Record<string, protobuf.Root>>;
  readonly receiver: typeof ReceiverModule;
  /** Created anew for each contestant, because it has a state. */
  crossing(): Crossing;
  readonly whole: Whole;
}

async function loadWire({ root }: Subject): Promise<Wire> {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(path.join(root, 'src', file)).href);
  const registry = (await load('wire/registry.ts')) as typeof RegistryModule;
  const families = (await load('wire/all-families.ts')) as typeof FamiliesModule;
  const receiver = (await load('workers/socket/receiver.ts')) as typeof ReceiverModule;
  const packed = (await load('core/socket/batch.ts')) as typeof PackedModule;
  const contents = (await load('wire/body.ts')) as typeof ContentsModule;
  const reading = (await load('workers/socket/content-reading.ts')) as typeof ReadingModule;
  const { codecOf } = families;
  const codecs = Object.fromEntries(registry.ROWS.map(({ family }) => [family, codecOf(family)]));
  return {
    registry,
    frame: (await load('wire/frame.ts')) as typeof FrameModule,
    inflate: (await load('wire/inflate.ts')) as typeof InflateModule,
    receiver,
    crossing: crossingOf(reading, packed, contents, codecOf),
    whole: { receiver, contents, codecOf, codecs },
    families,
    bare: bareSchemas(path.join(root, 'src/wire')),
  };
}

/** The same .proto files, compiled by protobufjs at run time. */
function bareSchemas(folder: string): Readonly<Record<string, protobuf.Root>> {
  const parse = (files: readonly string[]): protobuf.Root => {
    const text = files.map((file) => readFileSync(path.join(folder, file), 'utf8').replace(/^(syntax|import) .*$/gm, ''));
    return protobuf.parse(`syntax = "proto3";\n${text.join('\n')}`, { keepCase: true }).root;
  };
  const families = readdirSync(path.join(folder, 'families')).map((file) => path.parse(file).name);
  const received = (name: string): string => `proto/received/${name}.proto`;
  return {
    core: parse(['chat', 'gift', 'session', 'user', 'envelope'].map(received)),
    ...Object.fromEntries(families.map((name) => [name, parse([received('user'), `families/${name}.proto`])])),
  };
}

/** Looked up once per message of the recording instead of per round, because a statically decoding program knows its types. */
const bareTypes = (wire: Wire, messages: readonly Wired[]): readonly protobuf.Type[] =>
  messages.map(({ row }) => wire.bare[row.family]!.lookupType(row.schema));

/** One message as received, and its parts for benchmarks that skip lower layers. */
interface Wired {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly payload: Uint8Array;
  readonly content: Uint8Array;
  readonly row: Row;
  readonly envelope: FrameModule.Envelope;
}

/** The valid and known protobuf frames, so that every layer does the same work for each. */
function readFrames(wire: Wire, recording: string): Wired[] {
  const log = readSocketLog(new Uint8Array(readFileSync(path.join(ROOT, 'fixtures/recordings', `${recording}.bin`))));
  if (!log.ok) throw new Error(log.error.detail);
  return log.value.records.flatMap((record): Wired[] => {
    if (record.direction !== 'in' || record.form === 'text') return [];
    const frame = wire.frame.readFrame(record.bytes);
    const envelope = frame.ok ? wire.frame.readEnvelope(frame.value.payload) : frame;
    if (!frame.ok || !envelope.ok || envelope.value.codec !== 'protobuf') return [];
    const row = wire.registry.rowOf(frame.value.command);
    const content = plain(wire, envelope.value);
    if (row === undefined || content === null) return [];
    // A separate buffer, as from a socket. The envelope is copied, because otherwise the engine sees envelopes that live as long as the
    // recording and allocates all later ones in the old generation, whose collection would be charged to the next turn.
    return [{ bytes: record.bytes.slice(), payload: frame.value.payload, content, row, envelope: { ...envelope.value } }];
  });
}

function plain(wire: Wire, envelope: FrameModule.Envelope): Uint8Array | null {
  if (envelope.compression === 'none') return envelope.content;
  const read = envelope.compression === 'gzip' ? wire.inflate.inflateGzip(envelope.content) : wire.inflate.inflateSnappy(envelope.content);
  return read.ok ? read.value : null;
}

/** Created once for the messages of a recording, then called with them in every round. */
type Layer = (wire: Wire, recorded: readonly Wired[]) => ((messages: readonly Wired[]) => number) | null;

const wholeLayer =
  (withExt: boolean): Layer =>
  (wire, recorded) => {
    const work = wholeWay(wire.whole, withExt);
    const buffers = recorded.map(({ bytes }) => bytes.buffer);
    // The first message of each family requests its codec, which is loaded before the first round.
    work(buffers);
    return () => work(buffers);
  };

const LAYERS: Readonly<Record<string, Layer>> = {
  frame: (wire) => (messages) => {
    let good = 0;
    for (const { bytes } of messages) if (wire.frame.readFrame(bytes).ok) good++;
    return good;
  },
  'frame and envelope': (wire) => (messages) => {
    let good = 0;
    for (const { bytes } of messages) {
      const frame = wire.frame.readFrame(bytes);
      if (frame.ok && wire.frame.readEnvelope(frame.value.payload).ok) good++;
    }
    return good;
  },
  'whole message': (wire) => (messages) => {
    let good = 0;
    for (const { bytes, row } of messages) {
      const frame = wire.frame.readFrame(bytes);
      const envelope = frame.ok ? wire.frame.readEnvelope(frame.value.payload) : frame;
      if (envelope.ok && wire.frame.readContent(row, wire.families.codecOf(row.family), envelope.value).ok) good++;
    }
    return good;
  },
  'inbox and batch': (wire) => {
    const crossing = wire.crossing();
    return (messages) => receive(wire, crossing, messages, (batch) => crossing.arrive(crossing.cross(batch)));
  },
  'of it in the socket worker': (wire) => {
    const crossing = wire.crossing();
    return (messages) => receive(wire, crossing, messages, (batch) => void crossing.cross(batch));
  },
  'of it in the room worker': (wire, recorded) => {
    const crossing = wire.crossing();
    const crossed: unknown[] = [];
    receive(wire, crossing, recorded, (batch) => void crossed.push(crossing.cross(batch)));
    return (messages) => {
      for (const batch of crossed) crossing.arrive(batch);
      return messages.length;
    };
  },
  'with classes, bounds and order': wholeLayer(false),
  'and with ext': wholeLayer(true),
};

/** Passes the messages through the inbox, in full batches. */
function receive(wire: Wire, crossing: Crossing, messages: readonly Wired[], onBatch: (batch: readonly unknown[]) => void): number {
  const inbox = new wire.receiver.Inbox(0);
  let good = 0;
  let batch: unknown[] = [];
  for (const { bytes } of messages) {
    const incoming = inbox.receive(bytes.buffer);
    // A message that the recording contains twice is recognized by its id. It counts too, although it is not decoded.
    if (incoming.type === 'message' || incoming.type === 'repeated') good++;
    if (incoming.type === 'message') {
      const kept = crossing.keep(incoming, wire.families.codecOf(incoming.row.family));
      if (kept !== null) batch.push(kept);
    }
    if (batch.length < BATCH_MESSAGES) continue;
    onBatch(batch);
    batch = [];
  }
  onBatch(batch);
  return good;
}

/** Uses the library that a program without its own inflater would use. */
function bareInflated(wire: Wire, envelope: FrameModule.Envelope): Uint8Array | null {
  const { compression, content } = envelope;
  return compression === 'gzip' ? ungzip(content, { chunkSize: BARE_CHUNK_BYTES }) : plain(wire, envelope);
}
/** The default of 64 KiB would be cleared for each message; this size is the fastest for these contents. */
const BARE_CHUNK_BYTES = 512;

const BARE: Readonly<Record<string, Layer>> = {
  'bare protobufjs: body': (wire, recorded) => {
    const types = bareTypes(wire, recorded);
    return (messages) => {
      let good = 0;
      for (let i = 0; i < messages.length; i++) if (types[i]!.decode(messages[i]!.content) !== undefined) good++;
      return good;
    };
  },
  'bare protobufjs: envelope and body': (wire, recorded) => {
    const types = bareTypes(wire, recorded);
    const envelopeType = wire.bare['core']!.lookupType('Envelope');
    return (messages) => {
      let good = 0;
      for (let i = 0; i < messages.length; i++) {
        const { payload, envelope } = messages[i]!;
        const read = envelopeType.decode(payload);
        const content: unknown = envelope.compression === 'none' ? Reflect.get(read, 'content') : bareInflated(wire, envelope);
        if (types[i]!.decode(content as Uint8Array) !== undefined) good++;
      }
      return good;
    };
  },
};
const RATIO_TO = 'bare protobufjs: envelope and body';

/** Long enough for a clock and short enough for many rounds. */
const TURN_MESSAGES = { full: 20_000, quick: 1_000 } as const;

function contestant(
  name: string,
  work: (messages: readonly Wired[]) => number,
  messages: readonly Wired[],
  turnMessages: number,
): Contestant {
  const times = Math.max(1, Math.round(turnMessages / messages.length));
  return {
    name,
    measure() {
      const startedMs = performance.now();
      for (let i = 0; i < times; i++) if (work(messages) !== messages.length) throw new Error(`${name} loses messages`);
      const perMessageMs = (performance.now() - startedMs) / (times * messages.length);
      return Promise.resolve({ cost: perMessageMs * 1_000, rate: 1_000 / perMessageMs });
    },
  };
}

async function run(context: BenchContext): Promise<BenchOutcome> {
  const outcomes = new Outcomes();
  const wires = await Promise.all(context.subjects.map(async (subject) => ({ subject, wire: await loadWire(subject) })));
  for (const recording of ['chat-flood', 'all-pushes']) {
    outcomes.addInput(inputOfFile(path.join(ROOT, 'fixtures/recordings', `${recording}.bin`), 'frames as the offline room receives them'));
    const messages = readFrames(wires[0]!.wire, recording);
    const turn = TURN_MESSAGES[context.isQuick ? 'quick' : 'full'];
    const work = (name: string, made: ReturnType<Layer>) => (made === null ? [] : [contestant(name, made, messages, turn)]);
    const contestants = wires.flatMap(({ subject, wire }) =>
      Object.entries({ ...LAYERS, ...(context.isComparison ? {} : BARE) }).flatMap(([name, layer]) =>
        work(nameFor(context, subject, name), layer(wire, messages)),
      ),
    );
    const bytes = messages.reduce((sum, message) => sum + message.bytes.length, 0);
    await outcomes.race(context, {
      name: `Recording ${recording}`,
      about: `${messages.length} messages of ${Math.round(bytes / messages.length)} bytes in the mean, each layer with all below it; checks, limits and cleaning included. Bare protobufjs decodes the same bytes with its generated code, inflates by pako and checks nothing.`,
      contestants,
      kinds: KINDS,
      base: RATIO_TO,
      rounds: context.isQuick ? 3 : 9,
      warmUp: context.isQuick ? 1 : 2,
    });
  }
  return outcomes;
}

export const WIRE: Benchmark = {
  name: 'wire',
  about:
    'What a message of the socket costs in Node: reading the frame, its envelope, its content, and the batch that crosses to the room worker.',
  kinds: KINDS,
  run,
};
