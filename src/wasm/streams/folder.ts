/** A folder of fixtures: its streams in streams.tar, and a manifest with what each must decode to. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readTar, writeTar } from './tar.ts';

export interface ManifestRow {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly frames: number;
  /** MD5 of the planes in output order. */
  readonly md5: string;
  /** Whether the picture hash SEI of the stream is correct. */
  readonly hashSei: boolean;
  /** Options of the encoder. */
  readonly x265?: string;
}

const archives = new Map<string, ReadonlyMap<string, Uint8Array>>();

function archiveOf(folder: string): ReadonlyMap<string, Uint8Array> {
  const file = path.join(folder, 'streams.tar');
  let files = archives.get(file);
  if (files === undefined) archives.set(file, (files = existsSync(file) ? readTar(new Uint8Array(readFileSync(file))) : new Map()));
  return files;
}

/** Whether the archive of its folder has the file. */
export const isPacked = (file: string): boolean => archiveOf(path.dirname(file)).has(path.basename(file));

/** Bytes of a file, or of the file of this name in the archive of its folder. */
export function readStream(file: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(archiveOf(path.dirname(file)).get(path.basename(file)) ?? readFileSync(file));
}

/** Rows of a folder's manifest; none without one. */
export function readManifest(folder: string): readonly ManifestRow[] {
  const file = path.join(folder, 'manifest.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ManifestRow[]) : [];
}

/** A manifest row and its stream. */
export type Made = readonly [ManifestRow, Uint8Array];

/** Prints the stream. */
export function madeOf(file: string, bytes: Uint8Array, known: Omit<ManifestRow, 'file' | 'bytes' | 'sha256'>): Made {
  console.log(`${file}: ${bytes.length} bytes, ${known.width}x${known.height}, ${known.frames} pictures`);
  return [{ file, bytes: bytes.length, sha256: digest('sha256', bytes), ...known }, bytes];
}

/** Replaces the folder's manifest and streams; a stream without new bytes is kept. Prints the sum. */
export function writeFolder(folder: string, rows: readonly { readonly file: string }[], made: ReadonlyMap<string, Uint8Array>): void {
  const streams = new Map(rows.map(({ file }) => [file, made.get(file) ?? readStream(path.join(folder, file))]));
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'streams.tar'), writeTar(streams));
  archives.delete(path.join(folder, 'streams.tar'));
  writeFileSync(path.join(folder, 'manifest.json'), `${JSON.stringify(rows, null, 2)}\n`);
  console.log(
    `${rows.length} streams, ${[...streams.values()].reduce((sum, { length }) => sum + length, 0)} bytes in ${path.relative('.', folder)}`,
  );
}

export const digest = (kind: 'md5' | 'sha256', bytes: Uint8Array): string => createHash(kind).update(bytes).digest('hex');
