import { createDecisionLog, type Decision } from '../core/decision-log.ts';
import type { Result } from '../core/result.ts';
import { pageClock } from '../page/clock.ts';
import type { OpenP2p } from './kinds/shared-stream.ts';
import { createPlayerOutput } from './output.ts';
import { createLivePlayer, type LivePlayer } from './player.ts';
import type { Capabilities, PlayerFact, PlayerOrder } from './rules/orders.ts';
import type { ReadRemembered } from './rules/stored-visits.ts';
import type { PlayerSurface } from './surface.ts';

export interface PagePlayerDeps {
  readonly remembered: ReadRemembered;
  readonly onFact: (fact: PlayerFact) => void;
  /** A player was made, and asks for its stream. */
  readonly onOpened: () => void;
  /** The code of a stream that viewers share, by its address. */
  readonly loadSharing: (address: string) => Promise<Result<OpenP2p>>;
}

/** The player of a page: its elements at once, its decisions when it is known what the browser can do. */
export interface PagePlayer {
  readonly surface: PlayerSurface;
  begin(capabilities: Capabilities): void;
  /** Before it began nothing plays that an order could be about. */
  readonly order: (order: PlayerOrder) => void;
  state(): readonly PlayerFact[];
  decisions(): readonly Decision[];
  /** Nothing plays, listens or waits after it. */
  dispose(): void;
}

export function createPagePlayer({ remembered, onFact, onOpened, loadSharing }: PagePlayerDeps): PagePlayer {
  const decisions = createDecisionLog();
  let live: LivePlayer | null = null;
  const listening = new AbortController();
  const order = (given: PlayerOrder): void => live?.order(given);
  const output = createPlayerOutput({
    send: (event) => live?.onEvent(event),
    onOpened,
    onPictureInPictureWanted: () => order({ do: 'picture-in-picture' }),
    loadSharing,
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
    },
    order,
    state: () => live?.state() ?? [],
    decisions: () => decisions.entries(),
    dispose() {
      listening.abort();
      order({ do: 'stop', by: 'owner' });
      live?.dispose();
      live = null;
    },
  };
}
