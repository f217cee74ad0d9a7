/**
 * `npm run mutate -- PATH…`: Stryker changes the code in a copy of the repository, one place at a time, and the unit tests of that part
 * have to fail. Results are written to docs/mutation.json.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, integer, runTool as runCommand, UsageError, type Tool } from './lib/command-line.ts';
import { figuresOf, summaryOf, tooLow, type Report, type Summary } from './mutation/figures.ts';
import { ALL_PARTS, featuresOf, NEVER, patternsOf, testsOf } from './mutation/parts.ts';
import { samplesOf } from './mutation/sample.ts';
import { ROOT, runTool } from './suite/tool.ts';

const REPORT = join(ROOT, '.cache/stryker/mutation.json');
const SUMMARY = join(ROOT, 'docs/mutation.json');

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const OPTIONS = {
  'one-of': integer('only the mutants of one block of lines in so many; the summary says so', 1, 1, 50),
} as const;

const MUTATE: Tool<typeof OPTIONS> = {
  name: 'npm run mutate --',
  takes: '[PATH…]',
  about: `Changes the code in a copy, one place at a time, and runs the tests that have to notice; prints what none noticed.\nPATH: a file, a folder or a pattern, for example src/features/gifts/room.ts. Without one, which takes hours:\n  ${ALL_PARTS.join('\n  ')}`,
  options: OPTIONS,
  wordsMax: 100,
  run({ 'one-of': oneOf }, paths) {
    const patterns = paths.filter((path) => /[*{:]/.test(path));
    if (oneOf > 1 && (paths.length === 0 || patterns.length > 0)) throw new UsageError('--one-of needs files or folders, not a pattern');
    const missing = paths.filter((path) => !patterns.includes(path) && !existsSync(join(ROOT, path)));
    if (missing.length > 0) throw new UsageError(`${missing.join(', ')}: no such file or folder`);
    const samples = oneOf > 1 ? samplesOf(paths, oneOf) : null;
    if (samples?.length === 0) throw new UsageError(`no line of ${paths.join(', ')} is in the sample`);
    const features = featuresOf(paths);
    const env = { FOOTLIGHT_MUTATION_TESTS: testsOf(paths).join(' '), ...(features.length > 0 && { FOOTLIGHT_WIRES: features.join(',') }) };
    // Without a file to change Stryker leaves the report of an earlier run.
    rmSync(REPORT, { force: true });
    if (!runTool('stryker run', ['--mutate', (samples === null ? patternsOf(paths) : [...samples, ...NEVER]).join(',')], env))
      return EXIT.NOTHING_DONE;
    if (!existsSync(REPORT)) throw new UsageError(`no file matches ${paths.join(', ')}`);
    const before = existsSync(SUMMARY) ? (read(SUMMARY) as Summary).files : {};
    const run = figuresOf(read(REPORT) as Report, oneOf);
    const summary = summaryOf(before, run, (path) => existsSync(join(ROOT, path)));
    writeFileSync(SUMMARY, `${JSON.stringify(summary, null, 2)}\n`);
    runTool('oxfmt docs/mutation.json');
    const low = tooLow(summaryOf({}, run, () => true));
    for (const line of low) console.error(line);
    return low.length === 0 ? EXIT.DONE : EXIT.WRONG;
  },
};

process.exitCode = await runCommand(MUTATE, process.argv.slice(2));
