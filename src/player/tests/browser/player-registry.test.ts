import { expect, test } from 'vitest';
import { openH264, openNativeH265 } from '../../kinds/h264.ts';
import { PLAYERS, PLAYER_KINDS_HERE } from '../../kinds/player-registry.ts';
import { loadedEngine } from '../../kinds/mpegts/load.ts';

test('P22 each kind of player has its own loader, and those of mpegts.js load it first', async () => {
  expect(PLAYER_KINDS_HERE).toEqual(['h264', 'h265', 'h265-native', 'webrtc']);
  expect((await PLAYERS.h265?.())?.name).toBe('openH265');
  expect((await PLAYERS.webrtc?.())?.name).toBe('openWebRtc');
  expect(loadedEngine).toThrow('mpegts.js was not loaded');
  expect(await PLAYERS['h265-native']?.()).toBe(openNativeH265);
  expect(loadedEngine).not.toThrow();
  expect(await PLAYERS.h264?.()).toBe(openH264);
});
