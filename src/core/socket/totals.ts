/** What the debug view counts since the socket worker was started. */
export interface SocketTotals {
  /** Acknowledgements (211) that went out. */
  readonly acks: number;
  /** Of the newest message: from the server's time to its decoding here, by two clocks that need not agree; milliseconds. */
  readonly lagMs: number;
  readonly byId: readonly { readonly id: number; readonly name: string; readonly count: number; readonly bytes: number }[];
}

export const NO_SOCKET_TOTALS: SocketTotals = { acks: 0, lagMs: 0, byId: [] };
