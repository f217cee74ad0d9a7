/** The unit tests as Stryker runs them (`npm run mutate`): only those of the part that is mutated, in one process. */
import { defineConfig } from 'vitest/config';

const tests = (process.env['FOOTLIGHT_MUTATION_TESTS'] ?? 'tests/wires').split(' ');

export default defineConfig({
  cacheDir: '.cache/vitest-mutation',
  test: {
    include: tests.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.test.{ts,tsx}`)),
    environment: 'node',
    isolate: false,
    testTimeout: 60_000,
  },
});
