import { decoder } from '../../core/decoder.ts';
import { describe } from '../../core/describe.ts';
import { done, err, ok, type Result } from '../../core/result.ts';

/** The server lets the star send: where to, and by which name it knows the broadcast. Times are milliseconds since 1970; 0: it does not say. */
export interface Grant {
  readonly at: 'granted';
  readonly session: string;
  readonly url: string;
  readonly providerId: number;
  readonly sinceMs: number;
}
/** The room is on the air already, by another session. */
export interface Elsewhere {
  readonly at: 'elsewhere';
  readonly sinceMs: number;
}

/** What the server knows of broadcasts of this room. */
export interface OnAir {
  readonly isOn: boolean;
  readonly sinceMs: number;
}

/** Our choice of a code: the room is on the air from somewhere else. */
const ELSEWHERE = 1_100_010;
const MAX_SESSION_CHARS = 128;
const MAX_URL_CHARS = 2_048;
const MAX_MESSAGE_CHARS = 200;
/** Document 1, section 3: 5 is one cloud, 16 another. */
const PROVIDERS = [5, 16];

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** Seconds of the server as milliseconds; what is no time is 0. */
function sinceOf(data: Fields | null): number {
  const since = data?.['since'];
  return typeof since === 'number' && Number.isSafeInteger(since) && since > 0 && since < 1e11 ? since * 1_000 : 0;
}

/** `{code, msg?, data?}` of every call; what is not 0 is a refusal in the server's words. */
function dataOf(input: unknown): Result<Fields | null> {
  const answer = fieldsOf(input);
  if (answer === null) return err('HTTP_BAD_BODY', 'no object');
  const { code, msg } = answer;
  if (code === 0) return ok(fieldsOf(answer['data']));
  const isText = typeof msg === 'string' && msg !== '' && msg.length <= MAX_MESSAGE_CHARS;
  return err('PUBLISH_REFUSED', isText ? msg : describe(code, 20));
}

/** The answer to going on the air, or to coming back to it. */
export const decodeGrant = decoder('publish', (input): Result<Grant | Elsewhere> => {
  const given = fieldsOf(input);
  if (given?.['code'] === ELSEWHERE) return ok({ at: 'elsewhere', sinceMs: sinceOf(fieldsOf(given['data'])) });
  const answer = dataOf(input);
  if (!answer.ok) return answer;
  const { session, url, provider } = answer.value ?? {};
  if (typeof session !== 'string' || session === '' || session.length > MAX_SESSION_CHARS) return err('HTTP_BAD_BODY', 'no session');
  const isUrl = typeof url === 'string' && url.length <= MAX_URL_CHARS && /^(?:https?|webrtc):\/\/[^\s"'<>\\]+$/.test(url);
  if (!isUrl) return err('HTTP_BAD_BODY', 'no address to send to');
  if (typeof provider !== 'number' || !PROVIDERS.includes(provider)) return err('HTTP_BAD_BODY', 'no provider that is known');
  return ok({ at: 'granted', session, url, providerId: provider, sinceMs: sinceOf(answer.value) });
});

/** The answer to going off the air. */
export const decodeEnded = decoder('publish', (input): Result => {
  const answer = dataOf(input);
  return answer.ok ? done : answer;
});

/** The answer to whether the room is on the air. */
export const decodeOnAir = decoder('publish', (input): Result<OnAir> => {
  const answer = dataOf(input);
  if (!answer.ok) return answer;
  const { on } = answer.value ?? {};
  if (on !== 0 && on !== 1) return err('HTTP_BAD_BODY', 'neither on nor off');
  return ok({ isOn: on === 1, sinceMs: on === 1 ? sinceOf(answer.value) : 0 });
});
