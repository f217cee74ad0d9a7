/**
 * Figures of a player whose threads share no memory: each thread keeps a copy and sends its changes to the others. Values are at most
 * POST_EVERY_MS late, which every reader tolerates, because time values contain the time of their measurement.
 */
import { METRICS, NAN_AT_FIRST, SharedMetrics, WORDS, type Metrics, type MetricsField } from './shared-metrics.ts';

/** The used part of a MessagePort. */
export interface MetricsPort {
  postMessage(pairs: Float64Array): void;
  addEventListener(type: 'message', listener: (event: { readonly data: Float64Array }) => void): void;
  start(): void;
}
/** The shared memory, or this thread's ports to all other threads. */
export type MetricsLink<Port extends MetricsPort = MetricsPort> = SharedArrayBuffer | readonly Port[];
/** `setTimeout`. */
export type Later = (act: () => void, delayMs: number) => unknown;

/** Changes are collected for this time, so that four threads send 20 messages a second each instead of one per picture. */
const POST_EVERY_MS = 50;

export const openMetrics = (link: MetricsLink, later: Later): Metrics =>
  isPorts(link) ? new PostedMetrics(link, later) : new SharedMetrics(link);

/** Transferables of a link. */
export const portsOf = <Port extends MetricsPort>(link: MetricsLink<Port>): readonly Port[] => (isPorts(link) ? link : []);

/** Not `instanceof SharedArrayBuffer`, because the name does not exist where shared memory is unavailable. */
const isPorts = <Port extends MetricsPort>(link: MetricsLink<Port>): link is readonly Port[] => Array.isArray(link);

/** Creates a port from each thread to each other one, so that messages between two workers do not pass through the page. */
export function linkThreads<Port extends MetricsPort>(
  threads: number,
  openChannel: () => { readonly port1: Port; readonly port2: Port },
): readonly (readonly Port[])[] {
  const links: Port[][] = Array.from({ length: threads }, () => []);
  for (let from = 0; from < threads; from++)
    for (let to = from + 1; to < threads; to++) {
      const { port1, port2 } = openChannel();
      links[from]!.push(port1);
      links[to]!.push(port2);
    }
  return links;
}

class PostedMetrics implements Metrics {
  readonly #ports: readonly MetricsPort[];
  readonly #later: Later;
  readonly #values = new Float64Array(WORDS);
  /** Indices of changes that were not sent yet. */
  readonly #changed = new Set<number>();
  #isArmed = false;

  constructor(ports: readonly MetricsPort[], later: Later) {
    this.#ports = ports;
    this.#later = later;
    for (const field of NAN_AT_FIRST) this.#values[METRICS[field]] = Number.NaN;
    this.#values[METRICS.RATE] = 1;
    for (const port of ports) {
      port.addEventListener('message', ({ data }) => this.#receive(data));
      port.start();
    }
  }

  get(field: MetricsField): number {
    return this.#values[METRICS[field]]!;
  }

  set(field: MetricsField, value: number): void {
    const index = METRICS[field];
    if (Object.is(this.#values[index], value)) return;
    this.#values[index] = value;
    this.#changed.add(index);
    if (this.#isArmed) return;
    this.#isArmed = true;
    // Called without a receiver, because the browser's setTimeout rejects another `this`.
    const later = this.#later;
    later(() => this.#post(), POST_EVERY_MS);
  }

  add(field: MetricsField, by: number): void {
    this.set(field, this.get(field) + by);
  }

  /** Index and value alternate. Each field has one writer, so that received values never conflict with local changes. */
  #post(): void {
    this.#isArmed = false;
    const pairs = new Float64Array(this.#changed.size * 2);
    let at = 0;
    for (const index of this.#changed) {
      pairs[at++] = index;
      pairs[at++] = this.#values[index]!;
    }
    this.#changed.clear();
    for (const port of this.#ports) port.postMessage(pairs);
  }

  #receive(pairs: Float64Array): void {
    for (let at = 0; at + 1 < pairs.length; at += 2) this.#values[pairs[at]!] = pairs[at + 1]!;
  }
}
