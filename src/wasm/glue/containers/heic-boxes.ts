/** The item boxes of a HEIF file (ISO/IEC 14496-12 8.11, ISO/IEC 23008-12 9): the items, their positions and properties. */
import { boxesIn, findBox, flagsOf, versionOf, type Box } from './boxes.ts';

export interface HeicItems {
  readonly primary: number;
  /** Item types by id: `hvc1`, `grid`, `Exif`. */
  readonly types: ReadonlyMap<number, string>;
  readonly properties: ReadonlyMap<number, readonly Box[]>;
  /** Items that an item consists of, by `dimg`, in order. */
  readonly parts: ReadonlyMap<number, readonly number[]>;
  /** Items that are auxiliary to another one (alpha, depth). */
  readonly auxiliary: ReadonlySet<number>;
  /** Undefined if an extent is outside the file, or in another file. */
  bytesOf(item: number): Uint8Array | undefined;
}

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

export function readItems(file: DataView): HeicItems | undefined {
  const metaBox = [...boxesIn(file)].find((box) => box.type === 'meta');
  if (!metaBox || metaBox.view.byteLength < FULL_BOX_BYTES) return undefined;
  const { view, start, boxStart } = metaBox;
  const inside = new DataView(view.buffer, view.byteOffset + FULL_BOX_BYTES, view.byteLength - FULL_BOX_BYTES);
  const meta: Box = { type: 'meta', view: inside, start: start + FULL_BOX_BYTES, boxStart };
  const pitm = findBox(meta, 'pitm');
  if (!pitm) return undefined;
  const references = readReferences(findBox(meta, 'iref'));
  const extents = readLocations(findBox(meta, 'iloc'));
  const idat = findBox(meta, 'idat');
  return {
    primary: new Cursor(pitm, FULL_BOX_BYTES).next(versionOf(pitm) === 0 ? 2 : 4),
    types: readTypes(findBox(meta, 'iinf')),
    properties: readProperties(findBox(meta, 'iprp')),
    parts: references.parts,
    auxiliary: references.auxiliary,
    bytesOf: (item) => joinExtents(extents.get(item) ?? [], file, idat),
  };
}

/** iinf with infe of version 2 and 3; older versions have no item type. */
function readTypes(iinf: Box | undefined): Map<number, string> {
  const types = new Map<number, string>();
  if (!iinf) return types;
  const header = FULL_BOX_BYTES + (versionOf(iinf) === 0 ? 2 : 4);
  if (iinf.view.byteLength < header) return types;
  const { buffer, byteOffset, byteLength } = iinf.view;
  for (const infe of boxesIn(new DataView(buffer, byteOffset + header, byteLength - header))) {
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
  if (pieces.length <= 1) return pieces[0];
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

/** ipma: the boxes of ipco that describe an item, in the order in which transformations apply. */
function readProperties(iprp: Box | undefined): Map<number, Box[]> {
  const properties = new Map<number, Box[]>();
  const ipco = findBox(iprp, 'ipco');
  if (!iprp || !ipco) return properties;
  const boxes = [...boxesIn(ipco.view, ipco.start)];
  for (const ipma of boxesIn(iprp.view, iprp.start)) {
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
  if (!iref || iref.view.byteLength < FULL_BOX_BYTES) return { parts, auxiliary };
  const idBytes = versionOf(iref) === 0 ? 2 : 4;
  const { buffer, byteOffset, byteLength } = iref.view;
  for (const box of boxesIn(new DataView(buffer, byteOffset + FULL_BOX_BYTES, byteLength - FULL_BOX_BYTES))) {
    const cursor = new Cursor(box);
    const from = cursor.next(idBytes);
    const to: number[] = [];
    for (let count = cursor.next(2); count > 0 && !cursor.isAtEnd; count--) to.push(cursor.next(idBytes));
    if (box.type === 'dimg') parts.set(from, to);
    if (box.type === 'auxl') auxiliary.add(from);
  }
  return { parts, auxiliary };
}
