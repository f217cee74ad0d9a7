/** Boxes of ISO base media files (ISO/IEC 14496-12 4.2), as needed to read one track. */

export interface Box {
  readonly type: string;
  /** The part after the header; in a full box the first four bytes are version and flags. */
  readonly view: DataView;
  /** Offset of `view` in the file, and of the box. */
  readonly start: number;
  readonly boxStart: number;
}

const fourCc = (view: DataView, at: number): string => String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));

/** The boxes of `view`, which starts at `start` in the file; one that does not fit ends the list. */
export function* boxesIn(view: DataView, start = 0): Generator<Box> {
  for (let at = 0; at + 8 <= view.byteLength;) {
    let size = view.getUint32(at);
    let header = 8;
    if (size === 1) {
      if (at + 16 > view.byteLength) return;
      size = Number(view.getBigUint64(at + 8));
      header = 16;
    } else if (size === 0) size = view.byteLength - at; // Up to the end of the file.
    if (size < header || at + size > view.byteLength) return;
    yield {
      type: fourCc(view, at + 4),
      view: new DataView(view.buffer, view.byteOffset + at + header, size - header),
      start: start + at + header,
      boxStart: start + at,
    };
    at += size;
  }
}

/** The first box at the end of the path of types. */
export function findBox(parent: Box | undefined, ...path: readonly string[]): Box | undefined {
  let box = parent;
  for (const type of path) {
    if (!box) return undefined;
    box = [...boxesIn(box.view, box.start)].find((child) => child.type === type);
  }
  return box;
}

export const allBoxes = (parent: Box, type: string): Box[] => [...boxesIn(parent.view, parent.start)].filter((box) => box.type === type);

/** Version and flags of a full box. */
export const versionOf = ({ view }: Box): number => (view.byteLength > 0 ? view.getUint8(0) : 0);
export const flagsOf = ({ view }: Box): number => (view.byteLength >= 4 ? view.getUint32(0) & 0xff_ffff : 0);

/** Rows of a table with its count at `countAt`, limited by the bytes of the box. */
export function tableRows(box: Box | undefined, countAt: number, rowBytes: number): { count: number; at: (row: number) => number } {
  const from = countAt + 4;
  if (!box || box.view.byteLength < from) return { count: 0, at: () => 0 };
  const fits = Math.floor((box.view.byteLength - from) / rowBytes);
  return { count: Math.min(box.view.getUint32(countAt), fits), at: (row) => from + row * rowBytes };
}
