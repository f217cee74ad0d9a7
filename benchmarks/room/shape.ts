/** A network with changing speed, as data, and a stream through it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Traffic } from './traffic.ts';

/** Speed in kilobits a second for a duration; 0 is an outage, null unlimited. */
export interface ShapeStep {
  readonly forMs: number;
  readonly kilobitsPerS: number | null;
}

export interface Shape {
  /** Start of the first step: later connections join in the middle. */
  readonly startMs: number;
  readonly steps: readonly ShapeStep[];
}

/** Bytes that may pass between two times; unlimited after the last step. Times count from the shape's start. */
export function allowance(steps: readonly ShapeStep[], fromMs: number, toMs: number): number {
  let bytes = 0;
  let atMs = 0;
  for (const { forMs, kilobitsPerS } of steps) {
    const overlapMs = Math.min(toMs, atMs + forMs) - Math.max(fromMs, atMs);
    if (overlapMs > 0) bytes += kilobitsPerS === null ? Number.POSITIVE_INFINITY : (overlapMs * kilobitsPerS) / 8;
    atMs += forMs;
  }
  return toMs > atMs && toMs > fromMs ? Number.POSITIVE_INFINITY : bytes;
}

const PUMP_MS = 10;
/** Size of the network's queue in bytes; beyond it the sender waits, as behind a router. */
const QUEUE_BYTES = 96 * 1024;
const FLV_HEADER_BYTES = 13;
/** Bytes up to and including the first tag's timestamp. */
const TIMED_BYTES = FLV_HEADER_BYTES + 8;

/** Forwards a stream at the speed of the shape. */
export function shapeStream(from: IncomingMessage, to: ServerResponse, shape: Shape | undefined, traffic: Traffic): void {
  let head = Buffer.alloc(0);
  const seen = (chunk: Buffer): void => {
    if (head.length >= TIMED_BYTES) return;
    head = Buffer.concat([head, chunk.subarray(0, TIMED_BYTES)]);
    if (head.length >= TIMED_BYTES) traffic.streamTimeMs = tagTime(head, FLV_HEADER_BYTES);
  };
  if (!shape) {
    from.on('data', (chunk: Buffer) => {
      seen(chunk);
      traffic.bytes += chunk.length;
    });
    from.pipe(to);
    return;
  }
  const queue: Buffer[] = [];
  let queued = 0;
  let credit = 0;
  let lastMs = performance.now() - shape.startMs;
  from.on('data', (chunk: Buffer) => {
    seen(chunk);
    queue.push(chunk);
    queued += chunk.length;
    if (queued > QUEUE_BYTES) from.pause();
  });
  const pump = setInterval(() => {
    const nowMs = performance.now() - shape.startMs;
    // Unused credit expires: an idle line does not send faster afterwards.
    credit = Math.min(credit, 0) + allowance(shape.steps, lastMs, nowMs);
    lastMs = nowMs;
    while (credit > 0 && queue.length > 0) {
      const next = queue[0]!;
      const sent = Math.min(next.length, Math.ceil(credit));
      to.write(next.subarray(0, sent));
      if (sent === next.length) queue.shift();
      else queue[0] = next.subarray(sent);
      credit -= sent;
      queued -= sent;
      traffic.bytes += sent;
    }
    if (queued <= QUEUE_BYTES) from.resume();
    if (from.readableEnded && queue.length === 0) end();
  }, PUMP_MS);
  const end = (): void => {
    clearInterval(pump);
    to.end();
  };
  to.on('close', () => clearInterval(pump));
  from.on('close', () => {
    if (!from.readableEnded) {
      clearInterval(pump);
      to.destroy();
    }
  });
}

/** Low 24 bits, then the high 8 (FLV, annex E.4.1). */
const tagTime = (bytes: Buffer, at: number): number => (bytes.readUIntBE(at + 4, 3) | (bytes[at + 7]! << 24)) >>> 0;
