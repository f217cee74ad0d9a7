/** One opened file in the playground's worker: measures its pictures one by one, and shows, plays, races, hashes and compares them. */
import { splitAnnexB, splitLengthPrefixed } from '../../glue/access-units.ts';
import { parseHvcc, readTrack, type HevcTrack } from '../../glue/containers/index.ts';
import { Decoder } from '../../glue/decoder.ts';
import { readBlocks, type Blocks } from '../../glue/inspect.ts';
import { type HevcFailure, type HevcResult, nextTask } from '../../glue/result.ts';
import type { DecodeOptions, DecoderFacts, FromSession, OverlayLayer, PictureRow, Race, StreamFacts } from '../protocol.ts';
import { readParameterSet, type ParameterSet, unitKind, type UnitKind } from '../syntax/parameter-sets.ts';
import { decodeByBrowser, type DecoderClass, Cursor, openDecoder, type Decoded } from './cursor.ts';
import { md5 } from './md5.ts';
import { factsOf, type Painter } from './painter.ts';
import { VIDEO_DECODER_LIMITS } from '../../glue/webcodecs/video-decoder.ts';

// The debugging build of the decoder, loaded for the first layer: it returns the same pictures and their blocks.

/** One thread and no shared memory, so that it runs in every page; its speed does not matter. */
const openInspector = (): Promise<HevcResult<Decoder>> =>
  Decoder.open({ build: 'simd', base: new URL('../../debug/hevc-simd.wasm', import.meta.url), limits: VIDEO_DECODER_LIMITS });

/** Maximum time for which the worker delays commands of the page, and interval of its progress reports; milliseconds. */
const SLICE_MS = 40;
const PROGRESS_MS = 150;
/** Further errors are counted, not listed. */
const LOGGED_ERRORS_MAX = 100;
const RASL = [8, 9];

export class PlaygroundSession {
  readonly #track: HevcTrack;
  readonly #name: string;
  readonly #fileBytes: number;
  readonly #kinds: readonly UnitKind[];
  readonly #sets: readonly ParameterSet[];
  readonly #decoder: Decoder;
  readonly #painter: Painter | undefined;
  readonly #post: (event: FromSession) => void;
  #rows: PictureRow[] = [];
  #hashes: string[] = [];
  #cursor: Cursor | undefined;
  /** The debugging build; loaded with the first layer. */
  #inspector: Decoder | undefined;
  #layers: readonly OverlayLayer[] = [];
  #shown = -1;
  /** Incremented with every command, which ends the loops of earlier commands. */
  #turn = 0;
  #errors = 0;
  #firstError: HevcFailure | undefined;
  #size = { width: 0, height: 0, bitDepth: 0 };

  private constructor(
    track: HevcTrack,
    file: { readonly name: string; readonly bytes: number },
    decoder: Decoder,
    painter: Painter | undefined,
    post: (event: FromSession) => void,
  ) {
    this.#track = track;
    this.#name = file.name;
    this.#fileBytes = file.bytes;
    this.#decoder = decoder;
    this.#painter = painter;
    this.#post = post;
    ({ kinds: this.#kinds, sets: this.#sets } = scan(track));
  }

  static async open(
    name: string,
    bytes: Uint8Array,
    options: DecodeOptions,
    painter: Painter | undefined,
    post: (event: FromSession) => void,
  ): Promise<PlaygroundSession | undefined> {
    const refuse = (error: HevcFailure): undefined => {
      post({ type: 'refused', ...error });
    };
    const track = readTrack(bytes);
    if (!track.ok) return refuse(track.error);
    const opened = await openDecoder(options);
    if (!opened.ok) return refuse(opened.error);
    const session = new PlaygroundSession(track.value, { name, bytes: bytes.length }, opened.value, painter, post);
    post({ type: 'opened', facts: session.#facts(), decoder: session.#decoderFacts() });
    if (track.value.damage !== undefined) session.#log(track.value.damage);
    return session;
  }

  close(): void {
    this.#turn++;
    this.#decoder.close();
    this.#inspector?.close();
  }

  pause(): void {
    this.#turn++;
  }

  /** The first pass: decodes and times each picture separately. */
  async analyse(): Promise<void> {
    this.#rows = [];
    this.#errors = 0;
    this.#firstError = undefined;
    let sent = 0;
    const report = (done: number): void => {
      this.#post({ type: 'pictures', rows: this.#rows.slice(sent), done });
      sent = this.#rows.length;
    };
    const pass = await this.#pass(
      true,
      (next) => this.#rows.push(this.#row(next)),
      (next) => {
        this.#paint(next);
        report(next.sample / this.#track.samples.length);
      },
    );
    if (!pass) return;
    if (pass.pictures === 0) {
      this.#post({ type: 'refused', ...(this.#firstError ?? { code: 'DECODER_UNSUPPORTED', detail: 'no picture' }) });
      return;
    }
    report(1);
    if (this.#errors > LOGGED_ERRORS_MAX) this.#log(`${this.#errors - LOGGED_ERRORS_MAX} more errors`);
    this.#post({ type: 'analysed', facts: this.#facts(), decoder: this.#decoderFacts() });
    await this.show(0);
  }

  async show(index: number): Promise<void> {
    const turn = ++this.#turn;
    const found = await this.#seek(index, turn);
    if (!found || turn !== this.#turn) return;
    const blocks = this.#paint(found);
    this.#hashes[index] ??= this.#hash(found);
    this.#post({ type: 'shown', index, md5: this.#hashes[index], ...(blocks ? { blocks: factsOf(blocks) } : {}) });
  }

  async overlay(layers: readonly OverlayLayer[], index: number): Promise<void> {
    const turn = ++this.#turn;
    if (layers.length > 0 && !(await this.#openInspector())) layers = [];
    if (turn !== this.#turn) return;
    this.#layers = layers;
    this.#cursor?.end();
    this.#cursor = undefined;
    this.#post({ type: 'overlaid', layers });
    await this.show(index);
  }

  async #openInspector(): Promise<boolean> {
    if (this.#inspector) return true;
    const opened = await openInspector();
    if (!opened.ok) this.#log(`${opened.error.code}: ${opened.error.detail}`);
    else if (this.#inspector) opened.value.close();
    else this.#inspector = opened.value;
    return this.#inspector !== undefined;
  }

  async play(from: number, rate: number): Promise<void> {
    const turn = ++this.#turn;
    let next = await this.#seek(from, turn);
    const start = performance.now() - (this.#rows[from]?.timeUs ?? 0) / 1_000 / rate;
    for (let index = from; next && turn === this.#turn; index++) {
      const row = this.#rows[index];
      if (!row) break;
      const waitMs = start + row.timeUs / 1_000 / rate - performance.now();
      if (waitMs > 1) await new Promise((resolve) => setTimeout(resolve, waitMs));
      else await nextTask();
      if (turn !== this.#turn) return;
      this.#paint(next);
      this.#shown = index;
      this.#post({ type: 'shown', index, md5: this.#hashes[index] });
      next = await this.#cursor?.next(false);
    }
    if (turn === this.#turn) this.#post({ type: 'ended' });
  }

  /** Everything at full speed: units overlap on several threads, nothing is painted. */
  async race(): Promise<void> {
    const race = await this.#pass(false);
    if (race) this.#post({ type: 'raced', race });
  }

  /** False if another command came first. */
  async hash(): Promise<boolean> {
    let [from, count] = [0, 0];
    const report = (isLast: boolean): void => {
      this.#post({ type: 'hashes', from, md5: this.#hashes.slice(from, count), isLast });
      from = count;
    };
    const pass = await this.#pass(
      false,
      (next) => (this.#hashes[count++] = this.#hash(next)),
      () => report(false),
    );
    if (pass) report(true);
    return pass !== undefined;
  }

  async compare(decoderClass: DecoderClass | undefined): Promise<void> {
    const turn = ++this.#turn;
    try {
      const browser = await decodeByBrowser(this.#track, decoderClass);
      if (turn !== this.#turn) return;
      if (!browser) {
        this.#post({ type: 'compared', comparison: { name: 'unsupported' } });
        return;
      }
      const own = await this.#pass(false);
      if (!own || !(await this.hash())) return;
      const different = this.#hashes.flatMap((hash, i) => (browser.hashes[i] === hash ? [] : [i]));
      const same = this.#hashes.length - different.length;
      this.#post({ type: 'compared', comparison: { name: 'done', browser: browser.race, own, same, different } });
    } catch (error) {
      this.#post({ type: 'compared', comparison: { name: 'failed', why: String(error) } });
    }
  }

  /** Decodes everything, while other commands are received every SLICE_MS; undefined if one came. `report` is called every PROGRESS_MS. */
  async #pass(
    waits: boolean,
    use: (decoded: Decoded) => unknown = () => undefined,
    report: (decoded: Decoded) => void = () => undefined,
  ): Promise<Race | undefined> {
    const turn = ++this.#turn;
    const cursor = this.#restart(0);
    let [pictures, ms] = [0, 0];
    let [slice, progress] = [performance.now(), performance.now()];
    for (let next = await cursor.next(waits); next && turn === this.#turn; next = await cursor.next(waits), pictures++) {
      use(next);
      const now = performance.now();
      if (now - progress > PROGRESS_MS) {
        report(next);
        progress = performance.now();
      }
      if (now - slice < SLICE_MS) continue;
      ms += performance.now() - slice;
      await nextTask();
      slice = performance.now();
    }
    return turn === this.#turn ? { pictures, ms: ms + performance.now() - slice } : undefined;
  }

  /** Restarts decoding at `sample`, by the measured decoder or, for layers, by the decoder that exports its blocks. */
  #restart(sample: number, decoder = this.#decoder): Cursor {
    this.#shown = -1;
    this.#cursor?.end();
    this.#cursor = new Cursor(decoder, this.#track, sample, (error, at) => this.#onError(error, at));
    return this.#cursor;
  }

  /** The picture with this output index: the next one, or decoded from the keyframe before it. */
  async #seek(index: number, turn: number): Promise<Decoded | undefined> {
    const row = this.#rows[index];
    if (!row) return undefined;
    const isNext = this.#cursor !== undefined && this.#shown >= 0 && this.#shown === index - 1;
    const cursor = isNext ? this.#cursor! : this.#restart(this.#startOf(row), this.#layers.length > 0 ? this.#inspector : undefined);
    for (let next = await cursor.next(false); next && turn === this.#turn; next = await cursor.next(false)) {
      if (next.sample !== row.sample) continue;
      this.#shown = index;
      return next;
    }
    return undefined;
  }

  #startOf({ sample, nalType }: PictureRow): number {
    // RASL pictures reference pictures before their random access point (3.111).
    let keys = RASL.includes(nalType) ? 2 : 1;
    for (let i = sample; i > 0; i--) if (this.#track.samples[i]?.type === 'key' && --keys === 0) return i;
    return 0;
  }

  #row({ picture, sample }: Decoded): PictureRow {
    const source = this.#track.samples[sample]!;
    const index = this.#rows.length;
    // The decodable part of a unit was decoded; only the picture's flag reports the concealed rest.
    if (picture.damaged) this.#onError({ code: 'DECODER_DAMAGED', detail: `picture ${index + 1} is concealed in part` }, sample);
    this.#size = { width: picture.width, height: picture.height, bitDepth: picture.bitDepth };
    const timeUs =
      this.#track.container === 'annexb' ? index * (source.duration ?? 40_000) : source.timestamp - this.#track.samples[0]!.timestamp;
    const { nalType, temporalId, poc, key: isKey, damaged: isDamaged } = picture;
    const { type, slices } = this.#kinds[sample]!;
    const measured = { bytes: source.data.length, decodeMs: this.#cursor?.decodeMs[sample] ?? 0 };
    return { index, sample, timeUs, type, nalType, temporalId, poc, isKey, slices, ...measured, isDamaged };
  }

  /** Returns the blocks drawn over the picture. */
  #paint({ picture }: Decoded): Blocks | undefined {
    const decoder = this.#cursor?.decoder;
    const memory = decoder?.memory();
    if (!decoder || !memory) return undefined;
    this.#painter?.paint(memory, picture);
    const inspection = this.#layers.length > 0 ? decoder.inspect() : undefined;
    const blocks = inspection && readBlocks(inspection, picture);
    if (blocks) this.#painter?.overlay(blocks, this.#layers);
    return blocks;
  }

  #hash({ picture }: Decoded): string {
    const planes = this.#cursor?.decoder.copy(picture);
    return planes ? md5(planes) : '';
  }

  #onError(error: HevcFailure, sample: number): void {
    this.#errors++;
    this.#firstError ??= error;
    if (this.#errors <= LOGGED_ERRORS_MAX) this.#log(`#${sample} ${error.code}: ${error.detail}`);
  }

  #log(text: string): void {
    this.#post({ type: 'log', level: 'error', text });
  }

  #facts(): StreamFacts {
    const { container, config, samples, damage } = this.#track;
    const own = { container, codec: config.codec, samples: samples.length, sets: this.#sets, damage };
    return { name: this.#name, fileBytes: this.#fileBytes, ...own, ...this.#size };
  }

  #decoderFacts(): DecoderFacts {
    const counters = this.#decoder.counters();
    return { ...this.#decoder.choice, threads: this.#decoder.threads, memoryBytes: counters.ok ? counters.value.memoryBytes : 0 };
  }
}

/** The kind of each unit, and every parameter set once, in file order. */
function scan(track: HevcTrack): { kinds: UnitKind[]; sets: ParameterSet[] } {
  const sets = new Map<string, ParameterSet>();
  const extraBits = new Map<number, number>();
  const note = (nal: Uint8Array): void => {
    const set = readParameterSet(nal);
    if (!set) return;
    sets.set(`${set.kind} ${set.id} ${set.fields.map(({ value }) => value).join()}`, set);
    if (set.kind === 'PPS') extraBits.set(set.id, set.extraSliceHeaderBits);
  };
  let lengthBytes: number | undefined;
  const configure = (description: unknown): void => {
    const record = description instanceof Uint8Array ? parseHvcc(description) : undefined;
    lengthBytes = record?.lengthBytes;
    record?.parameterSets.forEach(note);
  };
  configure(track.config.description);
  const kinds = track.samples.map((sample) => {
    if (sample.config) configure(sample.config.description);
    const nals = [...(lengthBytes === undefined ? splitAnnexB(sample.data) : splitLengthPrefixed(sample.data, lengthBytes))];
    nals.forEach(note);
    return unitKind(nals, extraBits);
  });
  return { kinds, sets: [...sets.values()] };
}
