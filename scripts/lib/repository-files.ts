import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './tool.ts';

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
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n').concat('.git');
  return walk(root, '', ignored).toSorted();
}

/** `ignored`: lines of .gitignore, which are a path from the root, the end of a name, or a name. */
function walk(root: string, folder: string, ignored: readonly string[]): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry;
    const path = folder === '' ? name : `${folder}/${name}`;
    const fits = (line: string): boolean =>
      line.startsWith('*') ? name.endsWith(line.slice(1)) : [`/${path}/`, name, `${name}/`].includes(line);
    if (ignored.some((line) => line !== '' && fits(line))) return [];
    return entry.isDirectory() ? walk(root, path, ignored) : entry.isFile() ? [path] : [];
  });
}
