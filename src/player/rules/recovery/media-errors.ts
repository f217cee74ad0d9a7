import { firstRule, type Rule } from '../../base/rules.ts';
import type { PullFailureName } from '../names.ts';
import type { UnsupportedWhy } from './candidates.ts';
import { isNetworkError } from './network-error.ts';

/** A failed player, in the terms of the recovery rules. */
export interface PlayerError {
  readonly failure: PullFailureName;
  readonly detail: string;
  readonly network: boolean;
  readonly codecUnsupported: boolean;
  readonly lacks?: UnsupportedWhy;
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

const ENGINE_ERRORS = [
  { why: 'no answer in time', failure: 'TIMEOUT', network: true, codecUnsupported: false, when: (e) => e.detail === 'ConnectingTimeout' },
  {
    why: 'unreadable stream',
    failure: 'PLAYER_ERROR',
    network: false,
    codecUnsupported: false,
    when: (e) => e.detail === 'Exception' && e.message.startsWith(OF_DEMUXER),
  },
  // The address is wrong; the browser is not the cause.
  {
    why: 'no FLV',
    failure: 'ACK_FAIL',
    network: false,
    codecUnsupported: false,
    when: (e) => e.message === NOT_FLV || e.detail === 'FormatUnsupported',
  },
  {
    why: 'a status or an exception',
    failure: 'ACK_NETWORK_FAIL',
    network: true,
    codecUnsupported: false,
    when: (e) => e.type === 'NetworkError' && isNetworkError({ ...(e.code === undefined ? {} : { status: e.code }), message: e.message }),
  },
  {
    // Status 403, 410 and others: another address may succeed.
    why: 'a refusal',
    failure: 'ACK_FAIL',
    network: false,
    codecUnsupported: false,
    when: (e) => e.type === 'NetworkError' && e.detail === 'HttpStatusCodeInvalid',
  },
  {
    why: 'another network error',
    failure: 'ACK_NETWORK_FAIL',
    network: true,
    codecUnsupported: false,
    when: (e) => e.type === 'NetworkError',
  },
  { why: 'the codec', failure: 'NO_SUPPORT', network: false, codecUnsupported: true, when: (e) => e.detail === 'CodecUnsupported' },
  {
    why: 'the codec in a text',
    failure: 'NO_SUPPORT',
    network: false,
    codecUnsupported: true,
    when: (e) => UNSUPPORTED.test(e.message),
  },
  { why: 'another error', failure: 'PLAYER_ERROR', network: false, codecUnsupported: false, when: () => true },
] as const satisfies readonly (Rule<EngineError> & { failure: PullFailureName; network: boolean; codecUnsupported: boolean })[];

export function errorOfEngine(error: EngineError): PlayerError {
  const { failure, network, codecUnsupported } = firstRule<EngineError, (typeof ENGINE_ERRORS)[number]>(ENGINE_ERRORS, error);
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
