import type { PlayerFact } from './orders.ts';

type FactType = PlayerFact['type'];

/** Facts that hold until the next one of their type, or until one of these. */
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

/** What of the facts holds now, in the order in which it became true. */
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
