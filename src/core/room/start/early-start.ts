import { isFields } from '../../../player/base/answer-fields.ts';
import { err, ok, type Result } from '../../errors.ts';
import { decoder } from '../../decoder.ts';
import type { Services } from '../../services.ts';
import type { PlayerKind } from '../../../player/rules/names.ts';

const KIB = 1_024;

/**
 * Calls of the room that need only the page's address: the page sends them before it starts the room worker (ui/start/first-answers.ts), and the
 * worker receives the answers (workers/room/clients/calls.ts). Timeouts without a specified value are the project's.
 */
export const FIRST_CALLS = {
  liveInfo: { method: 'GET', timeoutMs: 5_000, maxBytes: 256 * KIB, credentials: 'same-origin' },
  /** Longer than three round trips of a slow network: without this answer the picture waits for the whole room. */
  config: { method: 'GET', timeoutMs: 3_000, maxBytes: 64 * KIB, credentials: 'same-origin' },
  /** P8: timeout 2 s, with cookies for the secure service. */
  ad: { method: 'POST', timeoutMs: 2_000, maxBytes: 64 * KIB, credentials: 'include' },
} as const;

type FirstServices = Pick<Services, 'live' | 'secure'>;

export const liveInfoUrl = (services: FirstServices, roomId: number): string => `${services.live}/room/${roomId}/info`;
/** P8: `appid` and `_p` of the ad query. */
const AD_APP_ID = 1010;
const AD_PLATFORM = 7;
export const adUrl = (services: FirstServices, roomId: number): string =>
  `${services.secure}/mfx-kugoulive/ad/query?roomId=${roomId}&appid=${AD_APP_ID}&_p=${AD_PLATFORM}`;
export const configUrl = (services: FirstServices): string => `${services.live}/config`;

/** The calls in the order of FIRST_CALLS. */
type FirstCall = (typeof FIRST_CALLS)[keyof typeof FIRST_CALLS];
export const firstCalls = (services: FirstServices, roomId: number): readonly (readonly [url: string, call: FirstCall])[] => [
  [liveInfoUrl(services, roomId), FIRST_CALLS.liveInfo],
  [configUrl(services), FIRST_CALLS.config],
  [adUrl(services, roomId), FIRST_CALLS.ad],
];

/** Sent by the page over the port, once per address; null: the page got no answer, and the worker sends the request itself. */
export interface EarlyAnswer {
  readonly url: string;
  readonly answer: { readonly status: number; readonly bytes: ArrayBuffer } | null;
}

/** {live}/config: an object of switches, or such an object in `data`. */
export const decodeRemoteConfig = decoder('config', (input): Result<Readonly<Record<string, unknown>>> => {
  if (!isFields(input)) return err('HTTP_BAD_BODY', 'config is no object');
  return ok(isFields(input['data']) ? input['data'] : input);
});

/**
 * Chooses the player whose workers the first script starts early. A guess, like ui/start/preload.ts: start-up.ts and the room worker decide
 * what plays, and after a wrong guess the workers are wasted for some seconds.
 */

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
