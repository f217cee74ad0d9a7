/** Input and output of a benchmark. */
import type { Input } from './environment.ts';
import type { Probe, ProbeReading } from './probe.ts';
import { type Contestant, type FigureKinds, type RaceOutcome, type RatioTo, type RoundCounts, addCounts, race, rowsOf } from './rounds.ts';
import type { BenchmarkName, Group, Series } from './schema.ts';

/** A measured revision: the current one, and in `compare` another one. */
export interface Subject {
  readonly name: string;
  /** Folder of its checkout, with installed dependencies. */
  readonly root: string;
  /** Folder of its production build, made on the first call. */
  dist(): Promise<string>;
  /** The same build with the original function names, for profiles. */
  readableDist(): Promise<string>;
}

export interface BenchContext {
  readonly isQuick: boolean;
  readonly subjects: readonly Subject[];
  /** In `compare` only the subjects take part. */
  readonly isComparison: boolean;
  /** `--file`: streams used instead of the fixtures. */
  readonly files: readonly string[];
  /** `--only`: whether a group is measured; of the benchmarks with long groups. */
  readonly takes: (group: string) => boolean;
  /** `--viewers`: of a crowd. */
  readonly viewers: number;
  readonly probe: Probe;
  /** Prints the current step. */
  readonly say: (what: string) => void;
}

export interface BenchOutcome {
  readonly inputs: readonly Input[];
  readonly groups: readonly Group[];
  readonly rounds: RoundCounts;
  readonly probes: readonly ProbeReading[];
  /** Figures known only after the run, in addition to the benchmark's. */
  readonly kinds?: FigureKinds;
}

export interface Benchmark {
  readonly name: BenchmarkName;
  readonly about: string;
  readonly kinds: FigureKinds;
  run(context: BenchContext): Promise<BenchOutcome>;
}

/** A race whose result is one group. */
interface GroupRace {
  readonly name: string;
  readonly about: string;
  readonly contestants: readonly Contestant[];
  /** A function if they are known after the race. */
  readonly kinds: FigureKinds | (() => FigureKinds);
  /** Contestant to which the others are compared; in a comparison each is compared with the same one of the base. */
  readonly base?: string;
  readonly rounds?: number;
  readonly warmUp?: number;
  /** Real time or virtual time, which other load does not change: no round is repeated. */
  readonly isSteady?: boolean;
  readonly series?: () => Series[];
}

/** Collects groups and the counts of their races. */
export class Outcomes {
  readonly inputs: Input[] = [];
  readonly groups: Group[] = [];
  readonly probes: ProbeReading[] = [];
  rounds: RoundCounts = { counted: 0, warmUp: 0, repeated: 0, disturbed: 0 };

  count({ counts, probes }: RaceOutcome): void {
    this.rounds = addCounts(this.rounds, counts);
    this.probes.push(...probes);
  }

  async race(context: BenchContext, given: GroupRace): Promise<void> {
    const { name, about, contestants, kinds, base, rounds = 1, warmUp = 0, isSteady = false, series } = given;
    const raced = await race(contestants, {
      rounds,
      warmUp,
      probe: context.probe,
      isQuick: isSteady || context.isQuick,
      onTurn: (turn) => context.say(`${name}: ${turn}`),
    });
    this.count(raced);
    const rows = rowsOf(
      contestants,
      raced,
      typeof kinds === 'function' ? kinds() : kinds,
      base === undefined ? base : ratioFor(context, base),
    );
    this.groups.push({ name, about, rows, absent: [], series: series?.() ?? [] });
  }

  outcome(): BenchOutcome {
    const { inputs, groups, rounds, probes } = this;
    return { inputs, groups, rounds, probes };
  }

  addInput(input: Input): void {
    if (!this.inputs.some(({ name }) => name === input.name)) this.inputs.push(input);
  }
}

/** Name of a subject's contestant: in a comparison with the subject's name. */
export const nameFor = (context: BenchContext, subject: Subject, name: string): string =>
  context.isComparison ? `${subject.name}: ${name}` : name;

/** In a comparison each contestant is compared with the same one of the base; otherwise all with one. */
export function ratioFor(context: BenchContext, usual: string): RatioTo {
  const [ours, base] = context.subjects;
  if (!context.isComparison || ours === undefined || base === undefined) return usual;
  const prefix = nameFor(context, ours, '');
  return (contestant) => (contestant.startsWith(prefix) ? nameFor(context, base, contestant.slice(prefix.length)) : undefined);
}
