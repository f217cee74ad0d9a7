import type { Reporter } from '../page-player.ts';
import type { PlayCommand, Player } from '../rules/contract.ts';
import type { Gop } from '../rules/kept-ring.ts';

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

/** A stream that is also fetched from other viewers (P2P). The player's owner loads the code that fetches it. */
interface P2pFigures {
  readonly peers: number;
  readonly fromPeersBytes: number;
  readonly fromSourceBytes: number;
  readonly toPeersBytes: number;
  readonly droppedPeers: number;
  /** Reason why the last peer was dropped; '' if none was. */
  readonly dropWhy: string;
  /** Longest segment so far. The stream arrives in segments, and the buffer must be longer than one. */
  readonly segmentMs: number;
}

export interface P2pOptions {
  readonly url: string;
  /** Bytes of the FLV stream, in order. */
  readonly onBytes: (bytes: Uint8Array<ArrayBuffer>) => void;
  /** Called once if P2P fails and the source's segments do not arrive either; no call follows. */
  readonly onFail: (detail: string) => void;
}

export interface P2pStream {
  readonly figures: () => P2pFigures;
  readonly close: () => void;
}

export type OpenP2p = (options: P2pOptions) => P2pStream;

let prepared: Map<string, Worker> | undefined;

/**
 * Workers that the owner started before the player was requested, by name. The owner may add and terminate workers until they are taken.
 */
export function offerWorkers(workers: Map<string, Worker> | undefined): void {
  prepared = workers;
}

/** Returns the prepared worker of this name, once; null if there is none. */
export function takePreparedWorker(name: string): Worker | null {
  const worker = prepared?.get(name) ?? null;
  prepared?.delete(name);
  return worker;
}
