/** Checks every TypeScript project of the repository, each with the globals of its own thread; what has not changed is not read again. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFiles } from './repository-files.ts';
import { ROOT, runTool } from './tool.ts';

const CACHE = '.cache/types';
mkdirSync(join(ROOT, CACHE), { recursive: true });

const projects = repositoryFiles().filter((path) => path.endsWith('/tsconfig.json'));
const failed = projects.filter((project) => {
  const state = `${CACHE}/${project.replaceAll('/', '-').replace('-tsconfig.json', '')}.tsbuildinfo`;
  return !runTool(`tsc -p ${project} --pretty --incremental --tsBuildInfoFile ${state}`);
});
console.log(`types: ${projects.length - failed.length} projects passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
