/**
 * The HEVC decoder as TypeScript sees it. The same in a worker, in the window and in Node.
 *
 *     const opened = await Decoder.open({ threads: 2 });
 *     if (!opened.ok) return opened;
 *     const decoder = opened.value;
 *     decoder.push(accessUnit, ptsMs)      'taken', 'full' (pull, then push it again), 'skipped' (being rebuilt)
 *     decoder.wait()                       with threads: finishes what was pushed, by the caller's thread too
 *     decoder.pull()                       a picture by reference, 'again' (push more), 'end' (after flush)
 *     decoder.release(picture)             its memory may be written again
 *
 * Bad input never throws: it is an error of the Result, and the next key frame decodes. A trap of the module closes its instance;
 * a new one is made in a new memory and goes on at the next key frame.
 */
import { COUNTER, FIRST_HANDLE, FRAMING, OPTION, RESULT } from './abi.ts';
import { chooseBuild, probeCapabilities } from './build.ts';
import { openMemory } from './memory.ts';
import { loadModule } from './module.ts';
import { ParameterSets } from './parameter-sets.ts';
import { packedBytes, packPicture, readPicture } from './picture.ts';
import { done, err, ok } from './result.ts';
import { startThreads, WORKERS_MAX } from './threads.ts';
/** Enough for 4K; 8K is refused. */
export const DEFAULT_LIMITS = {
    maxWidth: 4096,
    maxHeight: 2304,
    maxDpb: 16,
    maxHeld: 8,
    maxInputBytes: 8 * 1024 ** 2,
    maxMemoryBytes: 512 * 1024 ** 2,
};
/** Everything that H.265 level 6.2 allows (A.4.1: no side longer than sqrt(8 * MaxLumaPs)). */
export const LEVEL_6_2_LIMITS = {
    maxWidth: 16888,
    maxHeight: 16888,
    maxDpb: 16,
    maxHeld: 4,
    maxInputBytes: 64 * 1024 ** 2,
    maxMemoryBytes: 2 * 1024 ** 3,
};
export const FULL_DECODE_LEVEL = { filters: 'all', pictures: 'all', maxTemporalId: 7 };
const FILTERS = { all: 0, references: 1, none: 2 };
const PICTURES = { all: 0, references: 1, key: 2 };
/** Rebuilds in a row without a picture in between: more, and the module or the machine is broken, not the stream. */
const REBUILDS_IN_A_ROW_MAX = 8;
const ERROR_CODES = {
    [RESULT.ERR_INVALID]: 'DECODER_DAMAGED',
    [RESULT.ERR_UNSUPPORTED]: 'DECODER_UNSUPPORTED',
    [RESULT.ERR_LIMIT]: 'DECODER_LIMIT',
    [RESULT.ERR_MEMORY]: 'DECODER_MEMORY',
    [RESULT.ERR_ARGUMENT]: 'DECODER_ARGUMENT',
};
/** A trap, or a thread's: caught in `#call`, never seen outside. */
class Trap extends Error {
}
export class Decoder {
    choice;
    #module;
    #options;
    #limits;
    #parameterSets = new ParameterSets();
    #state = { at: 'closed' };
    #epoch = 0;
    #rebuilds = 0;
    #rebuildsInARow = 0;
    #decodeLevel = FULL_DECODE_LEVEL;
    #configuration;
    #isAlone;
    constructor(choice, module, options) {
        this.choice = choice;
        this.#module = module;
        this.#options = options;
        this.#limits = options.limits ?? DEFAULT_LIMITS;
        this.#isAlone = options.lateThreads ?? false;
    }
    static async open(options = {}) {
        const choice = options.build === undefined ? chooseBuild(probeCapabilities(), options.threads ?? 1) : { build: options.build, why: 'asked for' };
        const module = await loadModule(choice.build, options.base);
        if (!module.ok)
            return module;
        const decoder = new Decoder(choice, module.value, options);
        const instance = await decoder.#instantiate();
        if (!instance.ok)
            return instance;
        decoder.#state = { at: 'open', instance: instance.value };
        return ok(decoder);
    }
    /** Threads that decode, the caller's included. */
    get threads() {
        return this.#state.at === 'open' ? this.#state.instance.threads.length + 1 : 0;
    }
    /** Counts up when a trap has taken the memory: pictures of an older epoch are gone. */
    get epoch() {
        return this.#epoch;
    }
    /** Those that `lateThreads` left out: until they have joined, `wait` and `pull` do their work. Settles when they have; without that option, and again, at once. */
    async startThreads() {
        if (!this.#isAlone || this.#state.at !== 'open')
            return;
        this.#isAlone = false;
        const { instance } = this.#state;
        const { exports, memory, decoder } = instance;
        if (this.choice.build !== 'simd-mt')
            return;
        const threads = await this.#startThreads(exports, memory, decoder);
        const now = this.#state;
        if (now.at !== 'open' || now.instance !== instance) {
            for (const thread of threads)
                thread.terminate();
            return;
        }
        this.#state = { at: 'open', instance: { ...instance, threads } };
    }
    /** HEVCDecoderConfigurationRecord (ISO/IEC 14496-15 8.3.3.1) of the length-prefixed units to come. */
    configure(record) {
        this.#configuration = new Uint8Array(record);
        return this.#call(done, (instance) => this.#configure(instance, record));
    }
    push(unit, ptsMs, framing = 'annexb') {
        this.#parameterSets.note(unit, framing === 'annexb' ? 'annexb' : this.#lengthBytes());
        return this.#call(ok('skipped'), ({ exports, memory, decoder }) => {
            const address = exports.hevc_input(decoder, unit.length) >>> 0;
            if (address === 0)
                return err('DECODER_LIMIT', `an access unit of ${unit.length} bytes`);
            new Uint8Array(memory.buffer, address, unit.length).set(unit);
            const code = framing === 'annexb' ? FRAMING.ANNEXB : FRAMING.LENGTH_PREFIXED;
            const result = exports.hevc_push(decoder, unit.length, code, ptsMs);
            if (result === RESULT.OK)
                return ok('taken');
            return result === RESULT.AGAIN ? ok('full') : this.#failure(result);
        });
    }
    pull() {
        return this.#call(ok({ at: 'again' }), ({ exports, decoder }) => {
            const result = exports.hevc_pull(decoder);
            if (result === RESULT.AGAIN)
                return ok({ at: 'again' });
            if (result === RESULT.END)
                return ok({ at: 'end' });
            if (result < FIRST_HANDLE)
                return this.#failure(result);
            this.#rebuildsInARow = 0;
            const picture = readPicture((field) => exports.hevc_picture(decoder, result, field), result, this.#epoch, exports.hevc_picture_pts(decoder, result));
            return ok({ at: 'picture', picture });
        });
    }
    /** A picture of an older epoch is released already: its memory went with the instance. */
    release(picture) {
        if (picture.epoch !== this.#epoch)
            return done;
        return this.#call(done, ({ exports, decoder }) => this.#check(exports.hevc_release(decoder, picture.handle)));
    }
    /**
     * Finishes the pictures that were pushed. For a caller with nothing else to push: its own thread decodes with the others instead of
     * leaving the work to them, and the picture is there at once.
     */
    wait() {
        return this.#call(done, ({ exports, decoder }) => this.#check(exports.hevc_wait(decoder)));
    }
    /** All pictures become pullable; the next push starts a new sequence. */
    flush() {
        return this.#call(done, ({ exports, decoder }) => this.#check(exports.hevc_flush(decoder)));
    }
    /** Drops everything but the parameter sets; goes on at the next key frame. */
    reset() {
        return this.#call(done, ({ exports, decoder }) => this.#check(exports.hevc_reset(decoder)));
    }
    setDecodeLevel(level) {
        this.#decodeLevel = level;
        return this.#call(done, (instance) => this.#applyDecodeLevel(instance));
    }
    counters() {
        return this.#call(err('DECODER_TRAPPED', 'being rebuilt'), ({ exports, decoder, memory }) => {
            const count = (counter) => exports.hevc_count(decoder, counter) >>> 0;
            return ok({
                pictures: count(COUNTER.PICTURES),
                skipped: count(COUNTER.SKIPPED),
                damaged: count(COUNTER.DAMAGED),
                missingReferences: count(COUNTER.MISSING_REFERENCES),
                badNals: count(COUNTER.BAD_NALS),
                hashMismatches: count(COUNTER.HASH_MISMATCHES),
                arenaBytes: count(COUNTER.ARENA_BYTES),
                memoryBytes: memory.buffer.byteLength,
                rebuilds: this.#rebuilds,
            });
        });
    }
    /** The memory the planes of the current epoch are in. Without threads it changes its identity when it grows: ask each time. */
    memory() {
        return this.#state.at === 'open' ? this.#state.instance.memory.buffer : undefined;
    }
    /** A copy of the cropped planes without padding, or nothing when the picture's memory is gone. */
    copy(picture) {
        const memory = this.memory();
        if (memory === undefined || picture.epoch !== this.#epoch)
            return undefined;
        const target = new Uint8Array(packedBytes(picture));
        packPicture(memory, picture, target);
        return target;
    }
    /** What only the builds for debugging and profiling answer (inspect.ts). */
    inspect() {
        if (this.#state.at !== 'open')
            return undefined;
        const { exports, memory, decoder } = this.#state.instance;
        const stages = exports.hevc_stages?.();
        return {
            memory: memory.buffer,
            ...(stages === undefined ? {} : { stages: stages >>> 0 }),
            ...(exports.hevc_blocks ? { blocks: (handle, field) => exports.hevc_blocks?.(decoder, handle, field) ?? 0 } : {}),
        };
    }
    /** Resolves when no rebuild is under way. */
    async settled() {
        while (this.#state.at === 'rebuilding')
            await this.#state.settled;
    }
    close() {
        if (this.#state.at === 'open') {
            const { exports, decoder, threads } = this.#state.instance;
            try {
                exports.hevc_threads_stop?.(decoder);
                exports.hevc_close(decoder);
            }
            catch {
                // a trap while closing: the memory goes anyway
            }
            for (const thread of threads)
                thread.terminate();
        }
        this.#state = { at: 'closed' };
    }
    /** Runs a verb on the open instance; `meanwhile` is the answer while a rebuild is under way. */
    #call(meanwhile, verb) {
        if (this.#state.at === 'rebuilding')
            return meanwhile;
        if (this.#state.at === 'failed')
            return { ok: false, error: this.#state.error };
        if (this.#state.at === 'closed')
            return err('DECODER_ARGUMENT', 'the decoder is closed');
        const { instance } = this.#state;
        try {
            return verb(instance);
        }
        catch (error) {
            // A trap is a RuntimeError, a stack overflow a RangeError, a thread's trap our own.
            return this.#onTrap(instance, String(error));
        }
    }
    #onTrap(instance, detail) {
        for (const thread of instance.threads)
            thread.terminate();
        this.#epoch++;
        this.#rebuilds++;
        this.#rebuildsInARow++;
        if (this.#rebuildsInARow > REBUILDS_IN_A_ROW_MAX) {
            const error = { code: 'DECODER_TRAPPED', detail: `${this.#rebuildsInARow} times in a row: ${detail}` };
            this.#state = { at: 'failed', error };
            return { ok: false, error };
        }
        this.#state = { at: 'rebuilding', settled: this.#rebuild() };
        return err('DECODER_TRAPPED', detail);
    }
    async #rebuild() {
        const rebuilt = await this.#instantiate();
        if (this.#state.at === 'closed') {
            if (rebuilt.ok)
                for (const thread of rebuilt.value.threads)
                    thread.terminate();
            return;
        }
        if (!rebuilt.ok) {
            this.#state = { at: 'failed', error: rebuilt.error };
            return;
        }
        this.#state = { at: 'open', instance: rebuilt.value };
        const configuration = this.#configuration;
        if (configuration)
            this.#call(done, (instance) => this.#configure(instance, configuration));
        const sets = this.#parameterSets.toAnnexB();
        if (sets)
            this.push(sets, 0);
    }
    async #instantiate() {
        const shared = this.choice.build === 'simd-mt';
        const opened = openMemory(this.#limits.maxMemoryBytes, shared);
        if (!opened.ok)
            return opened;
        const { memory, maxBytes } = opened.value;
        try {
            const { exports: raw } = await WebAssembly.instantiate(this.#module, { env: { memory } });
            const exports = raw;
            const { maxWidth, maxHeight, maxDpb, maxHeld, maxInputBytes } = this.#limits;
            const decoder = exports.hevc_open(maxWidth, maxHeight, maxDpb, maxHeld, maxInputBytes, Math.min(maxBytes, 4294967295));
            if (decoder === 0)
                return err('DECODER_MEMORY', `no decoder fits into ${maxBytes} bytes`);
            const threads = shared && !this.#isAlone ? await this.#startThreads(exports, memory, decoder) : [];
            const instance = { exports, memory, decoder, threads };
            // With another number memory is laid out anew, and references are lost: those that are to come count, and the caller does their work.
            if (shared)
                exports.hevc_set(decoder, OPTION.THREADS, this.#isAlone ? this.#workers() : threads.length);
            exports.hevc_set(decoder, OPTION.CHECK_HASH, Number(this.#options.checkHash ?? false));
            exports.hevc_set(decoder, OPTION.SHOW_DAMAGED, Number(this.#options.showDamaged ?? true));
            this.#applyDecodeLevel(instance);
            return ok(instance);
        }
        catch (error) {
            return err('DECODER_TRAPPED', String(error));
        }
    }
    #workers() {
        return Math.min(Math.max((this.#options.threads ?? 1) - 1, 0), WORKERS_MAX);
    }
    #startThreads(exports, memory, decoder) {
        const stackBytes = exports.hevc_thread_stack_bytes?.() ?? 0;
        return startThreads(Array.from({ length: this.#workers() }, (_, i) => ({
            module: this.#module,
            memory,
            decoder,
            index: i + 1,
            stack: exports.hevc_thread_stack?.(i + 1) ?? 0,
            stackBytes,
        })), this.#options.threadScript);
    }
    #configure({ exports, memory, decoder }, record) {
        const address = exports.hevc_input(decoder, record.length) >>> 0;
        if (address === 0)
            return err('DECODER_LIMIT', `a configuration of ${record.length} bytes`);
        new Uint8Array(memory.buffer, address, record.length).set(record);
        return this.#check(exports.hevc_configure(decoder, record.length));
    }
    #applyDecodeLevel({ exports, decoder }) {
        exports.hevc_set(decoder, OPTION.SKIP_FILTERS, FILTERS[this.#decodeLevel.filters]);
        exports.hevc_set(decoder, OPTION.SKIP_PICTURES, PICTURES[this.#decodeLevel.pictures]);
        return this.#check(exports.hevc_set(decoder, OPTION.MAX_TEMPORAL_ID, this.#decodeLevel.maxTemporalId));
    }
    /** lengthSizeMinusOne is in the low bits of byte 21 of the record. */
    #lengthBytes() {
        return ((this.#configuration?.[21] ?? 3) & 3) + 1;
    }
    #check(result) {
        return result === RESULT.OK ? done : this.#failure(result);
    }
    #failure(result) {
        if (result === RESULT.ERR_TRAPPED)
            throw new Trap('a thread of the decoder trapped');
        return err(ERROR_CODES[result] ?? 'DECODER_DAMAGED', this.#reason());
    }
    /** The static text behind the last error. */
    #reason() {
        if (this.#state.at !== 'open')
            return '';
        const { exports, memory, decoder } = this.#state.instance;
        const address = exports.hevc_reason(decoder) >>> 0;
        if (address === 0)
            return '';
        const bytes = new Uint8Array(memory.buffer, address);
        const end = bytes.indexOf(0);
        return String.fromCharCode(...bytes.subarray(0, Math.min(end < 0 ? 0 : end, 200)));
    }
}
