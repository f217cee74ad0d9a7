import type { PlayerFact } from './orders.ts';

type FactType = PlayerFact['type'];

/** For each fact type, the fact types that end it; a fact also ends with the next one of its type. */
const HOLDS_UNTIL: Partial<Readonly<Record<FactType, readonly FactType[]>>> = {
  sound: [],
  saver: [],
  activity: [],
  remember: [],
  attempt: ['closed'],
  'addresses-wanted': ['closed', 'attempt'],
  status: ['closed', 'attempt'],
  'first-frame': ['closed', 'attempt'],
  resolution: ['closed', 'attempt'],
  autoplay: ['closed', 'attempt'],
  'decode-level': ['closed', 'attempt'],
  'failure-shown': ['failure-over'],
};

/** The facts that currently hold, in the order of their emission. */
export class StateFacts {
  readonly #facts = new Map<string, PlayerFact>();

  add(fact: PlayerFact): void {
    for (const [key, { type }] of this.#facts) if (HOLDS_UNTIL[type]?.includes(fact.type)) this.#facts.delete(key);
    if (HOLDS_UNTIL[fact.type] === undefined) return;
    const key = fact.type === 'remember' ? `remember ${fact.name}` : fact.type;
    this.#facts.delete(key);
    this.#facts.set(key, fact);
  }

  all(): readonly PlayerFact[] {
    return [...this.#facts.values()];
  }
}
