/** The decoding side of HevcVideoDecoder: executes commands in sequence, in a worker or in the caller's thread. */
import { Decoder } from '../decoder.ts';
import type { Picture } from '../picture.ts';
import { type HevcFailure, nextTask } from '../result.ts';
import { pictureKind } from './chunk.ts';
import { frameInfo, packFrame, type FrameOptions, type HevcPixelFormat } from './frame.ts';
import type { Command, DecodeEvent, SessionOptions, StreamConfig } from './engine.ts';
import { videoFrameOf } from './video-frame.ts';

/** Maximum chunks without a picture; dropped ones (leading pictures of a random access, damage) would otherwise accumulate. */
const PENDING_CHUNKS_MAX = 256;
/** Consecutive pushes answered 'full' without a picture to pull: the decoder is stuck, which is a bug. */
const STUCK_PUSHES_MAX = 4;

type Post = (event: DecodeEvent, transfer: Transferable[]) => void;
type DecodeCommand = Extract<Command, { type: 'decode' }>;

/** Ends the stream; caught in `#pump`. */
class Failed extends Error {
  readonly failure: Extract<DecodeEvent, { type: 'failed' }>['name'];
  constructor(failure: Extract<DecodeEvent, { type: 'failed' }>['name'], why: string) {
    super(why);
    this.failure = failure;
  }
}

const textOf = ({ code, detail }: HevcFailure): string => (detail === '' ? code : `${code}: ${detail}`);

export class DecodeSession {
  readonly #options: SessionOptions;
  readonly #post: Post;
  readonly #queue: Command[] = [];
  /** Time and duration of a chunk, by the number that its picture returns. */
  readonly #pending = new Map<number, { readonly timestamp: number; readonly duration: number | null }>();
  #decoder: Decoder | undefined;
  #config: StreamConfig = { rotation: 0, flip: false, optimizeForLatency: false };
  #lengthBytes: number | 'annexb' = 'annexb';
  #epoch = 0;
  #chunks = 0;
  /** Units were pushed since the last wait; with threads they may still be decoding. */
  #isUnderWay = false;
  #isPumping = false;
  #isClosed = false;
  #takes: { readonly tenBits: boolean; readonly only420: boolean } | undefined;

  constructor(options: SessionOptions, post: Post) {
    this.#options = options;
    this.#post = post;
  }

  receive(command: Command): void {
    if (this.#isClosed) return;
    // Waiting commands are of an older epoch and are dropped.
    if (command.type === 'reset') this.#queue.length = 0;
    this.#queue.push(command);
    if (this.#isPumping) return;
    this.#isPumping = true;
    void this.#pump().finally(() => {
      this.#isPumping = false;
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#queue.length = 0;
    this.#decoder?.close();
    this.#decoder = undefined;
  }

  async #pump(): Promise<void> {
    for (let command = this.#queue.shift(); command && !this.#isClosed; command = this.#queue.shift()) {
      // Not when a reset arrives: the command that runs then may still output pictures of the older epoch.
      this.#epoch = command.epoch;
      try {
        await this.#execute(command);
        // Between two chunks, arrived messages are processed: a reset, or the next chunk.
        await nextTask();
        if (this.#queue.length === 0 && this.#isUnderWay && !this.#isClosed) this.#finish();
      } catch (error) {
        const failure = error instanceof Failed ? error.failure : 'EncodingError';
        this.#send({ type: 'failed', epoch: this.#epoch, name: failure, why: error instanceof Error ? error.message : String(error) });
        // A reset that arrived meanwhile remains, and the commands after it.
        if (this.#queue[0]?.epoch === command.epoch) this.#queue.length = 0;
      }
    }
  }

  async #execute(command: Command): Promise<void> {
    switch (command.type) {
      case 'configure':
        await this.#drainAll();
        await this.#configure(command.config);
        return;
      case 'refuse':
        await this.#drainAll();
        throw new Failed('NotSupportedError', command.why);
      case 'decode':
        this.#send({ type: 'dequeued', epoch: command.epoch });
        await this.#decode(command);
        return;
      case 'flush':
        await this.#drainAll();
        this.#send({ type: 'flushed', epoch: command.epoch, id: command.id });
        return;
      case 'reset':
        await this.#decoder?.settled();
        this.#decoder?.reset();
        this.#pending.clear();
        this.#isUnderWay = false;
    }
  }

  async #configure(config: StreamConfig): Promise<void> {
    if (!this.#decoder) {
      const { open, assets } = this.#options;
      const files = assets === undefined ? {} : { base: new URL(assets), threadScript: new URL('thread-worker.mjs', assets) };
      const opened = await Decoder.open({ ...open, ...files });
      if (!opened.ok) throw new Failed('NotSupportedError', textOf(opened.error));
      if (this.#isClosed) {
        opened.value.close();
        return;
      }
      this.#decoder = opened.value;
      const { choice, threads } = opened.value;
      this.#send({ type: 'opened', epoch: this.#epoch, info: { ...choice, threads } });
    }
    this.#config = config;
    this.#lengthBytes = config.description ? ((config.description[21] ?? 3) & 3) + 1 : 'annexb';
    if (!config.description) return;
    const configured = this.#decoder.configure(config.description);
    if (!configured.ok) throw new Failed('NotSupportedError', textOf(configured.error));
  }

  async #decode({ data, timestamp, duration }: DecodeCommand): Promise<void> {
    const decoder = this.#decoder;
    if (!decoder) return;
    if (pictureKind(data, this.#lengthBytes) === 'none') this.#damage('the chunk holds no picture', timestamp);
    const id = this.#chunks++;
    this.#pending.set(id, { timestamp, duration });
    if (this.#pending.size > PENDING_CHUNKS_MAX) this.#pending.delete(this.#pending.keys().next().value!);
    const framing = this.#lengthBytes === 'annexb' ? 'annexb' : 'length-prefixed';
    for (let stuck = 0; ;) {
      const pushed = decoder.push(data, id, framing);
      if (!pushed.ok) this.#damage(textOf(pushed.error), timestamp);
      else if (pushed.value === 'skipped') await decoder.settled();
      const shown = this.#drain(decoder);
      if (!pushed.ok || pushed.value === 'taken') break;
      stuck = shown > 0 ? 0 : stuck + 1;
      if (stuck > STUCK_PUSHES_MAX) throw new Failed('EncodingError', 'the decoder takes nothing and shows nothing');
    }
    this.#isUnderWay = true;
    if (this.#config.optimizeForLatency) this.#finish();
  }

  /** Decodes everything pushed, and outputs as far as the output order allows. */
  #finish(): void {
    this.#isUnderWay = false;
    const waited = this.#decoder?.wait();
    if (waited && !waited.ok) this.#damage(textOf(waited.error), Number.NaN);
    if (this.#decoder) this.#drain(this.#decoder);
  }

  /** The end of a sequence: outputs every picture. */
  async #drainAll(): Promise<void> {
    const decoder = this.#decoder;
    if (!decoder) return;
    await decoder.settled();
    const flushed = decoder.flush();
    if (!flushed.ok) this.#damage(textOf(flushed.error), Number.NaN);
    this.#drain(decoder);
    this.#pending.clear();
    this.#isUnderWay = false;
  }

  /** Returns the number of pictures output. */
  #drain(decoder: Decoder): number {
    for (let shown = 0; ; shown++) {
      const pulled = decoder.pull();
      if (!pulled.ok) this.#damage(textOf(pulled.error), Number.NaN);
      if (!pulled.ok || pulled.value.name !== 'picture') return shown;
      const { picture } = pulled.value;
      try {
        this.#show(decoder, picture);
      } finally {
        decoder.release(picture);
      }
    }
  }

  #show(decoder: Decoder, picture: Picture): void {
    const { timestamp, duration } = this.#pending.get(picture.ptsMs) ?? { timestamp: 0, duration: null };
    this.#pending.delete(picture.ptsMs);
    if (picture.damaged) this.#damage('a picture was concealed', timestamp);
    const memory = decoder.memory();
    if (!memory) return;
    const hasFrames = typeof VideoFrame === 'function';
    this.#takes ??= { tenBits: !hasFrames || takes('I420P10', 'I422P10', 'I444P10'), only420: hasFrames && !takes('I422', 'I444') };
    const { colorSpace, displayAspect, rotation, flip } = this.#config;
    const options: FrameOptions = { colorSpace, displayAspect, rotation, flip, ...this.#takes };
    const info = frameInfo(picture, timestamp, duration, options);
    if (!hasFrames) {
      const samples = packFrame(memory, picture, info);
      this.#send({ type: 'samples', epoch: this.#epoch, samples }, [samples.data.buffer]);
      return;
    }
    const frame = videoFrameOf(memory, picture, info);
    this.#send({ type: 'frame', epoch: this.#epoch, frame }, [frame]);
  }

  #damage(why: string, timestamp: number): void {
    if (this.#options.onDamage === 'close') throw new Failed('EncodingError', why);
    this.#send({ type: 'damage', epoch: this.#epoch, why, timestamp });
  }

  #send(event: DecodeEvent, transfer: Transferable[] = []): void {
    if (!this.#isClosed) this.#post(event, transfer);
  }
}

/** True if VideoFrame supports these formats; browsers added them at different times. */
function takes(...formats: readonly HevcPixelFormat[]): boolean {
  try {
    for (const format of formats) {
      const init = { format: format as VideoPixelFormat, codedWidth: 2, codedHeight: 2, timestamp: 0 };
      new VideoFrame(new Uint8Array(24), init).close();
    }
    return true;
  } catch {
    return false;
  }
}
