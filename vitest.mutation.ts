/** The unit tests for Stryker (`npm run mutate`): only those of the mutated part, in one process. */
import { defineConfig } from 'vitest/config';
import { protoPlugin } from './scripts/proto/plugin.ts';

const tests = (process.env['FOOTLIGHT_MUTATION_TESTS'] ?? 'tests/wires').split(' ');

export default defineConfig({
  plugins: [protoPlugin()],
  cacheDir: '.cache/vitest-mutation',
  test: {
    include: tests.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.test.{ts,tsx}`)),
    environment: 'node',
    // A module is loaded by the first test that imports it. With shared modules its top-level code would be attributed to that test alone.
    isolate: true,
    pool: 'threads',
    testTimeout: 60_000,
  },
});
