import { done, err, ok, type Result } from '../../result.ts';
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

/** S4: without both the token and the user id cookie the visitor is anonymous with user id 0. */
export function readLogin(cookies: ReadonlyMap<string, string>): Login {
  const userId = cookies.get(LOGIN_COOKIES.userId) ?? '';
  const token = cookies.get(LOGIN_COOKIES.token) ?? '';
  const appId = (cookies.get(LOGIN_COOKIES.appId) ?? '').slice(0, ROOM_LIMITS.nameLength.value);
  if (!/^[1-9]\d{0,14}$/.test(userId) || token === '' || token.length > ROOM_LIMITS.textLength.value)
    return { userId: 0, token: '', appId };
  return { userId: Number(userId), token, appId };
}

/** One cookie per union id through which a visitor arrived; null if the id cannot be part of a cookie name. */
export function unionCookieName(unionId: string): string | null {
  return /^\w{1,32}$/.test(unionId) ? `fx_unionId_${unionId}` : null;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
