import type { PlayCommand, Player, PlayerEvent, WithoutSharedMemory } from '../rules/contract.ts';
import type { Savings } from '../rules/data-saver.ts';
import type { ThreadChoice } from '../rules/threads.ts';
import type { OpenP2p } from './shared-stream.ts';

/** What a player is given. Its events leave by `emit` until it is disposed, never after. */
export interface PlayerStart {
  readonly epoch: number;
  readonly url: string;
  readonly providerId: number;
  readonly codec: string;
  /** Loaded already, where this address is shared between viewers. */
  readonly openP2p: OpenP2p | null;
  /** For a player that decodes by itself, as in the command. */
  readonly connectMs: number | undefined;
  readonly threads: ThreadChoice | undefined;
  readonly withoutSharedMemory: WithoutSharedMemory | undefined;
  readonly savings: Savings | undefined;
  readonly volume: number;
  readonly muted: boolean;
  /** The room's one <video>: it keeps what the viewer's click allowed, from player to player. */
  readonly video: HTMLVideoElement;
  /** Stands in the player box and fills it; holds `video`. Kinds that draw by themselves add their canvas and take it away again. */
  readonly surface: HTMLElement;
  emit(event: PlayerEvent): void;
}

/** Of the page, not of the command. */
type PlayerContext = Pick<PlayerStart, 'volume' | 'muted' | 'openP2p' | 'video' | 'surface' | 'emit'>;

export const startOf = (
  { epoch, url, providerId, codec, connectMs, threads, ...command }: PlayCommand,
  page: PlayerContext,
): PlayerStart => ({
  epoch,
  url,
  providerId: providerId ?? 0,
  codec: codec ?? '',
  connectMs,
  threads,
  withoutSharedMemory: command.withoutSharedMemory,
  savings: command.savings,
  ...page,
});

export type OpenPlayer = (start: PlayerStart) => Player;
