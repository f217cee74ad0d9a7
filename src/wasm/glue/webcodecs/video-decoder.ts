/**
 * HevcVideoDecoder: the interface of W3C WebCodecs' VideoDecoder over this decoder, in every browser with WebAssembly and in Node.
 * Comments in quotes are names of algorithms in that specification (sections 3 and 4).
 */
import { probeCapabilities, type Build, type BuildReason } from '../build.ts';
import type { Limits, OpenOptions } from '../decoder.ts';
import { queueTask } from '../result.ts';
import { checkChunk, pictureKind, type HevcChunk } from './chunk.ts';
import { quarterTurns, unsupportedReason, validConfig, type HevcDecoderConfig, type HevcDecoderSupport } from './config.ts';
import { openEngine, type Engine, type Command, type DecodeEvent, type StreamConfig } from './engine.ts';
import { HevcFrame } from './frame.ts';

/** VideoFrame if the DOM types are available, otherwise HevcFrame. */
export type DefaultFrame = typeof globalThis extends { VideoFrame: { prototype: infer Frame } } ? Frame : HevcFrame;

export type CodecState = 'unconfigured' | 'configured' | 'closed';

/** The decoding module and its thread. */
export interface HevcDecoderInfo {
  /** 'here': no worker started, or none was requested. */
  readonly place: 'worker' | 'here';
  readonly build: Build;
  /** Reason for this module. */
  readonly why: BuildReason;
  /** Number of decoding threads, including the session's own. */
  readonly threads: number;
}

export interface HevcDamage {
  readonly why: string;
  /** Time of the chunk or the picture in microseconds; NaN if unknown. */
  readonly timestamp: number;
}

export interface HevcVideoDecoderInit<Frame = DefaultFrame> {
  /** Receives every picture in output order; must be closed. */
  readonly output: (frame: Frame) => void;
  /** The decoder is closed: NotSupportedError, EncodingError or OperationError. */
  readonly error: (error: DOMException) => void;
  /** Beyond WebCodecs: number of decoding threads with shared memory. Default: the number of cores, at most 4. */
  readonly threads?: number;
  /** Beyond WebCodecs: decode in a separate worker. Default true in a window and in Node; in a worker the caller's thread decodes. */
  readonly worker?: boolean;
  /** Beyond WebCodecs: folder with this package's lib/ files, for bundlers that omit them and for other origins. */
  readonly assets?: URL | string;
  /** Beyond WebCodecs: limits of a stream. */
  readonly limits?: Partial<Limits>;
  /** Beyond WebCodecs: 'close' (as in the standard), or continue with concealed pictures, as players of live streams do. */
  readonly onDamage?: 'close' | 'conceal';
  /** With onDamage 'conceal': describes the damage. */
  readonly damage?: (damage: HevcDamage) => void;
}

/** 8K of level 6.2 in either orientation; memory grows only as far as the stream needs. */
export const VIDEO_DECODER_LIMITS: Limits = {
  maxWidth: 8_192,
  maxHeight: 8_192,
  maxDpb: 16,
  maxHeld: 2,
  // With threads each picture being decoded has such a buffer: 32 MiB would more than double the memory of 720p.
  maxInputBytes: 8 * 1024 ** 2,
  maxMemoryBytes: 1024 ** 3,
};

const THREADS_DEFAULT_MAX = 4;
/** Chunks sent to the worker and not yet started: enough that it never waits, few enough for a quick reset(). */
const SENT_CHUNKS_MAX = 4;

/** WebIDL: the members of an interface are enumerable, unlike those of a class, and `toString()` has its name. */
export function asInterface(made: { readonly prototype: object; readonly isConfigSupported: unknown }, name: string): void {
  const { prototype } = made;
  for (const member of Object.getOwnPropertyNames(prototype))
    if (member !== 'constructor') Object.defineProperty(prototype, member, { enumerable: true });
  Object.defineProperty(made, 'isConfigSupported', { enumerable: true });
  Object.defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
}

interface Flush {
  readonly resolve: () => void;
  readonly reject: (error: DOMException) => void;
}

/** A TypeError without both callbacks. */
export function checkInit<Init extends { readonly output: unknown; readonly error: unknown }>(init: Init): Init {
  if (typeof init.output !== 'function') throw new TypeError('output is not a function');
  if (typeof init.error !== 'function') throw new TypeError('error is not a function');
  return init;
}

/** Not in a static block, because bundlers keep a class that has one, used or not; outside the class, because they rename one that names itself. */
const shapeOwn = (): void => asInterface(HevcVideoDecoder, 'HevcVideoDecoder');

export class HevcVideoDecoder<Frame = DefaultFrame> extends EventTarget {
  readonly #init: HevcVideoDecoderInit<Frame>;
  readonly #limits: Limits;
  #state: CodecState = 'unconfigured';
  /** "[[control message queue]]": commands not yet sent to the engine. */
  #queue: Command[] = [];
  #queued = 0;
  #sent = 0;
  #isKeyRequired = true;
  #lengthBytes: number | 'annexb' = 'annexb';
  #flushes = new Map<number, Flush>();
  #flushCount = 0;
  #epoch = 0;
  #engine: Engine | undefined;
  #info: HevcDecoderInfo | undefined;
  #isOpening = false;
  #hasDequeueTask = false;
  #onDequeue: ((this: HevcVideoDecoder<Frame>, event: Event) => unknown) | null = null;

  constructor(init: HevcVideoDecoderInit<Frame>) {
    super();
    shapeOwn();
    this.#init = checkInit(init);
    this.#limits = { ...VIDEO_DECODER_LIMITS, ...init.limits };
  }

  /** Rejects with a TypeError for an invalid config. */
  static isConfigSupported(config: HevcDecoderConfig): Promise<HevcDecoderSupport> {
    return new Promise((resolve) => {
      const copy = validConfig(config);
      resolve({ supported: unsupportedReason(copy, VIDEO_DECODER_LIMITS) === undefined, config: copy });
    });
  }

  /** Beyond WebCodecs, synchronous: why a config is not supported; undefined if it is. */
  static unsupportedReason(config: HevcDecoderConfig, limits: Partial<Limits> = {}): string | undefined {
    return unsupportedReason(validConfig(config), { ...VIDEO_DECODER_LIMITS, ...limits });
  }

  get state(): CodecState {
    return this.#state;
  }

  /** Number of chunks that the decoder has not started. */
  get decodeQueueSize(): number {
    return this.#queued;
  }

  /** Beyond WebCodecs: set after the first configuration was executed. */
  get info(): HevcDecoderInfo | undefined {
    return this.#info;
  }

  get ondequeue(): ((this: HevcVideoDecoder<Frame>, event: Event) => unknown) | null {
    return this.#onDequeue;
  }

  set ondequeue(handler: ((this: HevcVideoDecoder<Frame>, event: Event) => unknown) | null) {
    if (this.#onDequeue) this.removeEventListener('dequeue', this.#onDequeue);
    this.#onDequeue = Object(handler) === handler ? handler : null; // WebIDL keeps an object that cannot be called.
    if (typeof this.#onDequeue === 'function') this.addEventListener('dequeue', this.#onDequeue);
  }

  configure(config: HevcDecoderConfig): void {
    const valid = validConfig(config);
    this.#refuse('closed');
    this.#state = 'configured';
    this.#isKeyRequired = true;
    const why = unsupportedReason(valid, this.#limits);
    if (why !== undefined) {
      this.#enqueue({ type: 'refuse', epoch: this.#epoch, why });
      return;
    }
    const description = valid.description === undefined ? undefined : new Uint8Array(valid.description as ArrayBuffer);
    this.#lengthBytes = description ? (description[21]! & 3) + 1 : 'annexb';
    const { displayAspectWidth, displayAspectHeight, colorSpace, optimizeForLatency = false, rotation = 0, flip = false } = valid;
    const stream: StreamConfig = {
      description,
      colorSpace,
      displayAspect:
        displayAspectWidth !== undefined && displayAspectHeight !== undefined ? [displayAspectWidth, displayAspectHeight] : undefined,
      rotation: quarterTurns(rotation),
      flip,
      optimizeForLatency,
    };
    this.#enqueue({ type: 'configure', epoch: this.#epoch, config: stream });
  }

  decode(chunk: HevcChunk): void {
    checkChunk(chunk);
    this.#refuse('closed', 'unconfigured');
    const data = new Uint8Array(chunk.byteLength);
    chunk.copyTo(data);
    if (this.#isKeyRequired) {
      // "[[key chunk required]]": the bytes are checked too, as the specification suggests; the decoder refuses a chunk without a picture.
      if (chunk.type !== 'key') throw new DOMException('a key chunk is required after configure() or flush()', 'DataError');
      if (pictureKind(data, this.#lengthBytes) === 'delta') {
        throw new DOMException('the chunk is called key, and its picture is no random access point', 'DataError');
      }
      this.#isKeyRequired = false;
    }
    this.#queued++;
    this.#enqueue({ type: 'decode', epoch: this.#epoch, data, timestamp: chunk.timestamp, duration: chunk.duration ?? null });
  }

  flush(): Promise<void> {
    if (this.#state !== 'configured') return Promise.reject(new DOMException(`the decoder is ${this.#state}`, 'InvalidStateError'));
    this.#isKeyRequired = true;
    const id = ++this.#flushCount;
    const flushed = new Promise<void>((resolve, reject) => this.#flushes.set(id, { resolve, reject }));
    this.#enqueue({ type: 'flush', epoch: this.#epoch, id });
    return flushed;
  }

  reset(): void {
    this.#refuse('closed');
    this.#resetWith(new DOMException('reset() was called', 'AbortError'));
  }

  close(): void {
    this.#refuse('closed');
    this.#closeWith(new DOMException('close() was called', 'AbortError'));
  }

  #refuse(...states: readonly CodecState[]): void {
    if (states.includes(this.#state)) throw new DOMException(`the decoder is ${this.#state}`, 'InvalidStateError');
  }

  /** "Reset VideoDecoder". */
  #resetWith(error: DOMException): void {
    const hadWork = this.#state === 'configured';
    this.#state = 'unconfigured';
    this.#epoch++;
    this.#queue = [];
    this.#sent = 0;
    if (this.#queued > 0) {
      this.#queued = 0;
      this.#scheduleDequeue();
    }
    const flushes = [...this.#flushes.values()];
    this.#flushes.clear();
    for (const { reject } of flushes) reject(error);
    if (hadWork) this.#engine?.send({ type: 'reset', epoch: this.#epoch });
    this.#hold();
  }

  /** "Close VideoDecoder". */
  #closeWith(error: DOMException): void {
    this.#resetWith(error);
    this.#state = 'closed';
    this.#engine?.close();
    this.#engine = undefined;
    if (error.name !== 'AbortError') this.#call(this.#init.error, error);
  }

  /** "Schedule Dequeue Event" within a call of the application. */
  #scheduleDequeue(): void {
    if (this.#hasDequeueTask) return;
    this.#hasDequeueTask = true;
    queueTask(() => {
      this.#hasDequeueTask = false;
      this.dispatchEvent(new Event('dequeue'));
    });
  }

  #enqueue(command: Command): void {
    this.#queue.push(command);
    if (this.#engine) this.#sendDue();
    else if (this.#queue[0]!.type === 'refuse') this.#refuseFirst(this.#queue[0]!);
    else if (!this.#isOpening) this.#open();
  }

  /** An unsupported config before any work is answered without an engine. */
  #refuseFirst(command: Extract<Command, { type: 'refuse' }>): void {
    if (command !== this.#queue.at(-1)) return; // A later command; the task of the first one is queued.
    queueTask(() => {
      if (this.#queue[0] === command && this.#state !== 'closed') this.#closeWith(new DOMException(command.why, 'NotSupportedError'));
    });
  }

  /** Callbacks never run within a call of the application; opening is asynchronous. */
  #open(): void {
    this.#isOpening = true;
    const fail = (why: string): void => {
      if (this.#state !== 'closed') this.#closeWith(new DOMException(why, 'OperationError'));
    };
    const assets = this.#assets();
    const opening = openEngine(
      {
        session: { open: this.#openOptions(), assets: assets?.href, onDamage: this.#init.onDamage ?? 'close' },
        worker: this.#init.worker ?? probeCapabilities().place !== 'worker',
        script: assets && new URL('decode-worker.js', assets),
      },
      { onEvent: (event) => this.#onEvent(event), onDeath: (detail) => fail(`the worker died: ${detail}`) },
    );
    opening.then(
      (engine) => {
        this.#isOpening = false;
        if (this.#state === 'closed') {
          engine.close();
          return;
        }
        this.#engine = engine;
        engine.send({ type: 'reset', epoch: this.#epoch });
        this.#sendDue();
      },
      (error: unknown) => fail(String(error)),
    );
  }

  #openOptions(): Pick<OpenOptions, 'threads' | 'limits'> {
    const scope = globalThis as { navigator?: { hardwareConcurrency?: number } };
    const threads = this.#init.threads ?? Math.min(scope.navigator?.hardwareConcurrency ?? 1, THREADS_DEFAULT_MAX);
    return { threads, limits: this.#limits };
  }

  #assets(): URL | undefined {
    if (this.#init.assets === undefined) return undefined;
    const folder = String(this.#init.assets);
    const scope = globalThis as { location?: { href: string } };
    return new URL(folder.endsWith('/') ? folder : `${folder}/`, scope.location?.href);
  }

  /** "Process the control message queue": as much as the engine can accept. */
  #sendDue(): void {
    for (let next = this.#queue[0]; next && this.#engine; next = this.#queue[0]) {
      if (next.type === 'decode' && this.#sent >= SENT_CHUNKS_MAX) break;
      if (next.type === 'decode') this.#sent++;
      this.#queue.shift();
      this.#engine.send(next);
    }
    this.#hold();
  }

  #hold(): void {
    this.#engine?.hold(this.#queue.length > 0 || this.#sent > 0 || this.#flushes.size > 0);
  }

  #onEvent(event: DecodeEvent): void {
    if (event.type === 'opened') {
      this.#info = { place: this.#engine?.place ?? 'here', ...event.info };
      return;
    }
    if (event.epoch !== this.#epoch || this.#state === 'closed') {
      if (event.type === 'frame') event.frame.close(); // "cease producing output": reset() was called meanwhile.
      return;
    }
    switch (event.type) {
      case 'dequeued':
        this.#sent--;
        this.#queued--;
        // This is already a task: the event precedes the decoder's output for the chunk.
        this.dispatchEvent(new Event('dequeue'));
        this.#sendDue();
        return;
      case 'frame':
        this.#call(this.#init.output, event.frame as Frame);
        return;
      case 'samples':
        this.#call(this.#init.output, new HevcFrame(event.samples) as Frame);
        return;
      case 'damage':
        if (this.#init.damage) this.#call(this.#init.damage, { why: event.why, timestamp: event.timestamp });
        return;
      case 'flushed':
        this.#flushes.get(event.id)?.resolve();
        this.#flushes.delete(event.id);
        this.#hold();
        return;
      case 'failed':
        this.#closeWith(new DOMException(event.why, event.name));
    }
  }

  /** An exception of a callback belongs to the application: it is reported, and the decoder continues. */
  #call<Report>(callback: (report: Report) => void, report: Report): void {
    try {
      callback(report); // Without `this`, as WebIDL calls it.
    } catch (error) {
      if (typeof reportError === 'function') reportError(error);
      else
        queueTask(() => {
          throw error;
        });
    }
  }
}
