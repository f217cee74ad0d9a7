import { isFields } from '../../../player/base/answer-fields.ts';
import { err, ok, type Result } from '../../errors.ts';
import { decoder } from '../../decoder.ts';
import type { Services } from '../../services.ts';

const KIB = 1_024;

/**
 * Calls of the room that need only the page's address: the page sends them before it starts the room worker (ui/start/early-answers.ts), and the
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
export type FirstCall = (typeof FIRST_CALLS)[keyof typeof FIRST_CALLS];
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
