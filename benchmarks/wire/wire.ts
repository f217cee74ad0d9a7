/** Cost of a socket message, layer by layer, compared with protobufjs alone on the same payloads. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readSocketLog } from '../../mocks/recordings/recording.ts';
import { ungzip } from 'pako';
import protobuf from 'protobufjs';
import type * as FamiliesModule from '../../src/wire/all-families.ts';
import type * as ContentsModule from '../../src/wire/contents.ts';
import type { Row } from '../../src/wire/message-row.ts';
import type * as InflateModule from '../../src/wire/inflate.ts';
import type * as EnvelopeModule from '../../src/wire/envelope.ts';
import type * as FrameModule from '../../src/wire/frame.ts';
import type * as PackedModule from '../../src/wire/packed.ts';
import type * as RegistryModule from '../../src/wire/registry.ts';
import type * as InboxModule from '../../src/workers/socket/inbox.ts';
import type * as ReadingModule from '../../src/workers/socket/reading.ts';
import type * as ReceiverModule from '../../src/workers/socket/receiver.ts';
import {
  BATCH_MESSAGES,
  type Crossing,
  crossingOf,
  type OlderInbox,
  type OlderPacked,
  type OlderUnpackers,
  olderCrossing,
  type Whole,
  wholeWay,
} from './crossing.ts';
import { nameFor, Outcomes, ratioFor, type BenchContext, type Benchmark, type BenchOutcome, type Subject } from '../measure/benchmark.ts';
import { inputOfFile, ROOT } from '../measure/environment.ts';
import { race, rowsOf, type Contestant, type FigureKinds } from '../measure/rounds.ts';

const KINDS: FigureKinds = {
  cost: { unit: 'µs', better: 'lower', meaning: 'Time for one message on one thread' },
  rate: { unit: 'messages/s', better: 'higher', meaning: 'Messages that one thread gets through if it does nothing else' },
};

interface Wire {
  readonly frame: typeof FrameModule;
  readonly envelope: typeof EnvelopeModule;
  readonly inflate: typeof InflateModule;
  readonly registry: typeof RegistryModule;
  readonly families: typeof FamiliesModule;
  /** protobufjs' own code for the same schemas, by family. */
  readonly bare: Readonly<Record<string, protobuf.Root>>;
  readonly inbox: typeof InboxModule;
  /** Created anew for each contestant, because it has a state. */
  crossing(): Crossing;
  /** Null for a revision that decodes in the socket worker. */
  readonly whole: Whole | null;
}

/** Folders of the wire code in this and older revisions. */
const WIRE_FOLDERS = ['src/wire', 'src/workers/wire'];

async function loadWire({ root }: Subject): Promise<Wire> {
  const folder = WIRE_FOLDERS.find((one) => existsSync(path.join(root, one)));
  if (folder === undefined) throw new Error(`no wire folder in ${root}`);
  const has = (file: string): boolean => existsSync(path.join(root, folder, file));
  const load = (file: string): Promise<unknown> => import(pathToFileURL(path.join(root, file)).href);
  const registry = (await load(`${folder}/registry.ts`)) as typeof RegistryModule;
  const families = (await load(`${folder}/all-families.ts`)) as typeof FamiliesModule;
  return {
    registry,
    frame: (await load(`${folder}/frame.ts`)) as typeof FrameModule,
    envelope: (await load(`${folder}/envelope.ts`)) as typeof EnvelopeModule,
    inflate: (await load(`${folder}/inflate.ts`)) as typeof InflateModule,
    inbox: (await load('src/workers/socket/inbox.ts')) as typeof InboxModule,
    crossing: has('contents.ts')
      ? crossingOf(
          (await load('src/workers/socket/reading.ts')) as typeof ReadingModule,
          (await load(`${folder}/packed.ts`)) as typeof PackedModule,
          (await load(`${folder}/contents.ts`)) as typeof ContentsModule,
        )
      : olderCrossing(
          (await load('src/workers/socket/inbox.ts')) as OlderInbox,
          (await load(`${folder}/packed.ts`)) as OlderPacked,
          (await load(`${folder}/unpackers.ts`)) as OlderUnpackers,
        ),
    whole: has('contents.ts')
      ? {
          receiver: (await load('src/workers/socket/receiver.ts')) as typeof ReceiverModule,
          packed: (await load(`${folder}/packed.ts`)) as typeof PackedModule,
          contents: (await load(`${folder}/contents.ts`)) as typeof ContentsModule,
          codecs: Object.fromEntries(registry.ROWS.map(({ family }) => [family, families.codecOf(family)])),
        }
      : null,
    families,
    bare: bareSchemas(path.join(root, folder)),
  };
}

/** The same .proto files, compiled by protobufjs at run time. */
function bareSchemas(folder: string): Readonly<Record<string, protobuf.Root>> {
  const parse = (files: readonly string[]): protobuf.Root => {
    const text = files.map((file) => readFileSync(path.join(folder, file), 'utf8').replace(/^(syntax|import) .*$/gm, ''));
    return protobuf.parse(`syntax = "proto3";\n${text.join('\n')}`, { keepCase: true }).root;
  };
  const families = readdirSync(path.join(folder, 'families'));
  const received = (name: string): string => `proto/received/${name}.proto`;
  return {
    core: parse(['chat', 'gift', 'session', 'user', 'envelope'].map(received)),
    ...Object.fromEntries(families.map((name) => [name, parse([received('user'), `families/${name}/messages.proto`])])),
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
  readonly envelope: EnvelopeModule.Envelope;
}

/** The valid and known protobuf frames, so that every layer does the same work for each. */
function readFrames(wire: Wire, recording: string): Wired[] {
  const log = readSocketLog(new Uint8Array(readFileSync(path.join(ROOT, 'fixtures/recordings', `${recording}.bin`))));
  if (!log.ok) throw new Error(log.error.detail);
  return log.value.records.flatMap((record): Wired[] => {
    if (record.direction !== 'in' || record.form === 'text') return [];
    const frame = wire.frame.readFrame(record.bytes);
    const envelope = frame.ok ? wire.envelope.readEnvelope(frame.value.payload) : frame;
    if (!frame.ok || !envelope.ok || envelope.value.codec !== 'protobuf') return [];
    const row = wire.registry.rowOf(frame.value.command);
    const content = plain(wire, envelope.value);
    if (row === undefined || content === null) return [];
    // A separate buffer, as from a socket. The envelope is copied, because otherwise the engine sees envelopes that live as long as the
    // recording and allocates all later ones in the old generation, whose collection would be charged to the next turn.
    return [{ bytes: record.bytes.slice(), payload: frame.value.payload, content, row, envelope: { ...envelope.value } }];
  });
}

function plain(wire: Wire, envelope: EnvelopeModule.Envelope): Uint8Array | null {
  if (envelope.compression === 'none') return envelope.content;
  const read = envelope.compression === 'gzip' ? wire.inflate.inflateGzip(envelope.content) : wire.inflate.inflateSnappy(envelope.content);
  return read.ok ? read.value : null;
}

/** Created once for the messages of a recording, then called with them in every round. */
type Layer = (wire: Wire, recorded: readonly Wired[]) => ((messages: readonly Wired[]) => number) | null;

const wholeLayer =
  (withExt: boolean): Layer =>
  (wire, recorded) => {
    if (wire.whole === null) return null;
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
      if (frame.ok && wire.envelope.readEnvelope(frame.value.payload).ok) good++;
    }
    return good;
  },
  'whole message': (wire) => (messages) => {
    let good = 0;
    for (const { bytes, row } of messages) {
      const frame = wire.frame.readFrame(bytes);
      const envelope = frame.ok ? wire.envelope.readEnvelope(frame.value.payload) : frame;
      if (envelope.ok && wire.envelope.readContent(row, wire.families.codecOf(row.family), envelope.value).ok) good++;
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
  const inbox = wire.inbox.createInbox(0);
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
function bareInflated(wire: Wire, envelope: EnvelopeModule.Envelope): Uint8Array | null {
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
    const raced = await race(contestants, {
      rounds: context.isQuick ? 3 : 9,
      warmUp: context.isQuick ? 1 : 2,
      probe: context.probe,
      isQuick: context.isQuick,
      onTurn: (name) => context.say(`${recording}: ${name}`),
    });
    outcomes.count(raced);
    const bytes = messages.reduce((sum, message) => sum + message.bytes.length, 0);
    outcomes.groups.push({
      name: `Recording ${recording}`,
      about: `${messages.length} messages of ${Math.round(bytes / messages.length)} bytes in the mean, each layer with all below it; checks, limits and cleaning included. Bare protobufjs decodes the same bytes with its generated code, inflates by pako and checks nothing.`,
      rows: rowsOf(contestants, raced, KINDS, ratioFor(context, RATIO_TO)),
      absent: [],
      series: [],
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
