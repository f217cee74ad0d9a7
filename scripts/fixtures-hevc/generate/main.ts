/**
 * Makes fixtures/hevc-syntax: the rows of rows.ts, and a manifest with the MD5 of their planes by native ffmpeg (5.1 was used). A test
 * without ffmpeg checks that the committed streams match their rows.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { EXIT, runTool, UsageError, type NoOptions, type Tool } from '../../lib/command-line.ts';
import type { ManifestRow } from '../manifest-row.ts';
import { reference } from './reference.ts';
import { SYNTAX_ROWS } from './rows.ts';

const OUT = path.resolve('fixtures/hevc-syntax');

/** Maximum size of all streams together, because every clone downloads them. */
const TOTAL_BYTES_MAX = 1_000_000;

function makeAll(names: readonly string[]): number {
  const unknown = names.find((name) => !SYNTAX_ROWS.some((row) => row.name === name));
  if (unknown !== undefined) throw new UsageError(`${unknown} is no row of rows.ts`);
  const wanted = new Set(names);
  const manifestFile = path.join(OUT, 'manifest.json');
  mkdirSync(OUT, { recursive: true });
  const known = existsSync(manifestFile) ? (JSON.parse(readFileSync(manifestFile, 'utf8')) as ManifestRow[]) : [];
  const made = SYNTAX_ROWS.flatMap(({ name, seed, force }): ManifestRow[] => {
    const file = `${name}.265`;
    const old = known.find((row) => row.file === file);
    if (wanted.size > 0 && !wanted.has(name)) return old ? [old] : [];
    const { stream, width, height, md5s, md5 } = reference(seed, force);
    if (md5s.length === 0) throw new Error(`${name}: ffmpeg decoded no picture`);
    writeFileSync(path.join(OUT, file), stream.bytes);
    const row = {
      file,
      bytes: stream.bytes.length,
      sha256: createHash('sha256').update(stream.bytes).digest('hex'),
      width,
      height,
      bitDepth: stream.sps.depthLuma,
      frames: md5s.length,
      md5,
      hashSei: false,
    };
    console.log(`${file}: ${row.bytes} bytes, ${width}x${height}, ${row.frames} pictures`);
    return [row];
  });
  writeFileSync(manifestFile, `${JSON.stringify(made, null, 2)}\n`);
  const total = made.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(`${made.length} streams, ${total} bytes`);
  if (total > TOTAL_BYTES_MAX) throw new Error(`the limit is ${TOTAL_BYTES_MAX} bytes`);
  return EXIT.DONE;
}

const TOOL: Tool<NoOptions> = {
  name: 'npm run fixtures:syntax --',
  takes: '[...names]',
  about: 'Makes fixtures/hevc-syntax again, all rows or those named (needs ffmpeg).',
  options: {},
  wordsMax: Number.POSITIVE_INFINITY,
  run: (_values, names) => makeAll(names),
};

process.exitCode = await runTool(TOOL, process.argv.slice(2));
