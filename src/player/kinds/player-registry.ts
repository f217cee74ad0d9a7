import type { PlayerKind } from '../rules/names.ts';
import { openH264, openNativeH265 } from './h264.ts';
import { loadEngine } from './mpegts/load.ts';
import type { OpenPlayer } from './player-start.ts';

async function withEngine(open: OpenPlayer): Promise<OpenPlayer> {
  await loadEngine();
  return open;
}

/**
 * One row per player kind; a new player adds a row. Players outside the start bundle are loaded when they are selected or likely
 * (preload.ts).
 */
export const PLAYERS: Partial<Readonly<Record<PlayerKind, () => Promise<OpenPlayer>>>> = {
  h264: () => withEngine(openH264),
  h265: async () => (await import('./h265.ts')).openH265,
  'h265-native': () => withEngine(openNativeH265),
  webrtc: async () => (await import('./webrtc.ts')).openWebRtc,
};

export const PLAYER_KINDS_HERE = Object.keys(PLAYERS) as readonly PlayerKind[];
