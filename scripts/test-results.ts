/** Reads from the results of the test runners which tests were left out and why, which failed and how, and which passed by a second try. */
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export interface TestResults {
  /** Titles, with the reason where the runner knows it. */
  readonly skipped: readonly string[];
  /** Titles of what failed at first and passed afterwards. */
  readonly repeated: readonly string[];
  /** Titles, each with the first lines of its error. */
  readonly failed: readonly string[];
}

export const NO_RESULTS: TestResults = { skipped: [], repeated: [], failed: [] };

/** Lines of an error that are shown: its words, what was expected, what came. */
const MAX_ERROR_LINES = 8;

const withError = (title: string, error: string | undefined): string => {
  const lines = stripVTControlCharacters(error ?? 'no error given')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_ERROR_LINES);
  return [title, ...lines.map((line) => `    ${line}`)].join('\n');
};

/** An error of no test: a server that did not start, a file that cannot be read. */
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
    skipped: tests.filter(({ status }) => status === 'skipped' || status === 'pending').map(({ fullName }) => fullName),
    // The errors of the tries before stay with a test that passed.
    repeated: tests
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName }) => fullName),
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
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly annotations: readonly { readonly type: string; readonly description?: string }[];
      readonly results: readonly { readonly errors?: readonly { readonly message?: string }[] }[];
    }[];
  }[];
}

export function playwrightResults(path: string): TestResults {
  const found = read(path) as (PlaywrightSuite & { readonly errors?: readonly { readonly message?: string }[] }) | null;
  if (found === null) return NO_RESULTS;
  const all = specsOf(found).flatMap(({ title, tests }) => tests.map((test) => ({ title, ...test })));
  return {
    skipped: all
      .filter(({ status }) => status === 'skipped')
      .map(({ title, annotations }) => `${title}: ${annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given'}`),
    repeated: all.filter(({ status }) => status === 'flaky').map(({ title }) => title),
    failed: [
      ...all
        .filter(({ status }) => status === 'unexpected')
        .map(({ title, results }) => withError(title, results.at(-1)?.errors?.[0]?.message)),
      ...(found.errors ?? []).map(({ message }) => withError(RUN_FAILED, message)),
    ],
  };
}

const specsOf = ({ suites = [], specs = [] }: PlaywrightSuite): readonly NonNullable<PlaywrightSuite['specs']>[number][] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** How many tests of a run were made: those that were left out are none. */
export function testsMade(path: string): number {
  const found = read(path) as PlaywrightSuite | null;
  if (found === null) return 0;
  return specsOf(found)
    .flatMap(({ tests }) => tests)
    .filter(({ status }) => status !== 'skipped').length;
}

/** Results of `npm run e2e` by part. */
export const endToEndFile = (folder: string, part: 'parallel' | 'alone' | 'measured' | 'chosen'): string => `${folder}/e2e-${part}.json`;

/** Tests whose failure may be another's load: more than so many failures are none. */
export const MAX_REPEATED = 8;

/** What failed beside others is worth a try alone: the tests failed themselves, and they are few. */
export const isWorthARepeat = ({ failed }: TestResults): boolean =>
  failed.length > 0 && failed.length <= MAX_REPEATED && failed.every((failure) => !failure.startsWith(RUN_FAILED));

export function endToEndResults(folder: string): TestResults {
  const parallel = afterRepeat(
    playwrightResults(endToEndFile(folder, 'parallel')),
    existsSync(endToEndFile(folder, 'alone')) ? playwrightResults(endToEndFile(folder, 'alone')) : null,
  );
  const measured = playwrightResults(endToEndFile(folder, 'measured'));
  return {
    skipped: [...parallel.skipped, ...measured.skipped],
    repeated: [...parallel.repeated, ...measured.repeated],
    failed: [...parallel.failed, ...measured.failed],
  };
}

/** What passed alone was repeated, what failed again has failed. */
export function afterRepeat(first: TestResults, alone: TestResults | null): TestResults {
  if (alone === null) return first;
  const titleOf = (failure: string): string => failure.split('\n')[0]!;
  const stillFailing = new Set(alone.failed.map(titleOf));
  return {
    skipped: first.skipped,
    repeated: [...first.repeated, ...first.failed.map(titleOf).filter((title) => !stillFailing.has(title))],
    failed: alone.failed,
  };
}
