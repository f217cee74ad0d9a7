import { isDown, observe, proberOf, REACHABLE, type Reach, type Reachability, type ReachPart } from '../../../player/base/reachability.ts';

type Listener = (reach: Reach) => void;
type Receiver = ReachPart | 'reports';

/** Passes on what one part of the room observes about network and services, so that no other part waits longer or tries more than it must. */
export class ReachHub {
  readonly #listeners = new Map<Receiver, Listener>();
  #state: Reachability = REACHABLE;

  /** Each part has one listener. */
  listen(part: Receiver, listener: Listener): void {
    this.#listeners.set(part, listener);
  }

  readonly observe = (part: ReachPart, works: boolean): void => {
    const { next, signal, to, reports } = observe(this.#state, part, works);
    this.#state = next;
    if (reports !== null) this.#listeners.get('reports')?.(reports);
    if (signal === null) return;
    const except: Receiver | null = signal === 'down' ? proberOf(next) : part;
    for (const [receiver, listener] of this.#listeners)
      if (receiver !== except && receiver !== 'reports' && (to === 'all' || receiver === part)) listener(signal);
  };

  /** A report has arrived: news while nothing else has. */
  readonly reported = (): void => {
    if (isDown(this.#state)) this.observe('services', true);
  };

  /** Whether nothing works, and another part than this one tries. */
  holds(part: ReachPart): boolean {
    return isDown(this.#state) && proberOf(this.#state) !== part;
  }
}
