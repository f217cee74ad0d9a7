import type { PlayCommand, Player, WithoutSharedMemory } from '../rules/contract.ts';
import type { Savings } from '../rules/recovery/candidates.ts';
import type { ThreadChoice } from '../rules/decoding/threads.ts';
import type { Reporter } from '../page-player.ts';
import type { OpenP2p } from './shared-stream.ts';
import type { Gop } from '../rules/kept-ring.ts';

/** Arguments of a player. */
export interface PlayerStart {
  readonly epoch: number;
  readonly url: string;
  readonly providerId: number;
  /** Set if this address is shared between viewers; the loader is already loaded. */
  readonly openP2p: OpenP2p | null;
  /** Receives each complete group of pictures of an FLV stream. */
  readonly keep?: (gop: Gop) => void;
  /** For players with their own decoder, as in the command. */
  readonly connectMs: number | undefined;
  readonly threads: ThreadChoice | undefined;
  readonly withoutSharedMemory: WithoutSharedMemory | undefined;
  readonly savings: Savings | undefined;
  readonly volume: number;
  readonly muted: boolean;
  /** The room's only <video>. It keeps the autoplay permission of the viewer's click across players. */
  readonly video: HTMLVideoElement;
  /** Fills the player box and contains `video`. Kinds that draw add their canvas and remove it again. */
  readonly surface: HTMLElement;
  readonly report: Reporter;
}

/** Values that come from the page, not from the command. */
type PlayerContext = Pick<PlayerStart, 'volume' | 'muted' | 'openP2p' | 'keep' | 'video' | 'surface' | 'report'>;

export const startOf = ({ epoch, url, providerId, connectMs, threads, ...command }: PlayCommand, page: PlayerContext): PlayerStart => ({
  epoch,
  url,
  providerId: providerId ?? 0,
  connectMs,
  threads,
  withoutSharedMemory: command.withoutSharedMemory,
  savings: command.savings,
  ...page,
});

export type OpenPlayer = (start: PlayerStart) => Player;
