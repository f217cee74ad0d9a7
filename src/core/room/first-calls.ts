import type { Services } from '../services.ts';

const KIB = 1_024;

/**
 * The room's calls that need nothing but the page's address (document 1, section 7): the page asks them before it starts the room worker
 * (ui/early-answers.ts), and the worker takes the answers (workers/room/calls.ts). Timeouts that the document does not show are ours.
 */
export const FIRST_CALLS = {
  liveInfo: { method: 'GET', timeoutMs: 5_000, maxBytes: 256 * KIB, credentials: 'same-origin' },
  config: { method: 'GET', timeoutMs: 1_500, maxBytes: 64 * KIB, credentials: 'same-origin' },
  /** P8: the query may take 2 s; cookies go along to the secure service. */
  ad: { method: 'POST', timeoutMs: 2_000, maxBytes: 64 * KIB, credentials: 'include' },
} as const;

type FirstServices = Pick<Services, 'live' | 'secure'>;

export const liveInfoUrl = (services: FirstServices, roomId: number): string => `${services.live}/room/${roomId}/info`;
/** `appid` and `_p` of the ad query (document 1, section 7). */
const AD_APP_ID = 1010;
const AD_PLATFORM = 7;
export const adUrl = (services: FirstServices, roomId: number): string =>
  `${services.secure}/mfx-kugoulive/ad/query?roomId=${roomId}&appid=${AD_APP_ID}&_p=${AD_PLATFORM}`;
export const configUrl = (services: FirstServices): string => `${services.live}/config`;

/** Of the calls as the page makes them, in the order of FIRST_CALLS. */
export type FirstCall = (typeof FIRST_CALLS)[keyof typeof FIRST_CALLS];
export const firstCalls = (services: FirstServices, roomId: number): readonly (readonly [url: string, call: FirstCall])[] => [
  [liveInfoUrl(services, roomId), FIRST_CALLS.liveInfo],
  [configUrl(services), FIRST_CALLS.config],
  [adUrl(services, roomId), FIRST_CALLS.ad],
];

/** What the page says over the port, once for each address; null: it got no answer, and the worker asks by itself. */
export interface EarlyAnswer {
  readonly url: string;
  readonly answer: { readonly status: number; readonly bytes: ArrayBuffer } | null;
}
