import type { PullFailureName } from './names.ts';
import { isNetworkError } from './network-error.ts';

/** A failed player, as recovery wants to hear of it. */
export interface PlayerTrouble {
  readonly failure: PullFailureName;
  readonly detail: string;
  readonly network: boolean;
  readonly codecUnsupported: boolean;
}

/** What an FLV engine says: a type, a detail (may be missing), and a status or exception. */
export interface EngineError {
  readonly type: string;
  readonly detail: string | undefined;
  readonly code: number | undefined;
  readonly message: string;
}

const UNSUPPORTED = /not ?supported|unsupported/i;

/** First row whose `when` holds; the last always holds. */
const ENGINE_ERRORS = [
  { failure: 'TIMEOUT', network: true, codecUnsupported: false, when: (e) => e.detail === 'ConnectingTimeout' },
  {
    failure: 'ACK_NETWORK_FAIL',
    network: true,
    codecUnsupported: false,
    when: (e) => e.detail === 'EarlyEof' || e.detail === 'UnrecoverableEarlyEof',
  },
  {
    failure: 'ACK_NETWORK_FAIL',
    network: true,
    codecUnsupported: false,
    when: (e) => e.type === 'NetworkError' && isNetworkError({ ...(e.code === undefined ? {} : { status: e.code }), message: e.message }),
  },
  // An answer that is an error but no outage (403, 410 …): another address may be answered differently.
  {
    failure: 'ACK_FAIL',
    network: false,
    codecUnsupported: false,
    when: (e) => e.type === 'NetworkError' && e.detail === 'HttpStatusCodeInvalid',
  },
  { failure: 'ACK_NETWORK_FAIL', network: true, codecUnsupported: false, when: (e) => e.type === 'NetworkError' },
  { failure: 'NO_SUPPORT', network: false, codecUnsupported: true, when: (e) => e.detail === 'CodecUnsupported' },
  // Not FLV at all: the address is wrong, not the browser.
  { failure: 'ACK_FAIL', network: false, codecUnsupported: false, when: (e) => e.detail === 'FormatUnsupported' },
  { failure: 'NO_SUPPORT', network: false, codecUnsupported: true, when: (e) => UNSUPPORTED.test(e.message) },
  { failure: 'PLAYER_ERROR', network: false, codecUnsupported: false, when: () => true },
] as const satisfies readonly {
  failure: PullFailureName;
  network: boolean;
  codecUnsupported: boolean;
  when(error: EngineError): boolean;
}[];

export function troubleOfEngine(error: EngineError): PlayerTrouble {
  const { failure, network, codecUnsupported } = ENGINE_ERRORS.find((row) => row.when(error)) ?? ENGINE_ERRORS[ENGINE_ERRORS.length - 1]!;
  const detail = [error.type, error.detail, error.code, error.message].filter((part) => part !== undefined && part !== '').join(' ');
  return { failure, network, codecUnsupported, detail };
}

/** MediaError of a media element: 1 aborted, 2 network, 3 decode, 4 source not supported. */
export function troubleOfElement(code: number, message: string): PlayerTrouble {
  const detail = `media error ${code} ${message}`.trim();
  if (code === 2) return { failure: 'ACK_NETWORK_FAIL', network: true, codecUnsupported: false, detail };
  if (code === 4) return { failure: 'NO_SUPPORT', network: false, codecUnsupported: true, detail };
  return { failure: 'PLAYER_ERROR', network: false, codecUnsupported: false, detail };
}
