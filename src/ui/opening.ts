import type { EarlyAnswer } from '../core/room/first-calls.ts';
import { decideFirstPlay } from '../core/room/first-play.ts';
import type { Layout } from '../core/room/view.ts';
import type { Capabilities } from '../workers/room/api.ts';
import { readPageInput } from './page-input.ts';
import { expecting } from './players/ahead.ts';
import type { PlayerController } from './players/player-controller.ts';
import { PLAYERS } from './players/player-registry.ts';

export interface Opening {
  readonly answers: readonly Promise<EarlyAnswer['answer']>[];
  readonly capabilities: Capabilities;
  readonly player: Pick<PlayerController, 'expect'>;
  readonly showAhead: (layout: Layout) => void;
}

const utf8 = new TextDecoder();
const isGood = ({ status }: { readonly status: number }): boolean => status >= 200 && status < 300;

/** Opens the player that the room worker will command (core/room/first-play.ts) while that is still being started. A chunk of its own. */
export async function openAsExpected({ answers, capabilities, player, showAhead }: Opening): Promise<void> {
  const texts = (await Promise.all(answers)).map((answer) => (answer !== null && isGood(answer) ? utf8.decode(answer.bytes) : null));
  const [liveInfo, config, ad] = texts;
  // Asked for again by the worker, whose answers are not known here.
  if (liveInfo == null || config == null || ad == null) return;
  const { href, viewport, cookie, userAgent, storage } = readPageInput(capabilities);
  const { pathname, searchParams: query } = new URL(href);
  const cores = navigator.hardwareConcurrency;
  const facts = { pathname, query, cookie, userAgent, viewport, storage, capabilities, cores, nowEpochMs: Date.now() };
  const first = decideFirstPlay(facts, { liveInfo, config, ad });
  const openPlayer = first && (await PLAYERS[first.command.kind]?.());
  if (first && openPlayer && player.expect(expecting(first.command, openPlayer))) showAhead(first.layout);
}
