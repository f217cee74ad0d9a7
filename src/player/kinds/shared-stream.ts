/** A stream that is also fetched from other viewers (P2P). The player's owner loads the code that fetches it. */
export interface P2pFigures {
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
