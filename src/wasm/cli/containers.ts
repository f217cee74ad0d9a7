/**
 * Extracts H265 from a file as Annex B access units: a raw stream, FLV (by the room's demuxer, which continues after damage) or MP4. The
 * bytes decide the format, not the file name.
 */
import { err, ok, type Result } from '../../core/result.ts';
import { FlvDemuxer } from '../../workers/stream/flv.ts';
import { splitAccessUnits, splitAnnexB, splitLengthPrefixed } from '../glue/access-units.ts';
import { parseHvcc, readMp4 } from '../glue/containers/index.ts';

export const CONTAINERS = ['annexb', 'flv', 'mp4'] as const;
export type Container = (typeof CONTAINERS)[number];

export interface ContainedVideo {
  readonly container: Container;
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

export function readVideo(bytes: Uint8Array): Result<ContainedVideo> {
  if (bytes.length === 0) return err('DECODER_ARGUMENT', 'the file is empty');
  const is = (at: number, text: string): boolean => text === String.fromCharCode(...bytes.subarray(at, at + text.length));
  if (is(0, 'FLV')) return readFlv(bytes);
  if (is(4, 'ftyp') || is(4, 'styp') || is(4, 'moov')) return readMp4Units(bytes);
  return readAnnexB(bytes);
}

function readAnnexB(bytes: Uint8Array): Result<ContainedVideo> {
  const firstOne = bytes.indexOf(1);
  const startsWithCode = firstOne >= 2 && firstOne <= LEADING_ZEROS_MAX && bytes.subarray(0, firstOne).every((byte) => byte === 0);
  if (!startsWithCode) return err('DECODER_ARGUMENT', 'neither a raw H265 stream, nor FLV, nor MP4');
  const units = [...splitAccessUnits(bytes)];
  if (!units.some(hasSlice)) return err('DECODER_ARGUMENT', 'start codes, but no coded picture of H265');
  return ok({ container: 'annexb', units, framesPerS: undefined, damaged: 0 });
}

const hasSlice = (unit: Uint8Array): boolean =>
  [...splitAnnexB(unit)].some((nal) => ((nal[0]! >> 1) & 63) <= NAL_LAST_SLICE && (nal[0]! & 0x80) === 0);

function readFlv(bytes: Uint8Array): Result<ContainedVideo> {
  const units: Uint8Array[] = [];
  const timesMs: number[] = [];
  let sets: Uint8Array | undefined;
  let lengthBytes = 4;
  let damaged = 0;
  let other = '';
  const demuxer = new FlvDemuxer((event) => {
    if (event.type === 'damage') damaged++;
    if (event.type !== 'video' || event.tag.type === 'info') return;
    if (event.tag.codec !== 'h265') other = event.tag.codec;
    else if (event.tag.type === 'config') ({ sets, lengthBytes } = readConfiguration(event.tag.data));
    else if (event.tag.type === 'picture') {
      units.push(toAnnexB(event.tag.data, lengthBytes, sets));
      timesMs.push(event.timeMs + event.tag.compositionMs);
      sets = undefined;
    }
  });
  demuxer.push(bytes);
  demuxer.end();
  if (units.length === 0) return err('DECODER_ARGUMENT', `an FLV without H265${other === '' ? '' : `: its pictures are ${other}`}`);
  return ok({ container: 'flv', units, framesPerS: rateOf(timesMs), damaged });
}

function readMp4Units(bytes: Uint8Array): Result<ContainedVideo> {
  const track = readMp4(bytes);
  if (!track.ok) return err('DECODER_ARGUMENT', `an MP4 without H265 that can be read: ${track.error.detail}`);
  const { config, samples, damage } = track.value;
  const { description } = config;
  let { sets, lengthBytes } = readConfiguration(description === undefined ? new Uint8Array() : bytesOf(description));
  const units = samples.map((sample): Uint8Array => {
    if (sample.config?.description !== undefined) ({ sets, lengthBytes } = readConfiguration(bytesOf(sample.config.description)));
    const unit = toAnnexB(sample.data, lengthBytes, sets);
    sets = undefined;
    return unit;
  });
  if (units.length === 0) return err('DECODER_ARGUMENT', `an MP4 without a coded picture: ${damage ?? 'no sample'}`);
  const timesMs = samples.map(({ timestamp }) => timestamp / 1_000);
  return ok({ container: 'mp4', units, framesPerS: rateOf(timesMs), damaged: damage === undefined ? 0 : 1 });
}

const bytesOf = (data: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);

/** The parts of a configuration record that access units need; for a damaged record the usual length and no parameter sets. */
function readConfiguration(record: Uint8Array): { readonly sets: Uint8Array | undefined; readonly lengthBytes: number } {
  const read = parseHvcc(record);
  if (!read) return { sets: undefined, lengthBytes: 4 };
  return { sets: read.parameterSets.length === 0 ? undefined : join(read.parameterSets), lengthBytes: read.lengthBytes };
}

const START_CODE = Uint8Array.of(0, 0, 0, 1);
const join = (nals: Iterable<Uint8Array>): Uint8Array => new Uint8Array(Buffer.concat([...nals].flatMap((nal) => [START_CODE, nal])));

function toAnnexB(sample: Uint8Array, lengthBytes: number, sets: Uint8Array | undefined): Uint8Array {
  const unit = join(splitLengthPrefixed(sample, lengthBytes));
  return sets === undefined ? unit : new Uint8Array(Buffer.concat([sets, unit]));
}

/** Uses the total duration, because single times are rounded to milliseconds. */
function rateOf(timesMs: readonly number[]): number | undefined {
  if (timesMs.length < 2) return undefined;
  const sorted = timesMs.toSorted((a, b) => a - b);
  const spanMs = sorted.at(-1)! - sorted[0]!;
  return spanMs > 0 ? Number((((timesMs.length - 1) * 1_000) / spanMs).toFixed(2)) : undefined;
}
