/** Reads from the results of the test runners which tests were left out, and why where the runner knows it. */
import { existsSync, readFileSync } from 'node:fs';

interface VitestResults {
  readonly testResults: readonly { readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[] }[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly annotations: readonly { readonly type: string; readonly description?: string }[];
    }[];
  }[];
}

const read = (path: string): unknown => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null);

export const skippedByVitest = (path: string): readonly string[] =>
  ((read(path) as VitestResults | null)?.testResults ?? []).flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'skipped' || status === 'pending').map(({ fullName }) => fullName),
  );

export const skippedByPlaywright = (path: string): readonly string[] => {
  const walk = ({ suites = [], specs = [] }: PlaywrightSuite): string[] => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'skipped')
        .map(({ annotations }) => `${title}: ${annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given'}`),
    ),
    ...suites.flatMap(walk),
  ];
  const results = read(path) as PlaywrightSuite | null;
  return results === null ? [] : walk(results);
};
