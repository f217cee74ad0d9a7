/** A browser that can play all but native HEVC, and a live room around the player. */
import { NO_HISTORY, type PlayerAbilities } from '../../../src/core/player/candidates.ts';
import { DEFAULT_PLAYER_CONFIG } from '../../../src/core/player/constants.ts';
import type { PlayerProgress } from '../../../src/core/player/contract.ts';
import { PLAYER_KINDS } from '../../../src/core/player/names.ts';
import type { RecoveryContext } from '../../../src/core/player/recovery-state.ts';

export const ABLE: PlayerAbilities = {
  kinds: PLAYER_KINDS,
  mediaSource: true,
  h264: true,
  nativeHevc: false,
  sharedMemory: true,
  videoFrameCallback: true,
  webrtc: true,
};
export const CONTEXT: RecoveryContext = {
  config: DEFAULT_PLAYER_CONFIG,
  browser: { chromeMajor: 120, isSafariWithoutChrome: false },
  abilities: ABLE,
  history: NO_HISTORY,
  isVisible: true,
  isLive: true,
  isOnline: true,
  random: 0.5,
};
export const PROGRESS: PlayerProgress = {
  positionS: 1,
  bufferedS: 1,
  paintedFrames: 1,
  droppedFrames: 0,
  bytes: 1,
  audioS: NaN,
  videoS: NaN,
  latencyS: 1,
  decodeMs: NaN,
};
