import type { PullFailureName } from './names.ts';

/** P28: what the player box says (document 1, section 8). Nothing when the player script itself could not be loaded. */
export const PLAYER_MESSAGES = {
  JS_LOAD_ERROR: '',
  PLAYER_ERROR: '播放时出现异常，请稍候再试',
  NO_SUPPORT: '你的浏览器版本较低，请升级你的浏览器',
  ACK_NETWORK_FAIL: '播放时出现异常，请稍候再试',
  ACK_FAIL: '播放时出现异常，请稍候再试',
  TIMEOUT: '播放时出现异常，请稍候再试',
  STREAM_ADDR_ERROR: '播放时出现异常，请稍候再试',
  P2P_ERROR: '播放时出现异常，请稍候再试',
} as const satisfies Record<PullFailureName, string>;
