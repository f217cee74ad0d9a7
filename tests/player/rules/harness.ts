/** A browser that supports everything but native HEVC, and a live room. */
import { NO_HISTORY, type PlayerAbilities } from '../../../src/player/rules/recovery/candidates.ts';
import { DEFAULT_PLAYER_CONFIG } from '../../../src/player/rules/constants.ts';
import type { PlayerProgress } from '../../../src/player/rules/contract.ts';
import { PLAYER_KINDS } from '../../../src/player/rules/names.ts';
import type { RecoveryContext } from '../../../src/player/rules/recovery/recovery-state.ts';

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
