/** Tar archives (ustar): the streams of a folder of fixtures are one file, because there are hundreds of a few kB. `tar -xf` unpacks them. */
const BLOCK_BYTES = 512;
const padded = (bytes: number): number => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;

/** Views of the files of an archive, by name. */
export function readTar(archive: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const text = (from: number, length: number): string =>
    new TextDecoder().decode(archive.subarray(from, from + length)).replace(/\0.*$/s, '');
  for (let at = 0; (archive[at] ?? 0) !== 0;) {
    const bytes = Number.parseInt(text(at + 124, 12), 8);
    files.set(text(at, 100), archive.subarray(at + BLOCK_BYTES, at + BLOCK_BYTES + bytes));
    at += BLOCK_BYTES + padded(bytes);
  }
  return files;
}

/** The same files always give the same bytes: no times and no owners. */
export function writeTar(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const sizes = [...files.values()].map(({ length }) => BLOCK_BYTES + padded(length));
  const archive = new Uint8Array(sizes.reduce((sum, bytes) => sum + bytes, 2 * BLOCK_BYTES));
  let at = 0;
  for (const [name, bytes] of files) {
    const put = (offset: number, text: string): void => archive.set(new TextEncoder().encode(text), at + offset);
    const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');
    put(0, name);
    put(100, '0000644\0' + '0000000\0'.repeat(2) + `${octal(bytes.length, 11)}\0${octal(0, 11)}\0        0`);
    put(257, 'ustar\u000000');
    const sum = archive.subarray(at, at + BLOCK_BYTES).reduce((total, byte) => total + byte, 0);
    put(148, `${octal(sum, 6)}\0 `);
    archive.set(bytes, at + BLOCK_BYTES);
    at += BLOCK_BYTES + padded(bytes.length);
  }
  return archive;
}
