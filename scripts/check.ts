/** The fast check: no browser, no build, under a minute. */
import { runSteps } from './steps.ts';

runSteps([
  { name: 'types', run: 'tsx scripts/types.ts' },
  { name: 'lint', run: 'oxlint --deny-warnings' },
  { name: 'format', run: 'prettier --check --log-level warn .' },
  { name: 'README tables are fresh', run: 'tsx scripts/readme.ts --check' },
  { name: 'fixtures are those of the manifest', run: 'tsx scripts/fixtures/main.ts --verify' },
  { name: 'house rules', run: 'vitest run --project unit tests/house' },
]);
