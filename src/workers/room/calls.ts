import type { Result } from '../core/result.ts';
import {
  decodeAd,
  decodeAddresses,
  decodeClientVersion,
  decodeLeadInList,
  decodeLiveInfo,
  decodePublished,
  decodeRemoteConfig,
  type AdConfig,
  type Decoded,
  type LeadInList,
  type LiveInfo,
  type StreamInfo,
} from '../core/room/live-info.ts';
import type { PlayerKind } from '../core/player/names.ts';
import type { Services } from '../core/services.ts';
import { fetchJson, type Request } from '../wire/http.ts';

const KIB = 1_024;

/** The room's HTTP calls (document 1, section 7): where, how long, how much. Timeouts that the document does not show are ours. */
export const CALLS = {
  liveInfo: { method: 'GET', timeoutMs: 5_000, maxBytes: 256 * KIB, credentials: 'same-origin' },
  addresses: { method: 'GET', timeoutMs: 5_000, maxBytes: 64 * KIB, credentials: 'same-origin' },
  config: { method: 'GET', timeoutMs: 1_500, maxBytes: 64 * KIB, credentials: 'same-origin' },
  ad: { method: 'POST', timeoutMs: 2_000, maxBytes: 64 * KIB, credentials: 'include' },
  leadIn: { method: 'GET', timeoutMs: 2_000, maxBytes: 64 * KIB, credentials: 'same-origin' },
  publish: { method: 'POST', timeoutMs: 5_000, maxBytes: 16 * KIB, credentials: 'same-origin' },
  clientVersion: { method: 'GET', timeoutMs: 5_000, maxBytes: 16 * KIB, credentials: 'same-origin' },
} as const satisfies Record<string, Omit<Request, 'url'>>;

/** `_p` of the ad query (document 1, section 7); the lead-in list has the same parameter. */
const AD_PLATFORM = 7;
const AD_APP_ID = 1010;

/** Optional members are left out of the query when they are ''. */
export interface LeadInQuery {
  readonly songName: string;
  readonly starId: number;
  readonly roomId: number;
  readonly nextFetchId: string;
  readonly playuuid: string;
  readonly isVertical: boolean;
}

export interface Calls {
  liveInfo(roomId: number): Promise<Result<Decoded<LiveInfo>>>;
  addresses(roomId: number, kind: PlayerKind | null, type: string): Promise<Result<Decoded<StreamInfo>>>;
  config(): Promise<Result<Readonly<Record<string, unknown>>>>;
  ad(roomId: number): Promise<Result<Decoded<AdConfig>>>;
  leadIn(query: LeadInQuery): Promise<Result<Decoded<LeadInList>>>;
  /** The star goes on the air or off it (our choice of a call; the documents leave it to the publishing tool). */
  publish(roomId: number, on: boolean): Promise<Result>;
  clientVersion(): Promise<Result<{ readonly url: string }>>;
  /** Requests without an answer yet. */
  pending(): number;
}

export function createCalls(services: Services, ask: typeof fetch = fetch): Calls {
  let pending = 0;
  async function call<T>(
    name: keyof typeof CALLS,
    url: string,
    decode: (body: unknown) => Result<T>,
    body?: Request['body'],
  ): Promise<Result<T>> {
    pending++;
    const answer = await fetchJson({ ...CALLS[name], url, ...(body && { body }) }, ask);
    pending--;
    return answer.ok ? decode(answer.value) : answer;
  }
  const query = (pairs: Readonly<Record<string, string | number>>): string =>
    new URLSearchParams(Object.entries(pairs).map(([key, value]) => [key, String(value)])).toString();
  return {
    liveInfo: (roomId) => call('liveInfo', `${services.live}/room/${roomId}/info`, decodeLiveInfo),
    addresses: (roomId, kind, type) =>
      call('addresses', `${services.live}/room/${roomId}/addresses?${query({ kind: kind ?? '', type })}`, decodeAddresses),
    config: () => call('config', `${services.live}/config`, decodeRemoteConfig),
    ad: (roomId) =>
      call('ad', `${services.secure}/mfx-kugoulive/ad/query?${query({ roomId, appid: AD_APP_ID, _p: AD_PLATFORM })}`, decodeAd),
    leadIn: ({ songName, starId, roomId, nextFetchId, playuuid, isVertical }) => {
      const needed = { _p: AD_PLATFORM, jsonpcallback: 'leadIn', songName, starId, needHttps: 1, roomId };
      const optional = {
        ...(nextFetchId === '' ? {} : { nextFetchId }),
        ...(playuuid === '' ? {} : { playuuid }),
        ...(isVertical ? { vertical: 1 } : {}),
      };
      const url = `${services.backup}/fx/timemachine/web/video/music/view/current.json?${query({ ...needed, ...optional })}`;
      return call('leadIn', url, decodeLeadInList);
    },
    publish: (roomId, on) => call('publish', `${services.live}/room/${roomId}/publish`, decodePublished, { on }),
    clientVersion: () =>
      call(
        'clientVersion',
        `${services.secure}/video/cfg/api/getClientVerForWeb?${query({ protocal: 'jsonp', jsonpcallback: 'clientVersion' })}`,
        decodeClientVersion,
      ),
    pending: () => pending,
  };
}
