/** The tests for Stryker (`npm run mutate`): only those of the mutated part, in one process. */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { protoPlugin } from './scripts/proto/generate.ts';
import { BROWSER, BROWSER_PAGES } from './vitest.config.ts';

const tests = (process.env['FOOTLIGHT_MUTATION_TESTS'] ?? 'tests/wires').split(' ');
const patterns = (isBrowser: boolean): readonly string[] =>
  tests
    .filter((path) => /(?:^|\/)tests\/browser/.test(path) === isBrowser)
    .map((path) => (/\.tsx?$/.test(path) ? path : `${path}/**/*.test.{ts,tsx}`));
const [inNode, inBrowser] = [patterns(false), patterns(true)];

/** Tests that run features, which the product loads by their names. */
const areOfFeatures = tests.some((path) => path.startsWith('tests/features'));

const unit = {
  test: {
    name: 'unit',
    include: [...inNode],
    exclude: ['**/tests/browser/**'],
    setupFiles: areOfFeatures ? ['tests/load-features.ts'] : [],
    environment: 'node',
    // A module is loaded by the first test that imports it. With shared modules its top-level code would be attributed to that test alone.
    isolate: true,
    pool: 'threads' as const,
    testTimeout: 60_000,
  },
};
/** Parts of the player that need elements of a page. */
const browser = {
  ...BROWSER_PAGES,
  test: {
    name: 'browser',
    include: [...inBrowser],
    fileParallelism: false,
    testTimeout: 60_000,
    browser: { ...BROWSER, instances: [{ browser: 'chromium' as const }] },
  },
};

/** The first failed test ends the run of a mutant: the documents' tables, which load everything, come after the tests of the part. */
class DocumentsLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isDocument = ({ moduleId }: TestSpecification): number => Number(moduleId.includes('/tests/spec/'));
    return (await super.sort(files)).toSorted((a, b) => isDocument(a) - isDocument(b));
  }
}

export default defineConfig({
  plugins: [protoPlugin()],
  cacheDir: '.cache/vitest-mutation',
  test: {
    sequence: { sequencer: DocumentsLast },
    projects: [...(inNode.length > 0 ? [unit] : []), ...(inBrowser.length > 0 ? [browser] : [])],
  },
});
