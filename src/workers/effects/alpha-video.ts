/** Reads an effect: an MP4 with one H264 track whose left half contains the colours and whose right half contains the opacity. */
import { err, ok, type Result } from '../../core/errors.ts';
import { allBoxes, boxesIn, findBox, type Box, editStart, readTable, readTimescale } from '../../wasm/glue/containers/mp4.ts';

export const ALPHA_VIDEO_LIMITS = {
  bytes: { value: 8_388_608, unit: 'bytes of the file' },
  widthPx: { value: 2_560, unit: 'pixels of both parts' },
  heightPx: { value: 1_440, unit: 'pixels' },
  pictures: { value: 900, unit: 'pictures' },
  seconds: { value: 12, unit: 'seconds' },
} as const satisfies Record<string, { value: number; unit: string }>;

export interface AlphaVideo {
  readonly codec: string;
  readonly description: Uint8Array;
  /** Size of both parts together. */
  readonly width: number;
  readonly height: number;
  readonly durationMs: number;
  /** In decoding order. */
  readonly samples: readonly AlphaSample[];
}
/** Replaces EncodedVideoChunkInit. Microseconds. */
export interface AlphaSample {
  readonly type: 'key' | 'delta';
  readonly timestamp: number;
  readonly duration: number;
  readonly data: Uint8Array;
}

/** Fields of a visual sample entry before its boxes (ISO/IEC 14496-12 12.1.3). */
const SAMPLE_ENTRY_BYTES = 78;
const bad = (detail: string): Result<never> => err('DECODER_UNSUPPORTED', `effect: ${detail}`);

/** Damaged files are rejected completely, because a partial effect must not be shown. */
export function readAlphaVideo(bytes: Uint8Array): Result<AlphaVideo> {
  if (bytes.length > ALPHA_VIDEO_LIMITS.bytes.value) return err('DECODER_LIMIT', `effect: ${bytes.length} bytes`);
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const moov = [...boxesIn(file)].find(({ type }) => type === 'moov');
  if (moov === undefined) return bad('no moov box');
  for (const trak of allBoxes(moov, 'trak')) {
    const config = readConfig(trak);
    if (config !== null) return readSamples(trak, config, bytes);
  }
  return bad('no H264 track');
}

type Config = Pick<AlphaVideo, 'codec' | 'description' | 'width' | 'height'>;

function readConfig(trak: Box): Config | null {
  const stsd = findBox(trak, 'mdia', 'minf', 'stbl', 'stsd');
  if (stsd === undefined || stsd.view.byteLength < 8) return null;
  const entries = new DataView(stsd.view.buffer, stsd.view.byteOffset + 8, stsd.view.byteLength - 8);
  for (const { type, view } of boxesIn(entries)) {
    if ((type !== 'avc1' && type !== 'avc3') || view.byteLength < SAMPLE_ENTRY_BYTES) continue;
    const inner = new DataView(view.buffer, view.byteOffset + SAMPLE_ENTRY_BYTES, view.byteLength - SAMPLE_ENTRY_BYTES);
    const avcc = [...boxesIn(inner)].find((box) => box.type === 'avcC')?.view;
    if (avcc === undefined || avcc.byteLength < 7) continue;
    const hex = (at: number): string => avcc.getUint8(at).toString(16).padStart(2, '0');
    return {
      // Profile, constraints and level (ISO/IEC 14496-15 5.3.3.1).
      codec: `avc1.${hex(1)}${hex(2)}${hex(3)}`,
      description: new Uint8Array(avcc.buffer, avcc.byteOffset, avcc.byteLength).slice(),
      width: view.getUint16(24),
      height: view.getUint16(26),
    };
  }
  return null;
}

function readSamples(trak: Box, config: Config, bytes: Uint8Array): Result<AlphaVideo> {
  const { width, height } = config;
  const limits = ALPHA_VIDEO_LIMITS;
  if (width < 4 || height < 2) return bad(`${width}x${height}`);
  if (width > limits.widthPx.value || height > limits.heightPx.value) return err('DECODER_LIMIT', `effect: ${width}x${height}`);
  const timescale = readTimescale(trak);
  const start = editStart(trak);
  const micros = (time: number): number => Math.round((time * 1_000_000) / timescale);
  const samples: AlphaSample[] = [];
  let endUs = 0;
  for (const row of readTable(trak)) {
    if (row.size === 0 || row.offset + row.size > bytes.length)
      return err('DECODER_DAMAGED', `effect: picture ${samples.length} lies outside of the file`);
    if (samples.length === limits.pictures.value) return err('DECODER_LIMIT', `effect: more than ${limits.pictures.value} pictures`);
    const timestamp = micros(row.decodeTime + row.compositionOffset - start);
    const duration = micros(row.duration);
    endUs = Math.max(endUs, timestamp + duration);
    samples.push({ type: row.isSync ? 'key' : 'delta', timestamp, duration, data: bytes.subarray(row.offset, row.offset + row.size) });
  }
  if (samples[0]?.type !== 'key') return bad('no picture to begin with');
  if (endUs > limits.seconds.value * 1_000_000) return err('DECODER_LIMIT', `effect: ${Math.round(endUs / 1_000_000)} s`);
  return ok({ ...config, durationMs: endUs / 1_000, samples });
}
