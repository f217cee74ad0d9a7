import type { PlayerKind } from '../rules/names.ts';
import { loadEngine, openH264, openNativeH265 } from './h264.ts';
import type { OpenPlayer } from './player-start.ts';

async function withEngine(isShared: boolean, open: OpenPlayer): Promise<OpenPlayer> {
  await loadEngine(isShared);
  return open;
}

/** One row per kind: adding a player is adding a line here. What the start does not hold is loaded when it is chosen or likely (preload.ts). */
export const PLAYERS: Partial<Readonly<Record<PlayerKind, (isShared: boolean) => Promise<OpenPlayer>>>> = {
  h264: (isShared) => withEngine(isShared, openH264),
  h265: async () => (await import('./h265.ts')).openH265,
  'h265-native': (isShared) => withEngine(isShared, openNativeH265),
  webrtc: async () => (await import('./webrtc.ts')).openWebRtc,
};

export const PLAYER_KINDS_HERE = Object.keys(PLAYERS) as readonly PlayerKind[];
