/**
 * The figures of a player where its threads share no memory: each thread keeps all of them and tells the others what it changed. Late by
 * POST_EVERY_MS at most, which no reader minds: what is a time carries when it was true.
 */
import { METRICS, NAN_AT_FIRST, SharedMetrics, WORDS, type Metrics, type MetricsField } from './shared-metrics.ts';

/** A MessagePort, as much of it as is used. */
export interface MetricsPort {
  postMessage(pairs: Float64Array): void;
  addEventListener(type: 'message', listener: (event: { readonly data: Float64Array }) => void): void;
  start(): void;
}
/** The memory, or this thread's ports to all the others. */
export type MetricsLink<Port extends MetricsPort = MetricsPort> = SharedArrayBuffer | readonly Port[];
/** `setTimeout`. */
export type Later = (act: () => void, delayMs: number) => unknown;

/** Changes wait for one another so long: four threads send 20 messages a second and not a message a picture. */
const POST_EVERY_MS = 50;

export const openMetrics = (link: MetricsLink, later: Later): Metrics =>
  isPorts(link) ? new PostedMetrics(link, later) : new SharedMetrics(link);

/** What has to be transferred with a link. */
export const portsOf = <Port extends MetricsPort>(link: MetricsLink<Port>): readonly Port[] => (isPorts(link) ? link : []);

/** SharedArrayBuffer is not even a name where there is none. */
const isPorts = <Port extends MetricsPort>(link: MetricsLink<Port>): link is readonly Port[] => Array.isArray(link);

/** A port from each of so many threads to each other one: nothing passes by the page on its way between two workers. */
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
  /** Indices of what the others do not know yet. */
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
    // Not as a method: the browser's own wants no other `this`.
    const later = this.#later;
    later(() => this.#post(), POST_EVERY_MS);
  }

  add(field: MetricsField, by: number): void {
    this.set(field, this.get(field) + by);
  }

  /** Index and value in turn. Each field has one writer, so that nothing received was changed here. */
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
