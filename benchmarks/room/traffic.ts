/** What the front saw go by. */
export interface Asked {
  readonly path: string;
  /** On the clock that `performance.timeOrigin` of the page counts from too: both are this machine's. */
  readonly atMs: number;
}

export interface Traffic {
  readonly asked: Asked[];
  /** Of bodies, up to now. */
  bytes: number;
  /** Time of the first tag of the newest stream: its live time when it was joined. NaN before. */
  streamTimeMs: number;
  /** Streams that began. */
  streams: number;
}

export const epochMs = (): number => performance.timeOrigin + performance.now();

export function resetTraffic(traffic: Traffic): void {
  traffic.asked.length = 0;
  traffic.bytes = 0;
  traffic.streams = 0;
}
