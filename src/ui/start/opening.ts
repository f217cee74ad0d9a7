import { promised } from '../../core/promised.ts';
import type { EarlyAnswer } from '../../core/room/start/first-calls.ts';
import { HELD_BACK_MS, whyLetGo } from '../../core/room/start/first-picture.ts';
import { decideFirstStage } from '../../core/room/start/first-stage.ts';
import type { Layout } from '../../core/room/view.ts';
import { reached } from '../../page/phases.ts';
import { twoFrames } from '../../page/two-frames.ts';
import type { PlayerFact, PlayerOrder } from '../../player/rules/recovery/orders.ts';
import { readPageInput } from '../page/page-input.ts';

export interface Opening {
  readonly answers: readonly Promise<EarlyAnswer['answer']>[];
  readonly order: (order: PlayerOrder) => void;
  /** Registers a listener for the player's facts. */
  readonly watch: (onFact: (fact: PlayerFact) => void) => void;
  readonly showAhead: (layout: Layout) => void;
}

const utf8 = new TextDecoder();
const isGood = ({ status }: { readonly status: number }): boolean => status >= 200 && status < 300;

export interface Opened {
  /** Resolves when the rest of the room may start (core/room/start/first-picture.ts). */
  readonly letGo: Promise<void>;
}

/** Starts the player before the room worker if live is the first on the stage (core/room/start/first-stage.ts); returns null otherwise. */
export async function openFirstStage({ answers, order, watch, showAhead }: Opening): Promise<Opened | null> {
  const texts = (await Promise.all(answers)).map((answer) => (answer !== null && isGood(answer) ? utf8.decode(answer.bytes) : null));
  const [liveInfo, config, ad] = texts;
  // The worker requests missing answers again and decides, because its answers are not known here.
  if (liveInfo == null || config == null || ad == null) return null;
  const { href, viewport, cookie, storage } = readPageInput();
  const { pathname, searchParams: query } = new URL(href);
  const facts = { pathname, query, cookie, viewport, storage, nowEpochMs: Date.now() };
  const first = decideFirstStage(facts, { liveInfo, config, ad });
  if (first === null) return null;
  const { onFact, letGo } = holdBack();
  watch(onFact);
  order({ type: 'configure', config: first.config });
  order({ type: 'play', addresses: first.addresses });
  showAhead(first.layout);
  return { letGo };
}

function holdBack(): Opened & { readonly onFact: (fact: PlayerFact) => void } {
  const { promise: letGo, resolve } = promised<void>();
  const askedMs = performance.now();
  const decide = (said: PlayerFact | null): void => {
    const why = whyLetGo({ said, sinceAskedMs: performance.now() - askedMs, isVisible: !document.hidden });
    if (why === null) return;
    reached('let go', why);
    if (said?.type === 'first-frame') void twoFrames().then(resolve);
    else resolve();
  };
  // One millisecond more, because a timer may fire slightly early.
  setTimeout(() => decide(null), HELD_BACK_MS + 1);
  queueMicrotask(() => decide(null));
  return { letGo, onFact: decide };
}
