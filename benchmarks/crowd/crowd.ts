/**
 * A whole crowd returns: 100,000 viewers made of the room's own machines, against a model of the services, in one process without real
 * time. docs/reliability.md has the table, the goals and the figures of the tree before.
 */
import { seeded } from '../../src/wasm/tests/seeded.ts';
import { Outcomes, type BenchContext, type Benchmark, type BenchOutcome } from '../measure/benchmark.ts';
import { type Contestant, type FigureKinds, type Sample } from '../measure/rounds.ts';
import type { Series } from '../measure/schema.ts';
import {
  RECONNECT_RULES,
  roomViewer,
  ruleViewer,
  type Viewer,
  type ViewerDeps,
  type ViewerPart,
  BUCKET_MS,
  World,
  type RequestKind,
  type ServicePlan,
} from './viewers.ts';

const KINDS: FigureKinds = {
  'dials at once': { unit: '%', better: 'lower', meaning: 'Largest number of chat dials in any 100 ms, as a share of the viewers' },
  'live info at once': {
    unit: '%',
    better: 'lower',
    meaning: 'Largest number of live info requests in any 100 ms, as a share of the viewers',
  },
  'streams at once': { unit: '%', better: 'lower', meaning: 'Largest number of stream requests in any 100 ms, as a share of the viewers' },
  'half back': {
    unit: 's',
    better: 'lower',
    meaning: 'Time from the return of the services until half of the viewers are logged in to the chat',
  },
  '99 % back': {
    unit: 's',
    better: 'lower',
    meaning: 'Time from the return of the services until 99 % of the viewers are logged in to the chat',
  },
  'not back': { unit: '%', better: 'lower', meaning: 'Viewers that are not logged in to the chat at the end of the scenario' },
  'slowest second': {
    unit: '%',
    better: 'higher',
    meaning:
      'Fewest logins in a second, as a share of the capacity, from 2 s after the return until 90 % are back: a low value is a second collapse',
  },
  requests: { unit: '1/min', better: 'lower', meaning: 'Requests of one viewer per minute while the services are away' },
};

interface Scenario {
  readonly name: string;
  readonly about: string;
  readonly parts: readonly ViewerPart[];
  readonly figures: readonly string[];
  /** Time in ms at which the services work again, from the event on. */
  readonly backMs: number;
  readonly endMs: number;
  plan(eventMs: number): ServicePlan;
  /** What happens to viewer number `place` of `count`: returns the time in ms after the event, or null. */
  event(viewer: Viewer, place: number, count: number, after: (ms: number, act: () => void) => void): void;
  readonly plots: readonly RequestKind[];
}

const ALWAYS = { isUp: () => true };
/** 5,000 logins per second for 100,000 viewers: 20 s of full work. */
const CAPACITY_PER_VIEWER = 5_000 / 100_000;
const EVERYTHING: readonly ViewerPart[] = ['chat', 'live info', 'picture', 'reports'];
const RETURNS = ['dials at once', 'half back', '99 % back', 'not back'] as const;

export const scenarios = (count: number): readonly Scenario[] => {
  const capacityPerS = count * CAPACITY_PER_VIEWER;
  const down = (forMs: number, what: 'chat' | 'everything'): Scenario => ({
    name: `${what} down for ${forMs / 1_000} s`,
    about: `Every chat connection${what === 'chat' ? '' : ' and every stream'} is lost; ${what} is away for ${forMs / 1_000} s, then the chat accepts ${capacityPerS} logins per second. A refused dial costs the server 5 % of a login.`,
    parts: what === 'chat' ? ['chat'] : EVERYTHING,
    figures: [...RETURNS, 'slowest second', 'requests'],
    backMs: forMs,
    endMs: forMs + 120_000,
    plan: (eventMs) => ({ capacityPerS, isUp: (nowMs) => nowMs < eventMs || nowMs >= eventMs + forMs }),
    event(viewer) {
      viewer.cut('chat', 1006);
      if (what === 'everything') viewer.cut('stream', 1006);
    },
    plots: what === 'chat' ? ['dial'] : ['dial', 'stream'],
  });
  return [
    {
      name: 'everything up after a cut',
      about: 'Every chat connection and every stream is lost in the same millisecond; all services work.',
      parts: EVERYTHING,
      figures: [...RETURNS, 'streams at once'],
      backMs: 0,
      endMs: 30_000,
      plan: () => ({ ...ALWAYS, capacityPerS: Number.POSITIVE_INFINITY }),
      event(viewer) {
        viewer.cut('chat', 1006);
        viewer.cut('stream', 1006);
      },
      plots: ['dial', 'stream'],
    },
    down(60_000, 'everything'),
    down(60_000, 'chat'),
    {
      name: 'a broadcast begins',
      about: 'Every viewer receives the push of the live status in the same millisecond.',
      parts: ['live info'],
      figures: ['live info at once'],
      backMs: 0,
      endMs: 10_000,
      plan: () => ({ ...ALWAYS, capacityPerS: Number.POSITIVE_INFINITY }),
      event: (viewer) => viewer.push(),
      plots: ['live info'],
    },
    {
      name: 'brown-out',
      about:
        'Every chat connection is lost; for 60 s the chat has a fifth of its capacity, and the services answer half of all requests with 503 and Retry-After: 10.',
      parts: ['chat'],
      figures: [...RETURNS, 'requests'],
      backMs: 60_000,
      endMs: 180_000,
      plan: (eventMs) => ({
        ...ALWAYS,
        capacityPerS: capacityPerS / 5,
        overload: { share: 0.5, retryAfterMs: 10_000, isOn: (nowMs) => nowMs >= eventMs && nowMs < eventMs + 60_000 },
      }),
      event: (viewer) => viewer.cut('chat', 1006),
      plots: ['dial'],
    },
    {
      name: 'rolling restart',
      about: `20 servers with a twentieth of the viewers each restart one after another, 3 s apart, with close code 1012; the others accept ${capacityPerS} logins per second.`,
      parts: ['chat'],
      figures: RETURNS,
      backMs: 60_000,
      endMs: 120_000,
      plan: () => ({ ...ALWAYS, capacityPerS }),
      event: (viewer, place, total, after) => after(Math.floor((place * 20) / total) * 3_000, () => viewer.cut('chat', 1012)),
      plots: ['dial'],
    },
  ];
};

/** Viewers enter one after another in this time, without a limit of the services; the event follows. */
const ENTRY_MS = 20_000;
const EVENT_MS = 40_000;

interface Run {
  readonly sample: Sample;
  /** Per BUCKET_MS from the event on. */
  readonly back: readonly number[];
  readonly requests: ReadonlyMap<RequestKind, readonly number[]>;
}

export function simulate(scenario: Scenario, count: number, seed: number, make: (deps: ViewerDeps) => Viewer): Run {
  const numbers = seeded(seed);
  const random = (): number => numbers.next();
  const plan = scenario.plan(EVENT_MS);
  const world = new World({ ...plan, capacityPerS: Number.POSITIVE_INFINITY }, random);
  let ready = 0;
  const logins: number[] = [];
  const onReady = (isReady: boolean): void => {
    ready += isReady ? 1 : -1;
    const second = Math.floor(world.timeline.nowMs / 1_000);
    if (isReady) logins[second] = (logins[second] ?? 0) + 1;
  };
  const viewers = Array.from({ length: count }, () => make({ parts: scenario.parts, world, random, onReady }));
  for (const viewer of viewers) world.timeline.at(random() * ENTRY_MS, () => viewer.start());
  world.timeline.runTo(EVENT_MS - 1);
  if (scenario.parts.includes('chat') && ready !== count) throw new Error(`${count - ready} of ${count} viewers did not enter`);
  world.limit(plan.capacityPerS);
  world.requests.clear();
  viewers.forEach((viewer, place) => scenario.event(viewer, place, count, (ms, act) => world.timeline.at(EVENT_MS + ms, act)));
  const back: number[] = [];
  for (let ms = EVENT_MS; ms < EVENT_MS + scenario.endMs; ms += BUCKET_MS) {
    world.timeline.runTo(ms + BUCKET_MS - 1);
    back.push(ready / count);
  }
  const from = EVENT_MS / BUCKET_MS;
  const requests = new Map([...world.requests].map(([kind, counts]) => [kind, back.map((_, at) => counts[from + at] ?? 0)]));
  return { sample: figuresOf(scenario, count, { back, requests, logins }), back, requests };
}

function figuresOf(
  { backMs, figures }: Scenario,
  count: number,
  { back, requests, logins }: Pick<Run, 'back' | 'requests'> & { readonly logins: readonly number[] },
): Sample {
  const peak = (kind: RequestKind): number => (Math.max(0, ...(requests.get(kind) ?? [])) / count) * 100;
  const first = backMs / BUCKET_MS;
  const backS = (share: number): number => {
    // From where on the share is never lower: a viewer who is lost again is not back.
    const last = back.findLastIndex((now) => now < share);
    return last === back.length - 1 ? Number.POSITIVE_INFINITY : Math.max(0, last + 1 - first) * (BUCKET_MS / 1_000);
  };
  const mostS = Math.min(backS(0.9), (back.length - first) * (BUCKET_MS / 1_000));
  const returnS = (EVENT_MS + backMs) / 1_000;
  const seconds = Array.from({ length: Math.max(0, Math.floor(mostS) - 3) }, (_, at) => logins[returnS + 2 + at] ?? 0);
  const away = [...requests.values()].reduce((sum, counts) => sum + counts.slice(0, first).reduce((all, one) => all + one, 0), 0);
  const all: Sample = {
    'dials at once': peak('dial'),
    'live info at once': peak('live info'),
    'streams at once': peak('stream'),
    'half back': backS(0.5),
    '99 % back': backS(0.99),
    'not back': (1 - (back.at(-1) ?? 0)) * 100,
    'slowest second': seconds.length === 0 ? Number.NaN : (Math.min(...seconds) / (count * CAPACITY_PER_VIEWER)) * 100,
    requests: backMs === 0 ? Number.NaN : (away / count / backMs) * 60_000,
  };
  return Object.fromEntries(Object.entries(all).filter(([name, value]) => figures.includes(name) && Number.isFinite(value)));
}

const SHOWN_MS = 1_000;

function plotsOf(scenario: Scenario, count: number, runs: ReadonlyMap<string, Run>): Series[] {
  const length = Math.floor(scenario.endMs / BUCKET_MS);
  const every = Math.max(1, Math.floor(Math.min(scenario.endMs, 600_000) / 300 / BUCKET_MS));
  const places = Array.from({ length: Math.floor(length / every) }, (_, at) => at * every);
  const x = { label: 'seconds', values: places.map((at) => (at * BUCKET_MS) / SHOWN_MS) };
  const line = (label: string, values: readonly number[], unit: string) => ({
    label,
    unit,
    values: places.map((at) => Math.round(Math.max(...values.slice(at, at + every)) * 1_000) / 1_000),
  });
  return [
    {
      title: `${scenario.name}: share that is back`,
      x,
      lines: [...runs].map(([name, { back }]) =>
        line(
          name,
          back.map((share) => share * 100),
          '%',
        ),
      ),
    },
    ...scenario.plots.map((kind) => ({
      title: `${scenario.name}: ${kind} per 100 ms`,
      x,
      lines: [...runs].flatMap(([name, { requests }]) => {
        const counts = requests.get(kind);
        return counts === undefined
          ? []
          : [
              line(
                name,
                counts.map((one) => (one / count) * 100),
                '% of the viewers',
              ),
            ];
      }),
    })),
  ];
}

const ROOM = 'the room';
const QUICK_VIEWERS = 1_000;

async function run(context: BenchContext): Promise<BenchOutcome> {
  const outcomes = new Outcomes();
  const count = context.isQuick ? QUICK_VIEWERS : context.viewers;
  for (const scenario of scenarios(count).filter(({ name }) => context.takes(name))) {
    const runs = new Map<string, Run>();
    const contestant = (name: string, make: (deps: ViewerDeps) => Viewer): Contestant => {
      let seed = 0;
      return {
        name,
        measure() {
          const done = simulate(scenario, count, ++seed, make);
          runs.set(name, done);
          return Promise.resolve(done.sample);
        },
      };
    };
    const others = scenario.figures.includes('half back') ? Object.entries(RECONNECT_RULES) : [];
    const contestants = [contestant(ROOM, roomViewer), ...others.map(([name, rule]) => contestant(name, (deps) => ruleViewer(rule, deps)))];
    await outcomes.race(context, {
      name: scenario.name,
      about: `${count} viewers. ${scenario.about}`,
      contestants,
      kinds: KINDS,
      isSteady: true,
      series: () => plotsOf(scenario, count, runs),
    });
  }
  return outcomes.outcome();
}

export const CROWD: Benchmark = {
  name: 'crowd',
  about:
    'How a crowd of viewers returns after an outage: requests at once, and the share that is back. Virtual time; the chat rules of other libraries beside the room.',
  kinds: KINDS,
  run,
};
