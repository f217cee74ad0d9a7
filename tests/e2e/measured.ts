/**
 * `test` for measurements on this machine (@measured): a failed test is repeated, and a second failure while the machine was too busy is
 * reported as "not judged" and does not fail the run.
 */
import { availableParallelism } from 'node:os';
import { test as base } from '@playwright/test';
import { isDisturbed, openProbe, type Probe } from '../../benchmarks/measure/probe.ts';

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
      // A figure is valid with two processors, free before and after.
      const isJudged = processors > 1 && !isDisturbed(before, after, processors);
      const [first, last] = [before, after].map(
        ({ slower, cores }) => `${cores.toFixed(1)} cores, ${slower.toFixed(2)} times its shortest`,
      );
      const reading = `${processors} processors; before: ${first}; after: ${last}; ${(after.stolen * 100).toFixed(0)} % taken by the host`;
      console.log(`machine: ${reading}`);
      if (isJudged || info.status === info.expectedStatus || info.retry < info.project.retries) return;
      // At the end of `npm test` (scripts/suite/steps.ts). Playwright lists it as flaky.
      console.log(`not judged: ${info.title}: ${reading}`);
      info.expectedStatus = info.status = 'skipped';
    },
    { auto: true },
  ],
});
