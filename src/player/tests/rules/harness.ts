/** A browser that supports everything but native HEVC, and a live room. */
import { type AddressSet, NO_ADDRESSES, NO_HISTORY, type PlayerAbilities } from '../../rules/recovery/candidates.ts';
import { DEFAULT_PLAYER_CONFIG } from '../../rules/constants.ts';
import type { PlayerProgress } from '../../rules/contract.ts';
import { PLAYER_KINDS } from '../../rules/names.ts';
import type { Capabilities, PlayerFact } from '../../rules/recovery/orders.ts';
import type { RecoveryContext } from '../../rules/recovery/recovery-state.ts';

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
  // The upper bound of each wait.
  random: 0,
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
export const CAPABILITIES: Capabilities = {
  kinds: ['h264', 'h265', 'h265-native', 'webrtc'],
  mediaSource: true,
  h264: true,
  nativeHevc: false,
  sharedMemory: true,
  wasmSimd: true,
  videoFrameCallback: true,
  webrtc: true,
  offscreenCanvas: true,
  audioDecoder: true,
  pictureInPicture: true,
  pictureSurface: 'canvas',
  savesData: false,
};

export const H264: AddressSet = { ...NO_ADDRESSES, httpflv: ['/live/a.flv'], width: 852, height: 480 };
export const BOTH: AddressSet = { ...H264, h265flv: ['/live/c.flv'] };

export const ATTEMPT: Extract<PlayerFact, { type: 'attempt' }> = {
  type: 'attempt',
  epoch: 1,
  kind: 'h264',
  line: 0,
  lines: 1,
  reason: 'UNKNOW',
  why: 'first address',
  kinds: ['h264'],
  savers: [],
};
