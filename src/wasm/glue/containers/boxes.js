/** Boxes of ISO base media files (ISO/IEC 14496-12 4.2), as far as reading one track needs them. */
const fourCc = (view, at) => String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));
/** The boxes of `view`, which lies at `start` of the file; one that does not fit ends the list. */
export function* boxesIn(view, start = 0) {
    for (let at = 0; at + 8 <= view.byteLength;) {
        let size = view.getUint32(at);
        let header = 8;
        if (size === 1) {
            if (at + 16 > view.byteLength)
                return;
            size = Number(view.getBigUint64(at + 8));
            header = 16;
        }
        else if (size === 0)
            size = view.byteLength - at; // to the end of the file
        if (size < header || at + size > view.byteLength)
            return;
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
export function findBox(parent, ...path) {
    let box = parent;
    for (const type of path) {
        if (!box)
            return undefined;
        box = [...boxesIn(box.view, box.start)].find((child) => child.type === type);
    }
    return box;
}
export const allBoxes = (parent, type) => [...boxesIn(parent.view, parent.start)].filter((box) => box.type === type);
/** Version and flags of a full box. */
export const versionOf = ({ view }) => (view.byteLength > 0 ? view.getUint8(0) : 0);
export const flagsOf = ({ view }) => (view.byteLength >= 4 ? view.getUint32(0) & 16777215 : 0);
/** Rows of a table whose count stands at `countAt`; never more than the box has bytes for. */
export function tableRows(box, countAt, rowBytes) {
    const from = countAt + 4;
    if (!box || box.view.byteLength < from)
        return { count: 0, at: () => 0 };
    const fits = Math.floor((box.view.byteLength - from) / rowBytes);
    return { count: Math.min(box.view.getUint32(countAt), fits), at: (row) => from + row * rowBytes };
}
