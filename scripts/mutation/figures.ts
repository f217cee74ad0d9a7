/** Results of `npm run mutate`, by file and summed by folder: docs/mutation.json. */

/** Counted statuses of Stryker's report; the others (ignored with a reason, not compiled) are not counted. */
const KILLED = ['Killed', 'Timeout'];
const ALIVE = ['Survived', 'NoCoverage'];

export interface Figures {
  readonly killed: number;
  readonly alive: number;
  /** The file's mutants were sampled: one in so many lines. Absent: all of them. */
  readonly oneOf?: number;
}
/** The used members of Stryker's report. */
export interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}
export interface Summary {
  /** In percent, to one decimal. */
  readonly score: number;
  readonly folders: Readonly<Record<string, Figures & { readonly score: number }>>;
  readonly files: Readonly<Record<string, Figures>>;
}

export function figuresOf({ files }: Report, oneOf = 1): Summary['files'] {
  const count = (mutants: Report['files'][string]['mutants'], statuses: readonly string[]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  return Object.fromEntries(
    Object.entries(files).map(([path, { mutants }]) => [
      path,
      { killed: count(mutants, KILLED), alive: count(mutants, ALIVE), ...(oneOf > 1 && { oneOf }) },
    ]),
  );
}

/** A feature's wiring and its rules count as two folders of the summary; elsewhere a folder is one. */
export function folderOf(path: string): string {
  const feature = /^src\/features\/[^/]+\/(room|rules)/.exec(path);
  if (feature !== null) return `src/features/*/${feature[1]}*.ts`;
  return path.slice(0, path.lastIndexOf('/'));
}

const scoreOf = ({ killed, alive }: Figures): number => Math.round((1_000 * killed) / Math.max(1, killed + alive)) / 10;

/** A sampled file counts with the mutants that it stands for. */
const sum = (all: readonly Figures[]): Figures => ({
  killed: all.reduce((total, { killed, oneOf = 1 }) => total + killed * oneOf, 0),
  alive: all.reduce((total, { alive, oneOf = 1 }) => total + alive * oneOf, 0),
});

const sorted = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** `before` with the files of a run replaced; deleted files are removed. */
export function summaryOf(before: Summary['files'], run: Summary['files'], exists: (path: string) => boolean): Summary {
  const files = sorted(Object.entries({ ...before, ...run }).filter(([path]) => exists(path)));
  const folders = new Map<string, Figures[]>();
  for (const [path, figures] of Object.entries(files)) folders.set(folderOf(path), [...(folders.get(folderOf(path)) ?? []), figures]);
  return {
    score: scoreOf(sum(Object.values(files))),
    folders: sorted([...folders].map(([folder, all]) => [folder, { score: scoreOf(sum(all)), ...sum(all) }] as const)),
    files,
  };
}

/** Minimum scores in percent, by folder; the last row applies to all others. */
const LEAST: readonly (readonly [folder: string, percent: number])[] = [
  ['src/features/*/room*.ts', 85],
  ['src/workers/stats', 85],
  ['', 80],
];
const leastOf = (folder: string): number => LEAST.find(([prefix]) => folder.startsWith(prefix))?.[1] ?? 0;

/** Folders below their minimum score, as text. */
export const tooLow = ({ folders }: Summary): readonly string[] =>
  Object.entries(folders).flatMap(([folder, { score }]) =>
    score < leastOf(folder) ? [`${folder}: ${score} %, at least ${leastOf(folder)} % are needed`] : [],
  );
