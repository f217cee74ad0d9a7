/** A stream whose bytes come from other viewers too; who loads the code that fetches them is the player's owner. */
export interface P2pFigures {
  readonly peers: number;
  readonly fromPeersBytes: number;
  readonly fromSourceBytes: number;
  readonly toPeersBytes: number;
  readonly droppedPeers: number;
  /** Why the last of them was dropped; '' before. */
  readonly dropWhy: string;
  /** Longest segment so far: the stream arrives in pieces of this length, and the buffer must bridge them. */
  readonly segmentMs: number;
}

export interface P2pOptions {
  readonly url: string;
  /** The bytes of the FLV stream, in order. */
  readonly onBytes: (bytes: Uint8Array<ArrayBuffer>) => void;
  /** Sharing does not work and the source's segments do not come either: reported once, nothing follows. */
  readonly onFail: (detail: string) => void;
}

export interface P2pStream {
  readonly figures: () => P2pFigures;
  readonly close: () => void;
}

export type OpenP2p = (options: P2pOptions) => P2pStream;
