/** The fast check: no browser, no build. Two steps at once: the longest first. */
import { runSteps } from './steps.ts';

await runSteps(
  [
    { name: 'lint', run: 'oxlint --deny-warnings' },
    { name: 'types', run: 'tsx scripts/types.ts' },
    { name: 'format', run: 'prettier --check --log-level warn --cache --cache-strategy content --cache-location .cache/prettier .' },
    { name: 'unused files, exports and dependencies', run: 'knip --cache --cache-location .cache/knip' },
    { name: 'architecture', run: 'vitest run --project unit tests/architecture' },
    { name: 'format of the C sources', run: 'node src/wasm/format.mjs --check' },
    { name: 'README tables are fresh', run: 'tsx scripts/readme.ts --check' },
    { name: 'fixtures are those of the manifest', run: 'tsx scripts/fixtures/main.ts --verify' },
  ],
  2,
);
