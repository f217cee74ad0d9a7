/** What a benchmark is given, and what it hands back. */
import type { Input } from './environment.ts';
import type { Probe, ProbeReading } from './probe.ts';
import type { FigureKinds, RaceOutcome, RatioTo, RoundCounts } from './rounds.ts';
import { addCounts } from './rounds.ts';
import type { BenchmarkName, Group } from './schema.ts';

/** A revision that is measured: this one, and in `compare` another one beside it. */
export interface Subject {
  readonly name: string;
  /** Of its checkout, with its dependencies installed. */
  readonly root: string;
  /** Folder of its production build; made at the first call. */
  dist(): Promise<string>;
  /** The same build with the names of its functions left as they are: for profiles. */
  readableDist(): Promise<string>;
}

export interface BenchContext {
  readonly isQuick: boolean;
  readonly subjects: readonly Subject[];
  /** In `compare` the subjects race each other and nobody else takes part. */
  readonly isComparison: boolean;
  /** Packages of others may be installed where they are not. */
  readonly mayInstall: boolean;
  /** `--file`: streams to use instead of the fixtures. */
  readonly files: readonly string[];
  /** `--clips`: natural video that streams are encoded from. */
  readonly clips: readonly string[];
  readonly probe: Probe;
  /** Says what is being done, for whoever waits. */
  readonly say: (what: string) => void;
}

export interface BenchOutcome {
  readonly inputs: readonly Input[];
  readonly groups: readonly Group[];
  readonly rounds: RoundCounts;
  readonly probes: readonly ProbeReading[];
  /** Figures that are only known by running, beside those of the benchmark. */
  readonly kinds?: FigureKinds;
}

export interface Benchmark {
  readonly name: BenchmarkName;
  readonly about: string;
  readonly kinds: FigureKinds;
  run(context: BenchContext): Promise<BenchOutcome>;
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

  outcome(): BenchOutcome {
    const { inputs, groups, rounds, probes } = this;
    return { inputs, groups, rounds, probes };
  }

  addInput(input: Input): void {
    if (!this.inputs.some(({ name }) => name === input.name)) this.inputs.push(input);
  }
}

/** The contestant of a subject: in a comparison the names of both stand beside it. */
export const nameFor = (context: BenchContext, subject: Subject, name: string): string =>
  context.isComparison ? `${subject.name}: ${name}` : name;

/** In a comparison everybody against the same of the base; else all against one. */
export function ratioFor(context: BenchContext, usual: string): RatioTo {
  const [ours, base] = context.subjects;
  if (!context.isComparison || ours === undefined || base === undefined) return usual;
  const prefix = nameFor(context, ours, '');
  return (contestant) => (contestant.startsWith(prefix) ? nameFor(context, base, contestant.slice(prefix.length)) : undefined);
}
