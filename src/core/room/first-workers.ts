/**
 * Which player's workers the page's first script begins, before the start runs. A guess like that of ui/preload.ts: what plays is
 * decided by first-stage.ts and by the room worker, and a wrong guess costs its workers for some seconds.
 */
import type { PlayerKind } from '../../player/rules/names.ts';

/** Null: none is begun. */
export type FirstWorkers = 'h264' | 'h265' | null;

/** What index.html says of the built files (scripts/first-script-plugin.ts): a player's own scripts, and its workers. */
export interface FirstFiles {
  readonly h264: KindFiles;
  readonly h265: KindFiles;
}
interface KindFiles {
  readonly scripts: readonly string[];
  readonly workers: Readonly<Record<string, string>>;
}

/** The kind that played last here. `unknown`: the live info says it. */
export function guessOfVisit(last: PlayerKind | undefined, isIsolated: boolean): FirstWorkers | 'unknown' {
  if (last === undefined) return isIsolated ? 'unknown' : 'h264';
  if (last === 'webrtc') return null;
  return last === 'h265' ? last : 'h264';
}

/** Of the text as it came, one address or a list of them: live-info.ts reads it in full, and that is 10 kB of script. */
const names = (text: string, field: string): boolean => new RegExp(`"${field}"\\s*:\\s*\\[?\\s*(?:"[^"]|\\{)`).test(text);

/** Of a first visit to a page that may play H265. What the browser may play by itself is not guessed. */
export function guessOfLiveInfo(text: string, claimsHevc: () => boolean): FirstWorkers {
  if ((names(text, 'nativeh265') && claimsHevc()) || names(text, 'webrtc')) return null;
  if (names(text, 'h265flv')) return 'h265';
  return names(text, 'httpflv') ? 'h264' : null;
}
