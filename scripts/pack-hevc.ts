/**
 *     npm run pack:hevc              the tarball of @footlight/hevc, into .cache/hevc-package
 *     npm run pack:hevc -- --test    and installs it into projects for Vite, webpack, esbuild, no bundler, another origin and Node
 *     npm run pack:hevc -- --emit    only lib/ and types/ (npm's own prepack)
 */
import path from 'node:path';
import { flag, runTool, type Tool, type ValuesOf } from './lib/command-line.ts';
import { emitPackage, PACKAGE, ROOT } from './hevc-package/emit.ts';
import { packFolder } from './packages/tarball.ts';
import { requireBrowser, shellLaunch } from './suite/browser.ts';

/**
 * Two fifths of the tarball are the three modules of Main and Main 10, two fifths those of the range extensions, which a page loads only
 * for such streams.
 */
const TARBALL_BYTES_MAX = 580 * 1024;
const OUT = path.join(ROOT, '.cache/hevc-package');

const OPTIONS = {
  test: flag('installs it into projects for Vite, webpack, esbuild, no bundler, another origin and Node'),
  emit: flag('only lib/ and types/ (npm’s own prepack)'),
} as const;

const PACK: Tool<typeof OPTIONS> = {
  name: 'npm run pack:hevc --',
  takes: '',
  about: 'The tarball of @footlight/hevc, into .cache/hevc-package, and what publint says of it.',
  options: OPTIONS,
  wordsMax: 0,
  run: packHevc,
};

async function packHevc(values: ValuesOf<typeof OPTIONS>): Promise<number> {
  if (values.test) requireBrowser(shellLaunch());
  await emitPackage();
  if (values.emit) return 0;
  const { file, problems } = await packFolder(PACKAGE, OUT, TARBALL_BYTES_MAX);
  if (problems.length > 0) return 1;
  if (!values.test) return 0;
  const { testConsumers } = await import('./hevc-package/consumers.ts');
  return testConsumers(file);
}

process.exitCode = await runTool(PACK, process.argv.slice(2));
