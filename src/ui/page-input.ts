import { rememberedIn, storedReader } from '../core/room/stored.ts';
import type { ReadRemembered } from '../player/rules/stored-visits.ts';
import type { PageInput } from '../workers/room/api.ts';

/** Every stored key of the room begins with it; the others of the origin are not ours to read. */
const STORED_PREFIX = 'footlight.';

type Area = 'localStorage' | 'sessionStorage';
type Areas = { readonly [Name in Area]: Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'> };

/** '' with blocked cookies or in a sandboxed frame: the visitor is anonymous then. */
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

/** Storage may be forbidden or full: the room goes on, and remembers as long as the page lives. */
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

/** What the player remembers of earlier visits (P13), as it stands in the storage now. */
export const readRemembered: ReadRemembered = (name) => rememberedIn(storedReader(readStorage('localStorage'), Date.now()))(name);

/** CSS pixels of the window. */
export const viewport = (): { width: number; height: number } => ({ width: innerWidth, height: innerHeight });

/** What the room worker starts with; nothing in it may keep the room from starting. */
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

/** What playing native HEVC showed in an earlier visit; null when it was never tried, or too long ago. */
export function rememberedHevc(): boolean | null {
  const value = readRemembered('nativeHevc');
  return typeof value === 'boolean' ? value : null;
}
