import type { PlayCommand, Player, PlayerEvent } from './rules/contract.ts';
import { startOf, type OpenPlayer } from './kinds/player-start.ts';

/** The room worker speaks within a second; one that is started again asks and plays by itself. */
const AHEAD_MS = 10_000;
/** What a player says in that time is a few events a second. */
const MAX_HELD_EVENTS = 256;

/** A player that was opened before its command came. */
export interface Ahead {
  readonly player: Player;
  /** The command is the expected one: the player that plays, as if it were opened now, with what it has said so far. Else it is ended, and null. */
  take(command: PlayCommand): OpenPlayer | null;
  end(): void;
}

export type OpenAhead = (video: HTMLVideoElement, surface: HTMLElement, onFirstFrame: () => void) => Ahead;

export const expecting =
  (command: PlayCommand, openPlayer: OpenPlayer, onEvent: (event: PlayerEvent) => void = () => undefined): OpenAhead =>
  (video, surface, onFirstFrame) => {
    const held: PlayerEvent[] = [];
    let isOver = false;
    let emit = (event: PlayerEvent): void => {
      if (held.length < MAX_HELD_EVENTS) held.push(event);
      if (event.type === 'first-frame') onFirstFrame();
      onEvent(event);
    };
    const { volume, muted } = command;
    video.hidden = command.kind === 'h265';
    const player = openPlayer(startOf(command, { volume, muted, openP2p: null, video, surface, emit: (event) => emit(event) }));
    const end = (): void => {
      clearTimeout(timer);
      if (!isOver) player.dispose();
      isOver = true;
    };
    const timer = setTimeout(end, AHEAD_MS);
    return {
      player,
      end,
      take(given) {
        if (isOver || !isSame(given, command)) {
          end();
          return null;
        }
        clearTimeout(timer);
        isOver = true;
        return (start) => {
          // Whoever opens it has it by then.
          queueMicrotask(() => {
            emit = (event) => start.emit(event);
            for (const event of held) emit(event);
          });
          return player;
        };
      },
    };
  };

/** Both were made by player/rules/play-command.ts: equal ones have their fields in one order. */
const isSame = (one: PlayCommand, other: PlayCommand): boolean => JSON.stringify(one) === JSON.stringify(other);
