/**
 * Makes src/wasm/fixtures/hevc-syntax: the rows of rows.ts, and a manifest with the MD5 of their planes by native ffmpeg (5.1 was used). A test
 * without ffmpeg checks that the committed streams match their rows.
 */
import path from 'node:path';
import { EXIT, runTool, UsageError, type NoOptions, type Tool } from '../../../../scripts/lib/command-line.ts';
import { readManifest, writeFolder, type ManifestRow } from '../folder.ts';
import { generated } from './reference.ts';
import { SYNTAX_ROWS } from './rows.ts';

const OUT = path.resolve('src/wasm/fixtures/hevc-syntax');

/** Maximum size of all streams together, because every clone downloads them. */
const TOTAL_BYTES_MAX = 1_000_000;

function makeAll(names: readonly string[]): number {
  const unknown = names.find((name) => !SYNTAX_ROWS.some((row) => row.name === name));
  if (unknown !== undefined) throw new UsageError(`${unknown} is no row of rows.ts`);
  const wanted = new Set(names);
  const known = new Map(readManifest(OUT).map((row) => [row.file, row]));
  const streams = new Map<string, Uint8Array>();
  const rows = SYNTAX_ROWS.flatMap(({ name, seed, force }): readonly ManifestRow[] => {
    if (wanted.size > 0 && !wanted.has(name)) return [known.get(`${name}.265`) ?? []].flat();
    const [row, bytes] = generated(name, seed, force);
    streams.set(row.file, bytes);
    return [row];
  });
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > TOTAL_BYTES_MAX) throw new Error(`the limit is ${TOTAL_BYTES_MAX} bytes`);
  writeFolder(OUT, rows, streams);
  return EXIT.DONE;
}

const TOOL: Tool<NoOptions> = {
  name: 'npm run wasm -- fixtures-syntax',
  takes: '[...names]',
  about: 'Makes src/wasm/fixtures/hevc-syntax again, all rows or those named (needs ffmpeg).',
  options: {},
  wordsMax: Number.POSITIVE_INFINITY,
  run: (_values, names) => makeAll(names),
};

process.exitCode = await runTool(TOOL, process.argv.slice(2));
