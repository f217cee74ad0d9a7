import { DEGREES } from '../../workers/core/player/degree.ts';
import type { StreamSigns } from '../../workers/core/room/view.ts';
import { SWITCH_REASON, type PlayerKind, type SwitchReasonName } from '../../workers/core/player/names.ts';
import type { PlayerFigures } from '../players/host.ts';
import type { Text } from '../text/zh-CN.ts';

/** What the overlay shows, made of two samples and the player log. Pure: when to ask is NerdStats.tsx's. */
export type NerdName = keyof Text['nerd']['rows'];

export interface NerdRow {
  readonly name: NerdName;
  readonly value: string;
  /** Lines of the player log that belong to the row, newest last. */
  readonly lines: readonly string[];
}

export interface NerdSample {
  /** performance.now() milliseconds. */
  readonly atMs: number;
  readonly figures: PlayerFigures;
}

export interface NerdCase {
  readonly now: NerdSample | null;
  /** The sample before; another epoch's says nothing about this one's speed. */
  readonly before: NerdSample | null;
  readonly kind: PlayerKind | null;
  readonly reason: SwitchReasonName;
  readonly log: readonly string[];
  /** What the stream itself said (P30). */
  readonly signs: StreamSigns;
}

const MAX_WHY_LINES = 2;
const MAX_RETRY_LINES = 3;

/** `+3.2s h264 address 1 of 2: another address` (core/player/recovery.ts): which kind took over, and why. */
const WHY_LINE = /^\+[\d.]+s (?:h264|h265|h265-native|webrtc) address \d+ of \d+: /;
/** `+3.2s ACK_NETWORK_FAIL (TIMEOUT): all addresses failed` (player-owner.ts): a pull that failed, and what was done. */
const FAILURE_LINE = /^\+[\d.]+s [A-Z][A-Z0-9_]+(?: \([^)]*\))?: /;
const DEGREE_LINE = /^\+[\d.]+s decode /;

export function nerdRows({ now, before, kind, reason, log, signs }: NerdCase, words: Text): readonly NerdRow[] {
  const { nerd } = words;
  const rows: NerdRow[] = [];
  const add = (name: NerdName, value: string | null, lines: readonly string[] = []): void => {
    if (value !== null) rows.push({ name, value, lines });
  };
  const played = now?.figures.kind ?? kind;
  add('kind', played === null ? nerd.none : `${words.kinds[played]} (${played})`);
  add('why', `${nerd.reasons[reason]} (${SWITCH_REASON[reason]})`, last(log, WHY_LINE, MAX_WHY_LINES));
  if (now !== null) addFigures(now, before, log, signs, nerd, add);
  addSigns(signs, nerd, add);
  const failures = log.filter((line) => FAILURE_LINE.test(line));
  add('retries', String(failures.length), failures.slice(-MAX_RETRY_LINES));
  return rows;
}

function addFigures(
  { figures, atMs }: NerdSample,
  before: NerdSample | null,
  log: readonly string[],
  { delayMs }: StreamSigns,
  nerd: Text['nerd'],
  add: (name: NerdName, value: string | null, lines?: readonly string[]) => void,
): void {
  const { progress, own } = figures;
  const { own: decoder } = progress;
  const number = (name: string): number => (typeof own[name] === 'number' ? own[name] : Number.NaN);
  const word = (name: string): string => (typeof own[name] === 'string' ? own[name] : '');
  const isSame = before !== null && before.figures.epoch === figures.epoch && atMs > before.atMs;
  const perSecond = (value: number, old: number | undefined): number =>
    isSame && old !== undefined ? Math.max(0, ((value - old) * 1_000) / (atMs - before.atMs)) : Number.NaN;

  add('codec', word('CODEC') || null);
  const [width, height] = [number('WIDTH'), number('HEIGHT')];
  const fps = fixed(perSecond(progress.paintedFrames, before?.figures.progress.paintedFrames), 0, ' fps');
  add('resolution', width > 0 && height > 0 ? join(`${width}×${height}`, fps) : fps);
  const [p50, p95] = [fixed(number('DECODE_MS_P50'), 1, ' ms'), fixed(number('DECODE_MS_P95'), 1, ' ms')];
  add('decode', p50 !== null && p95 !== null ? `p50 ${p50} · p95 ${p95}` : fixed(progress.decodeMs, 1, ' ms'));
  const why = word('THREADS_WHY');
  add('threads', join(fixed(number('THREADS'), 0), why === '' ? null : (nerd.threads[why as keyof typeof nerd.threads] ?? why)));
  const [undecoded, aheadMs] = [fixed(number('QUEUED_UNITS'), 0), number('NEWEST_DECODED_MS') - progress.positionS * 1_000];
  add('queues', undecoded === null ? null : join(nerd.undecoded(undecoded), map(fixed(Math.max(0, aheadMs), 0, ' ms'), nerd.decodedAhead)));
  const [late, skipped] = [fixed(number('DROPPED_LATE'), 0), fixed(number('DROPPED_UNDECODED'), 0)];
  add(
    'dropped',
    late !== null && skipped !== null ? `${nerd.droppedLate(late)} · ${nerd.droppedUndecoded(skipped)}` : fixed(progress.droppedFrames, 0),
  );
  const damage = number('DAMAGED_PICTURES') + number('DAMAGED_TAGS') + number('REBUILDS');
  add(
    'damage',
    damage > 0 ? nerd.damage(String(number('DAMAGED_PICTURES')), String(number('DAMAGED_TAGS')), String(number('REBUILDS'))) : null,
  );
  add('offset', fixed(number('AV_OFFSET_MS'), 0, ' ms'));
  const upstreamS = delayMs === null ? null : delayMs / 1_000;
  add(
    'latency',
    join(fixed(progress.latencyS + (upstreamS ?? 0), 2, ' s'), upstreamS === null ? null : nerd.upstream(`${upstreamS.toFixed(2)} s`)),
  );
  add('buffer', fixed(progress.bufferedS, 2, ' s'));
  add(
    'speed',
    join(
      map(finite(perSecond(progress.bytes, before?.figures.progress.bytes)), (rate) => `${size(rate)}/s`),
      map(finite(progress.bytes), size),
    ),
  );
  const pace = word('PACE');
  add('pace', join(fixed(number('RATE'), 2, '×'), pace === '' ? null : (nerd.paces[pace as keyof typeof nerd.paces] ?? pace)));
  add('degree', decoder ? `${decoder.degree} · ${DEGREES[decoder.degree].name}` : null, decoder ? last(log, DEGREE_LINE, 1) : []);
  const peers = number('peers');
  if (Number.isFinite(peers)) {
    const [fromPeers, fromSource] = [number('fromPeersBytes'), number('fromSourceBytes')];
    const share = fromPeers + fromSource > 0 ? fromPeers / (fromPeers + fromSource) : 0;
    const dropped = number('droppedPeers') > 0 ? nerd.peersDropped(String(number('droppedPeers'))) : null;
    add('peers', join(nerd.peers(String(peers)), dropped, word('dropWhy') || null));
    add('shared', nerd.shared(size(fromPeers), `${Math.round(share * 100)}%`, size(fromSource), size(number('toPeersBytes'))));
  }
}

function addSigns(signs: StreamSigns, nerd: Text['nerd'], add: (name: NerdName, value: string | null) => void): void {
  const { kilobitsPerS, pitchHz, heard, unknown, unreadable } = signs;
  add('bitrate', kilobitsPerS === null ? null : fixed(kilobitsPerS, 0, ' kbit/s'));
  add('pitch', pitchHz === null ? null : fixed(pitchHz, 0, ' Hz'));
  add('messages', heard + unreadable === 0 ? null : nerd.messages(String(heard), String(unknown), String(unreadable)));
}

const last = (log: readonly string[], form: RegExp, count: number): readonly string[] =>
  log.filter((line) => form.test(line)).slice(-count);

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
const fixed = (value: number, digits: number, unit = ''): string | null =>
  // A difference that rounds to nothing is 0, never -0.
  Number.isFinite(value) ? `${value.toFixed(digits).replace(/^-(0(?:\.0+)?)$/, '$1')}${unit}` : null;
const map = <T>(value: T | null, make: (value: T) => string): string | null => (value === null ? null : make(value));
const join = (...parts: readonly (string | null)[]): string | null => {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : known.join(' · ');
};

/** Bytes as people read them; powers of 1024. */
function size(bytes: number): string {
  if (!(bytes >= 1_024)) return `${Math.max(0, Math.round(bytes)) || 0} B`;
  return bytes < 1_024 * 1_024 ? `${(bytes / 1_024).toFixed(0)} KiB` : `${(bytes / 1_024 / 1_024).toFixed(1)} MiB`;
}
