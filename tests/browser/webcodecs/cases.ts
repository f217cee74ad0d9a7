/** Behaviour of VideoDecoder independent of the codec. The browser's own decoder runs the same cases with a stream that it supports. */
import { ENDING_CASES } from './cases-ending.ts';
import { chunkOf, configured, equal, holds, keyAt, Recorder, rejects, sorted, throws, until, type Case, type Subject } from './subject.ts';

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

export const CASES: readonly Case[] = [...support, ...life, ...decoding, ...ENDING_CASES];
