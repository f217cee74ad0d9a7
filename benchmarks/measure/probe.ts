/**
 * Checks whether the machine is undisturbed: two threads do the same small work at the same time. On two free cores it takes constant time;
 * with other load, or on a host that lends its cores, it takes longer. /proc/stat additionally contains the time stolen by the host.
 */
import { existsSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface ProbeReading {
  /** Time relative to the shortest seen; 1 means full speed. */
  readonly slower: number;
  /** Duration of the work in milliseconds. */
  readonly workMs: number;
  /** Cores that two busy threads really got: 2 on a free machine with two cores. */
  readonly cores: number;
  /** Share of the time since the last probe that the host has stolen. */
  readonly stolen: number;
}

/** A round between two probes beyond these limits is repeated. */
const SLOWER_MAX = 1.3;
const STOLEN_MAX = 0.05;
/** Relative to the existing cores, two at most. */
const CORES_MIN_SHARE = 0.85;

export const isDisturbed = (before: ProbeReading, after: ProbeReading, machineCores: number): boolean =>
  Math.max(before.slower, after.slower) > SLOWER_MAX ||
  Math.min(before.cores, after.cores) < CORES_MIN_SHARE * Math.min(2, machineCores) ||
  after.stolen > STOLEN_MAX;

/** The minimum of this many attempts, because one interrupted by a timer is not representative. */
const TRIES = 3;
/** About 12 ms on a core of 2025. */
const STEPS = 8_000_000;

const WORK = `
const { parentPort } = require('node:worker_threads');
const spin = (n) => { let x = 1; for (let i = 0; i < n; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0; return x; };
spin(${STEPS});
parentPort.on('message', () => { const from = performance.now(); const x = spin(${STEPS}); parentPort.postMessage([performance.now() - from, x]); });
parentPort.postMessage('ready');`;

export interface CpuTimes {
  readonly all: number;
  readonly stolen: number;
}

/** Reads `/proc/stat`: its first line counts user, nice, system, idle, iowait, irq, softirq, steal. Null if it is missing. */
function readCpuTimes(stat: string): CpuTimes | null {
  const fields = /^cpu\s+([\d ]+)$/m.exec(stat)?.[1]?.split(' ').map(Number);
  if (fields === undefined || fields.length < 8) return null;
  return { all: fields.slice(0, 8).reduce((sum, value) => sum + value, 0), stolen: fields[7]! };
}

const cpuTimes = (): CpuTimes | null => (existsSync('/proc/stat') ? readCpuTimes(readFileSync('/proc/stat', 'utf8')) : null);

export interface Probe {
  read(): Promise<ProbeReading>;
  close(): void;
}

export async function openProbe(): Promise<Probe> {
  const workers = [0, 1].map(() => new Worker(WORK, { eval: true }));
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  for (const worker of workers) worker.unref();
  let bestMs = Number.POSITIVE_INFINITY;
  let times = cpuTimes();

  const spinBoth = async (): Promise<{ readonly ms: number; readonly cores: number }> => {
    const answers = workers.map(async (worker) => (await once(worker, 'message')) as [[number, number]]);
    const cpu = process.cpuUsage();
    const startedMs = performance.now();
    for (const worker of workers) worker.postMessage('go');
    const ms = Math.max(...(await Promise.all(answers)).map(([[spun]]) => spun));
    const { user, system } = process.cpuUsage(cpu);
    return { ms, cores: (user + system) / 1_000 / (performance.now() - startedMs) };
  };
  const spin = async (): Promise<{ readonly ms: number; readonly cores: number }> => {
    const tries = [];
    for (let i = 0; i < TRIES; i++) tries.push(await spinBoth());
    const best = { ms: Math.min(...tries.map(({ ms }) => ms)), cores: Math.max(...tries.map(({ cores }) => cores)) };
    bestMs = Math.min(bestMs, best.ms);
    return best;
  };
  for (let i = 0; i < TRIES; i++) await spin();
  return {
    async read() {
      const { ms, cores } = await spin();
      const before = times;
      times = cpuTimes();
      const stolen = before && times && times.all > before.all ? (times.stolen - before.stolen) / (times.all - before.all) : 0;
      return { slower: ms / bestMs, workMs: ms, cores, stolen };
    },
    close: () => void Promise.all(workers.map((worker) => worker.terminate())),
  };
}
