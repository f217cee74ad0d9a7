/** Behaviour of VideoDecoder independent of the codec. The browser's own decoder runs the same cases with a stream that it supports. */
import { ENDING_CASES } from './cases-ending.ts';
import {
  chunkOf,
  configured,
  equal,
  firstFrame,
  holds,
  keyAt,
  Recorder,
  rejects,
  sorted,
  throws,
  until,
  type AnyFrame,
  type Case,
  type Subject,
} from './subject.ts';

/** Configs invalid by the standard: a TypeError, and nothing changes. */
const invalidConfigs = ({ stream: { config } }: Subject): VideoDecoderConfig[] => {
  const detached = new ArrayBuffer(32);
  structuredClone(detached, { transfer: [detached] });
  return [
    {} as VideoDecoderConfig,
    { codec: '' },
    { codec: '  ' },
    { ...config, codedWidth: 0, codedHeight: 16 },
    { ...config, displayAspectWidth: 0, displayAspectHeight: 9 },
    { ...config, displayAspectWidth: 16, displayAspectHeight: 0 },
    { ...config, displayAspectWidth: 16 },
    { ...config, hardwareAcceleration: 'always' as HardwareAcceleration },
    { ...config, colorSpace: { primaries: 'x' as VideoColorPrimaries } },
    { ...config, colorSpace: { transfer: '' as VideoTransferCharacteristics } },
    { ...config, colorSpace: 5 as VideoColorSpaceInit },
    { ...config, codec: Symbol('vp8') as unknown as string },
    { ...config, codedWidth: 64n as unknown as number },
    { ...config, description: null as unknown as ArrayBuffer },
    { ...config, description: detached },
  ];
};

const UNSUPPORTED: readonly VideoDecoderConfig[] = [{ codec: 'bogus' }, { codec: 'video/mp4; codecs="avc1.42001E"' }, { codec: '?' }];

const support: Case[] = [
  {
    area: 'isConfigSupported',
    title: 'rejects an invalid config with a TypeError',
    run: async (subject) => {
      for (const config of invalidConfigs(subject)) await rejects(subject.Decoder.isConfigSupported(config), 'TypeError');
    },
  },
  {
    area: 'isConfigSupported',
    title: 'resolves to false for an unknown codec',
    run: async ({ Decoder }) => {
      for (const config of UNSUPPORTED) equal((await Decoder.isConfigSupported(config)).supported, false, config.codec);
    },
  },
  {
    area: 'isConfigSupported',
    title: 'resolves to true with a copy of the known members',
    run: async ({ Decoder, stream }) => {
      const given = { ...stream.config, somethingOfTheFuture: 1 };
      const { supported, config } = await Decoder.isConfigSupported(given);
      equal(supported, true, 'supported');
      equal([config?.codec, config?.codedWidth], [given.codec, given.codedWidth]);
      equal('somethingOfTheFuture' in config!, false, 'an unknown member');
      holds(config !== given, 'the config is a copy');
    },
  },
];

/** Configs as a page in JavaScript writes them, and what the copy has of them. */
const CONVERTED: readonly (readonly [given: object, copied: object])[] = [
  [{}, { flip: false, hardwareAcceleration: 'no-preference', rotation: 0 }],
  [{ colorSpace: null }, { colorSpace: { fullRange: null, matrix: null, primaries: null, transfer: null } }],
  [{ colorSpace: { primaries: 'smpte432', transfer: 'hlg' } }, { colorSpace: { primaries: 'smpte432', transfer: 'hlg', matrix: null } }],
  [{ rotation: 46 }, { rotation: 46 }],
  [{ codec: 5 }, { codec: '5' }],
  [
    { codedWidth: '64', codedHeight: 48.9 },
    { codedWidth: 64, codedHeight: 48 },
  ],
  [
    { flip: 1, optimizeForLatency: null },
    { flip: true, optimizeForLatency: false },
  ],
];

const webIdl: Case[] = [
  {
    area: 'isConfigSupported',
    title: 'answers with the defaults, and with members converted as WebIDL does: numbers to strings, null to an empty colour space',
    run: async ({ Decoder, stream }) => {
      for (const [given, copied] of CONVERTED) {
        const { config } = await Decoder.isConfigSupported({ ...stream.config, ...given });
        for (const [name, value] of Object.entries(copied)) {
          const got = config![name as keyof VideoDecoderConfig];
          if (typeof value === 'object') for (const [key, each] of Object.entries(value as object)) equal((got as never)[key], each, key);
          else equal(got, value, name);
        }
      }
      holds(!('optimizeForLatency' in (await Decoder.isConfigSupported(stream.config)).config!), 'no default, no member');
    },
  },
  {
    area: 'decode',
    title: 'throws a TypeError without a chunk, in every state',
    run: async (subject) => {
      const { decoder } = new Recorder(subject);
      const without = [() => decoder.decode(...([] as unknown as [EncodedVideoChunk])), () => decoder.decode(null as never)];
      const calls = [...without, () => decoder.decode({} as EncodedVideoChunk)];
      for (const call of calls) throws(call, 'TypeError');
      decoder.configure(subject.stream.config);
      for (const call of calls) throws(call, 'TypeError');
      equal([decoder.state, decoder.decodeQueueSize], ['configured', 0]);
      decoder.close();
      for (const call of calls) throws(call, 'TypeError');
    },
  },
  {
    area: 'WebIDL',
    title: 'the members are enumerable, toString() has the name of the interface, and ondequeue is null for what is no object',
    run: async (subject) => {
      const { decoder } = new Recorder(subject);
      const membersOf = (object: object): string[] => {
        const names: string[] = [];
        for (const name in object) names.push(name);
        return names;
      };
      const members = ['state', 'decodeQueueSize', 'ondequeue', 'configure', 'decode', 'flush', 'reset', 'close'];
      const seen = membersOf(decoder);
      equal(
        members.filter((name) => !seen.includes(name)),
        [],
      );
      holds(!seen.includes('constructor'), 'the constructor is no member');
      holds(membersOf(subject.Decoder).includes('isConfigSupported'), 'the static member');
      const name = Object.prototype.toString.call(decoder);
      holds(/^\[object (Hevc)?VideoDecoder\]$/.test(name), name);
      const handler = {} as () => void;
      decoder.ondequeue = handler;
      holds(decoder.ondequeue === handler, 'an object is kept');
      decoder.ondequeue = 5 as never;
      equal(decoder.ondequeue, null);
      decoder.close();
    },
  },
  {
    area: 'WebIDL',
    title: 'both callbacks are called without this, and may be methods of a class',
    run: async ({ Decoder, stream }) => {
      const seen: unknown[] = [];
      class Callbacks {
        output(this: unknown, frame: AnyFrame): void {
          seen.push(this === undefined);
          frame.close();
        }
        error(this: unknown): void {
          seen.push(this === undefined);
        }
      }
      const decoder = new Decoder(new Callbacks());
      decoder.configure(stream.config);
      decoder.decode(new EncodedVideoChunk(stream.chunks[0]!));
      await decoder.flush();
      decoder.configure({ codec: 'bogus' });
      await until(() => seen.length === 2, 'both callbacks');
      equal(seen, [true, true]);
    },
  },
];

const life: Case[] = [
  {
    area: 'constructor',
    title: 'throws a TypeError without both callbacks',
    run: async ({ Decoder }) => {
      const use = (): void => undefined;
      throws(() => new Decoder({ output: use } as never), 'TypeError');
      throws(() => new Decoder({ error: use } as never), 'TypeError');
      throws(() => new Decoder(undefined as never), 'TypeError');
    },
  },
  {
    area: 'constructor',
    title: 'makes an unconfigured decoder with an empty queue',
    run: async (subject) => {
      const { decoder } = new Recorder(subject);
      equal([decoder.state, decoder.decodeQueueSize, decoder.ondequeue], ['unconfigured', 0, null]);
      holds(decoder instanceof EventTarget, 'an EventTarget');
      decoder.close();
    },
  },
  {
    area: 'configure',
    title: 'throws a TypeError for an invalid config and keeps the state',
    run: async (subject) => {
      const { decoder, errors } = new Recorder(subject);
      for (const config of invalidConfigs(subject)) throws(() => decoder.configure(config), 'TypeError');
      equal([decoder.state, errors.length], ['unconfigured', 0]);
      decoder.close();
    },
  },
  {
    area: 'configure',
    title: 'reports an unsupported config as NotSupportedError and closes the decoder',
    run: async (subject) => {
      for (const config of UNSUPPORTED) {
        const { decoder, errors } = new Recorder(subject);
        decoder.configure(config);
        await until(() => errors.length > 0, 'the error callback');
        equal([errors[0]!.name, decoder.state], ['NotSupportedError', 'closed']);
        holds(errors[0] instanceof DOMException, 'a DOMException');
      }
    },
  },
  {
    area: 'configure',
    title: 'makes the state configured at once; a second configure() keeps it',
    run: async (subject) => {
      const { decoder, errors } = configured(subject);
      equal(decoder.state, 'configured');
      decoder.configure(subject.other.config);
      equal(decoder.state, 'configured');
      await decoder.flush();
      equal(errors.length, 0);
      decoder.close();
    },
  },
  {
    area: 'configure',
    title: 'with another stream outputs the pictures before it first',
    run: async (subject) => {
      const { decoder, frames } = configured(subject);
      const sizes: number[] = [];
      for (const chunk of subject.stream.chunks) decoder.decode(new EncodedVideoChunk(chunk));
      decoder.configure(subject.other.config);
      for (const chunk of subject.other.chunks) decoder.decode(new EncodedVideoChunk(chunk));
      await decoder.flush();
      equal(frames.length, subject.stream.chunks.length + subject.other.chunks.length, 'pictures');
      sizes.push(...frames.map(({ timestamp }) => timestamp));
      equal(sizes.slice(0, subject.stream.chunks.length), sorted(subject));
      decoder.close();
    },
  },
  {
    area: 'state',
    title: 'unconfigured: decode() throws and flush() rejects with InvalidStateError, reset() does nothing',
    run: async (subject) => {
      const { decoder } = new Recorder(subject);
      throws(() => decoder.decode(chunkOf(subject, 0)), 'InvalidStateError');
      await rejects(decoder.flush(), 'InvalidStateError');
      decoder.reset();
      equal(decoder.state, 'unconfigured');
      decoder.close();
    },
  },
  {
    area: 'state',
    title: 'closed: every call fails with InvalidStateError',
    run: async (subject) => {
      const { decoder, errors } = configured(subject);
      decoder.close();
      equal(decoder.state, 'closed');
      throws(() => decoder.configure(subject.stream.config), 'InvalidStateError');
      throws(() => decoder.decode(chunkOf(subject, 0)), 'InvalidStateError');
      throws(() => decoder.reset(), 'InvalidStateError');
      throws(() => decoder.close(), 'InvalidStateError');
      await rejects(decoder.flush(), 'InvalidStateError');
      equal(errors.length, 0, 'errors after a close() that was asked for');
    },
  },
];

const decoding: Case[] = [
  {
    area: 'decode',
    title: 'throws a DataError for a delta chunk after configure(), flush() and reset()',
    run: async (subject) => {
      const { decoder, frames } = configured(subject);
      throws(() => decoder.decode(chunkOf(subject, 1)), 'DataError');
      decoder.decode(chunkOf(subject, 0));
      await decoder.flush();
      throws(() => decoder.decode(chunkOf(subject, 1)), 'DataError');
      decoder.reset();
      decoder.configure(subject.stream.config);
      throws(() => decoder.decode(chunkOf(subject, 1)), 'DataError');
      equal([frames.length, decoder.state], [1, 'configured']);
      decoder.close();
    },
  },
  {
    area: 'decode',
    title: 'outputs one frame for each chunk in order of presentation',
    run: async (subject) => {
      const recorder = configured(subject);
      recorder.decodeAll(subject.stream);
      await recorder.decoder.flush();
      equal(
        recorder.frames.map(({ timestamp }) => timestamp),
        sorted(subject),
      );
      equal(recorder.errors.length, 0);
      recorder.decoder.close();
    },
  },
  {
    area: 'decode',
    title: 'gives a frame the timestamp and the duration of its chunk: negative and large ones too',
    run: async (subject) => {
      const { decoder, frames } = configured(subject);
      const times = [-42_000, -1, 0, 7, 9_007_199_254_740_000];
      for (const [i, time] of times.entries()) decoder.decode(keyAt(subject, time, (i + 1) * 1_000));
      await decoder.flush();
      equal(
        frames.map(({ timestamp, duration }) => [timestamp, duration]),
        times.map((time, i) => [time, (i + 1) * 1_000]),
      );
      decoder.close();
    },
  },
  {
    area: 'decode',
    title: 'gives a frame no duration when its chunk has none',
    run: async (subject) => {
      const { decoder, frames } = configured(subject);
      decoder.decode(keyAt(subject, 5));
      await decoder.flush();
      equal(
        frames.map(({ duration }) => duration),
        [null],
      );
      decoder.close();
    },
  },
  {
    area: 'decode',
    title: 'of a chunk without bytes closes the decoder with an EncodingError',
    run: async (subject) => {
      const { decoder, errors } = configured(subject);
      decoder.decode(chunkOf(subject, 0));
      decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp: 0, data: new ArrayBuffer(0) }));
      const flushed = decoder.flush();
      await rejects(flushed, 'EncodingError');
      equal([errors.map(({ name }) => name), decoder.state], [['EncodingError'], 'closed']);
    },
  },
  {
    area: 'decode',
    title: 'copies the bytes: the caller may write into its buffer afterwards',
    run: async (subject) => {
      const { decoder, frames } = configured(subject);
      const { data, timestamp } = subject.stream.chunks[0]!;
      const own = new Uint8Array(ArrayBuffer.isView(data) ? data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) : data);
      decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp, data: own }));
      own.fill(0);
      await decoder.flush();
      equal(frames.length, 1);
      decoder.close();
    },
  },
  {
    area: 'output',
    title: 'never runs inside of a call of the application',
    run: async (subject) => {
      const { decoder, frames } = configured(subject);
      decoder.decode(chunkOf(subject, 0));
      const flushed = decoder.flush();
      equal(frames.length, 0, 'frames before the task ended');
      await flushed;
      equal(frames.length, 1);
      decoder.close();
    },
  },
  {
    area: 'output',
    title: 'has the rotation and the flip of the config, and the display size after the rotation',
    run: async (subject) => {
      const { stream, Decoder } = subject;
      for (const [rotation, flip] of [
        [0, true],
        [90, false],
        [180, true],
        [270, false],
      ] as const) {
        const seen: unknown[] = [];
        const decoder = new Decoder({
          output: (frame) => {
            seen.push([frame.rotation, frame.flip, frame.displayWidth, frame.displayHeight]);
            frame.close();
          },
          error: () => undefined,
        });
        const config: VideoDecoderConfig & { rotation: number; flip: boolean } = { ...stream.config, rotation, flip };
        decoder.configure(config);
        decoder.decode(chunkOf(subject, 0));
        await decoder.flush();
        decoder.close();
        const size = rotation % 180 === 0 ? [stream.width, stream.height] : [stream.height, stream.width];
        equal(seen, [[rotation, flip, ...size]]);
      }
    },
  },
  {
    area: 'output',
    title: 'has a rotation between the quarters rounded to the nearest; halves up',
    run: async (subject) => {
      for (const [given, rounded] of [
        [44, 0],
        [45, 90],
        [134, 90],
        [135, 180],
        [315, 0],
        [450, 90],
      ]) {
        const config = { ...subject.stream.config, rotation: given };
        equal(await firstFrame(subject, { ...subject.stream, config }, ({ rotation }) => rotation), rounded, `${given}`);
      }
    },
  },
  {
    area: 'output',
    title: 'has the display aspect ratio of the config: one side of the picture grows, and none shrinks',
    run: async (subject) => {
      const { width, height } = subject.stream;
      for (const [across, down] of [
        [9, 16],
        [16, 9],
        [1, 1],
        [4, 3],
        [2, 1],
        [width, height],
      ] as const) {
        const config = { ...subject.stream.config, displayAspectWidth: across, displayAspectHeight: down };
        const read = ({ displayWidth, displayHeight }: AnyFrame): number[] => [displayWidth, displayHeight];
        const size = await firstFrame(subject, { ...subject.stream, config }, read);
        const isWider = across / down > width / height;
        equal(size, isWider ? [Math.round((height * across) / down), height] : [width, Math.round((width * down) / across)]);
      }
    },
  },
  {
    area: 'output',
    title: 'comes without flush() in a stream without reordering (optimizeForLatency)',
    run: async (subject) => {
      const { decoder, frames } = new Recorder(subject);
      const { config, chunks } = subject.direct;
      decoder.configure({ ...config, optimizeForLatency: true });
      decoder.decode(new EncodedVideoChunk(chunks[0]!));
      await until(() => frames.length === 1, 'the picture');
      decoder.close();
    },
  },
];

/** Where the browser's own decoder (Chromium) behaves otherwise, by intent. */
export const DIFFERENT_CASES: readonly Case[] = [
  {
    area: 'configure',
    title: 'takes a rotation below 0, and refuses one that is no finite number',
    differs: 'the specification has a double; Chromium counts modulo 2^32, so that -90 is 180, and NaN is 0',
    run: async (subject) => {
      const config = { ...subject.stream.config, rotation: -90 };
      equal(await firstFrame(subject, { ...subject.stream, config }, ({ rotation }) => rotation), 270);
      await rejects(subject.Decoder.isConfigSupported({ ...config, rotation: Number.NaN } as VideoDecoderConfig), 'TypeError');
    },
  },
  {
    area: 'configure',
    title: 'of a closed decoder with an invalid config is a TypeError',
    differs: 'the specification checks the config first; Chromium throws InvalidStateError',
    run: async (subject) => {
      const { decoder } = new Recorder(subject);
      decoder.close();
      throws(() => decoder.configure({ codec: '' }), 'TypeError');
    },
  },
];

export const CASES: readonly Case[] = [...support, ...webIdl, ...life, ...decoding, ...ENDING_CASES];
