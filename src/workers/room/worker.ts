import '../boot.ts';
import { expose } from 'comlink';
import { done } from '../core/result.ts';
import type { RoomApi } from './api.ts';
import { createRoom, type Room } from './room.ts';

let resolveRoom!: (room: Room) => void;
/** Calls that come before `start` wait for it. */
const started = new Promise<Room>((resolve) => {
  resolveRoom = resolve;
});

const api: RoomApi = {
  async start(input, services, ports) {
    resolveRoom(createRoom(input, services, ports));
    return done;
  },
  async act(action) {
    (await started).act(action);
    return done;
  },
  async idle() {
    await (await started).idle();
    return done;
  },
};

expose(api);
