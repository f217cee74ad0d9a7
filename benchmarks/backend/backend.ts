/**
 * The example's backend under load: viewers with the room's own socket code in one process, the chat in one process (SQLite) or two (JetStream)
 * beside them. Rooms grow, lines get faster until they are late; then one of two chat processes is killed.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fakeDist, missingForMedia, startExample, type RunningExample } from '../../scripts/example-server.ts';
import { ROOT } from '../../scripts/lib/tool.ts';
import { Outcomes, type BenchContext, type Benchmark, type BenchOutcome } from '../measure/benchmark.ts';
import type { FigureKinds } from '../measure/rounds.ts';
import type { Figure, Row } from '../measure/schema.ts';
import type { Answer, Order } from './viewers.ts';

const KINDS: FigureKinds = {
  'lines/s': {
    unit: 'lines/s',
    better: 'higher',
    meaning: 'Highest tried rate at which every viewer got every line and the 99th percentile stayed below 1 s',
  },
  'pushes/s': { unit: 'pushes/s', better: 'higher', meaning: 'Lines a second at that rate, times viewers' },
  p50: {
    unit: 'ms',
    better: 'lower',
    meaning: 'Median time from the writing of a line to the socket code of a viewer, at that rate; viewers and server share the machine',
  },
  p99: { unit: 'ms', better: 'lower', meaning: '99th percentile of the same' },
  'cpu of a push': {
    unit: 'µs',
    better: 'lower',
    meaning: 'Processor time of the chat processes for one line to one viewer, at that rate',
  },
  'memory of a socket': {
    unit: 'kB',
    better: 'lower',
    meaning: 'Growth of the resident memory of the chat processes for each connected viewer',
  },
  accepted: { unit: 'lines', better: 'neither', meaning: 'Lines confirmed to their writers' },
  lost: { unit: 'lines', better: 'lower', meaning: 'Accepted lines that a viewer did not get, summed over the viewers' },
  doubled: { unit: 'lines', better: 'lower', meaning: 'Lines that a viewer got more than once, summed over the viewers' },
  reconnected: { unit: 'viewers', better: 'neither', meaning: 'Viewers whose chat process was killed, connected to the other one' },
  'half back after': { unit: 's', better: 'lower', meaning: 'Median time without a connection of these viewers' },
  'last back after': { unit: 's', better: 'lower', meaning: 'Time without a connection of the viewer that was longest without one' },
};

const FULL = { rooms: [1_000, 3_000, 10_000], rates: [1, 5, 10, 20], forMs: 4_000, settleMs: 5_000, killed: 1_000 };
const QUICK: typeof FULL = { rooms: [100, 200], rates: [2, 10], forMs: 2_000, settleMs: 6_000, killed: 100 };
const [TALKERS, OPEN_PER_S, KILL_LINES_PER_S, KILL_MS] = [200, 500, 5, 15_000];
/** After this time every process has the numbers of all others. */
const BEACONS_MS = 2_500;
const [LATE_MS, TICKS_PER_S] = [1_000, 100];

/** Processor time in ms and resident memory in kB of processes; zero for one that has ended. */
function usage(pids: readonly number[]): { readonly cpuMs: number; readonly kB: number } {
  let [cpuMs, kB] = [0, 0];
  for (const pid of pids) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    cpuMs += ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_S;
    kB += Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  }
  return { cpuMs, kB };
}

/** The process of viewers.ts; one order at a time. */
function startViewers(): { readonly order: <T = Answer>(order: Order) => Promise<T>; readonly child: ChildProcess } {
  const child = fork(join(ROOT, 'benchmarks/backend/viewers.ts'), [], {
    cwd: ROOT,
    execArgv: ['--import', 'tsx', '--max-old-space-size=6144'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the viewers ended')));
  // Also when no order waits.
  ended.catch(() => undefined);
  return {
    child,
    async order<T>(order: Order): Promise<T> {
      child.send(order);
      const [answer] = (await Promise.race([once(child, 'message'), ended])) as [T];
      return answer;
    },
  };
}

const rowOf = (contestant: string, sample: Readonly<Record<string, number>>, notes: readonly string[] = []): Row => ({
  contestant,
  notes: [...notes],
  figures: Object.entries(sample).map(([figure, value]): Figure => {
    const { unit, better } = KINDS[figure]!;
    const raw = Number(value.toPrecision(7));
    return { figure, unit, better, raw: [raw], median: raw, min: raw, max: raw };
  }),
});

interface Site {
  readonly name: string;
  readonly options: readonly string[];
  /** Part of the command line of its chat processes. */
  readonly processes: (example: RunningExample) => readonly number[];
}
const SITES: readonly Site[] = [
  { name: 'one process, SQLite', options: [], processes: (example) => [example.pid] },
  {
    name: 'two processes, JetStream',
    options: ['--cluster', '--direct', '--media-servers', '1'],
    processes: (example) => example.processes('--join'),
  },
];

async function withSite<T>(
  site: Site,
  dist: string,
  run: (example: RunningExample, viewers: ReturnType<typeof startViewers>) => Promise<T>,
): Promise<T> {
  const example = await startExample(dist, site.options);
  const viewers = startViewers();
  try {
    // The processes of a cluster announce themselves once a second.
    await new Promise((resolve) => setTimeout(resolve, BEACONS_MS));
    return await run(example, viewers);
  } finally {
    viewers.child.kill('SIGKILL');
    await example.close();
  }
}

async function growing(site: Site, dist: string, { isQuick, say }: BenchContext): Promise<Row[]> {
  const { rooms, rates, forMs, settleMs } = isQuick ? QUICK : FULL;
  return withSite(site, dist, async (example, { order }) => {
    const rows: Row[] = [];
    const empty = usage(site.processes(example));
    for (const room of rooms) {
      const { open } = await order<{ readonly open: number }>({
        type: 'open',
        url: example.address,
        viewers: room,
        talkers: TALKERS,
        perS: OPEN_PER_S,
      });
      const memory = (usage(site.processes(example)).kB - empty.kB) / open;
      let best: Readonly<Record<string, number>> | null = null;
      const notes: string[] = open < room ? [`${open} of ${room} viewers connected`] : [];
      for (const linesPerS of rates) {
        const before = usage(site.processes(example));
        const result = await order({ type: 'talk', linesPerS, forMs, settleMs, killPid: null });
        const cpuMs = usage(site.processes(example)).cpuMs - before.cpuMs;
        const isGood = result.accepted === result.written && result.shown === result.due && result.doubled === 0 && result.p99Ms < LATE_MS;
        say(
          `backend: ${site.name}, ${room} viewers, ${linesPerS} lines/s: p99 ${Math.round(result.p99Ms)} ms${isGood ? '' : ', too late or not all'}`,
        );
        if (!isGood) {
          notes.push(
            `${linesPerS} lines/s: ${result.shown} of ${result.due} arrived, p50 ${Math.round(result.p50Ms)} ms, p99 ${Math.round(result.p99Ms)} ms`,
          );
          break;
        }
        best = {
          'lines/s': linesPerS,
          'pushes/s': linesPerS * open,
          p50: result.p50Ms,
          p99: result.p99Ms,
          'cpu of a push': (cpuMs * 1_000) / result.due,
        };
      }
      rows.push(rowOf(`${room} viewers`, { ...best, 'memory of a socket': memory }, notes));
    }
    return rows;
  });
}

async function killed(dist: string, { isQuick, say }: BenchContext): Promise<Row> {
  const { killed: room, settleMs } = isQuick ? QUICK : FULL;
  const [, site] = SITES;
  return withSite(site!, dist, async (example, { order }) => {
    // In two parts, so that the beacons spread the viewers over both processes.
    for (const viewers of [room / 2, room]) {
      await order({ type: 'open', url: example.address, viewers, talkers: Math.min(TALKERS, room), perS: OPEN_PER_S });
      await new Promise((resolve) => setTimeout(resolve, BEACONS_MS));
    }
    const [killPid = null] = example.processes('--join');
    const result = await order({ type: 'talk', linesPerS: KILL_LINES_PER_S, forMs: KILL_MS, settleMs: 5 * settleMs, killPid });
    say(`backend: killed one of two: ${result.reconnected} reconnected, the last after ${Math.round(result.longestAwayMs)} ms`);
    const lost = result.due - result.shown;
    const sample = { accepted: result.accepted, lost, doubled: result.doubled, reconnected: result.reconnected };
    const notes =
      result.accepted === result.written
        ? []
        : [`${result.written - result.accepted} of ${result.written} written lines were not confirmed`];
    return rowOf(
      `${room} viewers, ${KILL_LINES_PER_S} lines/s`,
      { ...sample, 'half back after': result.awayMs / 1_000, 'last back after': result.longestAwayMs / 1_000 },
      notes,
    );
  });
}

export const BACKEND: Benchmark = {
  name: 'backend',
  about:
    'How many viewers and lines the example carries, and what a killed chat process costs. Viewers run the socket code of the room in one process of the same machine.',
  kinds: KINDS,
  async run(context): Promise<BenchOutcome> {
    const outcomes = new Outcomes();
    const why = process.platform === 'linux' ? missingForMedia() : 'it reads /proc';
    const dist = fakeDist();
    try {
      for (const site of SITES) {
        const about = 'The room grows; in each size lines get faster until one is late or missing.';
        outcomes.groups.push(
          why === null
            ? { name: site.name, about, rows: await growing(site, dist, context), absent: [], series: [] }
            : { name: site.name, about, rows: [], absent: [{ contestant: site.name, why }], series: [] },
        );
      }
      const about = 'One of two chat processes is ended by SIGKILL in the middle; its viewers connect to the other one.';
      outcomes.groups.push({
        name: 'one of two killed',
        about,
        rows: why === null ? [await killed(dist, context)] : [],
        absent: [],
        series: [],
      });
      outcomes.rounds = { ...outcomes.rounds, counted: 1 };
      return outcomes.outcome();
    } finally {
      rmSync(dist, { recursive: true });
    }
  },
};
