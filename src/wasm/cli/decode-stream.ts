import type { Decoder } from '../glue/decoder.ts';
import type { Picture } from '../glue/picture.ts';
import { type HevcFailure, err, type HevcResult, ok } from '../glue/result.ts';
import { joinAnnexB, joinBytes, splitAccessUnits, splitAnnexB, splitLengthPrefixed, viewOf } from '../glue/access-units.ts';
import { parseHvcc, readFlv, readMp4, type HevcTrack } from '../glue/containers/index.ts';

// Extracts H265 from a file as Annex B access units: a raw stream, FLV or MP4. The
// bytes decide the format, not the file name.

export interface ContainedVideo {
  readonly container: HevcTrack['container'];
  /** Annex B, including parameter sets. */
  readonly units: readonly Uint8Array[];
  /** Computed from the container's times; undefined without times. */
  readonly framesPerS: number | undefined;
  /** Parts of the container that were damaged and skipped, or truncated. */
  readonly damaged: number;
}

/** A raw stream may start with zero bytes; its first start code is within this range. */
const LEADING_ZEROS_MAX = 64;
/** Highest NAL unit type of a slice in table 7-1; higher VCL types are reserved. */
const NAL_LAST_SLICE = 21;

export function readVideo(bytes: Uint8Array): HevcResult<ContainedVideo> {
  if (bytes.length === 0) return err('DECODER_ARGUMENT', 'the file is empty');
  const is = (at: number, text: string): boolean => text === String.fromCharCode(...bytes.subarray(at, at + text.length));
  // Pictures of another codec are named, because people decode the file at hand.
  if (is(0, 'FLV')) return unitsOf(readFlv(bytes), 'an FLV without H265');
  if (is(4, 'ftyp') || is(4, 'styp') || is(4, 'moov')) return unitsOf(readMp4(bytes), 'an MP4 without H265 that can be read');
  return readAnnexB(bytes);
}

function readAnnexB(bytes: Uint8Array): HevcResult<ContainedVideo> {
  const firstOne = bytes.indexOf(1);
  const startsWithCode = firstOne >= 2 && firstOne <= LEADING_ZEROS_MAX && bytes.subarray(0, firstOne).every((byte) => byte === 0);
  if (!startsWithCode) return err('DECODER_ARGUMENT', 'neither a raw H265 stream, nor FLV, nor MP4');
  const units = [...splitAccessUnits(bytes)];
  if (!units.some(hasSlice)) return err('DECODER_ARGUMENT', 'start codes, but no coded picture of H265');
  return ok({ container: 'annexb', units, framesPerS: undefined, damaged: 0 });
}

const hasSlice = (unit: Uint8Array): boolean =>
  [...splitAnnexB(unit)].some((nal) => ((nal[0]! >> 1) & 63) <= NAL_LAST_SLICE && (nal[0]! & 0x80) === 0);

function unitsOf(track: HevcResult<HevcTrack>, refusal: string): HevcResult<ContainedVideo> {
  if (!track.ok) return err('DECODER_ARGUMENT', `${refusal}: ${track.error.detail}`);
  const { container, config, samples, damage } = track.value;
  const { description } = config;
  let { sets, lengthBytes } = readConfiguration(description === undefined ? new Uint8Array() : viewOf(description));
  const units = samples.map((sample): Uint8Array => {
    if (sample.config?.description !== undefined) ({ sets, lengthBytes } = readConfiguration(viewOf(sample.config.description)));
    const unit = toAnnexB(sample.data, lengthBytes, sets);
    sets = undefined;
    return unit;
  });
  if (units.length === 0) return err('DECODER_ARGUMENT', `${container} without a coded picture: ${damage ?? 'no sample'}`);
  const timesMs = samples.map(({ timestamp }) => timestamp / 1_000);
  return ok({ container, units, framesPerS: rateOf(timesMs), damaged: damage === undefined ? 0 : 1 });
}

/** The parts of a configuration record that access units need; for a damaged record the usual length and no parameter sets. */
function readConfiguration(record: Uint8Array): { readonly sets: Uint8Array | undefined; readonly lengthBytes: number } {
  const read = parseHvcc(record);
  if (!read) return { sets: undefined, lengthBytes: 4 };
  return { sets: read.parameterSets.length === 0 ? undefined : joinAnnexB(read.parameterSets), lengthBytes: read.lengthBytes };
}

function toAnnexB(sample: Uint8Array, lengthBytes: number, sets: Uint8Array | undefined): Uint8Array {
  const unit = joinAnnexB(splitLengthPrefixed(sample, lengthBytes));
  return sets === undefined ? unit : joinBytes([sets, unit]);
}

/** Uses the total duration, because single times are rounded to milliseconds. */
function rateOf(timesMs: readonly number[]): number | undefined {
  if (timesMs.length < 2) return undefined;
  const sorted = timesMs.toSorted((a, b) => a - b);
  const spanMs = sorted.at(-1)! - sorted[0]!;
  return spanMs > 0 ? Number((((timesMs.length - 1) * 1_000) / spanMs).toFixed(2)) : undefined;
}

/** Consecutive pushes answered 'full' without a picture to pull: the decoder is stuck, which is a bug. */
const STUCK_PUSHES_MAX = 4;

export type StreamOutcome = Awaited<ReturnType<typeof decodeStream>>;

/** Decodes Annex B access units to the end; returns the number of units with an error, and the first error. `show` receives every picture in output order; it is released afterwards. */
export async function decodeStream(decoder: Decoder, units: Iterable<Uint8Array>, show: (picture: Picture) => void = () => undefined) {
  let pictures = 0;
  let errors = 0;
  let firstError: HevcFailure | undefined;
  const fail = (error: HevcFailure) => {
    errors++;
    firstError ??= error;
  };

  /** Returns the number of pictures passed to `show`. */
  const drain = (): number => {
    for (let shown = 0; ; shown++) {
      const pulled = decoder.pull();
      if (!pulled.ok) fail(pulled.error);
      if (!pulled.ok || pulled.value.name !== 'picture') return shown;
      show(pulled.value.picture);
      decoder.release(pulled.value.picture);
      pictures++;
    }
  };

  let index = 0;
  for (const unit of units) {
    for (let stuck = 0; ;) {
      await decoder.settled();
      const pushed = decoder.push(unit, index);
      if (!pushed.ok) fail(pushed.error);
      const shown = drain();
      if (!pushed.ok || pushed.value === 'taken') break;
      stuck = shown > 0 ? 0 : stuck + 1;
      if (stuck > STUCK_PUSHES_MAX) {
        fail({ code: 'DECODER_ARGUMENT', detail: 'full with nothing to pull' });
        break;
      }
    }
    index++;
  }
  await decoder.settled();
  const flushed = decoder.flush();
  if (!flushed.ok) fail(flushed.error);
  drain();
  return { pictures, errors, firstError };
}
