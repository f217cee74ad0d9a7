import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../suite/tool.ts';

/** Lines of a block: a statement with its conditions is seldom longer. */
const BLOCK_LINES = 8;

/** The same blocks in every run. */
const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32LE(0);

/**
 * Ranges of lines in Stryker's form, one block in `oneOf`, chosen by path and line. A mutant that is longer than its block is not tried: mostly
 * the removal of a whole function, which nearly every test notices.
 */
export function blocksOf(path: string, lines: number, oneOf: number): readonly string[] {
  const starts = Array.from({ length: Math.ceil(lines / BLOCK_LINES) }, (_, at) => at * BLOCK_LINES + 1);
  return starts
    .filter((start) => hashOf(`${path}:${start}`) % oneOf === 0)
    .map((start) => `${path}:${start}-${Math.min(lines, start + BLOCK_LINES - 1)}`);
}

const filesOf = (path: string): readonly string[] =>
  statSync(join(ROOT, path)).isDirectory()
    ? readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => `${path.replace(/\/$/, '')}/${file}`)
        .toSorted()
    : [path];

/** The sampled ranges of files and folders. */
export const samplesOf = (paths: readonly string[], oneOf: number): readonly string[] =>
  paths.flatMap(filesOf).flatMap((file) => blocksOf(file, readFileSync(join(ROOT, file), 'utf8').split('\n').length, oneOf));
