/**
 * `npm run types`: checks every TypeScript project of the repository, each with the globals of its own thread; unchanged projects are not
 * checked again.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, runTool as runCommand, UsageError, type NoOptions, type Tool } from './lib/command-line.ts';
import { repositoryFiles } from './repository-files.ts';
import { ROOT, runTool } from './suite/tool.ts';

const CACHE = '.cache/types';

/**
 * One checker thread: each further one creates the types of the libraries again, which takes half as much processor time again, and a
 * second step of `npm run check` uses the other core.
 */
function passes(project: string): boolean {
  const state = `${CACHE}/${project.replaceAll('/', '-').replace('-tsconfig.json', '')}.tsbuildinfo`;
  return runTool(`tsc -p ${project} --singleThreaded --pretty --incremental --tsBuildInfoFile ${state}`);
}

const TYPES: Tool<NoOptions> = {
  name: 'npm run types --',
  takes: '[...folders]',
  about: 'Checks every TypeScript project of the repository, or those of the folders named.',
  options: {},
  wordsMax: Number.MAX_SAFE_INTEGER,
  run(_values, folders) {
    const projects = repositoryFiles().filter(
      (path) =>
        path.endsWith('/tsconfig.json') &&
        (folders.length === 0 || folders.some((folder) => path.startsWith(`${folder.replace(/\/$/, '')}/`))),
    );
    if (projects.length === 0) throw new UsageError(`no tsconfig.json in ${folders.join(', ')}`);
    mkdirSync(join(ROOT, CACHE), { recursive: true });
    const failed = projects.filter((project) => !passes(project));
    console.log(`types: ${projects.length - failed.length} projects passed, ${failed.length} failed`);
    return failed.length === 0 ? EXIT.DONE : EXIT.WRONG;
  },
};

process.exitCode = await runCommand(TYPES, process.argv.slice(2));
