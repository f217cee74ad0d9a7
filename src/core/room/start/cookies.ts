import { done, err, ok, type Result } from '../../errors.ts';
import { ROOM_LIMITS } from '../limits.ts';

/** P13: login cookies. The specification shows no names; these are the project's. */
export const LOGIN_COOKIES = { userId: 'fx_userid', token: 'fx_token', appId: 'fx_appid' } as const;

/** Reads `document.cookie`. A cookie that cannot be parsed is skipped: another script wrote it. */
export function readCookies(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const pair of header.slice(0, ROOM_LIMITS.cookieBytes.value).split(';', ROOM_LIMITS.cookies.value)) {
    const at = pair.indexOf('=');
    if (at < 0) continue;
    const name = pair.slice(0, at).trim();
    if (name === '' || found.has(name)) continue;
    found.set(name, decoded(pair.slice(at + 1).trim()));
  }
  return found;
}

/**
 * P13: a name of word characters only and a value without "; "; otherwise nothing is written and the caller logs the title of COOKIE_BAD.
 * Stricter than P13: a ";" ends a value even without a space and would add attributes, and control characters are not sent.
 */
export function checkCookie(name: string, value: string): Result {
  if (!/^\w+$/.test(name)) return err('COOKIE_BAD', `name ${JSON.stringify(name.slice(0, 40))}`);
  if (/[;\p{Cc}]/u.test(value)) return err('COOKIE_BAD', `value of ${name}`);
  return done;
}

export interface CookieOptions {
  readonly maxAgeS?: number;
  /** True on an HTTPS page: the cookie gets the attribute Secure. Browsers reject a Secure cookie that a plain HTTP page sets. */
  readonly isSecure: boolean;
}

/** The text to assign to `document.cookie`. */
export function writeCookie(name: string, value: string, options: CookieOptions): Result<string> {
  const checked = checkCookie(name, value);
  if (!checked.ok) return checked;
  const age = options.maxAgeS === undefined ? '' : `; max-age=${Math.max(0, Math.round(options.maxAgeS))}`;
  // `readCookies` decodes the value, and so do servers.
  return ok(`${name}=${value.replaceAll('%', '%25')}; path=/${age}; samesite=lax${options.isSecure ? '; secure' : ''}`);
}

export interface Login {
  /** 0 for an anonymous visitor. */
  readonly userId: number;
  readonly token: string;
  readonly appId: string;
}

/** Upper bound of a token in characters. Browsers drop a cookie of more than 4096 bytes, and a character has up to three bytes. */
export const MAX_TOKEN_CHARS = 1_024;

/** User ids in the login box and in cookies: a whole number from 1 to 2^53 - 1, without leading zeros. */
function readUserId(given: string): number | null {
  const userId = /^[1-9]\d{0,15}$/.test(given) ? Number(given) : 0;
  return userId > 0 && Number.isSafeInteger(userId) ? userId : null;
}

/**
 * The one rule for a login, for the login box, the sign-in and the cookies that a later visit reads. The login box has a sentence for each
 * code of an error.
 */
export function checkLogin(userId: string, token: string): Result<Pick<Login, 'userId' | 'token'>> {
  const id = readUserId(userId);
  if (id === null) return err('LOGIN_BAD_USER_ID', userId.slice(0, 20));
  if (token === '') return err('LOGIN_NO_TOKEN');
  if (token.length > MAX_TOKEN_CHARS) return err('LOGIN_LONG_TOKEN', `${token.length} characters`);
  // Spaces at the ends are not part of a cookie's value: a later visit would read another token.
  if (token !== token.trim()) return err('COOKIE_BAD', `value of ${LOGIN_COOKIES.token}`);
  const checked = checkCookie(LOGIN_COOKIES.token, token);
  return checked.ok ? ok({ userId: id, token }) : checked;
}

/** S4: without both the token and the user id cookie the visitor is anonymous with user id 0. */
export function readLogin(cookies: ReadonlyMap<string, string>): Login {
  const appId = (cookies.get(LOGIN_COOKIES.appId) ?? '').slice(0, ROOM_LIMITS.nameLength.value);
  const login = checkLogin(cookies.get(LOGIN_COOKIES.userId) ?? '', cookies.get(LOGIN_COOKIES.token) ?? '');
  return login.ok ? { ...login.value, appId } : { userId: 0, token: '', appId };
}

const UNION_COOKIE = 'fx_unionId_';

/** P2: one cookie per union id through which a visitor arrived; null if the id cannot be part of a cookie name. */
export function unionCookieName(unionId: string): string | null {
  return /^\w{1,32}$/.test(unionId) ? `${UNION_COOKIE}${unionId}` : null;
}

/** The union ids of the visit: the one of the address, then those of the cookies. */
export function unionIdsOf(ofAddress: string, cookies: ReadonlyMap<string, string>): readonly string[] {
  const stored = [...cookies].flatMap(([name, id]) => (name === unionCookieName(id) ? [id] : []));
  return [...new Set([ofAddress, ...stored])].filter((id) => id !== '');
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
