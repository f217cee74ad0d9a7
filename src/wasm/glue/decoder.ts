/**
 * TypeScript interface of the HEVC decoder; the same in a worker, in a window and in Node.
 *
 *     const opened = await Decoder.open({ threads: 2 });
 *     if (!opened.ok) return opened;
 *     const decoder = opened.value;
 *     decoder.push(accessUnit, ptsMs)      'taken', 'full' (pull, then push it again), 'skipped' (being rebuilt)
 *     decoder.wait()                       with threads: finishes the pushed units; the caller's thread decodes too
 *     decoder.pull()                       a picture by reference, 'again' (push more), 'end' (after flush)
 *     decoder.release(picture)             its memory may be written again
 *
 * Bad input never throws: the Result has an error, and decoding continues at the next keyframe. A trap ends the instance of the module;
 * a new instance with a new memory continues at the next keyframe.
 */
import {
  COUNTER,
  FIRST_HANDLE,
  FRAMING,
  OPTION,
  RESULT,
  type Exports,
  packedBytes,
  packPicture,
  readPicture,
  type Picture,
} from './picture.ts';
import { chooseBuild, probeCapabilities, type Build, type BuildChoice, type Profiles } from './build.ts';
import { isModuleUrl, loadModule, openMemory } from './module.ts';
import type { Inspection } from './inspect.ts';
import { ParameterSets, recordNeedsRange } from './parameter-sets.ts';
import { done, err, ok, type HevcErrorCode, type HevcFailure, type HevcResult } from './result.ts';
import { startThreads, WORKERS_MAX, type Thread } from './threads.ts';

/** Limits of a stream. A stream beyond them is refused with DECODER_LIMIT. */
export interface Limits {
  /** Coded size, luma samples. */
  readonly maxWidth: number;
  readonly maxHeight: number;
  /** Pictures, 1 to 16. */
  readonly maxDpb: number;
  /** Maximum unreleased pictures beyond the DPB. */
  readonly maxHeld: number;
  /** Bytes of one access unit. */
  readonly maxInputBytes: number;
  /** Maximum bytes of the memory; shared memory reserves them. */
  readonly maxMemoryBytes: number;
}

/** Enough for 4K; 8K is refused. */
export const DEFAULT_LIMITS: Limits = {
  maxWidth: 4_096,
  maxHeight: 2_304,
  maxDpb: 16,
  maxHeld: 8,
  maxInputBytes: 8 * 1024 ** 2,
  maxMemoryBytes: 512 * 1024 ** 2,
};

/** All that H.265 level 6.2 allows (A.4.1: no side longer than sqrt(8 * MaxLumaPs)). */
export const LEVEL_6_2_LIMITS: Limits = {
  maxWidth: 16_888,
  maxHeight: 16_888,
  maxDpb: 16,
  maxHeld: 4,
  maxInputBytes: 64 * 1024 ** 2,
  maxMemoryBytes: 2 * 1024 ** 3,
};

/** How much is decoded; may change at any picture. If less than all is decoded, pictures differ from the encoder's. */
export interface DecodeLevel {
  /** Deblocking and SAO. */
  readonly filters: 'all' | 'references' | 'none';
  readonly pictures: 'all' | 'references' | 'key';
  /** 0 to 7: pictures of higher temporal layers are dropped. */
  readonly maxTemporalId: number;
}

export const FULL_DECODE_LEVEL: DecodeLevel = { filters: 'all', pictures: 'all', maxTemporalId: 7 };

const FILTERS = { all: 0, references: 1, none: 2 } as const;
const PICTURES = { all: 0, references: 1, key: 2 } as const;

export interface OpenOptions {
  /** Including the caller's thread. Fewer threads run without shared memory or nested workers. */
  readonly threads?: number;
  /** Without the other threads until `startThreads`, so that their start does not delay the first picture. */
  readonly lateThreads?: boolean;
  /** Overrides the build that fits the machine best. */
  readonly build?: Build;
  /** `range`: uses the module with the range extensions from the start. Otherwise it is loaded when the stream's profile needs it. */
  readonly profiles?: Profiles;
  /** Folder of the modules instead of dist/, with a trailing slash, or the module itself. */
  readonly base?: URL;
  /** Script of the threads instead of the one next to this file. */
  readonly threadScript?: URL;
  readonly limits?: Limits;
  /** Compares every picture with its hash SEI. */
  readonly checkHash?: boolean;
  /** Outputs concealed pictures (the default), or withholds them until the next clean keyframe. */
  readonly showDamaged?: boolean;
}

export type Framing = 'annexb' | 'length-prefixed';
export type Pushed = 'taken' | 'full' | 'skipped';
export type Pulled = { readonly name: 'picture'; readonly picture: Picture } | { readonly name: 'again' } | { readonly name: 'end' };

export interface Counters {
  readonly pictures: number;
  readonly skipped: number;
  readonly damaged: number;
  readonly missingReferences: number;
  readonly badNals: number;
  readonly hashMismatches: number;
  readonly arenaBytes: number;
  /** Skipped slices of other layers: the second view of MV-HEVC, alpha, enhancement. */
  readonly otherLayers: number;
  /** The whole memory, including the code's data and stacks. */
  readonly memoryBytes: number;
  readonly rebuilds: number;
}

/** Consecutive rebuilds without a picture; beyond this the module or the machine is broken, not the stream. */
const REBUILDS_IN_A_ROW_MAX = 8;

const ERROR_CODES: Record<number, HevcErrorCode> = {
  [RESULT.ERR_INVALID]: 'DECODER_DAMAGED',
  [RESULT.ERR_UNSUPPORTED]: 'DECODER_UNSUPPORTED',
  [RESULT.ERR_LIMIT]: 'DECODER_LIMIT',
  [RESULT.ERR_MEMORY]: 'DECODER_MEMORY',
  [RESULT.ERR_ARGUMENT]: 'DECODER_ARGUMENT',
};

/** One instance of the module: everything that is lost by a trap. */
interface Instance {
  readonly exports: Exports;
  readonly memory: WebAssembly.Memory;
  readonly decoder: number;
  readonly threads: readonly Thread[];
}

type State =
  | { readonly name: 'open'; readonly instance: Instance }
  | { readonly name: 'rebuilding'; readonly settled: Promise<void> }
  | { readonly name: 'failed'; readonly error: HevcFailure }
  | { readonly name: 'closed' };

/** A trap of the module or of a thread; caught in `#call`, not visible to the caller. */
class Trap extends Error {}

export class Decoder {
  readonly choice: BuildChoice;
  #module: WebAssembly.Module;
  #profiles: Profiles;
  /** The profile or format of a configuration record needs the range extensions. */
  #needsRange = false;
  /** A picture pulled by `#switchModule`, for the caller's next pull. */
  #ahead: number | undefined;
  readonly #options: OpenOptions;
  readonly #limits: Limits;
  readonly #parameterSets = new ParameterSets();
  #state: State = { name: 'closed' };
  #epoch = 0;
  #rebuilds = 0;
  #rebuildsInARow = 0;
  #decodeLevel: DecodeLevel = FULL_DECODE_LEVEL;
  #configuration: Uint8Array | undefined;
  #isAlone: boolean;

  private constructor(choice: BuildChoice, module: WebAssembly.Module, options: OpenOptions) {
    this.choice = choice;
    this.#module = module;
    this.#options = options;
    this.#profiles = options.profiles ?? 'main';
    this.#limits = options.limits ?? DEFAULT_LIMITS;
    this.#isAlone = options.lateThreads ?? false;
  }

  static async open(options: OpenOptions = {}): Promise<HevcResult<Decoder>> {
    const choice: BuildChoice =
      options.build === undefined ? chooseBuild(probeCapabilities(), options.threads ?? 1) : { build: options.build, why: 'asked for' };
    const module = await loadModule(choice.build, options.base, options.profiles);
    if (!module.ok) return module;
    const decoder = new Decoder(choice, module.value, options);
    const instance = await decoder.#instantiate();
    if (!instance.ok) return instance;
    decoder.#state = { name: 'open', instance: instance.value };
    return ok(decoder);
  }

  /** Number of decoding threads, including the caller's. */
  get threads(): number {
    return this.#state.name === 'open' ? this.#state.instance.threads.length + 1 : 0;
  }

  /** Profiles that the current module decodes. */
  get profiles(): Profiles {
    return this.#profiles;
  }

  /** Incremented when an instance ends by a trap or by a change of the module: pictures of an older epoch are invalid. */
  get epoch(): number {
    return this.#epoch;
  }

  /**
   * Starts the threads omitted by `lateThreads`; until they have joined, `wait` and `pull` do their work. Settles when they have joined;
   * without that option, or when called again, at once.
   */
  async startThreads(): Promise<void> {
    if (!this.#isAlone || this.#state.name !== 'open') return;
    this.#isAlone = false;
    const { instance } = this.#state;
    const { exports, memory, decoder } = instance;
    if (this.choice.build !== 'simd-mt') return;
    const threads = await this.#startThreads(exports, memory, decoder);
    const now = this.#state as State;
    if (now.name !== 'open' || now.instance !== instance) {
      for (const thread of threads) thread.terminate();
      return;
    }
    this.#state = { name: 'open', instance: { ...instance, threads } };
  }

  /** HEVCDecoderConfigurationRecord (ISO/IEC 14496-15 8.3.3.1) of the following length-prefixed units. */
  configure(record: Uint8Array): HevcResult {
    this.#configuration = new Uint8Array(record);
    this.#needsRange ||= recordNeedsRange(record);
    if (this.#hasToSwitch()) return done; // The other module receives it with the next push.
    return this.#call(done, (instance) => this.#configure(instance, record));
  }

  push(unit: Uint8Array, ptsMs: number, framing: Framing = 'annexb'): HevcResult<Pushed> {
    this.#parameterSets.note(unit, framing === 'annexb' ? 'annexb' : this.#lengthBytes());
    return this.#call<Pushed>(ok('skipped'), (instance) => {
      if (this.#hasToSwitch()) return ok(this.#switchModule(instance));
      const { exports, memory, decoder } = instance;
      const address = exports.hevc_input(decoder, unit.length) >>> 0;
      if (address === 0) return err('DECODER_LIMIT', `an access unit of ${unit.length} bytes`);
      new Uint8Array(memory.buffer, address, unit.length).set(unit);
      const code = framing === 'annexb' ? FRAMING.ANNEXB : FRAMING.LENGTH_PREFIXED;
      const result = exports.hevc_push(decoder, unit.length, code, ptsMs);
      if (result === RESULT.OK) return ok('taken');
      return result === RESULT.AGAIN ? ok('full') : this.#failure(result);
    });
  }

  pull(): HevcResult<Pulled> {
    return this.#call<Pulled>(ok({ name: 'again' }), ({ exports, decoder }) => {
      const result = this.#ahead ?? exports.hevc_pull(decoder);
      this.#ahead = undefined;
      if (result === RESULT.AGAIN) return ok({ name: 'again' });
      if (result === RESULT.END) return ok({ name: 'end' });
      if (result < FIRST_HANDLE) return this.#failure(result);
      this.#rebuildsInARow = 0;
      const picture = readPicture(
        (field) => exports.hevc_picture(decoder, result, field),
        result,
        this.#epoch,
        exports.hevc_picture_pts(decoder, result),
      );
      return ok({ name: 'picture', picture });
    });
  }

  /** A picture of an older epoch is already released: its memory was freed with the instance. */
  release(picture: Pick<Picture, 'handle' | 'epoch'>): HevcResult {
    if (picture.epoch !== this.#epoch) return done;
    return this.#call(done, ({ exports, decoder }) => this.#check(exports.hevc_release(decoder, picture.handle)));
  }

  /**
   * Finishes the pushed pictures. For a caller with nothing else to push: its own thread decodes together with the others, so that the
   * picture is available at once.
   */
  wait(): HevcResult {
    return this.#call(done, ({ exports, decoder }) => this.#check(exports.hevc_wait(decoder)));
  }

  /** All pictures become pullable; the next push starts a new sequence. */
  flush(): HevcResult {
    return this.#call(done, ({ exports, decoder }) => this.#check(exports.hevc_flush(decoder)));
  }

  /** Drops everything but the parameter sets; continues at the next keyframe. */
  reset(): HevcResult {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    return this.#call(done, ({ exports, decoder }) => {
      if (ahead !== undefined && ahead >= FIRST_HANDLE) exports.hevc_release(decoder, ahead);
      return this.#check(exports.hevc_reset(decoder));
    });
  }

  setDecodeLevel(level: DecodeLevel): HevcResult {
    this.#decodeLevel = level;
    return this.#call(done, (instance) => this.#applyDecodeLevel(instance));
  }

  counters(): HevcResult<Counters> {
    return this.#call<Counters>(err('DECODER_TRAPPED', 'being rebuilt'), ({ exports, decoder, memory }) => {
      const count = (counter: number) => exports.hevc_count(decoder, counter) >>> 0;
      return ok({
        pictures: count(COUNTER.PICTURES),
        skipped: count(COUNTER.SKIPPED),
        damaged: count(COUNTER.DAMAGED),
        missingReferences: count(COUNTER.MISSING_REFERENCES),
        badNals: count(COUNTER.BAD_NALS),
        hashMismatches: count(COUNTER.HASH_MISMATCHES),
        arenaBytes: count(COUNTER.ARENA_BYTES),
        otherLayers: count(COUNTER.OTHER_LAYERS),
        memoryBytes: memory.buffer.byteLength,
        rebuilds: this.#rebuilds,
      });
    });
  }

  /**
   * The memory that contains the planes of the current epoch. Without threads its buffer changes when it grows, so it must be read each
   * time.
   */
  memory(): ArrayBufferLike | undefined {
    return this.#state.name === 'open' ? this.#state.instance.memory.buffer : undefined;
  }

  /** A copy of the cropped planes without padding; undefined if the picture's memory was freed. */
  copy(picture: Picture): Uint8Array | undefined {
    const memory = this.memory();
    if (memory === undefined || picture.epoch !== this.#epoch) return undefined;
    const target = new Uint8Array(packedBytes(picture));
    packPicture(memory, picture, target);
    return target;
  }

  /** Data that only the debugging and profiling builds provide (inspect.ts). */
  inspect(): Inspection | undefined {
    if (this.#state.name !== 'open') return undefined;
    const { exports, memory, decoder } = this.#state.instance;
    const stages = exports.hevc_stages?.();
    return {
      memory: memory.buffer,
      ...(stages === undefined ? {} : { stages: stages >>> 0 }),
      ...(exports.hevc_blocks ? { blocks: (handle, field) => exports.hevc_blocks?.(decoder, handle, field) ?? 0 } : {}),
    };
  }

  /** Resolves when no rebuild is running. */
  async settled(): Promise<void> {
    while (this.#state.name === 'rebuilding') await this.#state.settled;
  }

  close(): void {
    if (this.#state.name === 'open') {
      const { exports, decoder, threads } = this.#state.instance;
      try {
        exports.hevc_threads_stop?.(decoder);
        exports.hevc_close(decoder);
      } catch {
        // A trap while closing; the memory is freed anyway.
      }
      for (const thread of threads) thread.terminate();
    }
    this.#state = { name: 'closed' };
  }

  /** Runs a function on the open instance; `meanwhile` is the result during a rebuild. */
  #call<T>(meanwhile: HevcResult<T>, verb: (instance: Instance) => HevcResult<T>): HevcResult<T> {
    if (this.#state.name === 'rebuilding') return meanwhile;
    if (this.#state.name === 'failed') return { ok: false, error: this.#state.error };
    if (this.#state.name === 'closed') return err('DECODER_ARGUMENT', 'the decoder is closed');
    const { instance } = this.#state;
    try {
      return verb(instance);
    } catch (error) {
      // A trap is a RuntimeError, a stack overflow a RangeError, a thread's trap the class above.
      return this.#onTrap(instance, String(error));
    }
  }

  /** A module specified by its URL is never replaced. */
  #hasToSwitch(): boolean {
    return (this.#needsRange || this.#parameterSets.needsRange) && this.#profiles === 'main' && !isModuleUrl(this.#options.base);
  }

  /** First the pictures of the stream so far ('full'); then the other module is loaded, and the unit must be pushed again ('skipped'). */
  #switchModule(instance: Instance): Pushed {
    const { exports, decoder, threads } = instance;
    exports.hevc_flush(decoder);
    this.#ahead ??= exports.hevc_pull(decoder);
    if (this.#ahead >= FIRST_HANDLE) return 'full';
    this.#ahead = undefined;
    exports.hevc_threads_stop?.(decoder);
    for (const thread of threads) thread.terminate();
    this.#epoch++;
    this.#profiles = 'range';
    this.#state = { name: 'rebuilding', settled: this.#loadAndRebuild() };
    return 'skipped';
  }

  async #loadAndRebuild(): Promise<void> {
    const module = await loadModule(this.choice.build, this.#options.base, this.#profiles);
    if (this.#state.name === 'closed') return;
    if (module.ok) {
      this.#module = module.value;
      await this.#rebuild();
    } else this.#state = { name: 'failed', error: module.error };
  }

  #onTrap(instance: Instance, detail: string): HevcResult<never> {
    for (const thread of instance.threads) thread.terminate();
    this.#ahead = undefined;
    this.#epoch++;
    this.#rebuilds++;
    this.#rebuildsInARow++;
    if (this.#rebuildsInARow > REBUILDS_IN_A_ROW_MAX) {
      const error: HevcFailure = { code: 'DECODER_TRAPPED', detail: `${this.#rebuildsInARow} times in a row: ${detail}` };
      this.#state = { name: 'failed', error };
      return { ok: false, error };
    }
    this.#state = { name: 'rebuilding', settled: this.#rebuild() };
    return err('DECODER_TRAPPED', detail);
  }

  async #rebuild(): Promise<void> {
    const rebuilt = await this.#instantiate();
    if (this.#state.name === 'closed') {
      if (rebuilt.ok) for (const thread of rebuilt.value.threads) thread.terminate();
      return;
    }
    if (!rebuilt.ok) {
      this.#state = { name: 'failed', error: rebuilt.error };
      return;
    }
    this.#state = { name: 'open', instance: rebuilt.value };
    const configuration = this.#configuration;
    if (configuration) this.#call(done, (instance) => this.#configure(instance, configuration));
    const sets = this.#parameterSets.toAnnexB();
    if (sets) this.push(sets, 0);
  }

  async #instantiate(): Promise<HevcResult<Instance>> {
    const shared = this.choice.build === 'simd-mt';
    const opened = openMemory(this.#limits.maxMemoryBytes, shared);
    if (!opened.ok) return opened;
    const { memory, maxBytes } = opened.value;
    try {
      const { exports: raw } = await WebAssembly.instantiate(this.#module, { env: { memory } });
      const exports = raw as unknown as Exports;
      const { maxWidth, maxHeight, maxDpb, maxHeld, maxInputBytes } = this.#limits;
      const decoder = exports.hevc_open(maxWidth, maxHeight, maxDpb, maxHeld, maxInputBytes, Math.min(maxBytes, 0xffff_ffff));
      if (decoder === 0) return err('DECODER_MEMORY', `no decoder fits into ${maxBytes} bytes`);
      const threads = shared && !this.#isAlone ? await this.#startThreads(exports, memory, decoder) : [];
      const instance = { exports, memory, decoder, threads };
      // Another number of threads changes the memory layout and loses the references, so future threads are included; the caller does their
      // work until they start.
      if (shared) exports.hevc_set(decoder, OPTION.THREADS, this.#isAlone ? this.#workers() : threads.length);
      exports.hevc_set(decoder, OPTION.CHECK_HASH, Number(this.#options.checkHash ?? false));
      exports.hevc_set(decoder, OPTION.SHOW_DAMAGED, Number(this.#options.showDamaged ?? true));
      this.#applyDecodeLevel(instance);
      return ok(instance);
    } catch (error) {
      return err('DECODER_TRAPPED', String(error));
    }
  }

  #workers(): number {
    return Math.min(Math.max((this.#options.threads ?? 1) - 1, 0), WORKERS_MAX);
  }

  #startThreads(exports: Exports, memory: WebAssembly.Memory, decoder: number): Promise<Thread[]> {
    const stackBytes = exports.hevc_thread_stack_bytes?.() ?? 0;
    return startThreads(
      Array.from({ length: this.#workers() }, (_, i) => ({
        module: this.#module,
        memory,
        decoder,
        index: i + 1,
        stack: exports.hevc_thread_stack?.(i + 1) ?? 0,
        stackBytes,
      })),
      this.#options.threadScript,
    );
  }

  #configure({ exports, memory, decoder }: Instance, record: Uint8Array): HevcResult {
    const address = exports.hevc_input(decoder, record.length) >>> 0;
    if (address === 0) return err('DECODER_LIMIT', `a configuration of ${record.length} bytes`);
    new Uint8Array(memory.buffer, address, record.length).set(record);
    return this.#check(exports.hevc_configure(decoder, record.length));
  }

  #applyDecodeLevel({ exports, decoder }: Instance): HevcResult {
    exports.hevc_set(decoder, OPTION.SKIP_FILTERS, FILTERS[this.#decodeLevel.filters]);
    exports.hevc_set(decoder, OPTION.SKIP_PICTURES, PICTURES[this.#decodeLevel.pictures]);
    return this.#check(exports.hevc_set(decoder, OPTION.MAX_TEMPORAL_ID, this.#decodeLevel.maxTemporalId));
  }

  /** lengthSizeMinusOne is in the low bits of byte 21 of the record. */
  #lengthBytes(): number {
    return ((this.#configuration?.[21] ?? 3) & 3) + 1;
  }

  #check(result: number): HevcResult {
    return result === RESULT.OK ? done : this.#failure(result);
  }

  #failure(result: number): HevcResult<never> {
    if (result === RESULT.ERR_TRAPPED) throw new Trap('a thread of the decoder trapped');
    return err(ERROR_CODES[result] ?? 'DECODER_DAMAGED', this.#reason());
  }

  /** The static text of the last error. */
  #reason(): string {
    if (this.#state.name !== 'open') return '';
    const { exports, memory, decoder } = this.#state.instance;
    const address = exports.hevc_reason(decoder) >>> 0;
    if (address === 0) return '';
    const bytes = new Uint8Array(memory.buffer, address);
    const end = bytes.indexOf(0);
    return String.fromCharCode(...bytes.subarray(0, Math.min(end < 0 ? 0 : end, 200)));
  }
}
