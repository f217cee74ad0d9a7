/** Checks every TypeScript project of the repository, each with the globals of its own thread. */
import { execFileSync, spawnSync } from 'node:child_process';

const projects = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*tsconfig.json'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && path !== 'tsconfig.json');

let failed = 0;
for (const project of projects) {
  const { status } = spawnSync('node_modules/.bin/tsc', ['-p', project, '--pretty'], { stdio: 'inherit' });
  if (status !== 0) failed++;
}
console.log(`types: ${projects.length - failed} projects passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
