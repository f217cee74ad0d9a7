/** Cases of the HEVC registration in WebCodecs: Annex B and hvcC, parameter sets, leading pictures, colours, cropping. */
import { joinAnnexB } from '../../../glue/access-units.ts';
import { EncodedHevcChunk, splitAnnexB, splitLengthPrefixed } from '../../../glue/index.ts';
import {
  bytesOf,
  casesOf,
  chunkOf,
  configured,
  displayOf,
  equal,
  firstFrame,
  hevcStream,
  holds,
  Recorder,
  rejects,
  throws,
  timesOf,
  toAnnexB,
  until,
  type AnyFrame,
  type Stream,
  type Subject,
} from './subject.ts';

const LENGTH_BYTES = 4;
const nalTypes = (unit: Uint8Array): number[] => [...splitAnnexB(unit)].map((nal) => (nal[0]! >> 1) & 63);
const isParameterSet = (type: number): boolean => type >= 32 && type <= 34;
const wide = () => hevcStream('hevc/crop-vui.265', 208, 144);
const hdr = () => hevcStream('hevc/main10-hdr.265', 208, 144);

/** All frames of the stream, and how decoding ended. */
async function decoded(subject: Subject, stream: Stream): Promise<Recorder> {
  const recorder = configured({ ...subject, stream });
  recorder.decodeAll();
  await recorder.decoder.flush();
  return recorder;
}

async function refuses(subject: Subject, stream: Stream, chunk: EncodedVideoChunkInit): Promise<void> {
  const { decoder } = configured({ ...subject, stream });
  decoder.decode(new EncodedVideoChunk(chunk));
  await rejects(decoder.flush(), 'EncodingError');
}

/** `hvc1` and a level alone are none, H.265 table A.8 has no level 94, and 255 has no limits. */
const BAD_CODECS = [
  'hvc1',
  'hev1',
  'hvc1.1',
  'HVC1.1.6.L93.B0',
  'hvc1.1.6.l93.B0',
  'hvc1.1.6.L94.B0',
  'hvc1.1.6.L255.B0',
  'hvc1.1.6.X93.B0',
];

/** A frame of this package in Node has the members of a VideoColorSpace only. */
const coloursOf = ({ colorSpace: { primaries, transfer, matrix, fullRange } }: AnyFrame) =>
  [primaries, transfer, matrix, fullRange] as const;

export const HEVC_CASES = casesOf({
  hvcC: {
    'a description makes chunks length-prefixed, and the parameter sets are its own': async (subject) => {
      const { frames } = await decoded(subject, subject.stream);
      equal(frames.length, subject.stream.chunks.length);
    },
    'hev1 with a description takes parameter sets in the stream as well': async (subject) => {
      const { stream } = subject;
      const config = { ...stream.config, codec: stream.config.codec.replace('hvc1', 'hev1') };
      const { frames } = await decoded(subject, { ...stream, config });
      equal(frames.length, stream.chunks.length);
    },
    'a damaged description is a NotSupportedError': async (subject) => {
      const { decoder, log } = new Recorder(subject);
      decoder.configure({ ...subject.stream.config, description: new Uint8Array(10) });
      await rejects(decoder.flush(), 'NotSupportedError');
      equal([log, decoder.state], [['NotSupportedError'], 'closed']);
    },
    'start codes where lengths were announced are an EncodingError': async (subject) => {
      await refuses(subject, subject.stream, toAnnexB(subject.stream).chunks[0]!);
    },
  },
  'Annex B': {
    'without a description chunks have start codes, and key chunks carry the parameter sets': async (subject) => {
      const stream = toAnnexB(subject.stream);
      holds(nalTypes(bytesOf(stream.chunks[0]!.data)).some(isParameterSet), 'parameter sets in the stream');
      const [raw, prefixed] = [await decoded(subject, stream), await decoded(subject, subject.stream)];
      equal(timesOf(raw.frames), timesOf(prefixed.frames));
    },
    'a key chunk without parameter sets is an EncodingError when none came before': async (subject) => {
      const stream = toAnnexB(subject.stream);
      const bare = joinAnnexB(splitLengthPrefixed(bytesOf(subject.stream.chunks[0]!.data), LENGTH_BYTES));
      await refuses(subject, stream, { ...stream.chunks[0]!, data: bare });
    },
    'parameter sets of another size before a key picture change the frames, without configure()': async (subject) => {
      const [first, second] = [toAnnexB(subject.stream), toAnnexB(subject.other)];
      const widths = new Set<number>();
      const recorder = configured({ ...subject, stream: first });
      recorder.onFrame = ({ displayWidth }) => widths.add(displayWidth);
      for (const stream of [first, second]) recorder.decodeAll(stream);
      await recorder.decoder.flush();
      equal([...widths], [first.width, second.width]);
    },
    'a chunk of parameter sets alone is an EncodingError: a chunk is one picture': async (subject) => {
      const stream = toAnnexB(subject.stream);
      const sets = joinAnnexB([...splitAnnexB(bytesOf(stream.chunks[0]!.data))].filter((nal) => isParameterSet((nal[0]! >> 1) & 63)));
      await refuses(subject, stream, { type: 'key', timestamp: 0, data: sets });
    },
  },
  'key chunks': {
    'a chunk called key whose picture is no random access point is a DataError': async (subject) => {
      const { decoder } = new Recorder(subject);
      for (const stream of [subject.stream, toAnnexB(subject.stream)]) {
        decoder.configure(stream.config);
        throws(() => decoder.decode(new EncodedVideoChunk({ ...stream.chunks[1]!, type: 'key' })), 'DataError');
      }
      equal(decoder.state, 'configured');
    },
    'leading pictures that refer to pictures before the random access are dropped, and nothing is reported': async (subject) => {
      const stream = await hevcStream('hevc/open-gop.265', 208, 144, 26);
      const second = stream.chunks.findIndex((chunk, i) => i > 0 && chunk.type === 'key');
      const tail = stream.chunks.slice(second);
      const isLeading = (chunk: EncodedVideoChunkInit): boolean => nalTypes(bytesOf(chunk.data)).some((type) => type === 8 || type === 9);
      // pictures right after the first keyframe; for a later keyframe all references exist
      const leading = tail.slice(1, 1 + tail.slice(1).findIndex((chunk) => !isLeading(chunk)));
      holds(leading.length > 0, 'the stream has leading pictures');
      const { frames, errors } = await decoded(subject, { ...stream, chunks: tail });
      equal([frames.length, errors.length], [tail.length - leading.length, 0]);
    },
  },
  damage: {
    'broken slice data closes the decoder: the error callback first, then the flush is rejected': async (subject) => {
      for (const index of [1, 2, 3]) {
        const { decoder, log } = configured(subject);
        for (const [i, chunk] of subject.stream.chunks.entries()) {
          const data = bytesOf(chunk.data);
          if (i === index) data.fill(0xde, 12);
          decoder.decode(new EncodedVideoChunk({ ...chunk, data }));
        }
        await rejects(
          decoder.flush().finally(() => log.push('settled')),
          'EncodingError',
        );
        equal([...log.slice(-2), decoder.state], ['EncodingError', 'settled', 'closed']);
      }
    },
    'close() while a broken chunk is decoded reports nothing': async (subject) => {
      const { decoder, errors } = configured(subject);
      decoder.decode(chunkOf(subject, 0));
      const data = bytesOf(subject.stream.chunks[1]!.data).fill(0xde, 12);
      decoder.decode(new EncodedVideoChunk({ ...subject.stream.chunks[1]!, data }));
      const flushed = decoder.flush();
      decoder.close();
      await rejects(flushed, 'AbortError');
      equal(errors.length, 0);
    },
  },
  'codec string': {
    'a string without profile and level, of capitals, of a level over 6.2 or of one that does not exist is unsupported': async ({
      Decoder,
    }) => {
      for (const codec of BAD_CODECS) equal((await Decoder.isConfigSupported({ codec })).supported, false, codec);
    },
    'an unsupported one is answered without a worker, and nothing after it is decoded': async (subject) => {
      const NativeWorker = Worker;
      let workers = 0;
      globalThis.Worker = class extends NativeWorker {
        constructor(...options: ConstructorParameters<typeof Worker>) {
          super(...options);
          workers++;
        }
      };
      try {
        for (const codec of BAD_CODECS) {
          const { decoder, log, decodeAll } = new Recorder(subject);
          decoder.configure({ codec });
          decoder.reset();
          decoder.configure({ codec });
          decodeAll();
          equal([decoder.state, log], ['configured', []], codec);
          await rejects(decoder.flush(), 'NotSupportedError');
          await until(() => log.length > 0, 'the error callback');
          equal([decoder.state, log, workers], ['closed', ['NotSupportedError'], 0], codec);
        }
      } finally {
        globalThis.Worker = NativeWorker;
      }
    },
    'Main, Main 10 and Main Still Picture are supported as hvc1 and as hev1': async ({ Decoder }) => {
      for (const codec of ['hvc1.1.6.L93.B0', 'hev1.1.6.L120.90', 'hvc1.2.4.L153.B0', 'hev1.2.4.H150.90', 'hvc1.3.E.L93.B0'])
        equal((await Decoder.isConfigSupported({ codec })).supported, true, codec);
    },
  },
  frame: {
    'visibleRect is the conformance window, and the sample aspect ratio gives the display size': async (subject) => {
      const shape = (frame: AnyFrame): number[] => [frame.visibleRect!.width, frame.visibleRect!.height, ...displayOf(frame)];
      equal(await firstFrame(subject, {}, shape, await hevcStream('hevc-syntax/crop.265', 74, 60)), [74, 60, 74, 60]);
      equal(await firstFrame(subject, {}, shape, await wide()), [208, 144, 277, 144]);
    },
    'displayAspectWidth and displayAspectHeight of the config come before those of the stream': async (subject) => {
      equal(await firstFrame(subject, { displayAspectWidth: 2, displayAspectHeight: 1 }, displayOf, await wide()), [288, 144]);
    },
    'colorSpace is that of the stream: full range, and PQ of BT.2020 in 10 bits': async (subject) => {
      equal(await firstFrame(subject, {}, ({ colorSpace }) => colorSpace.fullRange, await wide()), true);
      equal(await firstFrame(subject, {}, coloursOf, await hdr()), ['bt2020', 'pq', 'bt2020-ncl', false]);
    },
    'colorSpace of the config comes before that of the stream': async (subject) => {
      // WebCodecs names missing in TypeScript's types.
      const colorSpace = { primaries: 'bt2020', transfer: 'hlg', matrix: 'bt2020-ncl', fullRange: false } as unknown as VideoColorSpaceInit;
      equal((await firstFrame(subject, { colorSpace }, coloursOf, await hdr()))[1], 'hlg');
    },
    'the format is I420 for 8 bits, I420P10 for 10 bits where the browser has it': async (subject) => {
      equal(await firstFrame(subject, {}, ({ format }) => format), 'I420');
      equal(await firstFrame(subject, {}, ({ format }) => format, await hdr()), 'I420P10');
    },
  },
});

/** Why this package behaves otherwise than the browser's own decoder (Chromium), which does not run these cases; by title. */
export const DIFFERENCES: Readonly<Record<string, string>> = {
  'is true for prefer-hardware too': 'there is only this decoder: a page that prefers hardware still plays',
  'takes any object with the members of a chunk': 'Node and older browsers have no EncodedVideoChunk',
  'takes a rotation below 0, and refuses one that is no finite number':
    'the specification has a double; Chromium counts modulo 2^32, so that -90 is 180, and NaN is 0',
  'of a closed decoder with an invalid config is a TypeError':
    'the specification checks the config first; Chromium throws InvalidStateError',
};

export const DIFFERENT_CASES = casesOf({
  isConfigSupported: {
    'is true for prefer-hardware too': async ({ Decoder, stream }) => {
      const { supported, config } = await Decoder.isConfigSupported({ ...stream.config, hardwareAcceleration: 'prefer-hardware' });
      equal([supported, config?.hardwareAcceleration], [true, 'prefer-hardware']);
    },
  },
  decode: {
    'takes any object with the members of a chunk': async (subject) => {
      const { decoder, frames } = configured(subject);
      decoder.decode(new EncodedHevcChunk(subject.stream.chunks[0]!));
      await decoder.flush();
      equal(frames.length, 1);
    },
  },
  configure: {
    'takes a rotation below 0, and refuses one that is no finite number': async (subject) => {
      equal(await firstFrame(subject, { rotation: -90 }, ({ rotation }) => rotation), 270);
      const config = { ...subject.stream.config, rotation: Number.NaN };
      await rejects(subject.Decoder.isConfigSupported(config), 'TypeError');
    },
    'of a closed decoder with an invalid config is a TypeError': async (subject) => {
      const { decoder } = new Recorder(subject);
      decoder.close();
      throws(() => decoder.configure({ codec: '' }), 'TypeError');
    },
  },
});
