/**
 * Measures the machine's current speed for the test runners: the number of parallel end-to-end tests, and the factor of all time limits. A
 * time limit detects that something does not happen; it never measures the machine.
 */
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { openProbe, type ProbeReading } from '../../benchmarks/measure/probe.ts';
import { FACTOR_NAME, MAX_FACTOR } from './time-limit.ts';

/** Time of the probe's work on an idle core of 2025, in milliseconds. */
const REFERENCE_MS = 12;
/** Tests of pages wait as much as they compute: two of them keep a core busy. */
const TESTS_PER_CORE = 2;
const MAX_AT_A_TIME = 4;

export interface Pace {
  readonly atATime: number;
  /** Factor of all time limits of the tests; at least 1. */
  readonly factor: number;
  /** Reason, for the log. */
  readonly why: string;
}

export interface MachineReading {
  /** Processors that this process may use. */
  readonly processors: number;
  /** Processors that two busy threads really got. */
  readonly cores: number;
  /** Time of the probe's work, in milliseconds. */
  readonly workMs: number;
}

export function paceOf({ processors, cores, workMs }: MachineReading): Pace {
  // The probe has two threads: if both got a processor, more may be free.
  const free = cores > 1.7 ? processors : Math.min(processors, cores);
  const atATime = Math.max(1, Math.min(MAX_AT_A_TIME, Math.round(free * TESTS_PER_CORE)));
  // Threads that share a core take as long as the work of both.
  const slower = workMs / REFERENCE_MS;
  const factor = Math.min(MAX_FACTOR, Math.max(1, Math.round(slower * 10) / 10));
  const why = `${processors} ${processors === 1 ? 'processor' : 'processors'}, of which two busy threads got ${cores.toFixed(1)}; work of ${REFERENCE_MS} ms took ${workMs.toFixed(0)} ms`;
  return { atATime, factor, why };
}

/** Fewer parallel tests after a part in which more than this share failed. */
const MAX_FAILED_SHARE = 0.1;

/** Limit of parallel tests in all later parts, by the failures of the last part; Infinity without many failures. */
export const capAfter = (atATime: number, { made, failed }: { readonly made: number; readonly failed: number }): number =>
  made > 0 && failed / made > MAX_FAILED_SHARE ? Math.max(1, Math.floor(atATime / 2)) : Number.POSITIVE_INFINITY;

/** A build that just ended still writes its files: the best of several readings counts. */
const READINGS = 4;
const BETWEEN_MS = 400;

export async function readPace(): Promise<Pace> {
  const probe = await openProbe();
  try {
    const readings: ProbeReading[] = [];
    for (let at = 0; at < READINGS; at++) {
      if (at > 0) await setTimeout(BETWEEN_MS);
      readings.push(await probe.read());
    }
    const cores = Math.max(...readings.map((reading) => reading.cores));
    const workMs = Math.min(...readings.map((reading) => reading.workMs));
    return paceOf({ processors: availableParallelism(), cores, workMs });
  } finally {
    probe.close();
  }
}

export const paceEnv = ({ factor }: Pace): Readonly<Record<string, string>> => ({ [FACTOR_NAME]: String(factor) });

/** Whether a figure of this machine is valid: it had its processors before and after, and no time was stolen. */
export interface Judgement {
  readonly isJudged: boolean;
  readonly reading: string;
}

const CORES_FOR_FIGURES = 2;

export function judge(before: ProbeReading, after: ProbeReading, processors: number, isDisturbed: boolean): Judgement {
  const figures = [before, after].map(({ slower, cores }) => `${cores.toFixed(1)} cores, ${slower.toFixed(2)} times its shortest`);
  const reading = `${processors} ${processors === 1 ? 'processor' : 'processors'}; before: ${figures[0]}; after: ${figures[1]}; ${(after.stolen * 100).toFixed(0)} % taken by the host`;
  return { isJudged: processors >= CORES_FOR_FIGURES && !isDisturbed, reading };
}
