import { createDecisionLog, type Decision } from './base/decision-log.ts';
import type { Result } from './base/result.ts';
import { pageClock } from './page/clock.ts';
import type { OpenP2p } from './kinds/shared-stream.ts';
import { createPlayerOutput } from './output.ts';
import { createLivePlayer, type LivePlayer } from './player.ts';
import type { Capabilities, PlayerFact, PlayerOrder } from './rules/recovery/orders.ts';
import type { ReadRemembered } from './rules/recovery/stored-visits.ts';
import type { PlayerSurface } from './surface.ts';

export interface PagePlayerDeps {
  readonly remembered: ReadRemembered;
  readonly onFact: (fact: PlayerFact) => void;
  /** A player was created and requests its stream. */
  readonly onOpened: () => void;
  /** Loads the code of a P2P stream, by its address. */
  readonly loadSharing: (address: string) => Promise<Result<OpenP2p>>;
  /** The last part of the broadcast is kept (look-back.ts). */
  readonly keeps?: boolean;
}

/** The player of a page: its elements exist at once, its decisions start when the capabilities of the browser are known. */
export interface PagePlayer {
  readonly surface: PlayerSurface;
  begin(capabilities: Capabilities): void;
  /** Ignored before `begin`. */
  readonly order: (order: PlayerOrder) => void;
  state(): readonly PlayerFact[];
  decisions(): readonly Decision[];
  /** Stops playback and removes all listeners and timers. */
  dispose(): void;
}

export function createPagePlayer({ remembered, onFact, onOpened, loadSharing, keeps = false }: PagePlayerDeps): PagePlayer {
  const decisions = createDecisionLog();
  let live: LivePlayer | null = null;
  const listening = new AbortController();
  const order = (given: PlayerOrder): void => live?.order(given);
  const output = createPlayerOutput({
    send: (event) => live?.onEvent(event),
    onOpened,
    onPictureInPictureWanted: () => order({ type: 'picture-in-picture' }),
    loadSharing,
    keeps,
  });
  return {
    surface: output.surface,
    begin(capabilities) {
      const player = createLivePlayer({
        platform: { ...pageClock, random: () => Math.random(), cores: navigator.hardwareConcurrency },
        decisions,
        capabilities,
        userAgent: navigator.userAgent,
        remembered,
        send: (command) => output.execute(command),
        onFact,
      });
      live = player;
      const until = { signal: listening.signal };
      document.addEventListener('visibilitychange', () => player.setVisible(!document.hidden), until);
      for (const type of ['online', 'offline']) addEventListener(type, () => player.setOnline(navigator.onLine), until);
      player.setVisible(!document.hidden);
      player.setOnline(navigator.onLine);
    },
    order,
    state: () => live?.state() ?? [],
    decisions: () => decisions.entries(),
    dispose() {
      listening.abort();
      order({ type: 'stop', by: 'owner' });
      live?.dispose();
      live = null;
    },
  };
}
