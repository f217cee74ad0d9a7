/**
 *     npm run pack:player              the tarball of @footlight/player, into .cache/player-package
 *     npm run pack:player -- --test          and installs it into a project: types, licences, three bundlers, recipes, streams of another server
 *     npm run pack:player -- --in firefox    and plays it in another browser
 */
import { flag, oneOf, runTool, type Tool, type ValuesOf } from './lib/command-line.ts';
import { packFolder } from './packages/tarball.ts';
import { requireBrowser, shellLaunch } from './suite/browser.ts';
import { emitPackage, OUT, PACKAGE } from './player-package/emit.ts';
import { OTHER_BROWSERS } from './player-package/visits.ts';

/** Two thirds of the tarball are the decoder's six modules, of which a page loads one; most of the rest is mpegts.js. */
const TARBALL_BYTES_MAX = 720 * 1024;

const OPTIONS = {
  test: flag('installs it into a project: types, licences, three bundlers, recipes of API.md, streams of another server'),
  in: oneOf('installs it into a project and plays it in another browser', OTHER_BROWSERS),
} as const;

const PACK: Tool<typeof OPTIONS> = {
  name: 'npm run pack:player --',
  takes: '',
  about: 'The tarball of @footlight/player, into .cache/player-package, and what publint says of it.',
  options: OPTIONS,
  wordsMax: 0,
  run: packPlayer,
};

async function packPlayer(values: ValuesOf<typeof OPTIONS>): Promise<number> {
  if (values.test) requireBrowser(shellLaunch());
  await emitPackage();
  const { file, problems } = await packFolder(PACKAGE, OUT, TARBALL_BYTES_MAX);
  if (problems.length > 0) return 1;
  if (values.in !== undefined) {
    const { testInOther } = await import('./player-package/other-browser.ts');
    return testInOther(values.in, file);
  }
  if (!values.test) return 0;
  const { testInstalled } = await import('./player-package/installed.ts');
  return testInstalled(file);
}

process.exitCode = await runTool(PACK, process.argv.slice(2));
