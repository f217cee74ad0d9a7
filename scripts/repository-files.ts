import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './suite/tool.ts';

/** Folders that git ignores, wherever they are; see .gitignore. */
const IGNORED = new Set(['.git', '.cache', '.vitest', 'node_modules', 'dist', 'dist-offline', 'test-results', 'playwright-report']);

/**
 * Paths of the repository's files from its root, with slashes: those that git tracks or would add. In a copy without git (a ZIP download)
 * all existing files.
 */
export function repositoryFiles(root: string = ROOT): readonly string[] {
  if (existsSync(join(root, '.git'))) {
    try {
      const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
        cwd: root,
        encoding: 'utf8',
        maxBuffer: 1 << 26,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      return listed
        .split('\0')
        .filter((file) => file !== '' && existsSync(join(root, file)))
        .toSorted();
    } catch {
      // A clone on a machine without git.
    }
  }
  return walk(root, '').toSorted();
}

function walk(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : walk(root, path);
    return entry.isFile() && !entry.name.endsWith('.log') ? [path] : [];
  });
}
