/** Figures that the page has measured so far, and the result that they make (measure/schema.ts). */
import { gzip } from 'pako';
import {
  type BenchmarkResult,
  type Figure,
  type Group,
  readResult,
  SCHEMA_VERSION,
  type Series,
  SIGNIFICANT_DIGITS,
  summarise,
} from '../measure/schema.ts';
import { inflateGzip } from '../../src/wire/inflate.ts';
import type { ThreadCosts } from '../../src/player/rules/decoding/threads.ts';

// A result teaches the room two facts about its device: the costs of decoding by number of threads, and whether the browser decodes H265 itself.

/** Group whose costs the room uses: the size and format of most rooms. */
const LIMITS_GROUP = 'Decode: 720p Main';
/** Contestant of the room's decoder with shared memory, and of the one without. */
const THREADS = /^footlight x([1-4])(?: unshared)?$/;
export const NATIVE_HEVC = 'the browser’s own decoder, H265';

interface Limits {
  /** Milliseconds per megapixel, as the room measures while it plays (player/rules/decoding/threads.ts). */
  readonly costs: ThreadCosts;
  /** Null: this result does not contain it. */
  readonly nativeHevc: boolean | null;
}

export function limitsOf({ groups }: Pick<BenchmarkResult, 'groups'>): Limits {
  const costs: Record<number, number> = {};
  const group = groups.find(({ name }) => name === LIMITS_GROUP);
  for (const { contestant, figures } of group?.rows ?? []) {
    const threads = Number(THREADS.exec(contestant)?.[1]);
    const cost = figures.find(({ figure }) => figure === 'cost');
    // One thread runs in two builds; the room uses the one of the shared memory if there is one, which is the first row.
    if (threads >= 1 && cost && costs[threads] === undefined) costs[threads] = cost.median;
  }
  const plays = groups.filter(({ name }) => name.startsWith('Play: H265')).flatMap(({ rows }) => rows);
  const isNative = plays.some(({ contestant }) => contestant === NATIVE_HEVC);
  return { costs, nativeHevc: plays.length === 0 ? null : isNative };
}

// A result in the fragment of a link, which never reaches a server.

/** Longest fragment in characters: chats and mails cut longer links. */
const FRAGMENT_CHARS_MAX = 24_000;
/** Largest result in bytes, of a link or a file. */
const RESULT_BYTES_MAX = 1_048_576;

const PREFIX = '#r=';

/** Null if the result is too large for a link; the file remains. */
export function linkOf(result: BenchmarkResult, page: string): string | null {
  const bytes = gzip(new TextEncoder().encode(JSON.stringify(withoutSeries(result))));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const text = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return text.length > FRAGMENT_CHARS_MAX ? null : `${page.replace(/#.*$/, '')}${PREFIX}${text}`;
}

/** Plots over time are most of the bytes. */
const withoutSeries = (result: BenchmarkResult): BenchmarkResult => ({
  ...result,
  groups: result.groups.map((group) => ({ ...group, series: [] })),
});

type Read = ReturnType<typeof readResult>;

/** Null without a result in the fragment. */
export function readLink(fragment: string): Read | null {
  if (!fragment.startsWith(PREFIX)) return null;
  const text = fragment.slice(PREFIX.length);
  if (text.length > FRAGMENT_CHARS_MAX || !/^[\w-]+$/.test(text)) return { ok: false, why: 'the link is no result' };
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
    const inflated = inflateGzip(bytes, RESULT_BYTES_MAX);
    return inflated.ok ? readText(new TextDecoder().decode(inflated.value)) : { ok: false, why: inflated.error.detail };
  } catch (cause) {
    return { ok: false, why: String(cause) };
  }
}

export function readText(text: string): Read {
  if (text.length > RESULT_BYTES_MAX) return { ok: false, why: `more than ${RESULT_BYTES_MAX} characters` };
  try {
    return readResult(JSON.parse(text));
  } catch {
    return { ok: false, why: 'no JSON' };
  }
}

/** Figures of the page: unit, direction and meaning, by name. */
export const FIGURES = {
  speed: ['pictures/s', 'higher', 'Decoded pictures for each second, planes reachable, nothing drawn and nothing copied'],
  cost: ['ms/Mpixel', 'lower', 'Time of the decoding thread for each megapixel: what the room compares with its limits'],
  opened: ['ms', 'lower', 'From the request in a fresh worker to a decoder that is ready: loading, compiling, memory, threads'],
  'first picture': ['ms', 'lower', 'The same to the first decoded picture'],
  memory: ['MiB', 'lower', 'The memory of the decoder after the clip'],
  busy: ['%', 'lower', 'Share of the time that the thread spends on drawing 30 pictures a second'],
  presented: ['pictures/s', 'higher', 'Pictures presented: by video frame callbacks for a video element, else drawings that were finished'],
  'longest gap': ['ms', 'lower', 'Longest time between two presented pictures'],
  start: ['ms', 'lower', 'From the start of the attempt to its first picture'],
  painted: ['pictures/s', 'higher', 'Pictures shown for each second'],
  dropped: ['pictures', 'lower', 'Pictures that were decoded and not shown'],
  stalls: ['', 'lower', 'Times that the picture stood still for 400 ms or more after it first moved'],
  stalled: ['%', 'lower', 'Share of the time since the first picture that it stood still'],
  latency: ['ms', 'lower', 'Behind the newest data that has arrived, median over the watch'],
  decode: ['ms', 'lower', 'Time to decode a picture, average of the last pictures; of the player’s own decoder'],
  level: ['', 'lower', 'Decode level at the end: 0 decodes everything, 3 keyframes only; of the player’s own decoder'],
  'main thread': ['%', 'lower', 'Share of random moments at which the main thread did not answer at once'],
  'answer p95': ['ms', 'lower', 'Time until the main thread answers a message, 95th percentile'],
  'long tasks': ['ms/s', 'lower', 'Time in tasks of 50 ms or longer, for each second'],
  'frame p95': ['ms', 'lower', 'Time between two animation frames, 95th percentile'],
  'longest frame': ['ms', 'lower', 'Longest time between two animation frames'],
  battery: ['%', 'higher', 'Charge of the battery'],
} as const satisfies Record<string, readonly [unit: string, better: Figure['better'], meaning: string]>;
export type FigureName = keyof typeof FIGURES;

export interface Device {
  readonly words: string;
  readonly userAgent: string;
  readonly gpu: string;
  readonly isIsolated: boolean;
  readonly os: string;
  readonly browser: string;
  readonly cores: number;
  readonly memoryGiB: number;
}

type Measures = Readonly<Partial<Record<FigureName, number | readonly number[]>>>;

const rounded = (value: number): number => Number(value.toPrecision(SIGNIFICANT_DIGITS));

export class Collected {
  readonly #groups = new Map<string, Group>();
  readonly #inputs: BenchmarkResult['inputs'] = [];
  readonly #startedAt = new Date();
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Figures without a finite value are omitted. */
  add(group: string, about: string, contestant: string, measures: Measures, notes: readonly string[] = []): void {
    const figures = Object.entries(measures).flatMap(([figure, given]): Figure[] => {
      const raw = (typeof given === 'number' ? [given] : [...given]).filter((value) => Number.isFinite(value)).map(rounded);
      const [unit, better] = FIGURES[figure as FigureName];
      return raw.length === 0 ? [] : [{ figure, unit, better, raw, ...summarise(raw) }];
    });
    this.#groupOf(group, about).rows.push({ contestant, figures, notes: [...notes] });
    this.#onChange();
  }

  miss(group: string, about: string, contestant: string, why: string): void {
    this.#groupOf(group, about).absent.push({ contestant, why: why.slice(0, 500) });
    this.#onChange();
  }

  plot(group: string, series: Series): void {
    this.#groups.get(group)?.series.push(series);
    this.#onChange();
  }

  input(input: BenchmarkResult['inputs'][number]): void {
    if (!this.#inputs.some(({ name }) => name === input.name)) this.#inputs.push(input);
  }

  /** Null before the first figure. Throws for an inconsistent result, which is a bug of the page. */
  result(device: Device, isQuick: boolean): BenchmarkResult | null {
    const groups = [...this.#groups.values()];
    if (groups.length === 0) return null;
    const used = new Set(groups.flatMap(({ rows }) => rows.flatMap(({ figures }) => figures.map(({ figure }) => figure))));
    const commit: string = import.meta.env['VITE_COMMIT'] ?? '';
    const read = readResult({
      schema: SCHEMA_VERSION,
      benchmark: 'device',
      about: 'What this device can do, measured by the page /bench in its own browser.',
      meanings: Object.fromEntries([...used].map((name) => [name, FIGURES[name as FigureName][2]])),
      startedAt: this.#startedAt.toISOString(),
      tookS: (Date.now() - this.#startedAt.getTime()) / 1_000,
      isQuick,
      commit: commit === '' ? null : { hash: commit, isDirty: false },
      device: { words: device.words, userAgent: device.userAgent, gpu: device.gpu, isIsolated: device.isIsolated },
      machine: { cpu: 'unknown: a browser does not report it', cores: device.cores, memoryGiB: device.memoryGiB, os: device.os },
      software: { node: null, browser: device.browser, ffmpeg: null, x265: null },
      inputs: this.#inputs,
      rounds: { counted: 1, warmUp: 0, repeated: 0, disturbed: 0 },
      probes: [],
      groups,
    });
    if (!read.ok) throw new Error(`the result of this page: ${read.why}`);
    return read.value;
  }

  #groupOf(name: string, about: string): Group {
    const known = this.#groups.get(name);
    if (known) return known;
    const group: Group = { name, about, rows: [], absent: [], series: [] };
    this.#groups.set(name, group);
    return group;
  }
}
