import type { PlayerLogEntry } from '../../../player/rules/contract.ts';
import { DECODE_LEVELS } from '../../../player/rules/decoding/decode-level.ts';
import type { StreamInfoView } from '../../../core/room/view.ts';
import { SWITCH_REASON, type PlayerKind, type SwitchReasonName } from '../../../player/rules/names.ts';
import type { PlayerFigures } from '../../../player/page-player.ts';
import type { Text, Widened } from '../../text/zh-CN.ts';
import type { Language } from '../../../design/language.ts';

/** The page's texts and the overlay's texts. */
export type NerdWords = Text & { readonly nerd: NerdText };

/** Rows of the overlay. `nerdRows` computes them from two samples and the player log; NerdStats.tsx takes the samples. */
export type NerdName = keyof NerdText['rows'];

export interface NerdRow {
  readonly name: NerdName;
  readonly value: string;
  /** Entries of the player log for this row, newest last. */
  readonly entries: readonly PlayerLogEntry[];
}

export interface NerdSample {
  /** performance.now() milliseconds. */
  readonly atMs: number;
  readonly figures: PlayerFigures;
}

export interface NerdCase {
  readonly now: NerdSample | null;
  /** The previous sample; a sample of another epoch cannot be used for speeds. */
  readonly before: NerdSample | null;
  readonly kind: PlayerKind | null;
  readonly reason: SwitchReasonName;
  readonly log: readonly PlayerLogEntry[];
  /** Messages carried in the stream (P30). */
  readonly streamInfo: StreamInfoView;
}

const MAX_WHY_ENTRIES = 2;
const MAX_RETRY_ENTRIES = 3;

export function nerdRows({ now, before, kind, reason, log, streamInfo }: NerdCase, words: NerdWords): readonly NerdRow[] {
  const { nerd } = words;
  const rows: NerdRow[] = [];
  const add = (name: NerdName, value: string | null, entries: readonly PlayerLogEntry[] = []): void => {
    if (value !== null) rows.push({ name, value, entries });
  };
  const played = now?.figures.kind ?? kind;
  add('kind', played === null ? nerd.none : `${words.kinds[played]} (${played})`);
  add('why', `${nerd.reasons[reason]} (${SWITCH_REASON[reason]})`, last(log, 'attempt', MAX_WHY_ENTRIES));
  if (now !== null) addFigures(now, before, log, streamInfo, nerd, add);
  addStreamInfo(streamInfo, nerd, add);
  const failures = log.filter((entry) => entry.type === 'failure');
  add('retries', String(failures.length), failures.slice(-MAX_RETRY_ENTRIES));
  return rows;
}

function addFigures(
  { figures, atMs }: NerdSample,
  before: NerdSample | null,
  log: readonly PlayerLogEntry[],
  { delayMs }: StreamInfoView,
  nerd: NerdText,
  add: (name: NerdName, value: string | null, entries?: readonly PlayerLogEntry[]) => void,
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
  const { kept } = figures;
  add('rewind', kept === undefined ? null : join(fixed(kept.keptMs / 1_000, 0, ' s'), size(kept.keptBytes)));
  add(
    'speed',
    join(
      map(finite(perSecond(progress.bytes, before?.figures.progress.bytes)), (rate) => `${size(rate)}/s`),
      map(finite(progress.bytes), size),
    ),
  );
  const pace = word('PACE');
  add('pace', join(fixed(number('RATE'), 2, '×'), pace === '' ? null : (nerd.paces[pace as keyof typeof nerd.paces] ?? pace)));
  add(
    'decodeLevel',
    decoder ? `${decoder.decodeLevel} · ${DECODE_LEVELS[decoder.decodeLevel].name}` : null,
    decoder ? last(log, 'decode-level', 1) : [],
  );
  const peers = number('peers');
  if (Number.isFinite(peers)) {
    const [fromPeers, fromSource] = [number('fromPeersBytes'), number('fromSourceBytes')];
    const share = fromPeers + fromSource > 0 ? fromPeers / (fromPeers + fromSource) : 0;
    const dropped = number('droppedPeers') > 0 ? nerd.peersDropped(String(number('droppedPeers'))) : null;
    add('peers', join(nerd.peers(String(peers)), dropped, word('dropWhy') || null));
    add('shared', nerd.shared(size(fromPeers), `${Math.round(share * 100)}%`, size(fromSource), size(number('toPeersBytes'))));
  }
}

function addStreamInfo(streamInfo: StreamInfoView, nerd: NerdText, add: (name: NerdName, value: string | null) => void): void {
  const { kilobitsPerS, pitchHz, dispatched, unknown, unreadable } = streamInfo;
  add('bitrate', kilobitsPerS === null ? null : fixed(kilobitsPerS, 0, ' kbit/s'));
  add('pitch', pitchHz === null ? null : fixed(pitchHz, 0, ' Hz'));
  add('messages', dispatched + unreadable === 0 ? null : nerd.messages(String(dispatched), String(unknown), String(unreadable)));
}

const last = (log: readonly PlayerLogEntry[], kind: PlayerLogEntry['type'], count: number): readonly PlayerLogEntry[] =>
  log.filter((entry) => entry.type === kind).slice(-count);

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
const fixed = (value: number, digits: number, unit = ''): string | null =>
  // A value that rounds to zero is shown as 0, never as -0.
  Number.isFinite(value) ? `${value.toFixed(digits).replace(/^-(0(?:\.0+)?)$/, '$1')}${unit}` : null;
const map = <T>(value: T | null, make: (value: T) => string): string | null => (value === null ? null : make(value));
const join = (...parts: readonly (string | null)[]): string | null => {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : known.join(' · ');
};

/** Human-readable bytes, in powers of 1024. */
function size(bytes: number): string {
  if (!(bytes >= 1_024)) return `${Math.max(0, Math.round(bytes)) || 0} B`;
  return bytes < 1_024 * 1_024 ? `${(bytes / 1_024).toFixed(0)} KiB` : `${(bytes / 1_024 / 1_024).toFixed(1)} MiB`;
}

/** Texts of the overlay in both languages, in its chunk instead of the page's. */
const ZH = {
  title: '播放统计',
  none: '没有在播放',
  rows: {
    kind: '播放方式',
    why: '选择原因',
    codec: '编码',
    resolution: '画面',
    decode: '解码耗时（每帧）',
    threads: '解码线程',
    queues: '队列',
    dropped: '丢弃画面',
    damage: '损坏',
    offset: '音画偏差',
    latency: '延迟',
    bitrate: '主播码率',
    pitch: '音高',
    messages: '流消息',
    buffer: '缓冲',
    rewind: '回看',
    speed: '下载',
    pace: '速率',
    decodeLevel: '降级',
    retries: '重试',
    peers: 'P2P 节点',
    shared: 'P2P 流量',
  },
  reasons: {
    UNKNOW: '首选',
    STALL_CHECKER: '卡顿检测',
    USER_OPERATION: '用户选择',
    HISTORY_STALL: '之前卡顿过',
    PIXEL_TOO_BIG: '画面超出上限',
    SAFARI_SHIELD: 'Safari 不使用 H.265',
    APOLLO_CLOSED: '开关已关闭',
    CHROME_SHIELD: 'Chrome 版本过低',
    PIP: '画中画',
    NO_SUPPORT: '浏览器不支持',
    NATIVE_H265: '浏览器可硬解 H.265',
  },
  paces: { buffering: '缓冲中', steady: '平稳', 'catching up': '追赶直播', stretching: '放慢等待', 'jump to live': '跳到直播' },
  threads: {
    'not measured yet': '按核心数，尚未测量',
    'fewer are tried': '试用更少线程',
    'fewer do': '较少线程已足够',
    'one more is tried': '试用多一个线程',
    'measured best': '实测最佳',
    'no shared memory': '没有共享内存',
  },
  upstream: (time: string) => `主播端 ${time}`,
  messages: (heard: string, unknown: string, unreadable: string) => `${heard} 条 · 未知 ${unknown} · 无法读取 ${unreadable}`,
  undecoded: (n: string) => `待解码 ${n}`,
  decodedAhead: (time: string) => `已解码 ${time}`,
  droppedLate: (n: string) => `太迟 ${n}`,
  droppedUndecoded: (n: string) => `未解码 ${n}`,
  damage: (pictures: string, tags: string, rebuilds: string) => `画面 ${pictures} · 数据 ${tags} · 重建 ${rebuilds}`,
  peers: (n: string) => `${n} 个`,
  peersDropped: (n: string) => `断开 ${n}`,
  shared: (fromPeers: string, share: string, fromSource: string, toPeers: string) =>
    `节点 ${fromPeers}（${share}） · 源站 ${fromSource} · 上传 ${toPeers}`,
} as const;
export type NerdText = Widened<typeof ZH>;

const EN: NerdText = {
  title: 'Nerd stats',
  none: 'Nothing is playing',
  rows: {
    kind: 'Playback',
    why: 'Why',
    codec: 'Codec',
    resolution: 'Picture',
    decode: 'Decode, busy per picture',
    threads: 'Threads',
    queues: 'Queues',
    dropped: 'Dropped',
    damage: 'Damage',
    offset: 'A/V offset',
    latency: 'Latency',
    bitrate: 'Star’s bit rate',
    pitch: 'Pitch',
    messages: 'Stream messages',
    buffer: 'Buffer',
    rewind: 'Rewind',
    speed: 'Download',
    pace: 'Rate',
    decodeLevel: 'Decoding level',
    retries: 'Retries',
    peers: 'Peers',
    shared: 'Shared',
  },
  reasons: {
    UNKNOW: 'first choice',
    STALL_CHECKER: 'stalled',
    USER_OPERATION: 'chosen by hand',
    HISTORY_STALL: 'stalled before',
    PIXEL_TOO_BIG: 'picture over the limit',
    SAFARI_SHIELD: 'no H.265 in Safari',
    APOLLO_CLOSED: 'switched off',
    CHROME_SHIELD: 'Chrome is too old',
    PIP: 'picture in picture',
    NO_SUPPORT: 'not supported here',
    NATIVE_H265: 'the browser decodes H.265',
  },
  paces: {
    buffering: 'buffering',
    steady: 'steady',
    'catching up': 'catching up',
    stretching: 'stretching',
    'jump to live': 'jump to live',
  },
  threads: {
    'not measured yet': 'by cores, not measured yet',
    'fewer are tried': 'fewer are tried',
    'fewer do': 'fewer do',
    'one more is tried': 'one more is tried',
    'measured best': 'measured best',
    'no shared memory': 'no shared memory',
  },
  upstream: (time) => `${time} before the server`,
  messages: (heard, unknown, unreadable) => `${heard} · ${unknown} unknown · ${unreadable} unreadable`,
  undecoded: (n) => `${n} to decode`,
  decodedAhead: (time) => `${time} decoded ahead`,
  droppedLate: (n) => `${n} late`,
  droppedUndecoded: (n) => `${n} undecoded`,
  damage: (pictures, tags, rebuilds) => `${pictures} pictures · ${tags} tags · ${rebuilds} rebuilds`,
  peers: (n) => n,
  peersDropped: (n) => `${n} dropped`,
  shared: (fromPeers, share, fromSource, toPeers) => `${fromPeers} from peers (${share}) · ${fromSource} from source · ${toPeers} sent`,
};

export const NERD_TEXT: Readonly<Record<Language, NerdText>> = { 'zh-CN': ZH, en: EN };
