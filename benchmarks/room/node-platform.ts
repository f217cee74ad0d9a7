/** The platform of a worker in Node: real time and real WebSockets. */
import { WebSocket } from 'ws';
import type { OpenSocket, SocketEvents, SocketPlatform } from '../../src/workers/socket/socket.ts';

/** `kill` simulates a crash, after which no code runs. */
export function nodePlatform(own: Partial<SocketPlatform> = {}): SocketPlatform & { kill(): void } {
  let isAlive = true;
  const sockets = new Set<WebSocket>();
  function dial(url: string, events: SocketEvents): OpenSocket {
    const socket = new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true });
    let isOver = false;
    const over = (): void => {
      sockets.delete(socket);
      if (isOver || !isAlive) return;
      isOver = true;
      events.lost();
    };
    sockets.add(socket);
    socket.on('open', () => isAlive && !isOver && events.opened());
    socket.on('message', (data: Buffer, isBinary) => {
      if (isAlive && !isOver) events.received(isBinary ? new Uint8Array(data).buffer : data.toString('utf8'));
    });
    socket.on('error', over);
    socket.on('close', over);
    return {
      send(data) {
        if (socket.readyState !== WebSocket.OPEN) return false;
        socket.send(data);
        return true;
      },
      close() {
        isOver = true;
        socket.terminate();
      },
    };
  }
  return {
    nowMs: () => performance.now(),
    epochMs: () => Date.now(),
    random: Math.random,
    uuid: () => crypto.randomUUID().replaceAll('-', ''),
    fetch,
    after(delayMs, act) {
      const timer = setTimeout(() => isAlive && act(), delayMs);
      return () => clearTimeout(timer);
    },
    dial,
    ...own,
    kill() {
      isAlive = false;
      for (const socket of sockets) socket.terminate();
    },
  };
}
