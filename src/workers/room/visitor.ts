import type { Failure } from '../../core/result.ts';
import { LOGIN_COOKIES, readCookies, readLogin, unionCookieName, writeCookie, type Login } from '../../core/room/start/cookies.ts';
import { STORED_KEYS } from '../../core/room/start/stored.ts';
import type { UserAction } from '../../core/room/view.ts';
import type { Storage } from './clients/storage.ts';

const DAY_S = 86_400;

export interface VisitorDeps {
  readonly cookie: string;
  /** True on a page served by HTTPS. */
  readonly isSecure: boolean;
  readonly storage: Pick<Storage, 'read' | 'write'>;
  uuid(): string;
  setCookie(cookie: string): void;
  onFailure(failure: Failure): void;
}

/** The visitor: login, device id, union id. */
export interface Visitor {
  login(): Login;
  /** Returns false if the values cannot be a login; nothing is changed then. */
  signIn(action: Extract<UserAction, { type: 'login' }>): boolean;
  signOut(): void;
  /** S4: generated once per browser. */
  deviceNo(): string;
  dfid(): string;
  rememberUnion(unionId: string): void;
}

export function createVisitor(deps: VisitorDeps): Visitor {
  const { cookie, storage } = deps;
  const cookies = readCookies(cookie);
  let login = readLogin(cookies);

  function write(name: string, value: string, maxAgeS?: number): boolean {
    const written = writeCookie(name, value, { isSecure: deps.isSecure, ...(maxAgeS === undefined ? {} : { maxAgeS }) });
    if (written.ok) deps.setCookie(written.value);
    else {
      // P13: the specified log line.
      console.warn('cookie格式不正确', written.error.detail);
      deps.onFailure(written.error);
    }
    return written.ok;
  }

  return {
    login: () => login,
    signIn({ userId, token }) {
      if (!Number.isSafeInteger(userId) || userId <= 0 || token === '') {
        deps.onFailure({ code: 'COOKIE_BAD', detail: 'login' });
        return false;
      }
      if (!write(LOGIN_COOKIES.token, token) || !write(LOGIN_COOKIES.userId, String(userId))) return false;
      login = { ...login, userId, token };
      return true;
    },
    signOut() {
      write(LOGIN_COOKIES.userId, '', 0);
      write(LOGIN_COOKIES.token, '', 0);
      login = { ...login, userId: 0, token: '' };
    },
    deviceNo() {
      const stored = storage.read(STORED_KEYS.deviceNo);
      if (typeof stored === 'string' && /^[\w-]{8,64}$/.test(stored)) return stored;
      const fresh = deps.uuid();
      storage.write(STORED_KEYS.deviceNo, fresh, null);
      return fresh;
    },
    dfid: () => cookies.get('dfid') ?? '-',
    rememberUnion(unionId) {
      const name = unionCookieName(unionId);
      if (name !== null) write(name, unionId, DAY_S);
    },
  };
}
