/** Stored results of `npm run e2e:firefox -- --save` and `e2e:webkit`, and their table in the documents. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../suite/tool.ts';

export const RESULTS_PATH = join(ROOT, 'docs/browsers.json');

export interface BrowserResult {
  readonly name: string;
  readonly version: string;
  /** By feature of the smoke test: `yes`, or `no: …` with the failed condition. */
  readonly results: Readonly<Record<string, string>>;
}
export type BrowserResults = Readonly<Partial<Record<'firefox' | 'webkit', BrowserResult>>>;

export const readResults = (): BrowserResults =>
  existsSync(RESULTS_PATH) ? (JSON.parse(readFileSync(RESULTS_PATH, 'utf8')) as BrowserResults) : {};

const NAMES = { firefox: 'Firefox', webkit: 'WebKitGTK' } as const;

/** Drivers report it as `firefox/153.7.0`. */
const versionOf = ({ version }: BrowserResult): string => /[\d.]+/.exec(version)?.[0] ?? version;

/** Head and rows. A browser or a feature that was never run has a row "not measured". */
export function browserRows(results: BrowserResults, features: readonly string[]): readonly (readonly string[])[] {
  const browsers = ['firefox', 'webkit'] as const;
  const head = [
    'what',
    ...browsers.map((which) => `${NAMES[which]}${results[which] === undefined ? '' : ` ${versionOf(results[which])}`}`),
  ];
  const rows = features.map((feature) => [feature, ...browsers.map((which) => results[which]?.results[feature] ?? 'not measured')]);
  return [head, ...rows];
}
