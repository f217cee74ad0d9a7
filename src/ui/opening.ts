import type { PlayerEvent } from '../player/rules/contract.ts';
import { promised } from '../core/promised.ts';
import type { EarlyAnswer } from '../core/room/first-calls.ts';
import { HELD_BACK_MS, whyLetGo } from '../core/room/first-picture.ts';
import { decideFirstPlay } from '../core/room/first-play.ts';
import type { Layout } from '../core/room/view.ts';
import type { Capabilities } from '../workers/room/api.ts';
import { readPageInput } from './page-input.ts';
import { reached } from '../page/phases.ts';
import { expecting } from '../player/ahead.ts';
import { rememberKind } from './last-kind.ts';
import type { PlayerController } from '../player/output.ts';
import { PLAYERS } from '../player/kinds/player-registry.ts';
import { twoFrames } from '../page/two-frames.ts';

export interface Opening {
  readonly answers: readonly Promise<EarlyAnswer['answer']>[];
  readonly capabilities: Capabilities;
  readonly player: Pick<PlayerController, 'expect'>;
  readonly showAhead: (layout: Layout) => void;
}

const utf8 = new TextDecoder();
const isGood = ({ status }: { readonly status: number }): boolean => status >= 200 && status < 300;

export interface Opened {
  /** Settles when the rest of the room may begin (core/room/first-picture.ts). */
  readonly letGo: Promise<void>;
}

/** Opens the player that the room worker will command (core/room/first-play.ts) before that is started; null where it does not. */
export async function openAsExpected({ answers, capabilities, player, showAhead }: Opening): Promise<Opened | null> {
  const texts = (await Promise.all(answers)).map((answer) => (answer !== null && isGood(answer) ? utf8.decode(answer.bytes) : null));
  const [liveInfo, config, ad] = texts;
  // Asked for again by the worker, whose answers are not known here.
  if (liveInfo == null || config == null || ad == null) return null;
  const { href, viewport, cookie, userAgent, storage } = readPageInput(capabilities);
  const { pathname, searchParams: query } = new URL(href);
  const cores = navigator.hardwareConcurrency;
  const facts = { pathname, query, cookie, userAgent, viewport, storage, capabilities, cores, nowEpochMs: Date.now() };
  const first = decideFirstPlay(facts, { liveInfo, config, ad });
  const openPlayer = first && (await PLAYERS[first.command.kind]?.(false));
  if (!first || !openPlayer) return null;
  const { onEvent, letGo } = holdBack();
  const { kind } = first.command;
  const listen = (said: PlayerEvent): void => {
    onEvent(said);
    // Of a visit that ends before the room worker has said so too.
    if (said.type === 'first-frame') rememberKind(kind);
  };
  if (!player.expect(expecting(first.command, openPlayer, listen))) return null;
  showAhead(first.layout);
  return { letGo };
}

function holdBack(): Opened & { readonly onEvent: (event: PlayerEvent) => void } {
  const { promise: letGo, resolve } = promised<void>();
  const askedMs = performance.now();
  const decide = (said: PlayerEvent | null): void => {
    const why = whyLetGo({ said, sinceAskedMs: performance.now() - askedMs, isVisible: !document.hidden });
    if (why === null) return;
    reached('let go', why);
    if (said?.type === 'first-frame') void twoFrames().then(resolve);
    else resolve();
  };
  // A timer may come a little before its time.
  setTimeout(() => decide(null), HELD_BACK_MS + 1);
  queueMicrotask(() => decide(null));
  return { letGo, onEvent: decide };
}
