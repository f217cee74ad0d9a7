import { fetchJson } from '../wire/http.ts';

/** A WebSocket as far as the room uses one. */
export interface OpenSocket {
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(): void;
}

export interface SocketEvents {
  opened(): void;
  received(data: unknown): void;
  /** Once, whatever ended it. */
  lost(): void;
}

/** Everything of the outside world that the socket worker touches; tests bring their own. */
export interface SocketHands {
  /** Monotonic milliseconds. */
  nowMs(): number;
  /** Milliseconds since the epoch. */
  clockMs(): number;
  random(): number;
  uuid(): string;
  dial(url: string, events: SocketEvents): OpenSocket;
  fetchJson: typeof fetchJson;
  /** Runs `act` once, after so many milliseconds; the answer cancels it. */
  after(delayMs: number, act: () => void): () => void;
}

export const browserHands: SocketHands = {
  nowMs: () => performance.now(),
  clockMs: () => Date.now(),
  random: () => Math.random(),
  // randomUUID exists in secure contexts only; a room served over plain http has none.
  uuid: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  dial,
  fetchJson,
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
    return { send: () => undefined, close: () => (isOver = true) };
  }
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('open', () => events.opened());
  socket.addEventListener('message', (event: MessageEvent<unknown>) => events.received(event.data));
  socket.addEventListener('error', over);
  socket.addEventListener('close', over);
  return {
    send(data) {
      if (socket.readyState === WebSocket.OPEN) socket.send(data);
    },
    close() {
      isOver = true;
      socket.close();
    },
  };
}
