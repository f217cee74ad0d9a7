/**
 * The speed of this machine for the test runners: the number of parallel end-to-end tests, and the factor of all time limits, which detect
 * that something does not happen and never measure the machine. Each start of a runner measures again: other programs start and end.
 */
import { openProbe } from '../../benchmarks/measure/probe.ts';

/** A longer limit would only hide a test that never ends. */
const MAX_FACTOR = 10;
/** Time of the probe's work on an idle core of 2025, in milliseconds. */
const REFERENCE_MS = 12;
/** Tests of pages wait as much as they compute: two of them keep a core busy. The probe's two threads see two cores at most. */
const TESTS_PER_CORE = 2;
/** A build that just ended still writes its files: the best of several readings counts. */
const READINGS = 4;

/** Measured by the runner's first process; its workers inherit the variable. */
const pace = JSON.parse((process.env['FOOTLIGHT_PACE'] ??= JSON.stringify(await measure()))) as Awaited<ReturnType<typeof measure>>;

async function measure() {
  const probe = await openProbe();
  let [cores, workMs] = [0, Infinity];
  for (let at = 0; at < READINGS; at++) {
    const reading = await probe.read();
    [cores, workMs] = [Math.max(cores, reading.cores), Math.min(workMs, reading.workMs)];
  }
  probe.close();
  // Threads that share a core take as long as the work of both.
  const factor = Math.min(MAX_FACTOR, Math.max(1, Math.round((workMs / REFERENCE_MS) * 10) / 10));
  console.log(`two threads got ${cores.toFixed(1)} processors, ${REFERENCE_MS} ms took ${workMs.toFixed(0)} ms: limits times ${factor}`);
  return { factor, atATime: Math.max(1, Math.round(cores * TESTS_PER_CORE)) };
}

/** `ms` times the factor of this machine. */
export const limitMs = (ms: number): number => Math.round(ms * pace.factor);

export const parallelTests = (): number => pace.atATime;
