/**
 * `test` for measurements on this machine (@measured): a failure while the machine was too busy is not counted, and the test is repeated at
 * the end of the run.
 */
import { availableParallelism } from 'node:os';
import { test as base } from '@playwright/test';
import { isDisturbed, openProbe, type Probe } from '../../benchmarks/measure/probe.ts';
import { judge } from '../../scripts/suite/pace.ts';
import { NOT_JUDGED } from '../../scripts/suite/test-results.ts';

interface Fixtures {
  readonly judged: null;
}
interface WorkerFixtures {
  readonly probe: Probe;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  probe: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const probe = await openProbe();
      await use(probe);
      probe.close();
    },
    { scope: 'worker' },
  ],
  judged: [
    async ({ probe }, use, info) => {
      const isMeasured = info.tags.includes('@measured');
      const before = isMeasured ? await probe.read() : null;
      await use(null);
      if (before === null) return;
      const after = await probe.read();
      const processors = availableParallelism();
      const { isJudged, reading } = judge(before, after, processors, isDisturbed(before, after, processors));
      console.log(`machine: ${reading}`);
      if (!isJudged && info.status !== info.expectedStatus) info.annotations.push({ type: NOT_JUDGED, description: reading });
    },
    { auto: true },
  ],
});
