import { rememberedIn, storedReader } from '../../core/room/start/stored.ts';
import type { ReadRemembered } from '../../player/rules/recovery/stored-visits.ts';
import type { PageInput } from '../../workers/room/api.ts';
import { readServices } from '../../core/services.ts';

/** Prefix of all stored keys of the room; other keys of the origin are not read. */
export const STORED_PREFIX = 'footlight.';

type Area = 'localStorage' | 'sessionStorage';
type Areas = { readonly [Name in Area]: Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'> };

/** '' with blocked cookies or in a sandboxed frame: the visitor is then anonymous. */
export function readCookie(source: { readonly cookie: string } = document): string {
  try {
    return source.cookie;
  } catch (cause) {
    console.warn('STORAGE_UNAVAILABLE', cause);
    return '';
  }
}

export function writeCookie(cookie: string, target: { cookie: string } = document): void {
  try {
    target.cookie = cookie;
  } catch (cause) {
    console.warn('STORAGE_UNAVAILABLE', cause);
  }
}

/** Storage may be forbidden or full: the room then remembers only until the page is closed. */
export function readStorage(area: Area, scope: Areas = window): Readonly<Record<string, string>> {
  try {
    const storage = scope[area];
    const keys = Object.keys(storage).filter((key) => key.startsWith(STORED_PREFIX));
    return Object.fromEntries(keys.map((key) => [key, storage.getItem(key) ?? '']));
  } catch {
    return {};
  }
}

export function writeStorage(area: Area, key: string, value: string | null, scope: Areas = window): void {
  if (!key.startsWith(STORED_PREFIX)) return;
  try {
    if (value === null) scope[area].removeItem(key);
    else scope[area].setItem(key, value);
  } catch (cause) {
    console.warn('STORAGE_UNAVAILABLE', cause);
  }
}

/** P13: the player's memory of earlier visits, read from storage now. */
export const readRemembered: ReadRemembered = (name) => rememberedIn(storedReader(readStorage('localStorage'), Date.now()))(name);

/** CSS pixels of the window that belong to the page: a margin of the body is the place of the offline room's panel (mocks/panel). */
export const viewport = (): { width: number; height: number } => ({
  width: innerWidth - (parseFloat(document.body.style.marginRight) || 0),
  height: innerHeight,
});

/** Input of the room worker; never fails, so that the room always starts. */
export function readPageInput(): PageInput {
  return {
    href: location.href,
    cookie: readCookie(),
    userAgent: navigator.userAgent,
    language: navigator.language,
    screen: { width: screen.width, height: screen.height },
    viewport: { ...viewport(), devicePixelRatio },
    storage: readStorage('localStorage'),
    session: readStorage('sessionStorage'),
    openedEpochMs: performance.timeOrigin,
  };
}

/** Result of playing native HEVC in an earlier visit; null if it was never tried or has expired. */
export function rememberedHevc(): boolean | null {
  const value = readRemembered('nativeHevc');
  return typeof value === 'boolean' ? value : null;
}

type Read = ReturnType<typeof readServices>;

/** The deployment's setting in index.html. The offline build always allows addresses and config in the page's address. */
export function readPageServices(): Read {
  const { services, problems } = readServices(document.getElementById('services')?.textContent ?? '', location.origin);
  const addressOverrides = services.addressOverrides || import.meta.env.VITE_MOCK === '1';
  return { services: { ...services, addressOverrides }, problems };
}

let read: Read | undefined;

/** The same, read once. */
export const pageServices = (): Read => (read ??= readPageServices());
