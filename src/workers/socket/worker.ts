import '../../player/workers/boot.ts';
import { expose } from 'comlink';
import { done } from '../../core/errors.ts';
import { browserPlatform } from '../platform.ts';
import type { StatsEvent } from '../stats/api.ts';
import type { SocketApi, SocketDown, SocketUp } from './api.ts';

import { dial } from './dispatch.ts';
import { Socket } from './socket.ts';

let statsPort: MessagePort | null = null;
let socket: Socket | null = null;

const api: SocketApi = {
  async start(services, room, stats) {
    statsPort = stats;
    if (import.meta.env.VITE_MOCK === '1') {
      const { interceptSockets } = await import('../../../mocks/backend/socket.ts');
      interceptSockets();
    }
    const made = new Socket({
      services,
      platform: { ...browserPlatform, dial },
      outs: {
        down: (message: SocketDown, transfer: Transferable[] = []) => room.postMessage(message, transfer),
        stats: (fact: StatsEvent) => statsPort?.postMessage(fact),
      },
    });
    socket = made;
    room.addEventListener('message', (event: MessageEvent<SocketUp>) => made.up(event.data));
    room.start();
    return done;
  },
  async replaceStats(stats) {
    statsPort?.close();
    statsPort = stats;
    socket?.reportSession();
    return done;
  },
};

expose(api);
