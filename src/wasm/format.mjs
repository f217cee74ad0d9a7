/**
 *     node src/wasm/format.mjs [--check]
 *
 * Formats the decoder's C by .clang-format, or prints which files differ. The program is an npm package, so that every machine uses the
 * same version.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import clangFormat from 'clang-format';
import { SOURCE_DIR, listSources } from './build.mjs';

const NATIVE_DIR = path.join(path.dirname(fileURLToPath(import.meta.url)), 'native');

const files = [SOURCE_DIR, NATIVE_DIR].flatMap((dir) => listSources(dir).map((name) => path.join(dir, name)));
const how = process.argv.includes('--check') ? ['--dry-run', '-Werror', '--ferror-limit=1'] : ['-i'];
try {
  execFileSync(clangFormat.getNativeBinary(), ['--style=file', ...how, ...files], { stdio: 'inherit' });
} catch {
  process.exitCode = 1;
}
