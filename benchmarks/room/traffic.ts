/** Traffic recorded by the front server. */
export interface Asked {
  readonly path: string;
  /** On the clock of the page's `performance.timeOrigin`, because both run on this machine. */
  readonly atMs: number;
}

export interface Traffic {
  readonly asked: Asked[];
  /** Bytes of response bodies so far. */
  bytes: number;
  /** Time of the first tag of the newest stream, its live time at joining. NaN before. */
  streamTimeMs: number;
  /** Number of streams started. */
  streams: number;
}

export const epochMs = (): number => performance.timeOrigin + performance.now();

export function resetTraffic(traffic: Traffic): void {
  traffic.asked.length = 0;
  traffic.bytes = 0;
  traffic.streams = 0;
}
