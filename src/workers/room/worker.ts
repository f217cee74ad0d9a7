import '../../player/workers/boot.ts';
import { expose } from 'comlink';
import { done, ok } from '../../core/errors.ts';
import { FEATURES } from '../../features/index.ts';
import { browserPlatform } from '../platform.ts';
import type { RoomApi } from './api.ts';
import { loadAhead, loadRoomPart } from './features/feature-loader.ts';
import { createRoom, type Room } from './room.ts';

let resolveRoom!: (room: Room) => void;
/** Calls that arrive before `start` wait for it. */
const started = new Promise<Room>((resolve) => {
  resolveRoom = resolve;
});

const api: RoomApi = {
  async start(input, services, ports) {
    resolveRoom(createRoom({ input, services, ports, platform: browserPlatform, features: FEATURES, loadFeature: loadRoomPart }));
    loadAhead(FEATURES);
    return done;
  },
  async idle() {
    await (await started).idle();
    return done;
  },
  async decisions() {
    return ok((await started).decisions());
  },
};

expose(api);
