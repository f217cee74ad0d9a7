/** `npm run pack -- player --in firefox`: the package by a plain module script in another browser, where that browser is installed. */
import { setTimeout as sleep } from 'node:timers/promises';
import path from 'node:path';
import { startOrigin } from '../../../mocks/origin/server.ts';
import { type Driver, type Tab, startFirefox, startWebKit } from '../../../scripts/other-browsers/driver.ts';
import { closeServer, ISOLATED, originOf, serveFolder, TrialReport, type Outcome } from '../../../scripts/packages/project.ts';
import { ROOT } from '../../../scripts/lib/tool.ts';
import { install } from './installed.ts';
import { areThreadsRight, DEADLINE_MS, otherVisits, PROJECT, queryOf, type Seen, type Visit } from './visits.ts';

const START = { firefox: startFirefox, webkit: startWebKit } as const;
const LOOK_MS = 250;

const HAS_SHARED_MEMORY = 'crossOriginIsolated && typeof SharedArrayBuffer === "function"';

async function visit(tab: Tab, address: string, { kind, threads, pictures }: Visit): Promise<Outcome> {
  await tab.goto(address);
  if (threads === 2 && (await tab.evaluate(HAS_SHARED_MEMORY)) !== true) return { skip: 'this browser has no shared memory' };
  const processors = Number(await tab.evaluate('navigator.hardwareConcurrency'));
  const until = Date.now() + DEADLINE_MS;
  let seen: Seen | null = null;
  while (Date.now() < until) {
    seen = (await tab.evaluate('globalThis.seen ?? null')) as Seen | null;
    if (seen !== null && seen.kind.startsWith(kind) && seen.painted > pictures && areThreadsRight(threads, seen, processors)) break;
    await sleep(LOOK_MS);
  }
  const isPlaying = seen !== null && seen.kind.startsWith(kind) && seen.painted > pictures;
  const left = await tab.evaluate('globalThis.player.destroy(), document.querySelector("#stage").childElementCount');
  return [
    !isPlaying && `it does not play: ${JSON.stringify(seen)}`,
    !areThreadsRight(threads, seen, processors) && `${seen?.threads} threads decode`,
    left !== 0 && `${String(left)} elements are left`,
  ].filter((fault) => typeof fault === 'string');
}

async function visitAll(driver: Driver, report: TrialReport): Promise<void> {
  const origin = await startOrigin({ port: 0, scenario: 'normal', dist: path.join(ROOT, 'dist') });
  if (!origin.ok) throw new Error(origin.error.detail);
  try {
    for (const one of otherVisits(origin.value.address)) {
      const server = await serveFolder(PROJECT, one.isIsolated ? ISOLATED : {});
      const tab = await driver.open('allowed');
      try {
        await report.run(one.name, () => visit(tab, `${originOf(server)}/plain/${queryOf(one)}`, one));
      } finally {
        await tab.close().catch(() => undefined);
        closeServer(server);
      }
    }
  } finally {
    await origin.value.close();
  }
}

export async function testInOther(which: keyof typeof START, tarball: string): Promise<number> {
  const driver = await START[which]();
  const report = new TrialReport();
  if ('missing' in driver) {
    report.skip(which, driver.missing);
    return 0;
  }
  console.log(`${driver.name} ${driver.version}`);
  try {
    install(tarball);
    await visitAll(driver, report);
  } finally {
    await driver.close().catch(() => undefined);
  }
  return report.end();
}
