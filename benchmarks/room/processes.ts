/** Processor time and memory of a browser’s processes and threads, from /proc; empty without it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright';

export const hasProc = (): boolean => existsSync('/proc/self/task');

export async function pidsOf(browser: Browser): Promise<readonly number[]> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.map(({ id }) => id);
}

/** A thread may end while it is read. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const NANOSECONDS_A_MS = 1e6;

/** Run time of each thread so far in milliseconds, summed by thread name. */
export function threadTimes(pids: readonly number[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const pid of pids) {
    const folder = `/proc/${pid}/task`;
    if (!existsSync(folder)) continue;
    for (const thread of readdirSync(folder)) {
      const name = readIfThere(`${folder}/${thread}/comm`).trim();
      const ranNs = Number(readIfThere(`${folder}/${thread}/schedstat`).split(' ')[0]);
      if (name !== '' && ranNs > 0) times.set(name, (times.get(name) ?? 0) + ranNs / NANOSECONDS_A_MS);
    }
  }
  return times;
}

/** Run time of each process's first thread so far in milliseconds; in a renderer it is the page's main thread. */
export const mainThreadTimes = (pids: readonly number[]): readonly number[] =>
  pids.map((pid) => Number(readIfThere(`/proc/${pid}/task/${pid}/schedstat`).split(' ')[0]) / NANOSECONDS_A_MS);

/** Run time of all threads so far in milliseconds; NaN if unknown. */
export function ranOf(pids: readonly number[]): number {
  return hasProc() ? [...threadTimes(pids).values()].reduce((sum, ms) => sum + ms, 0) : Number.NaN;
}

/** A process with all its descendants. */
export function familyOf(pid: number): readonly number[] {
  if (!hasProc()) return [pid];
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    // `pid (name) state parent …`: a name may contain anything, including a closing bracket.
    const parent = Number(/\) \S (\d+) [^)]*$/.exec(readIfThere(`/proc/${name}/stat`))?.[1] ?? Number.NaN);
    if (/^\d+$/.test(name) && parent > 0) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const family = [pid];
  for (const one of family) family.push(...(children.get(one) ?? []));
  return family;
}

/** Run time between two readings of threads whose name has one of these prefixes. */
export function ranBetween(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>, names: readonly string[]): number {
  let ms = 0;
  for (const [name, at] of after) if (names.some((one) => name.startsWith(one))) ms += Math.max(0, at - (before.get(name) ?? 0));
  return ms;
}

const KIB_A_MIB = 1_024;

/** Proportional set size of all processes in MiB: shared memory counts once. NaN if unknown. */
export function memoryMiB(pids: readonly number[]): number {
  const kib = pids.map((pid) => Number(/^Pss:\s+(\d+)/m.exec(readIfThere(`/proc/${pid}/smaps_rollup`))?.[1] ?? Number.NaN));
  const known = kib.filter((one) => !Number.isNaN(one));
  return known.length === 0 ? Number.NaN : known.reduce((sum, one) => sum + one, 0) / KIB_A_MIB;
}
