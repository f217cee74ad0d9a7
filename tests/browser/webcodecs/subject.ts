/** Subject of the cases: a decoder with the interface of VideoDecoder, and a stream for it. Runs in a window and in a worker. */
export interface AnyFrame {
  readonly timestamp: number;
  readonly duration: number | null;
  readonly codedWidth: number;
  readonly displayWidth: number;
  readonly displayHeight: number;
  readonly visibleRect: DOMRectReadOnly | null;
  readonly format: string | null;
  readonly colorSpace: VideoColorSpace;
  /** Available since 2025. */
  readonly rotation?: number;
  readonly flip?: boolean;
  close(): void;
}

export interface AnyDecoder extends EventTarget {
  readonly state: CodecState;
  readonly decodeQueueSize: number;
  ondequeue: ((event: Event) => unknown) | null;
  configure(config: VideoDecoderConfig): void;
  decode(chunk: EncodedVideoChunk): void;
  flush(): Promise<void>;
  reset(): void;
  close(): void;
}

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

export class Recorder {
  readonly frames: AnyFrame[] = [];
  readonly errors: DOMException[] = [];
  /** All calls and settled promises, in order. */
  readonly log: string[] = [];
  readonly decoder: AnyDecoder;
  onFrame: (frame: AnyFrame) => void = () => undefined;

  constructor({ Decoder }: Subject) {
    this.decoder = new Decoder({
      output: (frame) => {
        this.frames.push(frame);
        this.log.push('frame');
        frame.close();
        this.onFrame(frame);
      },
      error: (error) => {
        this.errors.push(error);
        this.log.push(error.name);
      },
    });
  }

  decodeAll({ chunks }: Stream): void {
    for (const chunk of chunks) this.decoder.decode(new EncodedVideoChunk(chunk));
  }
}

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

export interface Case {
  readonly area: string;
  /** Behaviour under test; a row of the table in API.md. */
  readonly title: string;
  readonly run: (subject: Subject) => Promise<void>;
}

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
