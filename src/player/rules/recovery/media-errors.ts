import { isOverload, retryAfterMs } from '../../base/waits.ts';
import type { PullFailureName } from '../names.ts';
import { firstRule } from '../../base/machine.ts';
import type { Failing } from '../contract.ts';

/** P26: a network error is one of these statuses, a network-error string, or an io error type. */
export const NETWORK_ERROR_STATUSES: readonly number[] = [-1, 404, 500, 502, 503, 504];

/** Known properties of a failure; every field may be missing. */
export interface RequestFailure {
  readonly status?: number;
  readonly type?: string;
  readonly message?: string;
}

export function isNetworkError({ status, type, message }: RequestFailure): boolean {
  if (status !== undefined && NETWORK_ERROR_STATUSES.includes(status)) return true;
  if (type !== undefined && /^io[-_ ]?error$|^ioexception$/i.test(type)) return true;
  return [type, message].some((text) => text !== undefined && /network[-_ ]?error/i.test(text));
}

/** The part of a Response that decides whether it contains a stream. */
interface StreamAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
}

export interface StreamRefusal {
  readonly failure: PullFailureName;
  readonly detail: string;
  readonly network: boolean;
  readonly retryAfterMs?: number;
}

/** Null for an answer that may contain a stream. A captive portal answers with a page; a server without capacity may name a time. */
export function refusalOf({ ok, status, headers }: StreamAnswer, clock: Pick<DateConstructor, 'now' | 'parse'>): StreamRefusal | null {
  if (ok && !/^text\/html\b/i.test(headers.get('content-type') ?? '')) return null;
  const network = ok || isNetworkError({ status });
  const afterMs = retryAfterMs(headers.get('retry-after'), clock.now(), (text) => clock.parse(text));
  return {
    failure: network ? 'ACK_NETWORK_FAIL' : 'ACK_FAIL',
    detail: ok ? 'a page instead of the stream' : `status ${status}`,
    network: network || isOverload(status),
    ...(afterMs && { retryAfterMs: afterMs }),
  };
}

/** A failed player, in the terms of the recovery rules. */
export interface PlayerError extends Failing {
  readonly detail: string;
}

/** An error of an FLV engine: a type, a detail (may be missing), and a status or exception. */
export interface EngineError {
  readonly type: string;
  readonly detail: string | undefined;
  readonly code: number | undefined;
  readonly message: string;
}

const UNSUPPORTED = /not ?supported|unsupported/i;
/** Prefix of an error that the demuxer of mpegts.js throws: kinds/mpegts/engine.ts has to report it as a network exception. */
export const OF_DEMUXER = 'demuxer: ';
/** The address returns something else, for example a page with an error. */
export const NOT_FLV = 'the answer is not FLV';

const row = (why: string, failure: PullFailureName, network: boolean, when: (error: EngineError) => boolean) => ({
  why,
  failure,
  network,
  codecUnsupported: failure === 'NO_SUPPORT',
  when,
});
const isOfNetwork = ({ type }: EngineError): boolean => type === 'NetworkError';

const ENGINE_ERRORS: readonly ReturnType<typeof row>[] = [
  row('no answer in time', 'TIMEOUT', true, ({ detail }) => detail === 'ConnectingTimeout'),
  row('unreadable stream', 'PLAYER_ERROR', false, ({ detail, message }) => detail === 'Exception' && message.startsWith(OF_DEMUXER)),
  // The address is wrong; the browser is not the cause.
  row('no FLV', 'ACK_FAIL', false, ({ detail, message }) => message === NOT_FLV || detail === 'FormatUnsupported'),
  row(
    'a status or an exception',
    'ACK_NETWORK_FAIL',
    true,
    (e) => isOfNetwork(e) && isNetworkError({ ...(e.code === undefined ? {} : { status: e.code }), message: e.message }),
  ),
  // Status 403, 410 and others: another address may succeed.
  row('a refusal', 'ACK_FAIL', false, (e) => isOfNetwork(e) && e.detail === 'HttpStatusCodeInvalid'),
  row('another network error', 'ACK_NETWORK_FAIL', true, isOfNetwork),
  row('the codec', 'NO_SUPPORT', false, ({ detail, message }) => detail === 'CodecUnsupported' || UNSUPPORTED.test(message)),
  row('another error', 'PLAYER_ERROR', false, () => true),
];

export function errorOfEngine(error: EngineError): PlayerError {
  const { failure, network, codecUnsupported } = firstRule(ENGINE_ERRORS, error);
  const detail = [error.type, error.detail, error.code, error.message].filter((part) => part !== undefined && part !== '').join(' ');
  return { failure, network, codecUnsupported, detail, ...(codecUnsupported && { lacks: 'the stream has another codec' }) };
}

/** The element has failed and closed its source before the engine appended: the element's own error, which follows, names the cause. */
export const isSourceClosed = ({ detail, message }: EngineError): boolean =>
  detail === 'MediaMSEError' && message.includes('removed from the parent media source');

/** MediaError of a media element: 1 aborted, 2 network, 3 decode, 4 source not supported. */
export function errorOfElement(code: number, message: string): PlayerError {
  const detail = `media error ${code} ${message}`.trim();
  if (code === 2) return { failure: 'ACK_NETWORK_FAIL', network: true, codecUnsupported: false, detail };
  if (code === 4) return { failure: 'NO_SUPPORT', network: false, codecUnsupported: true, detail };
  return { failure: 'PLAYER_ERROR', network: false, codecUnsupported: false, detail };
}
