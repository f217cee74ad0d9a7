/** Reads from the test runners' results which tests were skipped, failed, or passed on a second attempt, with reasons. */
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export interface TestResults {
  /** Number of tests that passed, by any attempt. */
  readonly passed: number;
  /** Number of parallel tests and the reason, one line per run. */
  readonly notes: readonly string[];
  /** Titles, with the reason if the runner reports it. */
  readonly skipped: readonly string[];
  /** Titles of tests that failed at first and passed later. */
  readonly repeated: readonly string[];
  /** Titles of figures for which the machine was too busy, each with its reading: they neither passed nor failed. */
  readonly notJudged: readonly string[];
  /** Titles, each with the first lines of its error. */
  readonly failed: readonly string[];
}

export const NO_RESULTS: TestResults = { passed: 0, notes: [], skipped: [], repeated: [], notJudged: [], failed: [] };

/** Annotation of a test that failed on a machine that was too busy for its figures (tests/e2e/measured.ts). */
export const NOT_JUDGED = 'not judged';

/** Number of shown lines of an error: message, expected and received values. */
const MAX_ERROR_LINES = 8;

const withError = (title: string, error: string | undefined): string => {
  const lines = stripVTControlCharacters(error ?? 'no error given')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_ERROR_LINES);
  return [title, ...lines.map((line) => `    ${line}`)].join('\n');
};

/** Used instead of a title. */
const RUN_FAILED = 'the run itself';

const read = (path: string): unknown => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null);

interface VitestResults {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

export function vitestResults(path: string): TestResults {
  const files = (read(path) as VitestResults | null)?.testResults ?? [];
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    notes: [],
    skipped: tests.filter(({ status }) => status === 'skipped' || status === 'pending').map(({ fullName }) => fullName),
    // A test that passed keeps the errors of earlier attempts.
    repeated: tests
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName }) => fullName),
    notJudged: [],
    failed: [
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => withError(fullName, failureMessages?.at(-1))),
      // A file that could not be read has no tests.
      ...files
        .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
        .map(({ name, message }) => withError(name, message)),
    ],
  };
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly PlaywrightSpec[];
}

interface PlaywrightSpec {
  readonly id: string;
  readonly title: string;
  readonly tests: readonly {
    readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
    readonly annotations: readonly { readonly type: string; readonly description?: string }[];
    readonly results: readonly { readonly errors?: readonly { readonly message?: string }[] }[];
  }[];
}

/** One run of Playwright, as its JSON reporter writes it. */
export interface EndToEndRun {
  readonly specs: readonly PlaywrightSpec[];
  /** Errors without a test: a server that did not start, an unreadable file. */
  readonly errors: readonly string[];
}

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): readonly PlaywrightSpec[] => [...specs, ...suites.flatMap(specsOf)];

/** Results of a run; null if it wrote none. */
export function readRun(path: string): EndToEndRun | null {
  const found = read(path) as (PlaywrightSuite & { readonly errors?: readonly { readonly message?: string }[] }) | null;
  return found && { specs: specsOf(found), errors: (found.errors ?? []).map(({ message }) => message ?? 'no error given') };
}

/** Consecutive runs of the same suite: for a repeated test the last result counts. */
function endToEndResults(runs: readonly EndToEndRun[], notes: readonly string[]): TestResults {
  const last = new Map<string, { readonly spec: PlaywrightSpec; readonly runs: number }>();
  for (const { specs } of runs) for (const spec of specs) last.set(spec.id, { spec, runs: (last.get(spec.id)?.runs ?? 0) + 1 });
  const all = [...last.values()].flatMap(({ spec: { title, tests }, runs: made }) => tests.map((test) => ({ title, made, ...test })));
  const noteOf = ({ annotations }: (typeof all)[number], wanted: string): string | undefined =>
    annotations.find(({ type }) => type === wanted)?.description;
  const unexpected = all.filter(({ status }) => status === 'unexpected');
  return {
    passed: all.filter(({ status }) => status === 'expected' || status === 'flaky').length,
    notes,
    skipped: all.filter(({ status }) => status === 'skipped').map((test) => `${test.title}: ${noteOf(test, 'skip') ?? 'no reason given'}`),
    repeated: all.filter(({ status, made }) => status === 'flaky' || (status === 'expected' && made > 1)).map(({ title }) => title),
    notJudged: unexpected.filter((test) => isNotJudged(test)).map((test) => `${test.title}: ${noteOf(test, NOT_JUDGED) ?? 'no reading'}`),
    failed: [
      ...unexpected
        .filter((test) => !isNotJudged(test))
        .map(({ title, results }) => withError(title, results.at(-1)?.errors?.[0]?.message)),
      ...runs.flatMap(({ errors }) => errors.map((message) => withError(RUN_FAILED, message))),
    ],
  };
}

const isNotJudged = ({ annotations }: Pick<PlaywrightSpec['tests'][number], 'annotations'>): boolean =>
  annotations.some(({ type }) => type === NOT_JUDGED);

/** Ids of the failed tests of a run, which Playwright repeats. */
export const failedIds = ({ specs }: EndToEndRun): readonly string[] =>
  specs.filter(({ tests }) => tests.some(({ status }) => status === 'unexpected')).map(({ id }) => id);

/** Number of tests of a run, without skipped ones. */
export const testsMade = ({ specs }: EndToEndRun): number =>
  specs.flatMap(({ tests }) => tests).filter(({ status }) => status !== 'skipped').length;

/** Results of `npm run e2e`, one file per run, in order. */
export const runFile = (folder: string, at: number): string => `${folder}/e2e-${at}.json`;
export const MAX_RUNS = 16;
/** Lines with the number of parallel tests of each run and the reason. */
export const notesFile = (folder: string): string => `${folder}/e2e-notes.json`;

export function readEndToEnd(folder: string): TestResults {
  const runs = Array.from({ length: MAX_RUNS }, (_, at) => readRun(runFile(folder, at))).filter((run) => run !== null);
  return endToEndResults(runs, (read(notesFile(folder)) as readonly string[] | null) ?? []);
}
