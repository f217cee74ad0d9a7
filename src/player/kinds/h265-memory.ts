import { FRAME_QUEUE_BYTES } from '../shared-memory/frame-queue.ts';
import { linkThreads, openMetrics, type MetricsLink } from '../shared-memory/metrics-link.ts';
import { METRICS_BYTES, SharedMetrics, type Metrics } from '../shared-memory/shared-metrics.ts';

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
