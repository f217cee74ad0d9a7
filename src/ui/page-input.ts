import type { Capabilities, PageInput } from '../workers/room/api.ts';

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

/** CSS pixels of the window. */
export const viewport = (): { width: number; height: number } => ({ width: innerWidth, height: innerHeight });

/** What the room worker starts with; nothing in it may keep the room from starting. */
export function readPageInput(capabilities: Capabilities): PageInput {
  return {
    href: location.href,
    cookie: readCookie(),
    userAgent: navigator.userAgent,
    language: navigator.language,
    screen: { width: screen.width, height: screen.height },
    viewport: { ...viewport(), devicePixelRatio },
    storage: readStorage('localStorage'),
    session: readStorage('sessionStorage'),
    capabilities,
  };
}

/** What playing native HEVC showed in an earlier visit; null when it was never tried, or too long ago. */
export function rememberedHevc(nowEpochMs: number): boolean | null {
  const text = readStorage('localStorage')[`${STORED_PREFIX}nativeHevc`];
  if (text === undefined) return null;
  try {
    const entry: unknown = JSON.parse(text);
    if (typeof entry !== 'object' || entry === null || !('value' in entry) || !('untilMs' in entry)) return null;
    const { value, untilMs } = entry;
    return typeof value === 'boolean' && typeof untilMs === 'number' && nowEpochMs < untilMs ? value : null;
  } catch {
    return null;
  }
}
