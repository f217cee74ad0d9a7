import type { Clock } from '../player/base/clock.ts';

/** The used part of a WebSocket. */
export interface OpenSocket {
  /** Returns false if the socket did not accept the data because it is closing or closed. */
  send(data: string | Uint8Array<ArrayBuffer>): boolean;
  close(): void;
}

export interface SocketEvents {
  opened(): void;
  received(data: unknown): void;
  /** Called once at the end, for any reason; `closeCode` of the WebSocket, if it has one. */
  lost(closeCode?: number): void;
}

/** Everything outside of a worker that it uses: clock, timers, random, fetch, sockets; tests supply their own. */
export interface Platform extends Clock {
  /** 0 <= random < 1. */
  readonly random: () => number;
  /** 32 hexadecimal digits, new for each call. */
  readonly uuid: () => string;
  readonly fetch: typeof fetch;
  readonly dial: (url: string, events: SocketEvents) => OpenSocket;
}

export const browserPlatform: Platform = {
  nowMs: () => performance.now(),
  epochMs: () => Date.now(),
  random: () => Math.random(),
  // randomUUID exists only in secure contexts; a room served over plain http has none.
  uuid: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  fetch: (input, init) => fetch(input, init),
  dial,
  after(delayMs, act) {
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  },
};

function dial(url: string, events: SocketEvents): OpenSocket {
  let isOver = false;
  const over = (closeCode?: number): void => {
    if (isOver) return;
    isOver = true;
    events.lost(closeCode);
  };
  let socket: WebSocket;
  try {
    socket = new WebSocket(url);
  } catch {
    // The constructor throws for an invalid address; reported asynchronously, like the failure of a socket.
    queueMicrotask(() => over());
    return { send: () => false, close: () => (isOver = true) };
  }
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('open', () => events.opened());
  socket.addEventListener('message', (event: MessageEvent<unknown>) => events.received(event.data));
  // A close event follows each error event, and only the former has the code.
  socket.addEventListener('close', ({ code }) => over(code));
  return {
    send(data) {
      if (socket.readyState !== WebSocket.OPEN) return false;
      socket.send(data);
      return true;
    },
    close() {
      isOver = true;
      socket.close();
    },
  };
}
