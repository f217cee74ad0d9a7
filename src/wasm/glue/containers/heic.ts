/** Still pictures in HEIF files with HEVC (`.heic`, ISO/IEC 23008-12): the primary picture, as one item or as a grid of tiles. */
import { err, type HevcResult, ok } from '../result.ts';
import { formatCodec, parseHvcc } from './hvcc.ts';
import { colorSpaceOfCodes } from '../colour.ts';
import type { HevcColorSpaceInit, HevcDecoderConfig } from '../webcodecs/config.ts';
import { type Box, boxesAfter, boxesIn, findBox, flagsOf, versionOf } from './mp4.ts';
import { joinBytes, viewOf } from '../access-units.ts';

// The item boxes of a HEIF file (ISO/IEC 14496-12 8.11, ISO/IEC 23008-12 9): the items, their positions and properties.

/** Reads numbers in sequence; zeros after the end, so that a damaged table ends by its own counts. */
class Cursor {
  readonly #view: DataView;
  #at: number;

  constructor({ view }: Box, at = 0) {
    this.#view = view;
    this.#at = at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#view.byteLength;
  }

  next(bytes: number): number {
    let value = 0;
    for (let i = 0; i < bytes; i++, this.#at++) {
      value = value * 256 + (this.#at < this.#view.byteLength ? this.#view.getUint8(this.#at) : 0);
    }
    return value;
  }

  fourCc(): string {
    return String.fromCharCode(this.next(1), this.next(1), this.next(1), this.next(1));
  }
}

const FULL_BOX_BYTES = 4;

interface Extent {
  readonly method: number;
  readonly offset: number;
  readonly length: number;
}

type HeicItems = NonNullable<ReturnType<typeof readItems>>;

/** `parts`: items that an item consists of, by `dimg`, in order; `auxiliary`: items that are auxiliary to another one (alpha, depth). */
function readItems(file: DataView) {
  const meta = [...boxesIn(file)].find((box) => box.type === 'meta');
  const boxes = meta ? boxesAfter(meta.view, FULL_BOX_BYTES) : [];
  const [pitm, iref, iloc, idat, iinf, iprp] = ['pitm', 'iref', 'iloc', 'idat', 'iinf', 'iprp'].map((type) =>
    boxes.find((box) => box.type === type),
  );
  if (!pitm) return undefined;
  const extents = readLocations(iloc);
  return {
    primary: new Cursor(pitm, FULL_BOX_BYTES).next(versionOf(pitm) === 0 ? 2 : 4),
    /** Item types by id: `hvc1`, `grid`, `Exif`. */
    types: readTypes(iinf),
    properties: readProperties(iprp),
    ...readReferences(iref),
    /** Undefined if an extent is outside the file, or in another file. */
    bytesOf: (item: number) => joinExtents(extents.get(item) ?? [], file, idat),
  };
}

/** iinf with infe of version 2 and 3; older versions have no item type. */
function readTypes(iinf: Box | undefined): Map<number, string> {
  const types = new Map<number, string>();
  if (!iinf) return types;
  for (const infe of boxesAfter(iinf.view, FULL_BOX_BYTES + (versionOf(iinf) === 0 ? 2 : 4))) {
    const version = versionOf(infe);
    if (infe.type !== 'infe' || version < 2) continue;
    const cursor = new Cursor(infe, FULL_BOX_BYTES);
    const id = cursor.next(version === 2 ? 2 : 4);
    cursor.next(2); // item_protection_index
    types.set(id, cursor.fourCc());
  }
  return types;
}

function readLocations(iloc: Box | undefined): Map<number, Extent[]> {
  const locations = new Map<number, Extent[]>();
  if (!iloc) return locations;
  const version = versionOf(iloc);
  const cursor = new Cursor(iloc, FULL_BOX_BYTES);
  const sizes = cursor.next(2);
  const [offsetBytes, lengthBytes, baseBytes, indexBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15, sizes & 15];
  for (let items = cursor.next(version < 2 ? 2 : 4); items > 0 && !cursor.isAtEnd; items--) {
    const id = cursor.next(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : cursor.next(2) & 15;
    cursor.next(2); // data_reference_index: only this file is read
    const base = cursor.next(baseBytes);
    const extents: Extent[] = [];
    for (let count = cursor.next(2); count > 0 && !cursor.isAtEnd; count--) {
      if (version > 0) cursor.next(indexBytes);
      const offset = base + cursor.next(offsetBytes);
      extents.push({ method, offset, length: cursor.next(lengthBytes) });
    }
    locations.set(id, extents);
  }
  return locations;
}

/** construction_method 0: offset in the file; 1: offset in the idat box; 2: offset in another item, which is rare and not supported. */
function joinExtents(extents: readonly Extent[], file: DataView, idat: Box | undefined): Uint8Array | undefined {
  const pieces: Uint8Array[] = [];
  for (const { method, offset, length } of extents) {
    const source = [file, idat?.view][method];
    if (!source || length === 0 || offset + length > source.byteLength) return undefined;
    pieces.push(new Uint8Array(source.buffer, source.byteOffset + offset, length));
  }
  return pieces.length <= 1 ? pieces[0] : joinBytes(pieces);
}

/** ipma: the boxes of ipco that describe an item, in the order in which transformations apply. */
function readProperties(iprp: Box | undefined): Map<number, Box[]> {
  const properties = new Map<number, Box[]>();
  const ipco = findBox(iprp, 'ipco');
  if (!iprp || !ipco) return properties;
  const boxes = [...boxesIn(ipco.view)];
  for (const ipma of boxesIn(iprp.view)) {
    if (ipma.type !== 'ipma') continue;
    const isWide = (flagsOf(ipma) & 1) !== 0;
    const cursor = new Cursor(ipma, FULL_BOX_BYTES);
    for (let items = cursor.next(4); items > 0 && !cursor.isAtEnd; items--) {
      const id = cursor.next(versionOf(ipma) === 0 ? 2 : 4);
      const own: Box[] = [];
      for (let count = cursor.next(1); count > 0 && !cursor.isAtEnd; count--) {
        const index = isWide ? cursor.next(2) & 0x7fff : cursor.next(1) & 0x7f;
        const box = boxes[index - 1];
        if (box) own.push(box);
      }
      properties.set(id, own);
    }
  }
  return properties;
}

function readReferences(iref: Box | undefined): { parts: Map<number, number[]>; auxiliary: Set<number> } {
  const parts = new Map<number, number[]>();
  const auxiliary = new Set<number>();
  if (!iref) return { parts, auxiliary };
  const idBytes = versionOf(iref) === 0 ? 2 : 4;
  for (const box of boxesAfter(iref.view, FULL_BOX_BYTES)) {
    const cursor = new Cursor(box);
    const from = cursor.next(idBytes);
    const to: number[] = [];
    for (let count = cursor.next(2); count > 0 && !cursor.isAtEnd; count--) to.push(cursor.next(idBytes));
    if (box.type === 'dimg') parts.set(from, to);
    if (box.type === 'auxl') auxiliary.add(from);
  }
  return { parts, auxiliary };
}

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
  const description = viewOf(hvcc).slice();
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
