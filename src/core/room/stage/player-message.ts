import type { UnsupportedWhy } from '../../../player/rules/recovery/candidates.ts';
import type { PullFailureName } from '../../../player/rules/names.ts';

/** P28: the two messages of the player box, or none. */
export type PlayerMessage = '你的浏览器版本较低，请升级你的浏览器' | '播放时出现异常，请稍候再试' | '';

const TOO_OLD = '你的浏览器版本较低，请升级你的浏览器';
const FAILED = '播放时出现异常，请稍候再试';

/** Reasons that a newer version of the same browser would fix. The others depend on the deployment, the stream or the platform. */
const CURED_BY_UPDATE: readonly UnsupportedWhy[] = [
  'no media source',
  'Chrome is too old',
  'the browser does not decode h264',
  'no peer connection',
];

/** `unsupported` null: a player was tried and failed. No message if the player script itself could not be loaded. */
export function playerMessage(failure: PullFailureName, unsupported: UnsupportedWhy | null): PlayerMessage {
  if (failure === 'JS_LOAD_ERROR') return '';
  return failure === 'NO_SUPPORT' && (unsupported === null || CURED_BY_UPDATE.includes(unsupported)) ? TOO_OLD : FAILED;
}
