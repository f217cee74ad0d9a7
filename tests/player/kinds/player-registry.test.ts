import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openH264, openNativeH265 } from '../../../src/player/kinds/h264.ts';
import { PLAYERS, PLAYER_KINDS_HERE } from '../../../src/player/kinds/player-registry.ts';

const engine = vi.hoisted(() => ({ loads: 0 }));
// mpegts.js needs a browser.
vi.mock('../../../src/player/kinds/mpegts/load.ts', () => ({
  loadEngine: async () => Promise.resolve(void engine.loads++),
  loadedEngine: () => undefined,
}));

// Node 20 has none.
beforeAll(() => void vi.stubGlobal('navigator', { userAgent: '' }));
afterAll(() => void vi.unstubAllGlobals());

test('P22 each kind of player has its own loader, and those of mpegts.js load it first', async () => {
  expect(PLAYER_KINDS_HERE).toEqual(['h264', 'h265', 'h265-native', 'webrtc']);
  expect(await PLAYERS.h264?.()).toBe(openH264);
  expect(await PLAYERS['h265-native']?.()).toBe(openNativeH265);
  expect(engine.loads).toBe(2);
  expect((await PLAYERS.h265?.())?.name).toBe('openH265');
  expect((await PLAYERS.webrtc?.())?.name).toBe('openWebRtc');
  expect(engine.loads).toBe(2);
});
