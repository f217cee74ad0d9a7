/**
 * Chooses the player whose workers the first script starts early. A guess, like ui/start/preload.ts: start-up.ts and the room worker decide
 * what plays, and after a wrong guess the workers are wasted for some seconds.
 */
import type { PlayerKind } from '../../../player/rules/names.ts';

/** Null: no workers are started. */
export type FirstWorkers = 'h264' | 'h265' | null;

/** Files of each player as listed in index.html (scripts/build/vite-plugins.ts): its scripts and its workers. */
export interface FirstFiles {
  readonly h264: KindFiles;
  readonly h265: KindFiles;
}
interface KindFiles {
  readonly scripts: readonly string[];
  readonly workers: Readonly<Record<string, string>>;
}

/** The kind that played last in this browser. `unknown`: live info decides. */
export function guessOfVisit(last: PlayerKind | undefined, isIsolated: boolean): FirstWorkers | 'unknown' {
  if (last === undefined) return isIsolated ? 'unknown' : 'h264';
  if (last === 'webrtc') return null;
  return last === 'h265' ? last : 'h264';
}

/** A regular expression on the raw text, for one address or a list; the full parser in live-info.ts would add 10 kB of script. */
const names = (text: string, field: string): boolean => new RegExp(`"${field}"\\s*:\\s*\\[?\\s*(?:"[^"]|\\{)`).test(text);

/** For a first visit on a page that can play H265. The browser's own decoding is not guessed. */
export function guessOfLiveInfo(text: string, claimsHevc: () => boolean): FirstWorkers {
  if ((names(text, 'nativeh265') && claimsHevc()) || names(text, 'webrtc')) return null;
  if (names(text, 'h265flv')) return 'h265';
  return names(text, 'httpflv') ? 'h264' : null;
}
