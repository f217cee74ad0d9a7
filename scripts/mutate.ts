/**
 * `npm run mutate`: changes the wiring of the room in a copy of the working tree, one place at a time (scripts/mutate/changes.ts), and runs the
 * unit tests that are concerned. A change that no test notices survives: its test is missing. `-- --only room` takes those with the word in
 * their name or file.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createVitest, type TestRunResult, type Vitest } from 'vitest/node';
import { anyText, EXIT, runTool, UsageError } from '../src/wasm/cli/command-line.ts';
import { CHANGES, type Change } from './mutate/changes.ts';
import { mutated, problemsOf, selected } from './mutate/list.ts';
import { repositoryFiles } from './repository-files.ts';
import { ROOT } from './tool.ts';

const COPY = join(ROOT, '.cache/mutate');
/** Tests of the list take milliseconds: one that waits so long waits for what the change took away. */
const TEST_LIMIT_MS = 10_000;
/** A change that makes the code run in a circle ends the whole run by name. */
const CHANGE_LIMIT_MS = 120_000;

type Outcome = 'caught' | 'survived' | 'does not run';

async function mutate(word: string): Promise<number> {
  const changes = selected(CHANGES, word);
  const problems = problemsOf(changes, (file) => readFileSync(join(ROOT, file), 'utf8'));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) return EXIT.WRONG;
  if (changes.length === 0) throw new UsageError(`no change has "${word}" in its name or file`);
  copyTree();
  process.chdir(COPY);
  const vitest = await createVitest('test', {
    root: COPY,
    project: ['unit'],
    watch: false,
    reporters: [{}],
    pool: 'threads',
    maxWorkers: 2,
    bail: 1,
    testTimeout: TEST_LIMIT_MS,
    silent: true,
  });
  try {
    return await runAll(vitest, changes);
  } finally {
    await vitest.close();
  }
}

/** Files of the repository as they are, with what is not committed; dependencies are shared. */
function copyTree(): void {
  rmSync(COPY, { recursive: true, force: true });
  for (const file of repositoryFiles(ROOT)) {
    const to = join(COPY, file);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(ROOT, file), to);
  }
  symlinkSync(join(ROOT, 'node_modules'), join(COPY, 'node_modules'), 'junction');
}

async function runAll(vitest: Vitest, changes: readonly Change[]): Promise<number> {
  const startMs = performance.now();
  const tests = [...new Set(changes.flatMap((change) => change.tests))];
  const unchanged = await run(vitest, tests);
  if (outcomeOf(unchanged) !== 'survived') {
    console.error('the tests fail without any change:');
    for (const module of unchanged.testModules) if (!module.ok()) console.error(`  ${module.relativeModuleId}`);
    for (const error of unchanged.unhandledErrors) console.error(error);
    return EXIT.WRONG;
  }
  const missed: string[] = [];
  for (const change of changes) {
    let outcome = await runChanged(vitest, change);
    // Of 283 changes one survived a whole run and was caught in three runs by itself, for a reason that was not found: it has to survive twice.
    if (outcome === 'survived') outcome = await runChanged(vitest, change);
    console.log(`${outcome.padEnd(12)}  ${change.name}`);
    if (outcome !== 'caught') missed.push(`${change.name} (${outcome}): ${change.file}; ${change.tests.join(', ')}`);
  }
  if (outcomeOf(await run(vitest, tests)) !== 'survived') missed.push('the tests fail after the last change was reverted');
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(0);
  console.log(`\n${changes.length} changes in ${seconds} s, ${missed.length} not caught`);
  for (const line of missed) console.log(`  ${line}`);
  return missed.length === 0 ? EXIT.DONE : EXIT.WRONG;
}

async function runChanged(vitest: Vitest, change: Change): Promise<Outcome> {
  const path = join(COPY, change.file);
  const text = readFileSync(path, 'utf8');
  const limit = setTimeout(() => {
    console.error(`${change.name}: the tests do not end`);
    process.exit(EXIT.WRONG);
  }, CHANGE_LIMIT_MS);
  try {
    writeFileSync(path, mutated(text, change));
    vitest.invalidateFile(path);
    return outcomeOf(await run(vitest, change.tests));
  } finally {
    clearTimeout(limit);
    writeFileSync(path, text);
    vitest.invalidateFile(path);
  }
}

async function run(vitest: Vitest, tests: readonly string[]): Promise<TestRunResult> {
  const specifications = await vitest.globTestSpecifications([...tests]);
  if (specifications.length < tests.length) throw new Error(`of ${tests.join(', ')} only ${specifications.length} are test files`);
  // Vitest counts and returns the modules of earlier runs too: what failed under another change says nothing of this one.
  vitest.state.filesMap.clear();
  vitest.state.idMap.clear();
  return vitest.runTestSpecifications(specifications, false);
}

/** A change with which not even the files of the tests can be read proves nothing of the tests. */
function outcomeOf({ testModules, unhandledErrors }: TestRunResult): Outcome {
  const hasFailed = testModules.some(({ children }) => [...children.allTests('failed')].length > 0);
  if (hasFailed || unhandledErrors.length > 0) return 'caught';
  return testModules.every((module) => module.ok()) ? 'survived' : 'does not run';
}

process.exitCode = await runTool(
  {
    name: 'npm run mutate --',
    takes: '',
    about: 'changes the wiring of the room in a copy, one place at a time: a test has to fail for each',
    options: { only: anyText('only the changes with this in their name or file') },
    wordsMax: 0,
    run: ({ only }) => mutate(only ?? ''),
  },
  process.argv.slice(2),
);
