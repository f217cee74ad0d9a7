/**
 * Schema of a benchmark's result: `benchmarks/results/NAME.json`, and the same in the report. Every figure keeps the raw value of each
 * round; its median, min, max and ratios are derived from them, and a result with inconsistent summaries is refused. benchmarks/README.md
 * describes each field.
 */
import * as v from 'valibot';

const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Interpolates linearly between two samples; NaN without samples. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)]!;
  return below + (sorted[Math.ceil(at)]! - below) * (at - Math.floor(at));
}

interface Summary {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export const summarise = (raw: readonly number[]): Summary => ({ median: median(raw), min: Math.min(...raw), max: Math.max(...raw) });

/** Ratios within the same round, because a disturbance affects both sides. */
export const ratios = (raw: readonly number[], base: readonly number[]): readonly number[] =>
  raw.flatMap((value, round) => {
    const other = base[round];
    return other === undefined || other === 0 ? [] : [value / other];
  });

/** 10 log10(peak² / mean squared error); Infinity for equal planes. */
export const psnr = (squaredError: number, samples: number, peak: number): number =>
  squaredError === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((peak * peak * samples) / squaredError);

/** Number format of terminal, report and page: three significant digits. */
export function show(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  return size >= 1_000 ? value.toFixed(0) : size >= 100 ? value.toFixed(1) : size >= 1 ? value.toFixed(2) : value.toPrecision(3);
}

export const SCHEMA_VERSION = 1;
export const BENCHMARKS = ['decode', 'wire', 'start-up', 'main-thread', 'stall', 'cost', 'memory', 'backend', 'crowd', 'slow'] as const;
export type BenchmarkName = (typeof BENCHMARKS)[number];
/** The result of the page /bench, which measures the device that opens it. */
const DEVICE = 'device';

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(120));
const line = v.pipe(v.string(), v.maxLength(2_000));
const finite = v.pipe(v.number(), v.finite());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const hash = (digits: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${digits}}$`)));
const summary = { median: finite, min: finite, max: finite };

/** Digits kept of every figure: more than the precision of any clock here. */
export const SIGNIFICANT_DIGITS = 7;
/**
 * A ratio, its value and its base are each rounded by half of the last digit kept, which is largest for figures beginning with 1; doubled
 * for the sums.
 */
const ROUNDING = 2 * 3 * (0.5 / 10 ** (SIGNIFICANT_DIGITS - 1));

const near = (a: number, b: number): boolean => Math.abs(a - b) <= ROUNDING * Math.max(1, Math.abs(a), Math.abs(b));
const isSummaryOf = (given: { readonly median: number; readonly min: number; readonly max: number }, raw: readonly number[]): boolean => {
  const derived = summarise(raw);
  return near(given.median, derived.median) && near(given.min, derived.min) && near(given.max, derived.max);
};

const FIGURE = v.pipe(
  v.strictObject({
    /** A key of `meanings`. */
    figure: name,
    unit: v.pipe(v.string(), v.maxLength(20)),
    better: v.picklist(['higher', 'lower', 'neither']),
    raw: v.pipe(v.array(finite), v.minLength(1)),
    ...summary,
    /** Relative to the contestant of this name, round by round. */
    ratio: v.exactOptional(v.strictObject({ to: name, ...summary })),
  }),
  v.check((figure) => isSummaryOf(figure, figure.raw), 'median, min and max are those of the raw values'),
);

const ROW = v.strictObject({ contestant: name, figures: v.array(FIGURE), notes: v.array(line) });

const SERIES = v.pipe(
  v.strictObject({
    title: name,
    x: v.strictObject({ label: name, values: v.array(finite) }),
    lines: v.array(v.strictObject({ label: name, unit: v.pipe(v.string(), v.maxLength(20)), values: v.array(v.nullable(finite)) })),
  }),
  v.check(({ x, lines }) => lines.every(({ values }) => values.length === x.values.length), 'every line has a value for every x'),
);

const GROUP = v.pipe(
  v.strictObject({
    name,
    about: line,
    rows: v.array(ROW),
    /** Contestants that could not take part, with the reason. */
    absent: v.array(v.strictObject({ contestant: name, why: line })),
    series: v.array(SERIES),
  }),
  v.check(({ rows }) => rows.every((row) => row.figures.every((figure) => ratioHolds(figure, rows))), 'ratios are those of the raw values'),
);

function ratioHolds(figure: v.InferOutput<typeof FIGURE>, rows: readonly v.InferOutput<typeof ROW>[]): boolean {
  if (!figure.ratio) return true;
  const base = rows.find(({ contestant }) => contestant === figure.ratio?.to)?.figures.find((other) => other.figure === figure.figure);
  return base !== undefined && isSummaryOf(figure.ratio, ratios(figure.raw, base.raw));
}

export const RESULT = v.pipe(
  v.strictObject({
    schema: v.literal(SCHEMA_VERSION),
    benchmark: v.picklist([...BENCHMARKS, DEVICE]),
    /** Question and method of the benchmark. */
    about: line,
    /** Meaning of each figure, by its name. */
    meanings: v.record(name, line),
    startedAt: v.pipe(v.string(), v.isoTimestamp()),
    tookS: finite,
    isQuick: v.boolean(),
    /** Null: the page was built outside of a repository. */
    commit: v.nullable(v.strictObject({ hash: hash(40), isDirty: v.boolean() })),
    /** In `compare`: the other revision. */
    base: v.exactOptional(v.strictObject({ given: name, hash: hash(40) })),
    /** Of the page /bench: one line for people, and what the browser reports. */
    device: v.exactOptional(v.strictObject({ words: name, userAgent: line, gpu: line, isIsolated: v.boolean() })),
    machine: v.strictObject({ cpu: line, cores: count, memoryGiB: finite, os: line }),
    software: v.strictObject({ node: v.nullable(name), browser: v.nullable(name), ffmpeg: v.nullable(name), x265: v.nullable(name) }),
    inputs: v.array(v.strictObject({ name, md5: hash(32), bytes: count, about: line })),
    rounds: v.strictObject({
      counted: count,
      warmUp: count,
      /** Rounds discarded and repeated because other load disturbed them. */
      repeated: count,
      /** Disturbed rounds that count anyway, because the limit of repeats was reached. */
      disturbed: count,
    }),
    /**
     * One probe after each round: slowdown relative to the best one, cores that two busy threads got, and time stolen by the host since the
     * last probe.
     */
    probes: v.array(v.strictObject({ slower: finite, workMs: v.optional(finite), cores: finite, stolen: share })),
    groups: v.pipe(v.array(GROUP), v.minLength(1)),
  }),
  v.check(
    ({ groups, meanings }) => groups.every(({ rows }) => rows.every(({ figures }) => figures.every(({ figure }) => figure in meanings))),
    'every figure has a meaning',
  ),
);

export type BenchmarkResult = v.InferOutput<typeof RESULT>;
export type Group = v.InferOutput<typeof GROUP>;
export type Row = v.InferOutput<typeof ROW>;
export type Figure = v.InferOutput<typeof FIGURE>;
export type Series = v.InferOutput<typeof SERIES>;

/** The result, or its first problem with its place. */
export function readResult(
  given: unknown,
): { readonly ok: true; readonly value: BenchmarkResult } | { readonly ok: false; readonly why: string } {
  const read = v.safeParse(RESULT, given);
  if (read.success) return { ok: true, value: read.output };
  const [issue] = read.issues;
  return { ok: false, why: `${v.getDotPath(issue) ?? 'the result'}: ${issue.message}` };
}
