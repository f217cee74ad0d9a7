/** A network with changing speed, as data, and a body that passes through it. */

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

/** A shape in an address: `START-5000:2000-4000:300`, the start in milliseconds since the epoch, then `duration:speed`; no speed: unlimited. */
const SHAPE = /^\d{1,15}(?:-\d{1,6}:\d{0,7}){1,64}$/;
export const writeShape = ({ startMs, steps }: Shape): string =>
  [startMs, ...steps.map(({ forMs, kilobitsPerS }) => `${forMs}:${kilobitsPerS ?? ''}`)].join('-');

/** Null without a shape, or with an invalid one. */
export function readShape(text: string | null): Shape | null {
  if (text === null || !SHAPE.test(text)) return null;
  const [start = '', ...steps] = text.split('-');
  return {
    startMs: Number(start),
    steps: steps.map((step) => {
      const [forMs, speed] = step.split(':');
      return { forMs: Number(forMs), kilobitsPerS: speed === '' ? null : Number(speed) };
    }),
  };
}

const PUMP_MS = 10;
/** Longest pause that earns credit: longer than a late timer. */
const IDLE_CREDIT_MS = 100;

/** Passes a body on at the speed of the shape. Pull-based, so a source with its own pace sees the delay. */
export function shapeBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { startMs, steps }: Shape,
  nowMs: () => number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  let rest = new Uint8Array(0);
  let credit = 0;
  let lastMs = nowMs() - startMs;
  return new ReadableStream(
    {
      async pull(controller) {
        if (rest.length === 0) {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          rest = value;
        }
        for (;;) {
          const atMs = nowMs() - startMs;
          // Unused credit expires: an idle line does not send faster afterwards.
          credit = Math.min(credit, 0) + allowance(steps, Math.max(lastMs, atMs - IDLE_CREDIT_MS), atMs);
          lastMs = atMs;
          if (credit > 0) break;
          await new Promise((resolve) => setTimeout(resolve, PUMP_MS));
        }
        const sent = rest.subarray(0, Math.min(rest.length, Math.ceil(credit)));
        credit -= sent.length;
        rest = rest.subarray(sent.length);
        controller.enqueue(sent);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
