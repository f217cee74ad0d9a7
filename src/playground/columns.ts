/** Maps the pictures of a timeline to columns: a column is one picture, or the heaviest of several if there is not enough room. */
import type { PictureRow } from './protocol.ts';
import type { PictureType } from './syntax/slices.ts';

export interface Column {
  readonly type: PictureType;
  readonly bytes: number;
  readonly decodeMs: number;
  readonly isDamaged: boolean;
}

export function columnsOf(rows: readonly PictureRow[], columns: number): Column[] {
  const count = Math.min(rows.length, Math.max(Math.floor(columns), 1));
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * rows.length) / count);
    const to = Math.max(Math.floor(((i + 1) * rows.length) / count), from + 1);
    let heaviest = rows[from]!;
    let decodeMs = 0;
    let isDamaged = false;
    for (let at = from; at < to; at++) {
      const row = rows[at]!;
      if (row.bytes > heaviest.bytes) heaviest = row;
      decodeMs = Math.max(decodeMs, row.decodeMs);
      isDamaged ||= row.isDamaged;
    }
    return { type: heaviest.type, bytes: heaviest.bytes, decodeMs, isDamaged };
  });
}
