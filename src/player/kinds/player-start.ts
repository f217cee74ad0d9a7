import type { Reporter } from '../page-player.ts';
import type { PlayCommand, Player } from '../rules/contract.ts';
import type { Gop } from '../rules/kept-ring.ts';
import type { OpenP2p } from './shared-stream.ts';

/** For players with their own decoder, as in the command. */
type Decoding = { readonly [Name in 'connectMs' | 'threads' | 'withoutSharedMemory' | 'savings']?: PlayCommand[Name] | undefined };

/** Values that come from the page, not from the command. */
interface PlayerContext {
  readonly volume: number;
  readonly muted: boolean;
  /** Set if this address is shared between viewers; the loader is already loaded. */
  readonly openP2p: OpenP2p | null;
  /** Receives each complete group of pictures of an FLV stream. */
  readonly keep?: (gop: Gop) => void;
  /** The room's only <video>. It keeps the autoplay permission of the viewer's click across players. */
  readonly video: HTMLVideoElement;
  /** Fills the player box and contains `video`. Kinds that draw add their canvas and remove it again. */
  readonly surface: HTMLElement;
  readonly report: Reporter;
}

/** Arguments of a player. */
export interface PlayerStart extends PlayerContext, Decoding, Pick<PlayCommand, 'epoch' | 'url'> {
  readonly providerId: number;
}

export const startOf = (command: PlayCommand, page: PlayerContext): PlayerStart => ({
  ...command,
  providerId: command.providerId ?? 0,
  ...page,
});

export type OpenPlayer = (start: PlayerStart) => Player;
