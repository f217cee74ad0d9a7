/** A folder of fixtures: its streams in streams.tar, and a manifest with what each must decode to. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EXIT, runTool, UsageError } from '../../../scripts/lib/command-line.ts';
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
/** Without bytes the present stream is kept. */
type Written = readonly [{ readonly file: string }, Uint8Array?];

/** Prints the stream. */
export function madeOf(file: string, bytes: Uint8Array, known: Omit<ManifestRow, 'file' | 'bytes' | 'sha256'>): Made {
  console.log(`${file}: ${bytes.length} bytes, ${known.width}x${known.height}, ${known.frames} pictures`);
  return [{ file, bytes: bytes.length, sha256: digest('sha256', bytes), ...known }, bytes];
}

/** Replaces the folder's manifest and streams; a stream without new bytes is kept. Prints the sum. */
function writeFolder(folder: string, made: readonly Written[]): void {
  const rows = made.map(([row]) => row);
  const streams = new Map(made.map(([{ file }, bytes]) => [file, bytes ?? readStream(path.join(folder, file))]));
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'streams.tar'), writeTar(streams));
  archives.delete(path.join(folder, 'streams.tar'));
  writeFileSync(path.join(folder, 'manifest.json'), `${JSON.stringify(rows, null, 2)}\n`);
  console.log(
    `${rows.length} streams, ${[...streams.values()].reduce((sum, { length }) => sum + length, 0)} bytes in ${path.relative('.', folder)}`,
  );
}

export const digest = (kind: 'md5' | 'sha256', bytes: Uint8Array): string => createHash(kind).update(bytes).digest('hex');

/** A folder for the time of a call. */
export function inTemporary<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'footlight-streams-'));
  const end = (): void => rmSync(folder, { recursive: true });
  try {
    const used = use(folder);
    if (used instanceof Promise) return used.finally(end) as T;
    end();
    return used;
  } catch (error) {
    end();
    throw error;
  }
}

interface Fixtures {
  /** Of the folder in src/wasm/fixtures. */
  readonly folder: string;
  readonly about: string;
  /** Names of the streams that can be made alone. */
  readonly names?: readonly string[];
  /** The rows of the whole folder; `wanted` is empty for all. */
  readonly make: (
    wanted: ReadonlySet<string>,
    present: ReadonlyMap<string, ManifestRow>,
  ) => Promise<readonly Written[]> | readonly Written[];
}

/** `npm run wasm -- fixtures-…`: makes a folder of fixtures again. */
export async function runFixtures({ folder, about, names, make }: Fixtures): Promise<void> {
  const out = path.resolve('src/wasm/fixtures', folder);
  const tool = {
    name: `npm run wasm -- fixtures-${folder.replace('hevc-', '')}`,
    takes: names ? '[...names]' : '',
    about: `Makes src/wasm/fixtures/${folder} again${about}.`,
    options: {},
    wordsMax: names ? Number.POSITIVE_INFINITY : 0,
    async run(_values: object, wanted: readonly string[]) {
      const unknown = wanted.find((name) => !names?.includes(name));
      if (unknown !== undefined) throw new UsageError(`${unknown} is no row of the folder`);
      writeFolder(out, await make(new Set(wanted), new Map(readManifest(out).map((row) => [row.file, row]))));
      return process.exitCode === undefined ? EXIT.DONE : EXIT.WRONG;
    },
  };
  process.exitCode = await runTool(tool, process.argv.slice(2));
}
