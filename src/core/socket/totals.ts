/** Counters of the debug view since the start of the socket worker. */
export interface SocketTotals {
  /** Acknowledgements (211) sent. */
  readonly acks: number;
  /** Of the newest message: time from the server's timestamp to its decoding here, in milliseconds; the two clocks may differ. */
  readonly lagMs: number;
  readonly byId: readonly { readonly id: number; readonly name: string; readonly count: number; readonly bytes: number }[];
}

export const NO_SOCKET_TOTALS: SocketTotals = { acks: 0, lagMs: 0, byId: [] };
