/** P1. The room id is at most 12 digits. */
export type Route =
  | { readonly type: 'viewer'; readonly roomId: number; readonly isEmbed: boolean }
  | { readonly type: 'star'; readonly roomId: number }
  /** The star's preparation page; without a number it belongs to the star's own room. */
  | { readonly type: 'start-live'; readonly roomId: number | null }
  | { readonly type: 'unknown' };

const ROUTES: readonly { readonly path: RegExp; readonly route: (first: string | undefined, second: string | undefined) => Route }[] = [
  {
    path: /^\/(?:live\/)?(e\/)?(\d{1,12})\/?$/,
    route: (embed, digits) => ({ type: 'viewer', roomId: Number(digits), isEmbed: embed !== undefined }),
  },
  { path: /^\/room\/star\/(\d{1,12})\/?$/, route: (digits) => ({ type: 'star', roomId: Number(digits) }) },
  {
    path: /^\/room\/startlive(?:\/(\d{1,12}))?\/?$/,
    route: (digits) => ({ type: 'start-live', roomId: digits === undefined ? null : Number(digits) }),
  },
];

declare const FOOTLIGHT_BASE: string | undefined;

/**
 * Path of the lobby, with a slash at its end; each room is below it. The build defines it (`FOOTLIGHT_BASE` in docs/deploy.md). Tools and unit tests have
 * no definition and use the root.
 */
export const BASE_PATH = typeof FOOTLIGHT_BASE === 'undefined' ? '/' : FOOTLIGHT_BASE;

export function readRoute(pathname: string, base = BASE_PATH): Route {
  // Outside the base nothing matches.
  const below = pathname.startsWith(base) ? pathname.slice(base.length - 1) : '';
  for (const { path, route } of ROUTES) {
    const match = path.exec(below);
    if (!match) continue;
    const found = route(match[1], match[2]);
    // 0 is not a room id, because the specification uses 0 for "no user".
    return 'roomId' in found && found.roomId === 0 ? { type: 'unknown' } : found;
  }
  return { type: 'unknown' };
}

export const viewerPath = (roomId: number, base = BASE_PATH): string => `${base}live/${roomId}`;
