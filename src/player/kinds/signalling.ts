/**
 * Exchanges a WebRTC offer for an answer, by stream provider (P21: 5 or 16). The specification does not name the protocols; the project's
 * choice: 5 uses WHEP and WHIP, 16 the JSON exchange that SRS documents at /rtc/v1/play/ and /rtc/v1/publish/.
 */
import { wholeOf } from '../base/answer-fields.ts';
import { readBounded } from '../base/bounded-read.ts';
import { describe, err, ok, type Result } from '../base/errors.ts';

export interface Answer {
  readonly sdp: string;
  /** Ends the session at the server; never fails. */
  readonly leave: () => void;
}

export interface Signalling {
  exchange(url: string, offerSdp: string, signal: AbortSignal): Promise<Result<Answer>>;
}

/** Upper bound of an answer; the SDP of a live stream has a few kilobytes. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** `play` receives a stream, `publish` sends one. */
export const SIGNALLING: Readonly<Record<'play' | 'publish', Readonly<Record<number, Signalling>>>> = {
  play: { 5: { exchange: whip }, 16: { exchange: srs('play') } },
  publish: { 5: { exchange: whip }, 16: { exchange: srs('publish') } },
};

/**
 * The exchange of WHEP (draft-ietf-wish-whep) and WHIP (RFC 9725): the request body is the offer, the response 201 has the answer, DELETE
 * on Location ends the session. An answer must choose a DTLS role (RFC 8842, section 5.3). Janus 1.1 answers `actpass`, which browsers
 * refuse, and begins the handshake, so its role is `active`.
 */
async function whip(url: string, offerSdp: string, signal: AbortSignal): Promise<Result<Answer>> {
  const answered = await post(url, 'application/sdp', offerSdp, signal);
  if (!answered.ok) return answered;
  const { response, text } = answered.value;
  if (!text.startsWith('v=0')) return err('HTTP_BAD_BODY', 'the answer is not SDP');
  const location = response.headers.get('location');
  // Without a usable address the server ends the session when no more packets arrive.
  const session = location === null ? null : hrefOf(location, response.url || url);
  return ok({
    sdp: text.replaceAll('a=setup:actpass', 'a=setup:active'),
    leave: () => {
      if (session !== null) void fetch(session, { method: 'DELETE', keepalive: true }).catch(() => undefined);
    },
  });
}

/** SRS: the request is {api, streamurl, sdp}, the response {code, sdp}. The HTTP address has the host of the webrtc:// stream. */
function srs(way: 'play' | 'publish'): Signalling['exchange'] {
  return async (url, offerSdp, signal) => {
    const api = hrefOf(`/rtc/v1/${way}/`, url.replace(/^(?:webrtc:)?\/\//, 'https://'));
    if (api === null) return err('HTTP_NETWORK', `not an address: ${describe(url, 100)}`);
    const answered = await post(api, 'application/json', JSON.stringify({ api, streamurl: url, clientip: null, sdp: offerSdp }), signal);
    if (!answered.ok) return answered;
    const body = parseObject(answered.value.text);
    if (!body) return err('HTTP_BAD_BODY', 'the answer is not a JSON object');
    if (wholeOf(body['code']) !== 0) return err('HTTP_BAD_BODY', `the server answered code ${describe(body['code'], 20)}`);
    const { sdp } = body;
    if (typeof sdp !== 'string' || !sdp.startsWith('v=0')) return err('HTTP_BAD_BODY', 'the answer holds no SDP');
    return ok({ sdp, leave: () => undefined });
  };
}

/** Both protocols send the complete offer at once; later candidates are not awaited. */
const GATHER_TIMEOUT_MS = 1_000;

/** Settles when the local description contains the available candidates. */
export function gathered(connection: RTCPeerConnection): Promise<void> {
  if (connection.iceGatheringState === 'complete') return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, GATHER_TIMEOUT_MS);
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState !== 'complete') return;
      clearTimeout(timer);
      resolve();
    });
  });
}

/** null if the two are no address. */
function hrefOf(text: string, base: string): string | null {
  try {
    return new URL(text, base).href;
  } catch {
    return null;
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

async function post(
  url: string,
  type: string,
  body: string,
  signal: AbortSignal,
): Promise<Result<{ readonly response: Response; readonly text: string }>> {
  try {
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body, signal });
    const { status } = response;
    if (!response.ok) return { ok: false, error: { code: 'HTTP_STATUS', detail: `status ${status}`, status } };
    const bytes = await readBounded(response.body, MAX_ANSWER_BYTES);
    return bytes === null
      ? err('HTTP_TOO_LONG', `over ${MAX_ANSWER_BYTES} bytes`)
      : ok({ response, text: new TextDecoder().decode(bytes) });
  } catch (cause) {
    return err(signal.aborted ? 'HTTP_TIMEOUT' : 'HTTP_NETWORK', describe(cause, 200));
  }
}
