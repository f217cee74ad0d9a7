/** Compressed pictures of appended fragmented MP4: ordered by time, limited in size, with the ranges that a player reads. */
import { joinBytes } from '../access-units.ts';
import { boxesIn } from '../containers/mp4.ts';
import { readMp4, type HevcDecoderConfig, type HevcSample } from '../index.ts';

/** About a minute of 8 Mbit/s. */
const BUFFERED_BYTES_MAX = 64 * 1024 ** 2;
/** Maximum gap within a range, because encoders round durations. Microseconds. */
const GAP_MAX = 100_000;
/** Maximum distance of a fragment without a keyframe from the end of the run that it continues. Microseconds. */
const CONTINUED_MAX = 1_000_000;
/** Maximum bytes of an incomplete box; a larger one is damaged. */
const PENDING_BYTES_MAX = 32 * 1024 ** 2;

export interface BufferedSample extends HevcSample {
  readonly duration: number;
  readonly config: HevcDecoderConfig;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Fragments in decoding order. */
interface Run {
  /** In decoding order. */
  readonly last: BufferedSample;
  /** Time of the end. */
  readonly end: number;
}

export class SampleStore {
  /** In decoding order within each appended run; runs by the time of their first picture. */
  #samples: BufferedSample[] = [];
  #bytes = 0;
  #pending = new Uint8Array(0);
  #init: Uint8Array | undefined;
  #moof: Uint8Array | undefined;
  /** The run of the last fragment. */
  #run: Run | undefined;

  get isFull(): boolean {
    return this.#bytes >= BUFFERED_BYTES_MAX;
  }

  get samples(): readonly BufferedSample[] {
    return this.#samples;
  }

  /** Appends initialization and media segments in any pieces. Returns undefined, or why they cannot be read. */
  append(bytes: Uint8Array, offsetMicros: number): string | undefined {
    const failure = this.#append(bytes, offsetMicros);
    // As in MSE, where an error resets the parser: the next bytes are the beginning of a box.
    if (failure !== undefined) this.forget();
    return failure;
  }

  #append(bytes: Uint8Array, offsetMicros: number): string | undefined {
    const joined = joinBytes([this.#pending, bytes]);
    let at = 0;
    for (const { type, view, boxStart } of boxesIn(new DataView(joined.buffer))) {
      const end = view.byteOffset + view.byteLength;
      const box = joined.slice(boxStart, end);
      at = end;
      if (type === 'moov') this.#init = box;
      if (type === 'moof') this.#moof = box;
      if (type !== 'mdat' || !this.#moof || !this.#init) continue;
      const failure = this.#addFragment(this.#init, this.#moof, box, offsetMicros);
      if (failure !== undefined) return failure;
    }
    this.#pending = joined.slice(at);
    return this.#pending.length > PENDING_BYTES_MAX ? 'a box is larger than the bound' : undefined;
  }

  /** Drops the bytes of an incomplete box. The next bytes continue no run. */
  forget(): void {
    this.#pending = new Uint8Array(0);
    this.#run = undefined;
  }

  #addFragment(init: Uint8Array, moof: Uint8Array, mdat: Uint8Array, offsetMicros: number): string | undefined {
    const read = readMp4(joinBytes([init, moof, mdat]));
    if (!read.ok) return read.error.detail;
    const { config, samples } = read.value;
    const fragment = samples.map((sample) => {
      const { timestamp, duration = 0 } = sample;
      return { ...sample, timestamp: timestamp + offsetMicros, duration, config };
    });
    const [first] = fragment;
    if (!first) return read.value.damage;
    const run = this.#runBefore(first, startOf(fragment));
    // A fragment that repeats a part of its run contains nothing new.
    const moved = run ? this.#missing(fragment, run) : fragment;
    if (moved.length === 0) return undefined;
    const start = startOf(moved);
    const end = moved.reduce((most, sample) => Math.max(most, endOf(sample)), Number.NEGATIVE_INFINITY);
    // As in MSE, pictures of the same time are replaced, and in a run those after its end: a fragment may begin with a reordered picture.
    this.#replace(run?.end ?? start, end);
    const next = run ? this.#samples.indexOf(run.last) + 1 : this.#samples.findIndex((sample) => sample.timestamp >= end);
    const at = next < 0 ? this.#samples.length : next;
    this.#samples = this.#samples.slice(0, at).concat(moved, this.#samples.slice(at));
    this.#bytes += moved.reduce((sum, { data }) => sum + data.length, 0);
    this.#run = { last: moved.at(-1)!, end: Math.max(end, run?.end ?? end) };
    return undefined;
  }

  /** The run that a fragment continues; undefined if it begins a run. */
  #runBefore(first: BufferedSample, start: number): Run | undefined {
    const run = this.#run;
    if (!run || first.type === 'key' || Math.abs(start - run.end) > CONTINUED_MAX) return undefined;
    return this.#samples.includes(run.last) ? run : undefined;
  }

  /** The pictures of a fragment that its run does not contain. */
  #missing(fragment: readonly BufferedSample[], { last }: Run): readonly BufferedSample[] {
    const before = this.#samples.slice(0, this.#samples.indexOf(last) + 1);
    return fragment.filter(
      ({ timestamp, data }) => !before.some((sample) => sample.timestamp === timestamp && sample.data.length === data.length),
    );
  }

  /** Microseconds. Pictures after the range stay, because they may belong to the group that plays now. */
  remove(start: number, end: number): void {
    this.#keep(({ timestamp }) => timestamp < start || timestamp >= end);
  }

  /** Removes what a fragment replaces and, as in MSE, the pictures that may depend on it: those up to the next keyframe. */
  #replace(start: number, end: number): void {
    let isReplaced = false;
    this.#keep(({ timestamp, type }) => {
      isReplaced = (timestamp >= start && timestamp < end) || (isReplaced && type === 'delta');
      return !isReplaced;
    });
  }

  #keep(isKept: (sample: BufferedSample) => boolean): void {
    this.#samples = this.#samples.filter(isKept);
    this.#bytes = this.#samples.reduce((sum, { data }) => sum + data.length, 0);
  }

  ranges(): Range[] {
    const ranges: Range[] = [];
    for (const sample of this.#samples.toSorted((a, b) => a.timestamp - b.timestamp)) {
      const last = ranges.at(-1);
      if (last && sample.timestamp <= last.end + GAP_MAX)
        ranges[ranges.length - 1] = { start: last.start, end: Math.max(last.end, endOf(sample)) };
      else ranges.push({ start: sample.timestamp, end: endOf(sample) });
    }
    return ranges;
  }

  /** Index of the last keyframe at or before a time; -1 if there is none. */
  keyBefore(micros: number): number {
    return this.#samples.findLastIndex((sample) => sample.type === 'key' && sample.timestamp <= micros);
  }
}

/** A loop instead of spread arguments, whose number the engine limits. */
const startOf = (samples: readonly BufferedSample[]): number =>
  samples.reduce((least, { timestamp }) => Math.min(least, timestamp), Number.POSITIVE_INFINITY);
const endOf = ({ timestamp, duration }: BufferedSample): number => timestamp + duration;
