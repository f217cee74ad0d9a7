/** Cases of the HEVC registration in WebCodecs: Annex B and hvcC, parameter sets, leading pictures, colours, cropping. */
import { EncodedHevcChunk, splitAnnexB, splitLengthPrefixed } from '../../../glue/index.ts';
import {
  bytesOf,
  hevcStream,
  joinAnnexB,
  toAnnexB,
  equal,
  firstFrame,
  holds,
  Recorder,
  rejects,
  throws,
  until,
  type AnyFrame,
  type Case,
  type Stream,
  type Subject,
} from './subject.ts';

const LENGTH_BYTES = 4;
const nalTypes = (unit: Uint8Array): number[] => [...splitAnnexB(unit)].map((nal) => (nal[0]! >> 1) & 63);
const isParameterSet = (type: number): boolean => type >= 32 && type <= 34;

/** All frames of the stream, and how decoding ended. */
async function decoded(subject: Subject, stream: Stream): Promise<Recorder> {
  const recorder = new Recorder(subject);
  recorder.decoder.configure(stream.config);
  recorder.decodeAll(stream);
  await recorder.decoder.flush();
  recorder.decoder.close();
  return recorder;
}

const times = (frames: readonly AnyFrame[]): number[] => frames.map(({ timestamp }) => timestamp);

const framing: Case[] = [
  {
    area: 'hvcC',
    title: 'a description makes chunks length-prefixed, and the parameter sets are its own',
    run: async (subject) => {
      const { frames } = await decoded(subject, subject.stream);
      equal(frames.length, subject.stream.chunks.length);
    },
  },
  {
    area: 'hvcC',
    title: 'hev1 with a description takes parameter sets in the stream as well',
    run: async (subject) => {
      const { stream } = subject;
      const codec = stream.config.codec.replace('hvc1', 'hev1');
      const { frames } = await decoded(subject, { ...stream, config: { ...stream.config, codec } });
      equal(frames.length, stream.chunks.length);
    },
  },
  {
    area: 'hvcC',
    title: 'a damaged description is a NotSupportedError',
    run: async (subject) => {
      const recorder = new Recorder(subject);
      recorder.decoder.configure({ ...subject.stream.config, description: new Uint8Array(10) });
      await rejects(recorder.decoder.flush(), 'NotSupportedError');
      equal([recorder.log, recorder.decoder.state], [['NotSupportedError'], 'closed']);
    },
  },
  {
    area: 'hvcC',
    title: 'start codes where lengths were announced are an EncodingError',
    run: async (subject) => {
      const recorder = new Recorder(subject);
      recorder.decoder.configure(subject.stream.config);
      const annexB = toAnnexB(subject.stream).chunks[0]!;
      recorder.decoder.decode(new EncodedVideoChunk(annexB));
      await rejects(recorder.decoder.flush(), 'EncodingError');
    },
  },
  {
    area: 'Annex B',
    title: 'without a description chunks have start codes, and key chunks carry the parameter sets',
    run: async (subject) => {
      const stream = toAnnexB(subject.stream);
      holds(nalTypes(bytesOf(stream.chunks[0]!.data)).some(isParameterSet), 'parameter sets in the stream');
      const [raw, prefixed] = [await decoded(subject, stream), await decoded(subject, subject.stream)];
      equal(times(raw.frames), times(prefixed.frames));
    },
  },
  {
    area: 'Annex B',
    title: 'a key chunk without parameter sets is an EncodingError when none came before',
    run: async (subject) => {
      const stream = toAnnexB(subject.stream);
      const bare = joinAnnexB(splitLengthPrefixed(bytesOf(subject.stream.chunks[0]!.data), LENGTH_BYTES));
      const recorder = new Recorder(subject);
      recorder.decoder.configure(stream.config);
      recorder.decoder.decode(new EncodedVideoChunk({ ...stream.chunks[0]!, data: bare }));
      await rejects(recorder.decoder.flush(), 'EncodingError');
    },
  },
  {
    area: 'Annex B',
    title: 'parameter sets of another size before a key picture change the frames, without configure()',
    run: async (subject) => {
      const [first, second] = [toAnnexB(subject.stream), toAnnexB(subject.other)];
      const widths = new Set<number>();
      const decoder = new subject.Decoder({
        output: (frame) => {
          widths.add(frame.displayWidth);
          frame.close();
        },
        error: () => undefined,
      });
      decoder.configure(first.config);
      for (const chunk of [...first.chunks, ...second.chunks]) decoder.decode(new EncodedVideoChunk(chunk));
      await decoder.flush();
      decoder.close();
      equal([...widths], [first.width, second.width]);
    },
  },
  {
    area: 'Annex B',
    title: 'a chunk of parameter sets alone is an EncodingError: a chunk is one picture',
    run: async (subject) => {
      const stream = toAnnexB(subject.stream);
      const sets = joinAnnexB([...splitAnnexB(bytesOf(stream.chunks[0]!.data))].filter((nal) => isParameterSet((nal[0]! >> 1) & 63)));
      const recorder = new Recorder(subject);
      recorder.decoder.configure(stream.config);
      recorder.decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp: 0, data: sets }));
      await rejects(recorder.decoder.flush(), 'EncodingError');
    },
  },
];

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

const pictures: Case[] = [
  {
    area: 'key chunks',
    title: 'a chunk called key whose picture is no random access point is a DataError',
    run: async (subject) => {
      const { decoder } = new Recorder(subject);
      for (const stream of [subject.stream, toAnnexB(subject.stream)]) {
        decoder.configure(stream.config);
        throws(() => decoder.decode(new EncodedVideoChunk({ ...stream.chunks[1]!, type: 'key' })), 'DataError');
      }
      equal(decoder.state, 'configured');
      decoder.close();
    },
  },
  {
    area: 'key chunks',
    title: 'leading pictures that refer to pictures before the random access are dropped, and nothing is reported',
    run: async (subject) => {
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
  {
    area: 'damage',
    title: 'broken slice data closes the decoder: the error callback first, then the flush is rejected',
    run: async (subject) => {
      for (const index of [1, 2, 3]) {
        const recorder = new Recorder(subject);
        const { decoder, log } = recorder;
        decoder.configure(subject.stream.config);
        for (const [i, chunk] of subject.stream.chunks.entries()) {
          const data = bytesOf(chunk.data);
          if (i === index) data.fill(0xde, 12);
          decoder.decode(new EncodedVideoChunk({ ...chunk, data }));
        }
        const flushed = decoder.flush().finally(() => log.push('settled'));
        await rejects(flushed, 'EncodingError');
        equal(log.slice(-2), ['EncodingError', 'settled']);
        equal(decoder.state, 'closed');
      }
    },
  },
  {
    area: 'damage',
    title: 'close() while a broken chunk is decoded reports nothing',
    run: async (subject) => {
      const recorder = new Recorder(subject);
      const { decoder, errors } = recorder;
      decoder.configure(subject.stream.config);
      decoder.decode(new EncodedVideoChunk(subject.stream.chunks[0]!));
      const data = bytesOf(subject.stream.chunks[1]!.data).fill(0xde, 12);
      decoder.decode(new EncodedVideoChunk({ ...subject.stream.chunks[1]!, data }));
      const flushed = decoder.flush();
      decoder.close();
      await rejects(flushed, 'AbortError');
      equal(errors.length, 0);
    },
  },
  {
    area: 'codec string',
    title: 'a string without profile and level, of capitals, of a level over 6.2 or of one that does not exist is unsupported',
    run: async ({ Decoder }) => {
      for (const codec of BAD_CODECS) {
        equal((await Decoder.isConfigSupported({ codec })).supported, false, codec);
      }
    },
  },
  {
    area: 'codec string',
    title: 'an unsupported one is answered without a worker, and nothing after it is decoded',
    run: async (subject) => {
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
          const recorder = new Recorder(subject);
          const { decoder, log } = recorder;
          decoder.configure({ codec });
          decoder.reset();
          decoder.configure({ codec });
          recorder.decodeAll(subject.stream);
          equal([decoder.state, log], ['configured', []], codec);
          await rejects(decoder.flush(), 'NotSupportedError');
          await until(() => log.length > 0, 'the error callback');
          equal([decoder.state, log, workers], ['closed', ['NotSupportedError'], 0], codec);
        }
      } finally {
        globalThis.Worker = NativeWorker;
      }
    },
  },
  {
    area: 'codec string',
    title: 'Main, Main 10 and Main Still Picture are supported as hvc1 and as hev1',
    run: async ({ Decoder }) => {
      for (const codec of ['hvc1.1.6.L93.B0', 'hev1.1.6.L120.90', 'hvc1.2.4.L153.B0', 'hev1.2.4.H150.90', 'hvc1.3.E.L93.B0']) {
        equal((await Decoder.isConfigSupported({ codec })).supported, true, codec);
      }
    },
  },
];

/** A frame of this package in Node has the members of a VideoColorSpace only. */
const coloursOf = ({ colorSpace: { primaries, transfer, matrix, fullRange } }: AnyFrame) =>
  [primaries, transfer, matrix, fullRange] as const;

const frames: Case[] = [
  {
    area: 'frame',
    title: 'visibleRect is the conformance window, and the sample aspect ratio gives the display size',
    run: async (subject) => {
      const shape = ({ visibleRect, displayWidth, displayHeight }: AnyFrame): number[] => [
        visibleRect!.width,
        visibleRect!.height,
        displayWidth,
        displayHeight,
      ];
      const cropped = await hevcStream('hevc-syntax/crop.265', 74, 60);
      equal(await firstFrame(subject, cropped, shape), [74, 60, 74, 60]);
      const wide = await hevcStream('hevc/crop-vui.265', 208, 144);
      equal(await firstFrame(subject, wide, shape), [208, 144, 277, 144]);
    },
  },
  {
    area: 'frame',
    title: 'displayAspectWidth and displayAspectHeight of the config come before those of the stream',
    run: async (subject) => {
      const stream = await hevcStream('hevc/crop-vui.265', 208, 144);
      const config = { ...stream.config, displayAspectWidth: 2, displayAspectHeight: 1 };
      const shape = await firstFrame(subject, { ...stream, config }, ({ displayWidth, displayHeight }) => [displayWidth, displayHeight]);
      equal(shape, [288, 144]);
    },
  },
  {
    area: 'frame',
    title: 'colorSpace is that of the stream: full range, and PQ of BT.2020 in 10 bits',
    run: async (subject) => {
      const full = await hevcStream('hevc/crop-vui.265', 208, 144);
      equal(await firstFrame(subject, full, ({ colorSpace }) => colorSpace.fullRange), true);
      const hdr = await hevcStream('hevc/main10-hdr.265', 208, 144);
      equal(await firstFrame(subject, hdr, coloursOf), ['bt2020', 'pq', 'bt2020-ncl', false]);
    },
  },
  {
    area: 'frame',
    title: 'colorSpace of the config comes before that of the stream',
    run: async (subject) => {
      const hdr = await hevcStream('hevc/main10-hdr.265', 208, 144);
      // WebCodecs names missing in TypeScript's types.
      const colorSpace = { primaries: 'bt2020', transfer: 'hlg', matrix: 'bt2020-ncl', fullRange: false } as unknown as VideoColorSpaceInit;
      const seen = await firstFrame(subject, { ...hdr, config: { ...hdr.config, colorSpace } }, coloursOf);
      equal(seen[1], 'hlg');
    },
  },
  {
    area: 'frame',
    title: 'the format is I420 for 8 bits, I420P10 for 10 bits where the browser has it',
    run: async (subject) => {
      equal(await firstFrame(subject, subject.stream, ({ format }) => format), 'I420');
      const ten = await hevcStream('hevc/main10-hdr.265', 208, 144);
      equal(await firstFrame(subject, ten, ({ format }) => format), 'I420P10');
    },
  },
];

/** Where no browser's decoder can be the measure, or where it would not help a page. */
const beyond: Case[] = [
  {
    area: 'isConfigSupported',
    title: 'is true for prefer-hardware too',
    differs: 'there is only this decoder: a page that prefers hardware still plays',
    run: async ({ Decoder, stream }) => {
      const { supported, config } = await Decoder.isConfigSupported({ ...stream.config, hardwareAcceleration: 'prefer-hardware' });
      equal([supported, config?.hardwareAcceleration], [true, 'prefer-hardware']);
    },
  },
  {
    area: 'decode',
    title: 'takes any object with the members of a chunk',
    differs: 'Node and older browsers have no EncodedVideoChunk',
    run: async (subject) => {
      const { decoder, frames } = new Recorder(subject);
      decoder.configure(subject.stream.config);
      decoder.decode(new EncodedHevcChunk(subject.stream.chunks[0]!));
      await decoder.flush();
      equal(frames.length, 1);
      decoder.close();
    },
  },
];

export const HEVC_CASES: readonly Case[] = [...framing, ...pictures, ...frames, ...beyond];
