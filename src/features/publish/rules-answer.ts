import { decoder } from '../../core/decoder.ts';
import { describe } from '../../core/describe.ts';
import { done, err, ok, type Result } from '../../core/result.ts';

/** Permission to broadcast: address and session id. Times are milliseconds since 1970; 0: unknown. */
export interface Grant {
  readonly name: 'granted';
  readonly session: string;
  readonly url: string;
  readonly providerId: number;
  readonly sinceMs: number;
}
/** Another session is already broadcasting in this room. */
export interface Elsewhere {
  readonly name: 'elsewhere';
  readonly sinceMs: number;
}

/** The server's state of this room's broadcast. */
export interface OnAir {
  readonly isOn: boolean;
  readonly sinceMs: number;
}

/** Project's choice of a code: the room is already on the air from elsewhere. */
const ELSEWHERE = 1_100_010;
const MAX_SESSION_CHARS = 128;
const MAX_URL_CHARS = 2_048;
const MAX_MESSAGE_CHARS = 200;
/** P21: 5 is one cloud, 16 another. */
const PROVIDERS = [5, 16];

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** Converts the server's seconds to milliseconds; 0 for anything that is not a time. */
function sinceOf(data: Fields | null): number {
  const since = data?.['since'];
  return typeof since === 'number' && Number.isSafeInteger(since) && since > 0 && since < 1e11 ? since * 1_000 : 0;
}

/** `{code, msg?, data?}` of every call; a code other than 0 is a refusal with the server's text. */
function dataOf(input: unknown): Result<Fields | null> {
  const answer = fieldsOf(input);
  if (answer === null) return err('HTTP_BAD_BODY', 'no object');
  const { code, msg } = answer;
  if (code === 0) return ok(fieldsOf(answer['data']));
  const isText = typeof msg === 'string' && msg !== '' && msg.length <= MAX_MESSAGE_CHARS;
  return err('PUBLISH_REFUSED', isText ? msg : describe(code, 20));
}

/** The answer to starting or resuming a broadcast. */
export const decodeGrant = decoder('publish', (input): Result<Grant | Elsewhere> => {
  const given = fieldsOf(input);
  if (given?.['code'] === ELSEWHERE) return ok({ name: 'elsewhere', sinceMs: sinceOf(fieldsOf(given['data'])) });
  const answer = dataOf(input);
  if (!answer.ok) return answer;
  const { session, url, provider } = answer.value ?? {};
  if (typeof session !== 'string' || session === '' || session.length > MAX_SESSION_CHARS) return err('HTTP_BAD_BODY', 'no session');
  const isUrl = typeof url === 'string' && url.length <= MAX_URL_CHARS && /^(?:https?|webrtc):\/\/[^\s"'<>\\]+$/.test(url);
  if (!isUrl) return err('HTTP_BAD_BODY', 'no address to send to');
  if (typeof provider !== 'number' || !PROVIDERS.includes(provider)) return err('HTTP_BAD_BODY', 'no provider that is known');
  return ok({ name: 'granted', session, url, providerId: provider, sinceMs: sinceOf(answer.value) });
});

/** The answer to ending a broadcast. */
export const decodeEnded = decoder('publish', (input): Result => {
  const answer = dataOf(input);
  return answer.ok ? done : answer;
});

/** The answer to the query whether the room is on the air. */
export const decodeOnAir = decoder('publish', (input): Result<OnAir> => {
  const answer = dataOf(input);
  if (!answer.ok) return answer;
  const { on } = answer.value ?? {};
  if (on !== 0 && on !== 1) return err('HTTP_BAD_BODY', 'neither on nor off');
  return ok({ isOn: on === 1, sinceMs: on === 1 ? sinceOf(answer.value) : 0 });
});
