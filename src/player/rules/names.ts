/** The four kinds of players (P20); `h265-native` is an H265 stream decoded by the browser. */
export const PLAYER_KINDS = ['h264', 'h265', 'h265-native', 'webrtc'] as const;
export type PlayerKind = (typeof PLAYER_KINDS)[number];

/** Stream status names (P20). */
export const STREAM_STATUS_NAMES = ['created', 'playing', 'paused', 'buffering', 'stopped', 'end'] as const;
export type StreamStatusName = (typeof STREAM_STATUS_NAMES)[number];

/** Numeric stream statuses (P20). */
export const STREAM_STATUS = {
  BEGIN: 1,
  STOP: 2,
  PAUSE: 3,
  RESUME: 4,
  BUFFERING: 5,
  READY: 6,
  NO_STREAM: 7,
  END: 8,
  PUBLISH_STOP: 9,
  PLAYING: 10,
  OVERTIME: 11,
  PRELOAD: 12,
} as const;
export type StreamStatus = (typeof STREAM_STATUS)[keyof typeof STREAM_STATUS];

/** Pull failure codes (P26). */
export const PULL_FAILURE = {
  JS_LOAD_ERROR: 1,
  PLAYER_ERROR: 2,
  NO_SUPPORT: 3,
  ACK_NETWORK_FAIL: 4,
  ACK_FAIL: 5,
  TIMEOUT: 6,
  STREAM_ADDR_ERROR: 7,
  P2P_ERROR: 8,
} as const;
export type PullFailureName = keyof typeof PULL_FAILURE;

/** Reasons to restart a running player (P25). */
export const ACK_REASONS = ['STALL_TIMEOUT', 'CURRENT_TIME_ERROR', 'TIMEOUT', 'STREAM_PIXED_CHANGED'] as const;
export type AckReason = (typeof ACK_REASONS)[number];

/** Player switch reasons (P23); the spelling UNKNOW is the specification's. */
export const SWITCH_REASON = {
  UNKNOW: 0,
  STALL_CHECKER: 1,
  USER_OPERATION: 2,
  HISTORY_STALL: 3,
  PIXEL_TOO_BIG: 4,
  SAFARI_SHIELD: 5,
  APOLLO_CLOSED: 6,
  CHROME_SHIELD: 7,
  PIP: 8,
  NO_SUPPORT: 9,
  NATIVE_H265: 10,
} as const;
export type SwitchReasonName = keyof typeof SWITCH_REASON;

/** Name of a picture track that is left out for now, because no decoder can start with it (`track-dropped`). */
export const NO_KEYFRAME = 'no keyframe';

/** A separate file, because the page needs it before the table of player numbers is loaded. */
export const DEFAULT_VOLUME_PERCENT = 80;
