/**
 * How a WebRTC offer finds its answer, by stream provider (document 1, section 3: 5 is one cloud, 16 another). Which protocol each cloud
 * speaks is not shown; our choice: 5 speaks WHEP, 16 the JSON exchange that SRS documents at /rtc/v1/play/.
 */
import { err, ok, type Result } from '../../workers/core/result.ts';

export interface Answer {
  readonly sdp: string;
  /** Tells the server that the viewer left; never fails. */
  readonly leave: () => void;
}

export interface Signalling {
  exchange(url: string, offerSdp: string, signal: AbortSignal): Promise<Result<Answer>>;
}

/** An SDP of a live stream is a few kilobytes. */
const MAX_ANSWER_BYTES = 256 * 1024;

export const SIGNALLING: Readonly<Record<number, Signalling>> = {
  5: { exchange: whep },
  16: { exchange: srs },
};

/** WHEP (draft-ietf-wish-whep): the offer is the body, 201 brings the answer, DELETE on Location ends the session. */
async function whep(url: string, offerSdp: string, signal: AbortSignal): Promise<Result<Answer>> {
  const answered = await post(url, 'application/sdp', offerSdp, signal);
  if (!answered.ok) return answered;
  const { response, text } = answered.value;
  if (!text.startsWith('v=0')) return err('HTTP_BAD_BODY', 'the WHEP answer is not SDP');
  const location = response.headers.get('location');
  const session = location === null ? null : new URL(location, response.url || url).href;
  return ok({
    sdp: text,
    leave: () => {
      if (session !== null) void fetch(session, { method: 'DELETE', keepalive: true }).catch(() => undefined);
    },
  });
}

/** SRS: {api, streamurl, sdp} in, {code, sdp} out. The HTTP address is that of the webrtc:// stream's host. */
async function srs(url: string, offerSdp: string, signal: AbortSignal): Promise<Result<Answer>> {
  const api = new URL('/rtc/v1/play/', url.replace(/^webrtc:/, 'https:')).href;
  const answered = await post(api, 'application/json', JSON.stringify({ api, streamurl: url, clientip: null, sdp: offerSdp }), signal);
  if (!answered.ok) return answered;
  const body = parseObject(answered.value.text);
  if (!body) return err('HTTP_BAD_BODY', 'the answer is not a JSON object');
  if (body['code'] !== 0) return err('HTTP_BAD_BODY', `the server answered code ${String(body['code'])}`);
  const { sdp } = body;
  if (typeof sdp !== 'string' || !sdp.startsWith('v=0')) return err('HTTP_BAD_BODY', 'the answer holds no SDP');
  return ok({ sdp, leave: () => undefined });
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
    if (!response.ok) return err('HTTP_STATUS', `status ${response.status}`);
    const text = await response.text();
    return text.length > MAX_ANSWER_BYTES ? err('HTTP_TOO_LONG', `${text.length} characters`) : ok({ response, text });
  } catch (cause) {
    return err(signal.aborted ? 'HTTP_TIMEOUT' : 'HTTP_NETWORK', String(cause));
  }
}
