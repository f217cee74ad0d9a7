import type { Clock } from '../core/clock.ts';

/** A WebSocket as far as the room uses one. */
export interface OpenSocket {
  /** False when the socket did not take it: it is closing or closed. */
  send(data: string | Uint8Array<ArrayBuffer>): boolean;
  close(): void;
}

export interface SocketEvents {
  opened(): void;
  received(data: unknown): void;
  /** Once, whatever ended it. */
  lost(): void;
}

/** Everything outside of a worker that it uses: clock, timers, random, fetch, sockets; tests bring their own. */
export interface Platform extends Clock {
  /** At least 0, below 1. */
  readonly random: () => number;
  /** 32 hexadecimal digits, new each time. */
  readonly uuid: () => string;
  readonly fetch: typeof fetch;
  readonly dial: (url: string, events: SocketEvents) => OpenSocket;
}

export const browserPlatform: Platform = {
  nowMs: () => performance.now(),
  epochMs: () => Date.now(),
  random: () => Math.random(),
  // randomUUID exists in secure contexts only; a room served over plain http has none.
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
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    events.lost();
  };
  let socket: WebSocket;
  try {
    socket = new WebSocket(url);
  } catch {
    // A bad address throws at once; a socket that fails says so later, and so must this.
    queueMicrotask(over);
    return { send: () => false, close: () => (isOver = true) };
  }
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('open', () => events.opened());
  socket.addEventListener('message', (event: MessageEvent<unknown>) => events.received(event.data));
  socket.addEventListener('error', over);
  socket.addEventListener('close', over);
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
