/**
 * Gain of each mechanism that exists for speed: the unchanged room is compared with builds that lack one mechanism each (table.ts), in the
 * races that can show the effect. A ratio above 1 is what the mechanism saves. docs/performance.md has the table.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MAIN_THREAD_KINDS, IDLE, traffic, underTraffic } from '../main-thread/main-thread.ts';
import { idlePage } from '../main-thread/idle-page.ts';
import { Outcomes, type BenchContext, type Benchmark, type BenchOutcome } from '../measure/benchmark.ts';
import { openBrowser, type OpenBrowser } from '../measure/browser.ts';
import { CACHE } from '../measure/environment.ts';
import { race, rowsOf, type Contestant, type FigureKinds } from '../measure/rounds.ts';
import { buildInto, openBase } from '../measure/subjects.ts';
import { openFront, type Front } from '../room/front.ts';
import { hasProc } from '../room/processes.ts';
import { ROOM_PATH } from '../room/visit.ts';
import { startOf, START_KINDS } from '../start-up/start-up.ts';
import { MECHANISMS, RACES, type Change, type Mechanism, type MechanismName, type RaceName } from './table.ts';

const AS_IT_IS = 'the room as it is';
const kindsOf = (all: FigureKinds, names: readonly string[]): FigureKinds =>
  Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));

const START_FIGURES = kindsOf(START_KINDS, ['cold', 'warm', 'stream asked, cold', 'stream asked, warm', 'bytes']);
const TRAFFIC_FIGURES = kindsOf(MAIN_THREAD_KINDS, ['busy', 'raster', 'display', 'workers']);
const IDLE_FIGURES = kindsOf(MAIN_THREAD_KINDS, ['idle']);

interface Race {
  readonly about: string;
  readonly scenario: 'normal' | 'h265';
  readonly roundTripMs: number;
  readonly kinds: FigureKinds;
  readonly rounds: number;
  contestant(name: string, front: Front, opened: OpenBrowser, isQuick: boolean): Contestant;
}

const VISITOR = { name: 'the room', path: ROOM_PATH };
/** Long enough for a stable median of a thread that is busy for a tenth of the time. */
const TRAFFIC_DURATIONS = { settleMs: 1_500, coarseMs: 4_000, fineMs: 0 };
const QUICK_DURATIONS = { settleMs: 500, coarseMs: 1_000, fineMs: 0 };
/** A busy room; a flood is measured by `main-thread`. */
const MESSAGES_PER_S = 300;

/** Network time added to each answer, in ms: about that of a server in the same country. */
const FAR_MS = 40;

const start = (scenario: Race['scenario'], roundTripMs: number): Race => ({
  about: `Navigation to the first painted picture; a new browser context for each turn, one cold and one warm visit in it. Each answer takes ${roundTripMs} ms of network.`,
  scenario,
  roundTripMs,
  kinds: START_FIGURES,
  rounds: 8,
  contestant: (name, front, opened) => startOf(name, opened, front, VISITOR),
});

const RACE: Readonly<Record<RaceName, Race>> = {
  'H264 start': start('normal', 0),
  'H265 start': start('h265', 0),
  'H264 start, far': start('normal', FAR_MS),
  'H265 start, far': start('h265', FAR_MS),
  chat: {
    about: `H264 and ${MESSAGES_PER_S} messages a second.`,
    scenario: 'normal',
    roundTripMs: 0,
    kinds: TRAFFIC_FIGURES,
    rounds: 4,
    contestant: (name, front, opened, isQuick) =>
      underTraffic(name, { opened, front, durations: isQuick ? QUICK_DURATIONS : TRAFFIC_DURATIONS }, VISITOR, traffic(MESSAGES_PER_S)),
  },
  'idle page': {
    about: 'H264, no chat, a browser of its own without an attached tool.',
    scenario: 'normal',
    roundTripMs: 0,
    kinds: IDLE_FIGURES,
    rounds: 4,
    contestant: (name, front, _opened, isQuick) => idlePage(name, front, VISITOR, isQuick ? { settleMs: 4_000, watchMs: 1_500 } : IDLE),
  },
};

/** Writes the changes into a checkout and returns how to undo them. */
export function change(root: string, changes: readonly Change[]): () => void {
  const before = changes.map(({ file }) => [path.join(root, file), readFileSync(path.join(root, file), 'utf8')] as const);
  for (const [index, { file, from, to }] of changes.entries()) {
    const [place, text] = before[index]!;
    if (text.split(from).length !== 2) throw new Error(`${file} has not exactly one: ${from}`);
    writeFileSync(
      place,
      text.replace(from, () => to),
    );
  }
  return () => {
    for (const [place, text] of before) writeFileSync(place, text);
  };
}

/** A quick run builds these, to see that the figures of a start and of the chat exist. */
const QUICK_MECHANISMS: readonly MechanismName[] = ['decoder threads after the picture', 'header peek'];

/** Builds of the committed revision, by the mechanism that each lacks. */
function buildAll(context: BenchContext): ReadonlyMap<string, string> {
  const base = openBase('HEAD', context.say);
  const dists = new Map<string, string>();
  const built = context.isQuick ? MECHANISMS.filter(({ name }) => QUICK_MECHANISMS.includes(name)) : MECHANISMS;
  for (const { name, changes } of [{ name: AS_IT_IS, changes: [] }, ...built]) {
    context.say(`production build: ${name === AS_IT_IS ? name : `without ${name}`}`);
    const undo = change(base.subject.root, changes);
    try {
      const dist = path.join(CACHE, 'mechanisms', name.replaceAll(/\W+/g, '-'));
      buildInto(base.subject.root, dist);
      dists.set(name, dist);
    } finally {
      undo();
    }
  }
  return dists;
}

async function measure(name: RaceName, dists: ReadonlyMap<string, string>, opened: OpenBrowser, context: BenchContext, outcomes: Outcomes) {
  const { about, scenario, roundTripMs, kinds, rounds } = RACE[name];
  const lacking = MECHANISMS.filter((one: Mechanism) => one.races.includes(name) && dists.has(one.name));
  if (lacking.length === 0) return;
  const fronts: Front[] = [];
  try {
    const contestants: Contestant[] = [];
    for (const one of [AS_IT_IS, ...lacking.map((mechanism) => mechanism.name)]) {
      const front = await openFront({ dist: dists.get(one)!, scenario, roundTripMs, pages: dists.get(one)! });
      fronts.push(front);
      contestants.push(RACE[name].contestant(one === AS_IT_IS ? one : `without ${one}`, front, opened, context.isQuick));
    }
    const raced = await race(contestants, {
      rounds: context.isQuick ? 1 : rounds,
      warmUp: context.isQuick ? 0 : 1,
      probe: context.probe,
      isQuick: context.isQuick,
      onTurn: (turn) => context.say(`${name}: ${turn}`),
    });
    outcomes.count(raced);
    outcomes.groups.push({ name, about, rows: rowsOf(contestants, raced, kinds, AS_IT_IS), absent: [], series: [] });
  } finally {
    for (const front of fronts) await front.close();
  }
}

async function run(context: BenchContext): Promise<BenchOutcome> {
  const outcomes = new Outcomes();
  const dists = buildAll(context);
  const opened = await openBrowser();
  try {
    for (const name of RACES) if (name !== 'idle page' || hasProc()) await measure(name, dists, opened, context, outcomes);
  } finally {
    await opened.close();
  }
  return outcomes.outcome();
}

export const MECHANISMS_ALONE: Benchmark = {
  name: 'mechanisms',
  about: 'What each mechanism of speed gains: the room as it is, and without one of them at a time.',
  kinds: { ...START_FIGURES, ...TRAFFIC_FIGURES, ...IDLE_FIGURES },
  run,
};
