/** Metrics that the threads of an H265 player write into shared memory, converted to progress and to figures for the overlay. */
import type { PlayerProgress } from '../rules/contract.ts';
import type { DecodeLevel } from '../rules/decoding/decode-level.ts';
import { RATE_REASONS } from '../rules/clock/pacing.ts';
import { playbackPosition, ShownTime } from '../rules/clock/position.ts';
import { FRAME_QUEUE_BYTES } from '../shared-memory/frame-queue.ts';
import { linkThreads, openMetrics, type MetricsLink } from '../shared-memory/metrics-link.ts';
import { CLOCK_SOURCE, METRICS_BYTES, SharedMetrics, type Metrics, type MetricsField } from '../shared-memory/shared-metrics.ts';

export class H265Progress {
  readonly #metrics: Metrics;
  readonly #shown = new ShownTime();
  #isDecoding = true;
  #positionMs = Number.NaN;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  setDecoding(on: boolean): void {
    this.#isDecoding = on;
    this.#shown.setHidden(!on, performance.now());
  }

  read(): PlayerProgress {
    const metrics = this.#metrics;
    const mediaMs = metrics.get('MEDIA_MS');
    const shownMs = metrics.get('SHOWN_MS');
    this.#shown.update(shownMs / 1_000);
    // A hidden tab displays no picture, so the position is that of the sound.
    const times = { mediaMs, shownMs, newestVideoMs: metrics.get('NEWEST_VIDEO_MS') };
    this.#positionMs = this.#isDecoding ? playbackPosition(this.#positionMs, times) : mediaMs;
    const bufferedS = metrics.get('BUFFERED_MS') / 1_000;
    const isHeard = metrics.get('CLOCK_SOURCE') !== CLOCK_SOURCE.WALL;
    return {
      positionS: this.#positionMs / 1_000,
      bufferedS,
      paintedFrames: metrics.get('PAINTED'),
      droppedFrames: metrics.get('DROPPED_LATE') + metrics.get('DROPPED_UNDECODED'),
      bytes: metrics.get('BYTES'),
      audioS: isHeard ? mediaMs / 1_000 : Number.NaN,
      videoS: metrics.get('HAS_VIDEO') === 1 ? this.#shown.at(performance.now()) : Number.NaN,
      latencyS: bufferedS,
      decodeMs: metrics.get('DECODE_MS_AVERAGE'),
      own: {
        load: metrics.get('LOAD'),
        behindMs: Math.max(0, mediaMs - metrics.get('HANDLED_MS')) || 0,
        decodeLevel: metrics.get('DECODE_LEVEL') as DecodeLevel,
        threads: metrics.get('THREADS'),
        decoded: metrics.get('DECODED'),
      },
    };
  }
}

const FIGURES = [
  'THREADS',
  'DECODE_MS_AVERAGE',
  'DECODE_MS_P50',
  'DECODE_MS_P95',
  'LOAD',
  'DECODE_LEVEL',
  'QUEUED_UNITS',
  'NEWEST_DECODED_MS',
  'DECODED',
  'PAINTED',
  'PAINT_MS',
  'DROPPED_LATE',
  'DROPPED_UNDECODED',
  'DAMAGED_PICTURES',
  'DAMAGED_TAGS',
  'TIME_JUMPS',
  'REBUILDS',
  'AV_OFFSET_MS',
  'BUFFERED_MS',
  'RATE',
  'UNDERRUNS',
  'OUTPUT_LATENCY_MS',
  'CLOCK_SOURCE',
  'MEMORY_BYTES',
  'BYTES',
] as const satisfies readonly MetricsField[];

export function readFigures(metrics: Metrics): Readonly<Record<string, number | string>> {
  const figures: Record<string, number | string> = { PACE: RATE_REASONS[metrics.get('PACE')] ?? '' };
  for (const field of FIGURES) figures[field] = metrics.get(field);
  return figures;
}

/** Memory shared by the threads of one player. */
export interface Common {
  readonly metrics: Metrics;
  readonly frames: SharedArrayBuffer | null;
  readonly forStream: MetricsLink<MessagePort>;
  readonly forDecode: MetricsLink<MessagePort>;
  readonly forRender: MetricsLink<MessagePort>;
  close(): void;
}

export function shareMemory(): Common {
  const memory = new SharedArrayBuffer(METRICS_BYTES);
  const metrics = new SharedMetrics(memory);
  metrics.clear();
  const frames = new SharedArrayBuffer(FRAME_QUEUE_BYTES);
  return { metrics, frames, forStream: memory, forDecode: memory, forRender: memory, close: () => undefined };
}

export function shareByMessages(): Common {
  const [own, forStream, forDecode, forRender] = linkThreads(4, () => new MessageChannel());
  const close = (): void => {
    for (const port of own!) port.close();
  };
  return {
    metrics: openMetrics(own!, setTimeout),
    frames: null,
    forStream: forStream!,
    forDecode: forDecode!,
    forRender: forRender!,
    close,
  };
}
