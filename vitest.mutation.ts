/** The unit tests as Stryker runs them (`npm run mutate`): only those of the part that is mutated, in one process. */
import { defineConfig } from 'vitest/config';
import { protoPlugin } from './scripts/proto/plugin.ts';

const tests = (process.env['FOOTLIGHT_MUTATION_TESTS'] ?? 'tests/wires').split(' ');

export default defineConfig({
  plugins: [protoPlugin()],
  cacheDir: '.cache/vitest-mutation',
  test: {
    include: tests.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.test.{ts,tsx}`)),
    environment: 'node',
    // A module is loaded by the first test that needs it: shared between files, what it runs then would be counted for that test alone.
    isolate: true,
    pool: 'threads',
    testTimeout: 60_000,
  },
});
