import '../boot.ts';
import { expose } from 'comlink';
import { done } from '../core/result.ts';
import type { StatsFact } from '../stats/api.ts';
import type { SocketApi, SocketDown, SocketUp } from './api.ts';
import { browserHands } from './hands.ts';
import { createSocket } from './socket.ts';

let statsPort: MessagePort | null = null;

const api: SocketApi = {
  async start(services, room, stats) {
    statsPort = stats;
    if (import.meta.env.VITE_MOCK === '1') {
      const { interceptSockets } = await import('../../../mocks/socket.ts');
      interceptSockets();
    }
    const socket = createSocket(services, browserHands, {
      down: (message: SocketDown) => room.postMessage(message),
      stats: (fact: StatsFact) => statsPort?.postMessage(fact),
    });
    room.addEventListener('message', (event: MessageEvent<SocketUp>) => socket.up(event.data));
    room.start();
    return done;
  },
  async replaceStats(stats) {
    statsPort?.close();
    statsPort = stats;
    return done;
  },
};

expose(api);
