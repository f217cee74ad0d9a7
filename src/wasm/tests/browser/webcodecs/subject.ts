import { joinAnnexB } from '../../../glue/access-units.ts';
import { readTrack, splitLengthPrefixed, parseHvcc, type HevcTrack } from '../../../glue/index.ts';
import { readTar } from '../../../streams/tar.ts';

/** Bytes of a file of the fixtures, which the test server sends: clips and live streams as files, streams of the decoder in archives. */
export async function fetchStream(path: string): Promise<Uint8Array<ArrayBuffer>> {
  const [folder = '', file = ''] = path.split('/');
  const isPacked = /^(?:hevc|heic)/.test(folder);
  const response = await fetch(isPacked ? `/src/wasm/fixtures/${folder}/streams.tar` : `/fixtures/${path}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return isPacked ? new Uint8Array(readTar(bytes).get(file)!) : bytes;
}

// Streams for the cases: HEVC from the fixtures, and VP8 that the browser encodes for its own decoder.

const STREAM_CHUNKS = 12;

export async function hevcTrack(path: string): Promise<HevcTrack> {
  const read = readTrack(await fetchStream(path));
  if (!read.ok) throw new Error(`${path}: ${read.error.detail}`);
  return read.value;
}

export async function hevcStream(path: string, width: number, height: number, count = STREAM_CHUNKS): Promise<Stream> {
  const { config, samples } = await hevcTrack(path);
  const sized = { ...(config as VideoDecoderConfig), codedWidth: width, codedHeight: height };
  return { config: sized, chunks: samples.slice(0, count).map((sample) => ({ ...sample, data: bytesOf(sample.data) })), width, height };
}

/** A copy, because EncodedVideoChunkInit accepts no view of shared memory by its type. */
export const bytesOf = (data: AllowSharedBufferSource): Uint8Array<ArrayBuffer> =>
  new Uint8Array(ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data));

/** The same stream without its description: start codes, and the parameter sets before each keyframe. */
export function toAnnexB({ config, chunks, ...size }: Stream): Stream {
  const { description, ...rest } = config;
  const record = parseHvcc(bytesOf(description!))!;
  const sets = joinAnnexB(record.parameterSets);
  return {
    ...size,
    config: { ...rest, codec: rest.codec.replace('hvc1', 'hev1') },
    chunks: chunks.map((chunk) => {
      const unit = joinAnnexB(splitLengthPrefixed(bytesOf(chunk.data), record.lengthBytes));
      return { ...chunk, data: chunk.type === 'key' ? new Uint8Array([...sets, ...unit]) : unit };
    }),
  };
}

/** Moving bars in VP8, the one codec that every browser encodes and decodes. */
export async function vp8Stream(width: number, height: number): Promise<Stream> {
  const chunks: EncodedVideoChunkInit[] = [];
  let failure: DOMException | undefined;
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      chunks.push({ type: chunk.type, timestamp: chunk.timestamp, duration: chunk.duration ?? 40_000, data });
    },
    error: (error) => (failure = error),
  });
  encoder.configure({ codec: 'vp8', width, height, framerate: 25, latencyMode: 'realtime' });
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  for (let i = 0; i < STREAM_CHUNKS; i++) {
    context.fillStyle = `hsl(${i * 25} 80% 50%)`;
    context.fillRect(i * 4, 0, 16, height);
    const frame = new VideoFrame(canvas, { timestamp: i * 40_000, duration: 40_000 });
    encoder.encode(frame, { keyFrame: i === 0 });
    frame.close();
  }
  await encoder.flush();
  encoder.close();
  if (failure !== undefined) throw new Error(`the encoder failed: ${failure.message}`);
  return { config: { codec: 'vp8', codedWidth: width, codedHeight: height }, chunks, width, height };
}

/** Subject of the cases: a decoder with the interface of VideoDecoder, and a stream for it. Runs in a window and in a worker. */
type FrameMember = 'timestamp' | 'duration' | 'displayWidth' | 'displayHeight' | 'visibleRect' | 'format' | 'colorSpace' | 'close';
/** The last two members are available since 2025. */
export type AnyFrame = Pick<VideoFrame, FrameMember> & { readonly rotation?: number; readonly flip?: boolean };

export type AnyDecoder = EventTarget &
  Pick<VideoDecoder, 'state' | 'decodeQueueSize' | 'ondequeue' | 'configure' | 'decode' | 'flush' | 'reset' | 'close'>;

export interface DecoderClass {
  new (init: { output: (frame: AnyFrame) => void; error: (error: DOMException) => void }): AnyDecoder;
  isConfigSupported(config: VideoDecoderConfig): Promise<VideoDecoderSupport>;
}

export interface Stream {
  readonly config: VideoDecoderConfig;
  /** In decoding order; the first is a key chunk. */
  readonly chunks: readonly EncodedVideoChunkInit[];
  readonly width: number;
  readonly height: number;
}

export interface Subject {
  readonly Decoder: DecoderClass;
  readonly stream: Stream;
  /** A stream of the same codec as `stream`, in another size. */
  readonly other: Stream;
  /** A stream whose frames are presented in decoding order. */
  readonly direct: Stream;
}

/** Decoders of the case that runs now; `closeAll` ends those that it left open. */
const opened: AnyDecoder[] = [];
export function closeAll(): void {
  for (const decoder of opened.splice(0)) if (decoder.state !== 'closed') decoder.close();
}

export class Recorder {
  readonly frames: AnyFrame[] = [];
  readonly errors: DOMException[] = [];
  /** All calls and settled promises, in order. */
  readonly log: string[] = [];
  readonly decoder: AnyDecoder;
  /** Called before the frame is closed. */
  onFrame: (frame: AnyFrame) => void = () => undefined;
  readonly #stream: Stream;

  constructor({ Decoder, stream }: Pick<Subject, 'Decoder' | 'stream'>) {
    this.#stream = stream;
    this.decoder = new Decoder({
      output: (frame) => {
        this.frames.push(frame);
        this.log.push('frame');
        this.onFrame(frame);
        frame.close();
      },
      error: (error) => {
        this.errors.push(error);
        this.log.push(error.name);
      },
    });
    opened.push(this.decoder);
  }

  readonly decodeAll = ({ chunks }: Stream = this.#stream): void => {
    for (const chunk of chunks) this.decoder.decode(new EncodedVideoChunk(chunk));
  };
}

export const timesOf = (frames: readonly AnyFrame[]): number[] => frames.map(({ timestamp }) => timestamp);
export const displayOf = ({ displayWidth, displayHeight }: AnyFrame): number[] => [displayWidth, displayHeight];
export const sorted = (subject: Subject): number[] => subject.stream.chunks.map(({ timestamp }) => timestamp).sort((a, b) => a - b);
export const chunkOf = (subject: Subject, index: number): EncodedVideoChunk => new EncodedVideoChunk(subject.stream.chunks[index]!);
/** The keyframe at another time. */
export const keyAt = (subject: Subject, timestamp: number, duration?: number): EncodedVideoChunk => {
  const { data } = subject.stream.chunks[0]!;
  return new EncodedVideoChunk({ type: 'key', timestamp, ...(duration === undefined ? {} : { duration }), data });
};
export const configured = (subject: Subject): Recorder => {
  const recorder = new Recorder(subject);
  recorder.decoder.configure(subject.stream.config);
  return recorder;
};

/** Attributes of the first frame of a stream with further members of its config. */
export async function firstFrame<T>(
  subject: Subject,
  members: Partial<VideoDecoderConfig> & { readonly rotation?: number; readonly flip?: boolean },
  read: (frame: AnyFrame) => T,
  stream: Stream = subject.stream,
): Promise<T> {
  const recorder = configured({ ...subject, stream: { ...stream, config: { ...stream.config, ...members } } });
  let value: { readonly of: T } | undefined;
  recorder.onFrame = (frame) => (value ??= { of: read(frame) });
  recorder.decoder.decode(new EncodedVideoChunk(stream.chunks[0]!));
  await recorder.decoder.flush();
  if (!value) throw new Error('no frame');
  return value.of;
}

/** Configs invalid by the standard: a TypeError, and nothing changes. */
export const invalidConfigs = ({ stream: { config } }: Subject): VideoDecoderConfig[] => {
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

export const UNSUPPORTED: readonly VideoDecoderConfig[] = [
  { codec: 'bogus' },
  { codec: 'video/mp4; codecs="avc1.42001E"' },
  { codec: '?' },
];

/** Configs as a page in JavaScript writes them, and what the copy has of them. */
export const CONVERTED: readonly (readonly [given: object, copied: object])[] = [
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

type Run = (subject: Subject) => Promise<void>;
export interface Case {
  readonly area: string;
  /** Behaviour under test; a row of the table in API.md. */
  readonly title: string;
  readonly run: Run;
}

export const casesOf = (areas: Readonly<Record<string, Readonly<Record<string, Run>>>>): readonly Case[] =>
  Object.entries(areas).flatMap(([area, rows]) => Object.entries(rows).map(([title, run]) => ({ area, title, run })));

export function equal(got: unknown, want: unknown, about = ''): void {
  const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
  if (a !== b) throw new Error(`${about}: ${a} is not ${b}`);
}

export function holds(condition: boolean, about: string): void {
  if (!condition) throw new Error(about);
}

export function throws(call: () => unknown, name: string): void {
  let thrown: unknown = 'nothing';
  try {
    call();
  } catch (error) {
    thrown = (error as Error).name;
  }
  equal(thrown, name, 'thrown');
}

export async function rejects(promise: Promise<unknown>, name: string): Promise<void> {
  const reason = await promise.then(
    () => 'nothing',
    (error: unknown) => (error as Error).name,
  );
  equal(reason, name, 'rejected with');
}

/** A separate task, after everything that was queued before. */
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

export async function until(condition: () => boolean, about: string): Promise<void> {
  for (let turns = 0; turns < 5_000 && !condition(); turns++) await turn();
  holds(condition(), about);
}

export async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await turn();
}
