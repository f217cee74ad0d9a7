/** Behaviour of VideoDecoder independent of the codec. The browser's own decoder runs the same cases with a stream that it supports. */
import {
  casesOf,
  chunkOf,
  configured,
  displayOf,
  equal,
  firstFrame,
  holds,
  keyAt,
  Recorder,
  rejects,
  sorted,
  throws,
  timesOf,
  turns,
  until,
  type AnyFrame,
  type Subject,
  invalidConfigs,
  UNSUPPORTED,
  CONVERTED,
} from './subject.ts';

export const CASES = casesOf({
  isConfigSupported: {
    'rejects an invalid config with a TypeError': async (subject) => {
      for (const config of invalidConfigs(subject)) await rejects(subject.Decoder.isConfigSupported(config), 'TypeError');
    },
    'resolves to false for an unknown codec': async ({ Decoder }) => {
      for (const config of UNSUPPORTED) equal((await Decoder.isConfigSupported(config)).supported, false, config.codec);
    },
    'resolves to true with a copy of the known members': async ({ Decoder, stream }) => {
      const given = { ...stream.config, somethingOfTheFuture: 1 };
      const { supported, config } = await Decoder.isConfigSupported(given);
      equal(supported, true, 'supported');
      equal([config?.codec, config?.codedWidth], [given.codec, given.codedWidth]);
      equal('somethingOfTheFuture' in config!, false, 'an unknown member');
      holds(config !== given, 'the config is a copy');
    },
    'answers with the defaults, and with members converted as WebIDL does: numbers to strings, null to an empty colour space': async ({
      Decoder,
      stream,
    }) => {
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
  decode: {
    'throws a TypeError without a chunk, in every state': async (subject) => {
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
    'throws a DataError for a delta chunk after configure(), flush() and reset()': async (subject) => {
      const { decoder, frames } = configured(subject);
      throws(() => decoder.decode(new EncodedVideoChunk({ ...subject.stream.chunks[0]!, type: 'delta' })), 'DataError');
      throws(() => decoder.decode(chunkOf(subject, 1)), 'DataError');
      decoder.decode(chunkOf(subject, 0));
      await decoder.flush();
      throws(() => decoder.decode(chunkOf(subject, 1)), 'DataError');
      decoder.reset();
      decoder.configure(subject.stream.config);
      throws(() => decoder.decode(chunkOf(subject, 1)), 'DataError');
      equal([frames.length, decoder.state], [1, 'configured']);
    },
    'outputs one frame for each chunk in order of presentation': async (subject) => {
      const { decodeAll, decoder, frames, errors } = configured(subject);
      decodeAll();
      await decoder.flush();
      equal(timesOf(frames), sorted(subject));
      equal(errors.length, 0);
    },
    'gives a frame the timestamp and the duration of its chunk: negative and large ones too': async (subject) => {
      const { decoder, frames } = configured(subject);
      const times = [-42_000, -1, 0, 7, 9_007_199_254_740_000].map((time, i) => [time, (i + 1) * 1_000] as const);
      for (const [time, duration] of times) decoder.decode(keyAt(subject, time, duration));
      await decoder.flush();
      for (const [i, { timestamp, duration }] of frames.entries()) equal([timestamp, duration], times[i]);
      equal(frames.length, times.length);
    },
    'gives a frame no duration when its chunk has none': async (subject) => {
      const { decoder, frames } = configured(subject);
      decoder.decode(keyAt(subject, 5));
      await decoder.flush();
      equal(frames[0]?.duration, null);
    },
    'of a chunk without bytes closes the decoder with an EncodingError': async (subject) => {
      const { decoder, errors } = configured(subject);
      decoder.decode(chunkOf(subject, 0));
      decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp: 0, data: new ArrayBuffer(0) }));
      await rejects(decoder.flush(), 'EncodingError');
      equal([errors.map(({ name }) => name), decoder.state], [['EncodingError'], 'closed']);
    },
    'copies the bytes: the caller may write into its buffer afterwards': async (subject) => {
      const { decoder, frames } = configured(subject);
      const { data, timestamp } = subject.stream.chunks[0]!;
      const own = new Uint8Array(ArrayBuffer.isView(data) ? data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) : data);
      decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp, data: own }));
      own.fill(0);
      await decoder.flush();
      equal(frames.length, 1);
    },
  },
  WebIDL: {
    'the members are enumerable, toString() has the name of the interface, and ondequeue is null for what is no object': async (
      subject,
    ) => {
      const { decoder } = new Recorder(subject);
      const membersOf = (object: object): string[] => {
        const names: string[] = [];
        for (const name in object) names.push(name);
        return names;
      };
      const members = ['state', 'decodeQueueSize', 'ondequeue', 'configure', 'decode', 'flush', 'reset', 'close'];
      const seen = membersOf(decoder);
      for (const name of members) holds(seen.includes(name), name);
      holds(!seen.includes('constructor'), 'the constructor is no member');
      holds(membersOf(subject.Decoder).includes('isConfigSupported'), 'the static member');
      const name = Object.prototype.toString.call(decoder);
      holds(/^\[object (Hevc)?VideoDecoder\]$/.test(name), name);
      const handler = {} as () => void;
      decoder.ondequeue = handler;
      holds(decoder.ondequeue === handler, 'an object is kept');
      decoder.ondequeue = 5 as never;
      equal(decoder.ondequeue, null);
    },
    'both callbacks are called without this, and may be methods of a class': async ({ Decoder, stream }) => {
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
  constructor: {
    'throws a TypeError without both callbacks': async ({ Decoder }: Subject) => {
      const use = (): void => undefined;
      throws(() => new Decoder({ output: use } as never), 'TypeError');
      throws(() => new Decoder({ error: use } as never), 'TypeError');
      throws(() => new Decoder(undefined as never), 'TypeError');
    },
    'makes an unconfigured decoder with an empty queue': async (subject: Subject) => {
      const { decoder } = new Recorder(subject);
      equal([decoder.state, decoder.decodeQueueSize, decoder.ondequeue], ['unconfigured', 0, null]);
      holds(decoder instanceof EventTarget, 'an EventTarget');
    },
  },
  configure: {
    'throws a TypeError for an invalid config and keeps the state': async (subject) => {
      const { decoder, errors } = new Recorder(subject);
      for (const config of invalidConfigs(subject)) throws(() => decoder.configure(config), 'TypeError');
      equal([decoder.state, errors.length], ['unconfigured', 0]);
    },
    'reports an unsupported config as NotSupportedError and closes the decoder': async (subject) => {
      for (const config of UNSUPPORTED) {
        const { decoder, errors } = new Recorder(subject);
        decoder.configure(config);
        await until(() => errors.length > 0, 'the error callback');
        equal([errors[0]!.name, decoder.state], ['NotSupportedError', 'closed']);
        holds(errors[0] instanceof DOMException, 'a DOMException');
      }
    },
    'makes the state configured at once; a second configure() keeps it': async (subject) => {
      const { decoder, errors } = configured(subject);
      equal(decoder.state, 'configured');
      decoder.configure(subject.other.config);
      equal(decoder.state, 'configured');
      await decoder.flush();
      equal(errors.length, 0);
    },
    'with another stream outputs the pictures before it first': async (subject) => {
      const { decoder, frames, decodeAll } = configured(subject);
      decodeAll();
      decoder.configure(subject.other.config);
      decodeAll(subject.other);
      await decoder.flush();
      equal(frames.length, subject.stream.chunks.length + subject.other.chunks.length, 'pictures');
      equal(timesOf(frames).slice(0, subject.stream.chunks.length), sorted(subject));
    },
  },
  state: {
    'unconfigured: decode() throws and flush() rejects with InvalidStateError, reset() does nothing': async (subject) => {
      const { decoder } = new Recorder(subject);
      throws(() => decoder.decode(chunkOf(subject, 0)), 'InvalidStateError');
      await rejects(decoder.flush(), 'InvalidStateError');
      decoder.reset();
      equal(decoder.state, 'unconfigured');
    },
    'closed: every call fails with InvalidStateError': async (subject) => {
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
  output: {
    'never runs inside of a call of the application': async (subject) => {
      const { decoder, frames } = configured(subject);
      decoder.decode(chunkOf(subject, 0));
      const flushed = decoder.flush();
      equal(frames.length, 0, 'frames before the task ended');
      await flushed;
      equal(frames.length, 1);
    },
    'has the rotation and the flip of the config, and the display size after the rotation': async (subject) => {
      const { width, height } = subject.stream;
      for (const rotation of [0, 90, 180, 270]) {
        const flip = rotation % 180 === 0;
        const seen = await firstFrame(subject, { rotation, flip }, (frame) => [frame.rotation, frame.flip, ...displayOf(frame)]);
        equal(seen, [rotation, flip, ...(flip ? [width, height] : [height, width])]);
      }
    },
    'has a rotation between the quarters rounded to the nearest; halves up': async (subject) => {
      const rounded = { 44: 0, 45: 90, 134: 90, 135: 180, 315: 0, 450: 90 };
      for (const [given, quarters] of Object.entries(rounded))
        equal(await firstFrame(subject, { rotation: Number(given) }, ({ rotation }) => rotation), quarters, given);
    },
    'has the display aspect ratio of the config: one side of the picture grows, and none shrinks': async (subject) => {
      const { width, height } = subject.stream;
      for (const ratio of ['9:16', '16:9', '1:1', '4:3', '2:1', `${width}:${height}`]) {
        const [across, down] = ratio.split(':').map(Number) as [number, number];
        const size = await firstFrame(subject, { displayAspectWidth: across, displayAspectHeight: down }, displayOf);
        const isWider = across / down > width / height;
        equal(size, isWider ? [Math.round((height * across) / down), height] : [width, Math.round((width * down) / across)]);
      }
    },
    'comes without flush() in a stream without reordering (optimizeForLatency)': async (subject) => {
      const { decoder, frames } = new Recorder(subject);
      const { config, chunks } = subject.direct;
      decoder.configure({ ...config, optimizeForLatency: true });
      decoder.decode(new EncodedVideoChunk(chunks[0]!));
      await until(() => frames.length === 1, 'the picture');
    },
  },
  flush: {
    'resolves after the last frame was output': async (subject) => {
      const { decodeAll, decoder, log } = configured(subject);
      decodeAll();
      await decoder.flush().then(() => log.push('flushed'));
      equal(log, [...subject.stream.chunks.map(() => 'frame'), 'flushed']);
    },
    'of a decoder without work resolves; several flushes resolve in order': async (subject) => {
      const { decoder, log } = configured(subject);
      const first = decoder.flush().then(() => log.push('first'));
      decoder.decode(chunkOf(subject, 0));
      const second = decoder.flush().then(() => log.push('second'));
      await Promise.all([first, second]);
      equal(log, ['first', 'frame', 'second']);
    },
    'can be followed by more chunks, from a key chunk on': async (subject) => {
      const { decodeAll, decoder, frames } = configured(subject);
      for (let i = 0; i < 3; i++) {
        decodeAll();
        await decoder.flush();
      }
      equal(frames.length, 3 * subject.stream.chunks.length);
    },
  },
  reset: {
    'makes the decoder unconfigured, empties the queue and rejects flushes with AbortError': async (subject) => {
      const { decoder, decodeAll } = configured(subject);
      decodeAll();
      const flushed = decoder.flush();
      decoder.reset();
      equal([decoder.state, decoder.decodeQueueSize], ['unconfigured', 0]);
      await rejects(flushed, 'AbortError');
    },
    'outputs nothing of what was decoded before it': async (subject) => {
      const { decoder, frames, decodeAll } = configured(subject);
      decodeAll();
      const flushed = decoder.flush();
      decoder.reset();
      await rejects(flushed, 'AbortError');
      const before = frames.length;
      decoder.configure(subject.stream.config);
      decoder.decode(keyAt(subject, 123_456));
      await decoder.flush();
      equal(timesOf(frames.slice(before)), [123_456]);
    },
    'may be called in the output callback, and a flush begun there resolves': async (subject) => {
      const recorder = configured(subject);
      const { decoder, frames, decodeAll } = recorder;
      let second: Promise<void> | undefined;
      recorder.onFrame = () => {
        if (second) return;
        decoder.reset();
        decoder.configure(subject.stream.config);
        decoder.decode(keyAt(subject, 77));
        second = decoder.flush();
      };
      decodeAll();
      await rejects(decoder.flush(), 'AbortError');
      await second;
      equal([frames.length, frames[1]?.timestamp], [2, 77]);
    },
    'between two configure() calls does not stall the decoder': async (subject) => {
      const { decoder, frames } = configured(subject);
      for (let i = 0; i < 5; i++) {
        decoder.reset();
        decoder.configure(subject.stream.config);
      }
      decoder.decode(chunkOf(subject, 0));
      await decoder.flush();
      equal(frames.length, 1);
    },
  },
  close: {
    'rejects flushes with AbortError, and no callback runs after it': async (subject) => {
      const { decoder, log, decodeAll } = configured(subject);
      decodeAll();
      const flushed = decoder.flush();
      decoder.close();
      const before = log.length;
      await rejects(flushed, 'AbortError');
      await turns(30);
      equal([log.length, decoder.decodeQueueSize, decoder.state], [before, 0, 'closed']);
    },
  },
  errors: {
    'the error callback runs once, and later calls fail with InvalidStateError': async (subject) => {
      const { decoder, errors } = configured(subject);
      const empty = { type: 'key', timestamp: 0, data: new ArrayBuffer(0) } as const;
      decoder.decode(chunkOf(subject, 0));
      for (let i = 0; i < 3; i++) decoder.decode(new EncodedVideoChunk(empty));
      await until(() => errors.length > 0, 'the error callback');
      throws(() => decoder.decode(chunkOf(subject, 0)), 'InvalidStateError');
      throws(() => decoder.reset(), 'InvalidStateError');
      await turns(20);
      equal(errors.length, 1);
    },
  },
  queue: {
    'decodeQueueSize counts chunks not begun with, and dequeue events report that it shrank': async (subject) => {
      const { decoder, decodeAll } = configured(subject);
      const sizes: number[] = [];
      let events = 0;
      decoder.ondequeue = () => sizes.push(decoder.decodeQueueSize);
      decoder.addEventListener('dequeue', () => events++);
      decodeAll();
      holds(decoder.decodeQueueSize > 0 && decoder.decodeQueueSize <= subject.stream.chunks.length, 'chunks wait');
      await decoder.flush();
      equal(decoder.decodeQueueSize, 0);
      await until(() => events > 0 && events === sizes.length, 'dequeue events');
      holds(sizes.at(-1) === 0 && sizes.every((size, i) => i === 0 || size <= sizes[i - 1]!), `sizes ${sizes.join()}`);
    },
    'two decoders work beside each other': async (subject) => {
      const pair = [configured(subject), configured(subject)];
      for (const { decodeAll } of pair) decodeAll();
      await Promise.all(pair.map(({ decoder }) => decoder.flush()));
      for (const { frames } of pair) equal(frames.length, subject.stream.chunks.length);
    },
  },
});
