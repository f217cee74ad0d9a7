import { done, type Failure } from '../../core/errors.ts';
import {
  checkLogin,
  LOGIN_COOKIES,
  readCookies,
  readLogin,
  unionCookieName,
  unionIdsOf,
  writeCookie,
} from '../../core/room/start/cookies.ts';
import { STORED_KEYS } from '../../core/room/start/stored.ts';
import type { UserAction } from '../../core/room/view.ts';
import type { Storage } from './clients/storage.ts';

const DAY_S = 86_400;

export interface VisitorDeps {
  readonly cookie: string;
  /** `fx_unionId_ck` of the address; '' without one. */
  readonly unionId: string;
  /** True on a page served by HTTPS. */
  readonly isSecure: boolean;
  readonly storage: Pick<Storage, 'read' | 'write'>;
  uuid(): string;
  setCookie(cookie: string): void;
  onFailure(failure: Failure): void;
}

/** The visitor: login, device id, union id. */
export function createVisitor(deps: VisitorDeps) {
  const { cookie, storage } = deps;
  const cookies = readCookies(cookie);
  let login = readLogin(cookies);

  function write(name: string, value: string, maxAgeS?: number): void {
    const written = writeCookie(name, value, { isSecure: deps.isSecure, ...(maxAgeS === undefined ? {} : { maxAgeS }) });
    if (written.ok) deps.setCookie(written.value);
    else refuse(written.error);
  }

  function refuse(failure: Failure): void {
    // P13: the specified log line.
    if (failure.code === 'COOKIE_BAD') console.warn('cookie格式不正确', failure.detail);
    deps.onFailure(failure);
  }

  return {
    login: () => login,
    /** An error if the values cannot be a login; nothing is changed then. */
    signIn({ userId, token }: Extract<UserAction, { type: 'login' }>) {
      const checked = checkLogin(String(userId), token);
      if (!checked.ok) {
        refuse(checked.error);
        return checked;
      }
      write(LOGIN_COOKIES.token, token);
      write(LOGIN_COOKIES.userId, String(userId));
      login = { ...login, ...checked.value };
      return done;
    },
    signOut() {
      write(LOGIN_COOKIES.userId, '', 0);
      write(LOGIN_COOKIES.token, '', 0);
      login = { ...login, userId: 0, token: '' };
    },
    /** S4: generated once per browser. */
    deviceNo() {
      const stored = storage.read(STORED_KEYS.deviceNo);
      if (typeof stored === 'string' && /^[\w-]{8,64}$/.test(stored)) return stored;
      const fresh = deps.uuid();
      storage.write(STORED_KEYS.deviceNo, fresh, null);
      return fresh;
    },
    dfid: () => cookies.get('dfid') ?? '-',
    /** P2: the union id of the address, then those of the cookies. */
    unionIds: () => unionIdsOf(deps.unionId, cookies),
    rememberUnion() {
      const name = unionCookieName(deps.unionId);
      if (name !== null) write(name, deps.unionId, DAY_S);
    },
  };
}

export type Visitor = ReturnType<typeof createVisitor>;
