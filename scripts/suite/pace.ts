/**
 * The speed of this machine for the test runners: the number of parallel end-to-end tests, and the factor of all time limits. A time limit
 * detects that something does not happen; it never measures the machine. `npm test` and `npm run e2e` measure before each step.
 */
import { availableParallelism } from 'node:os';
import { openProbe } from '../../benchmarks/measure/probe.ts';

const FACTOR_NAME = 'FOOTLIGHT_TIME_FACTOR';
const WORKERS_NAME = 'FOOTLIGHT_WORKERS';
/** A longer limit would only hide a test that never ends. */
const MAX_FACTOR = 10;
/** Time of the probe's work on an idle core of 2025, in milliseconds. */
const REFERENCE_MS = 12;
/** Tests of pages wait as much as they compute: two of them keep a core busy. */
const TESTS_PER_CORE = 2;
const MAX_AT_A_TIME = 4;
/** A build that just ended still writes its files: the best of several readings counts. */
const READINGS = 4;

/** `ms` times the factor of this machine. */
export function limitMs(ms: number): number {
  const factor = Number(process.env[FACTOR_NAME] ?? 1);
  return Math.round(ms * (factor >= 1 && factor <= MAX_FACTOR ? factor : 1));
}

export const parallelTests = (): number => Number(process.env[WORKERS_NAME] ?? 1);

/** Variables for the configurations of the test runners, and the reason for the log. */
export async function readPace() {
  const probe = await openProbe();
  const readings = [];
  for (let at = 0; at < READINGS; at++) readings.push(await probe.read());
  probe.close();
  const processors = availableParallelism();
  const [cores, workMs] = [Math.max(...readings.map((each) => each.cores)), Math.min(...readings.map((each) => each.workMs))];
  // The probe has two threads: if both got a processor, more may be free.
  const free = cores > 1.7 ? processors : Math.min(processors, cores);
  const atATime = Math.max(1, Math.min(MAX_AT_A_TIME, Math.round(free * TESTS_PER_CORE)));
  // Threads that share a core take as long as the work of both.
  const factor = Math.min(MAX_FACTOR, Math.max(1, Math.round((workMs / REFERENCE_MS) * 10) / 10));
  const reading = `two threads got ${cores.toFixed(1)} of ${processors} processors, work of ${REFERENCE_MS} ms took ${workMs.toFixed(0)} ms`;
  return { why: `${reading}: time limits times ${factor}`, env: { [FACTOR_NAME]: String(factor), [WORKERS_NAME]: String(atATime) } };
}
