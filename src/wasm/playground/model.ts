/** State of the playground's page, and its reaction to each event of the worker and of the visitor. */
import type { Comparison, DecodeOptions, DecoderFacts, FromSession, OverlayLayer, PictureRow, Race, StreamFacts } from './protocol.ts';
import type { BlockFacts } from './session/painter.ts';

export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  if (bytes < 1_024 ** 2) return `${(bytes / 1_024).toFixed(1)} KB`;
  return `${(bytes / 1_024 ** 2).toFixed(1)} MB`;
}

export function formatTime(us: number): string {
  const ms = Math.round(us / 1_000);
  const rest = Math.abs(ms) % 60_000;
  return `${ms < 0 ? '-' : ''}${Math.floor(Math.abs(ms) / 60_000)}:${(rest / 1_000).toFixed(3).padStart(6, '0')}`;
}

export function formatBitRate(bytes: number, seconds: number): string {
  if (seconds <= 0) return '';
  const kbps = (bytes * 8) / seconds / 1_000;
  return kbps < 1_000 ? `${kbps.toFixed(0)} kbit/s` : `${(kbps / 1_000).toFixed(2)} Mbit/s`;
}

type Column = Pick<PictureRow, 'type' | 'bytes' | 'decodeMs' | 'isDamaged'>;

/** The pictures of a timeline: a column is one picture, or the heaviest of several if there is not enough room. */
export function columnsOf(rows: readonly PictureRow[], columns: number): Column[] {
  const count = Math.min(rows.length, Math.max(Math.floor(columns), 1));
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * rows.length) / count);
    const to = Math.max(Math.floor(((i + 1) * rows.length) / count), from + 1);
    let heaviest = rows[from]!;
    let decodeMs = 0;
    let isDamaged = false;
    for (let at = from; at < to; at++) {
      const row = rows[at]!;
      if (row.bytes > heaviest.bytes) heaviest = row;
      decodeMs = Math.max(decodeMs, row.decodeMs);
      isDamaged ||= row.isDamaged;
    }
    return { type: heaviest.type, bytes: heaviest.bytes, decodeMs, isDamaged };
  });
}

export type Phase = 'empty' | 'reading' | 'analysing' | 'ready' | 'refused';
export type Busy = 'race' | 'hash' | 'compare';

type LogEntry = Omit<Extract<FromSession, { type: 'log' }>, 'type'>;

export interface State {
  readonly phase: Phase;
  readonly options: DecodeOptions;
  readonly facts: StreamFacts | undefined;
  readonly decoder: DecoderFacts | undefined;
  readonly rows: readonly PictureRow[];
  /** By output index; holes for pictures without a hash. */
  readonly hashes: readonly (string | undefined)[];
  /** Facts about the blocks of pictures that were shown with layers, by output index. */
  readonly blocks: Readonly<Record<number, BlockFacts>>;
  readonly layers: readonly OverlayLayer[];
  readonly index: number;
  /** The picture that the visitor chose, until it is shown: pictures that were on their way before it do not move the index. */
  readonly wanted: number | undefined;
  readonly isPlaying: boolean;
  readonly rate: number;
  /** Bytes while reading, 0 to 1 while analysing. */
  readonly progress: number;
  readonly busy: Busy | undefined;
  readonly race: Race | undefined;
  readonly comparison: Comparison | undefined;
  readonly log: readonly LogEntry[];
  readonly refusal: { readonly code: string; readonly detail: string } | undefined;
}

export type Action =
  | FromSession
  | { readonly type: 'reading'; readonly bytes: number }
  /** A choice of the visitor. */
  | { readonly type: 'set'; readonly to: Partial<Pick<State, 'options' | 'isPlaying' | 'rate' | 'index' | 'layers'>> }
  | { readonly type: 'busy'; readonly busy: Busy };

const LOG_ENTRIES_MAX = 200;

export const EMPTY: State = {
  phase: 'empty',
  options: { threads: 1, build: 'auto' },
  facts: undefined,
  decoder: undefined,
  rows: [],
  hashes: [],
  blocks: {},
  layers: [],
  index: 0,
  wanted: undefined,
  isPlaying: false,
  rate: 1,
  progress: 0,
  busy: undefined,
  race: undefined,
  comparison: undefined,
  log: [],
  refusal: undefined,
};

const cleared = ({ options, rate }: State): State => ({ ...EMPTY, options, rate });

/** False during the analysis and during a pass over all pictures: any other command ends it in the worker. */
export const isReady = ({ phase, busy }: State): boolean => phase === 'ready' && busy === undefined;

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'reading':
      return { ...(state.phase === 'reading' ? state : cleared(state)), phase: 'reading', progress: action.bytes };
    case 'set':
      return { ...state, ...action.to, wanted: action.to.index ?? (action.to.isPlaying === true ? undefined : state.wanted) };
    case 'busy':
      return { ...state, busy: action.busy, isPlaying: false, ...(action.busy === 'compare' ? { comparison: undefined } : {}) };
    default:
      return onSession(state, action);
  }
}

/** Phases in which the page shows the file of the worker's session. */
const SHOWS_FILE: readonly Phase[] = ['analysing', 'ready'];
/** Events that apply in every phase. */
const ALWAYS: readonly FromSession['type'][] = ['opened', 'refused', 'log'];

function onSession(state: State, event: FromSession): State {
  // While another file is read, the worker still analyses or plays the previous one.
  if (!SHOWS_FILE.includes(state.phase) && !ALWAYS.includes(event.type)) return state;
  switch (event.type) {
    case 'opened':
      return { ...cleared(state), phase: 'analysing', facts: event.facts, decoder: event.decoder };
    case 'refused':
      return { ...cleared(state), phase: 'refused', refusal: { code: event.code, detail: event.detail } };
    case 'pictures':
      return { ...state, rows: [...state.rows, ...event.rows], progress: event.done };
    case 'analysed':
      return { ...state, phase: 'ready', facts: event.facts, decoder: event.decoder };
    case 'shown':
      return {
        ...state,
        index: state.wanted ?? event.index,
        wanted: event.index === state.wanted ? undefined : state.wanted,
        hashes: event.md5 === undefined ? state.hashes : withHashes(state.hashes, event.index, [event.md5]),
        blocks: event.blocks === undefined ? state.blocks : { ...state.blocks, [event.index]: event.blocks },
      };
    case 'overlaid':
      return { ...state, layers: event.layers };
    case 'ended':
      return { ...state, isPlaying: false };
    case 'raced':
      return { ...state, busy: undefined, race: event.race };
    case 'hashes':
      return {
        ...state,
        hashes: withHashes(state.hashes, event.from, event.md5),
        busy: event.isLast && state.busy === 'hash' ? undefined : state.busy,
      };
    case 'compared':
      return { ...state, busy: undefined, comparison: event.comparison };
    case 'log':
      return { ...state, log: [...state.log, { level: event.level, text: event.text }].slice(-LOG_ENTRIES_MAX) };
  }
}

const withHashes = (hashes: State['hashes'], from: number, more: readonly string[]): State['hashes'] =>
  Object.assign([...hashes], Object.fromEntries(more.map((hash, i) => [from + i, hash])));

export function totalsOf(rows: readonly PictureRow[]) {
  const byType: Record<string, { count: number; bytes: number; decodeMs: number }> = {};
  let [bytes, decodeMs] = [0, 0];
  let slowest: PictureRow | undefined;
  for (const row of rows) {
    bytes += row.bytes;
    decodeMs += row.decodeMs;
    if (!slowest || row.decodeMs > slowest.decodeMs) slowest = row;
    const sum = (byType[row.type] ??= { count: 0, bytes: 0, decodeMs: 0 });
    sum.count++;
    sum.bytes += row.bytes;
    sum.decodeMs += row.decodeMs;
  }
  const [first, last] = [rows[0], rows.at(-1)];
  // The duration of the last picture is the average of the others.
  const span = first && last ? last.timeUs - first.timeUs : 0;
  const durationS = rows.length > 1 ? (span / 1e6) * (rows.length / (rows.length - 1)) : 0;
  return { bytes, durationS, decodeMs, slowest, byType };
}

/** All results, for a report or another tool. */
export function exportOf(state: State, browser: string): string {
  const { facts, decoder, rows, hashes, blocks, race, comparison, log, options } = state;
  const pictures = rows.map((row) => ({ ...row, md5: hashes[row.index], blocks: blocks[row.index] }));
  const { slowest: _slowest, ...totals } = totalsOf(rows);
  return `${JSON.stringify({ format: 'footlight-playground-1', browser, options, stream: facts, decoder, totals, race, comparison, log, pictures }, null, 2)}\n`;
}
