/** Rounds in which every contestant has a turn, so that a drift of the machine affects all equally. */
import os from 'node:os';
import { isDisturbed, type Probe, type ProbeReading } from './probe.ts';
import { type Figure, type Row, ratios, summarise } from './schema.ts';

/** Properties of a figure; samples only contain its name. */
export interface FigureKind {
  readonly unit: string;
  readonly better: 'higher' | 'lower' | 'neither';
  readonly meaning: string;
}
export type FigureKinds = Readonly<Record<string, FigureKind>>;
export type Sample = Readonly<Record<string, number>>;

export interface Contestant {
  readonly name: string;
  readonly notes?: readonly string[];
  /** One turn. A figure that could not be measured is omitted, or NaN. */
  measure(): Promise<Sample>;
  close?(): Promise<void> | void;
}

export interface RoundCounts {
  readonly counted: number;
  readonly warmUp: number;
  readonly repeated: number;
  readonly disturbed: number;
}

export interface RaceOutcome {
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
  readonly counts: RoundCounts;
  readonly probes: readonly ProbeReading[];
}

/** The same contestants with simultaneous turns: for watches in real time that leave the machine mostly idle. */
export function together(contestants: readonly Contestant[]): Contestant[] {
  let turn: readonly Promise<Sample>[] = [];
  return contestants.map((contestant, place) => ({
    ...contestant,
    measure() {
      if (place === 0) {
        turn = contestants.map((one) => one.measure());
        // Each is awaited in its place; without this handler an earlier failure would be an unhandled rejection.
        for (const one of turn) one.catch(() => undefined);
      }
      return turn[place]!;
    },
  }));
}

/** A machine that is never free is measured anyway, and the result shows it. A quick run repeats nothing. */
const REPEATS_PER_ROUND_MAX = 1;

export async function race(
  contestants: readonly Contestant[],
  options: {
    readonly rounds: number;
    readonly warmUp: number;
    readonly probe: Probe;
    readonly isQuick: boolean;
    readonly onTurn?: (contestant: string) => void;
  },
): Promise<RaceOutcome> {
  const samples = new Map<string, Sample[]>(contestants.map(({ name }) => [name, []]));
  const probes: ProbeReading[] = [];
  const turn = async (): Promise<Map<string, Sample>> => {
    const taken = new Map<string, Sample>();
    for (const contestant of contestants) {
      options.onTurn?.(contestant.name);
      taken.set(contestant.name, await contestant.measure());
    }
    return taken;
  };
  for (let round = 0; round < options.warmUp; round++) await turn();

  let repeated = 0;
  let disturbed = 0;
  let before = await options.probe.read();
  for (let round = 0; round < options.rounds; round++) {
    for (let attempt = 0; ; attempt++) {
      const taken = await turn();
      const after = await options.probe.read();
      probes.push(after);
      const isBad = isDisturbed(before, after, os.availableParallelism());
      before = after;
      if (isBad && !options.isQuick && attempt < REPEATS_PER_ROUND_MAX) {
        repeated++;
        continue;
      }
      if (isBad) disturbed++;
      for (const [name, sample] of taken) samples.get(name)!.push(sample);
      break;
    }
  }
  return { samples, probes, counts: { counted: options.rounds, warmUp: options.warmUp, repeated, disturbed } };
}

/** Reference of a contestant: one for all, or one each. */
export type RatioTo = string | ((contestant: string) => string | undefined);

/** Rows of the result; ratios only to contestants that ran. */
export function rowsOf(
  contestants: readonly Pick<Contestant, 'name' | 'notes'>[],
  outcome: RaceOutcome,
  kinds: FigureKinds,
  ratioTo?: RatioTo,
): Row[] {
  const rawOf = (name: string, figure: string): number[] =>
    (outcome.samples.get(name) ?? []).flatMap((sample) => (Number.isFinite(sample[figure]) ? [sample[figure]!] : []));
  return contestants.map(({ name, notes = [] }) => ({
    contestant: name,
    notes: [...notes],
    figures: Object.entries(kinds).flatMap(([figure, kind]): Figure[] => {
      const raw = rawOf(name, figure);
      if (raw.length === 0) return [];
      const to = typeof ratioTo === 'function' ? ratioTo(name) : ratioTo;
      const base = to === undefined || to === name ? [] : rawOf(to, figure);
      const over = base.length === raw.length ? ratios(raw, base) : [];
      const ratio = over.length > 0 && to !== undefined ? { ratio: { to, ...summarise(over) } } : {};
      return [{ figure, unit: kind.unit, better: kind.better, raw, ...summarise(raw), ...ratio }];
    }),
  }));
}

export const addCounts = (a: RoundCounts, b: RoundCounts): RoundCounts => ({
  counted: a.counted + b.counted,
  warmUp: a.warmUp + b.warmUp,
  repeated: a.repeated + b.repeated,
  disturbed: a.disturbed + b.disturbed,
});
