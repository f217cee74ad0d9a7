/** Still pictures in HEIF files with HEVC (`.heic`, ISO/IEC 23008-12): the primary picture, as one item or as a grid of tiles. */
import { err, ok, type HevcResult } from '../result.ts';
import { formatCodec } from '../webcodecs/codec-string.ts';
import { colorSpaceOfCodes } from '../webcodecs/colour-names.ts';
import type { HevcColorSpaceInit, HevcDecoderConfig } from '../webcodecs/config.ts';
import type { Box } from './boxes.ts';
import { readItems, type HeicItems } from './heic-boxes.ts';
import { parseHvcc } from './hvcc.ts';

/** Phones write up to 48 megapixels in about 250 tiles. */
const TILES_MAX = 1_024;
const PIXELS_MAX = 256 * 1024 ** 2;

export interface HeicTile {
  readonly config: HevcDecoderConfig;
  readonly data: Uint8Array;
}

export interface HeicImage {
  /** Cropped, before rotation. */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  /** Row by row, all of the same size. */
  readonly tiles: readonly HeicTile[];
  /** Clockwise, before the flip. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** Left and right are exchanged after the rotation. */
  readonly flip: boolean;
  /** Parts of the file that this reader ignores, such as alpha. */
  readonly notes: readonly string[];
}

/** True if the first box has a brand of HEIF with HEVC. */
export function isHeic(bytes: Uint8Array): boolean {
  const text = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
  const end = Math.min(bytes.length, 64);
  return text(4, 8) === 'ftyp' && /heic|heix|heim|heis|mif1/.test(text(8, end));
}

export function readHeic(bytes: Uint8Array): HevcResult<HeicImage> {
  const items = readItems(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!items) return err('DECODER_UNSUPPORTED', 'the file has no picture items');
  const { primary } = items;
  const type = items.types.get(primary) ?? 'nothing';
  if (type !== 'hvc1' && type !== 'grid') return err('DECODER_UNSUPPORTED', `the primary picture is ${type}, not hvc1 or a grid of it`);
  const own = items.properties.get(primary) ?? [];
  const grid = type === 'grid' ? readGrid(items) : readSingle(own);
  if (typeof grid === 'string') return err('DECODER_DAMAGED', grid);
  if (grid.width * grid.height > PIXELS_MAX) return err('DECODER_LIMIT', `${grid.width}x${grid.height} is over ${PIXELS_MAX} samples`);
  const ids = type === 'grid' ? (items.parts.get(primary) ?? []) : [primary];
  if (ids.length > TILES_MAX) return err('DECODER_LIMIT', `${ids.length} tiles are more than ${TILES_MAX}`);
  if (ids.length !== grid.columns * grid.rows) {
    return err('DECODER_DAMAGED', `${ids.length} tiles for ${grid.columns} columns and ${grid.rows} rows`);
  }
  const colorSpace = colourOf(own);
  const tiles: HeicTile[] = [];
  for (const id of ids) {
    const config = configOf(items.properties.get(id) ?? [], colorSpace);
    const data = items.bytesOf(id);
    if (items.types.get(id) !== 'hvc1' || !config || !data) return err('DECODER_DAMAGED', `item ${id} is no picture of HEVC in this file`);
    tiles.push({ config, data });
  }
  const { width, height, columns } = grid;
  return ok({ width, height, columns, tiles, ...orientationOf(own), notes: notesOf(items, own) });
}

interface Grid {
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
}

const find = (properties: readonly Box[], type: string, bytes: number): DataView | undefined =>
  properties.find((box) => box.type === type && box.view.byteLength >= bytes)?.view;

/** ispe: version and flags, width, height. */
function readSingle(properties: readonly Box[]): Grid | string {
  const ispe = find(properties, 'ispe', 12);
  const [width, height] = [ispe?.getUint32(4) ?? 0, ispe?.getUint32(8) ?? 0];
  return width > 0 && height > 0 ? { width, height, columns: 1, rows: 1 } : 'the picture has no size';
}

/** ImageGrid (23008-12 6.6.2.3.2). */
function readGrid(items: HeicItems): Grid | string {
  const data = items.bytesOf(items.primary);
  if (!data || data.length < 8) return 'the grid has no description';
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const isWide = (data[1]! & 1) !== 0;
  if (isWide && data.length < 12) return 'the description of the grid is too short';
  const [width, height] = isWide ? [view.getUint32(4), view.getUint32(8)] : [view.getUint16(4), view.getUint16(6)];
  if (width === 0 || height === 0) return 'the grid has no size';
  return { width, height, columns: data[3]! + 1, rows: data[2]! + 1 };
}

function configOf(properties: readonly Box[], colour: HevcColorSpaceInit | undefined): HevcDecoderConfig | undefined {
  const hvcc = find(properties, 'hvcC', 1);
  if (!hvcc) return undefined;
  const description = new Uint8Array(hvcc.buffer, hvcc.byteOffset, hvcc.byteLength).slice();
  const record = parseHvcc(description);
  const colorSpace = colour ?? colourOf(properties);
  return record && { codec: formatCodec(record.codec), description, ...(colorSpace ? { colorSpace } : {}) };
}

/** colr with nclx: H.273 codes. ICC profiles are not read. */
function colourOf(properties: readonly Box[]): HevcColorSpaceInit | undefined {
  for (const { type, view } of properties) {
    if (type !== 'colr' || view.byteLength < 11 || view.getUint32(0) !== 0x6e636c78) continue;
    const [primaries, transfer, matrix] = [view.getUint16(4), view.getUint16(6), view.getUint16(8)];
    return colorSpaceOfCodes({ primaries, transfer, matrix, fullRange: (view.getUint8(10) & 0x80) !== 0 });
  }
  return undefined;
}

/** irot (anticlockwise quarters) and imir (0: exchanges top and bottom, 1: left and right), in the order of ipma, as rotation and flip. */
function orientationOf(properties: readonly Box[]): Pick<HeicImage, 'rotation' | 'flip'> {
  let quarters = 0;
  let flip = false;
  for (const { type, view } of properties) {
    if (view.byteLength < 1) continue;
    const value = view.getUint8(0) & 3;
    // A rotation after a flip equals the opposite rotation before it.
    if (type === 'irot') quarters += flip ? value : -value;
    if (type === 'imir') {
      flip = !flip;
      if ((value & 1) === 0) quarters += 2;
    }
  }
  return { rotation: ((((quarters % 4) + 4) % 4) * 90) as HeicImage['rotation'], flip };
}

function notesOf(items: HeicItems, properties: readonly Box[]): string[] {
  return [
    items.auxiliary.size > 0 && 'auxiliary pictures (alpha, depth, gain map) are left out',
    properties.some((box) => box.type === 'clap') && 'the clean aperture is not cut out',
  ].filter((note) => typeof note === 'string');
}
