import { isOverload } from '../../../player/base/waits.ts';
import { promised } from '../../../core/promised.ts';
import { addressOf, fieldsOf, idTextOf, isFields, wholeOf } from '../../../player/base/answer-fields.ts';
import { err, ok, type Result } from '../../../core/errors.ts';
import { decoder } from '../../../core/decoder.ts';
import { decodeAddresses, decodeLiveInfo } from '../../../core/room/start/live-info.ts';
import { configUrl, decodeRemoteConfig, FIRST_CALLS, liveInfoUrl, type EarlyAnswer } from '../../../core/room/start/early-start.ts';
import type { PlayerKind } from '../../../player/rules/names.ts';
import type { Services } from '../../../core/services.ts';
import type { EarlyCalls } from '../api.ts';
import { monitoredJson, queryOf, type Request } from '../../../wire/http.ts';
import type { Platform } from '../../platform.ts';
import type { StatsEvent } from '../../stats/api.ts';

const KIB = 1_024;

/** HTTP calls of the room with their address, timeout and size limit. Timeouts without a specified value are the project's. */
export const CALLS = {
  ...FIRST_CALLS,
  addresses: { method: 'GET', timeoutMs: 5_000, maxBytes: 64 * KIB, credentials: 'same-origin' },
  clientVersion: { method: 'GET', timeoutMs: 5_000, maxBytes: 16 * KIB, credentials: 'include' },
} as const satisfies Record<string, Omit<Request, 'url'>>;

export function createCalls(
  services: Services,
  platform: Pick<Platform, 'fetch' | 'nowMs'>,
  stats: (fact: StatsEvent) => void,
  onReach: (works: boolean) => void = () => undefined,
) {
  let pending = 0;
  async function request<T>(wanted: Request, decode: (body: unknown) => Result<T>): Promise<Result<T>> {
    pending++;
    const answer = await monitoredJson(wanted, platform, (call) => stats({ type: 'call', call }));
    pending--;
    onReach(isServed(answer));
    return answer.ok ? decode(answer.value) : answer;
  }
  return {
    liveInfo: (roomId: number) => request({ ...CALLS.liveInfo, url: liveInfoUrl(services, roomId) }, decodeLiveInfo),
    addresses: (roomId: number, kind: PlayerKind | null, type: string) =>
      request(
        { ...CALLS.addresses, url: `${services.live}/room/${roomId}/addresses?${queryOf({ kind: kind ?? '', type })}` },
        decodeAddresses,
      ),
    config: () => request({ ...CALLS.config, url: configUrl(services) }, decodeRemoteConfig),
    clientVersion: () => {
      const query = queryOf({ protocal: 'jsonp', jsonpcallback: 'clientVersion' });
      return request({ ...CALLS.clientVersion, url: `${services.secure}/video/cfg/api/getClientVerForWeb?${query}` }, decodeClientVersion);
    },
    /** A call that a feature defines. Never rejects. */
    request,
    pending: () => pending,
  };
}

export type Calls = ReturnType<typeof createCalls>;

/** A refusal is an answer of the service; an overload, a lost network and the page of a captive portal are none. */
function isServed(answer: Result<unknown>): boolean {
  if (answer.ok) return true;
  const { status } = answer.error;
  return status !== undefined && !isOverload(status);
}

/** Statuses for which the Response constructor rejects a body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
/** Lowest status that the Response constructor accepts. */
const MIN_STATUS = 200;

/**
 * Wraps `fetcher`: the first request of an address that the page has already sent waits for the page's answer, and is sent here if the page got
 * none.
 */
export function withEarlyAnswers(fetcher: typeof fetch, early: EarlyCalls | undefined): typeof fetch {
  if (early === undefined) return fetcher;
  const { port, urls } = early;
  const answers = new Map(urls.map((url) => [url, promised<EarlyAnswer['answer']>()]));
  const untaken = new Set(urls);
  port.addEventListener('message', ({ data }: MessageEvent<EarlyAnswer>) => answers.get(data.url)?.resolve(data.answer));
  port.start();
  void Promise.all([...answers.values()].map(({ promise }) => promise)).then(() => port.close());
  return async (input, init) => {
    const waited = typeof input === 'string' && untaken.delete(input) ? answers.get(input) : undefined;
    if (waited === undefined) return fetcher(input, init);
    const answer = await Promise.race([waited.promise, aborted(init?.signal)]);
    if (answer === null || answer.status < MIN_STATUS) return fetcher(input, init);
    return new Response(WITHOUT_BODY.has(answer.status) ? null : answer.bytes, { status: answer.status });
  };
}

/** Rejects like an aborted fetch. */
function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')), { once: true });
  });
}

/** Answer of getClientVerForWeb (P10): an address with status 1; otherwise the detail is `errorcode`, or ''. */
export const decodeClientVersion = decoder('client version', (input): Result<{ readonly url: string }> => {
  if (!isFields(input)) return err('HTTP_BAD_BODY', 'no object');
  const data = fieldsOf(input['data']);
  const url = addressOf(data['url']);
  if (wholeOf(input['status']) === 1) return url === undefined ? err('HTTP_BAD_BODY', 'no url') : ok({ url });
  return err('CLIENT_VERSION_REFUSED', idTextOf(input['errorcode']) ?? '');
});
