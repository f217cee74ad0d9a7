import type { Login } from './cookies.ts';

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

/** A page of a room: its route, and the query of its address with or without the question mark. */
export interface RoomPage {
  readonly route: Route;
  readonly search: string;
}

/**
 * Parameters about one room, its lead-in or a trial of its player. All other parameters belong to the visit (client type, traffic channel,
 * union id, language) and are passed on to another room.
 */
const OF_ONE_ROOM: readonly string[] = ['r', 'type', 'songName', 'playuuid', 'cmd', 'kind', 'src', 'config', 'scenario'];

/**
 * Every address that leads from one room page to a viewer room: the embedded form and the parameters are kept, so that client type, page,
 * os and channel stay the same (P2, P40). `without`: parameters that the page of the same room loses.
 */
export function roomAddress(roomId: number, from: RoomPage, without: readonly string[] = [], base = BASE_PATH): string {
  const { route, search } = from;
  const isSame = 'roomId' in route && route.roomId === roomId;
  const dropped = isSame ? without : OF_ONE_ROOM;
  const pairs = search.replace(/^\?/, '').split('&');
  const text = pairs.filter((pair) => pair !== '' && !dropped.includes(pair.split('=', 1)[0] ?? '')).join('&');
  const embed = route.type === 'viewer' && route.isEmbed ? 'e/' : '';
  return `${base}live/${embed}${roomId}${text === '' ? '' : `?${text}`}`;
}

interface RoleCase extends RoomPage {
  readonly login: Login;
  /** From live info; 0 if it is missing. */
  readonly starId: number;
  readonly onlyVerticalStar: boolean;
  readonly roomId: number;
}

export interface Role {
  /** P7: the logged-in id equals the star id. */
  readonly isStar: boolean;
  /** 1: star, 0: viewer; a vertical-only star is a viewer on this page. */
  readonly role: 0 | 1;
  /** P1: address to which other visitors are redirected; null: no redirect. */
  readonly redirectTo: string | null;
}

export function decideRole({ route, search, login, starId, onlyVerticalStar, roomId }: RoleCase): Role {
  const isStar = login.userId !== 0 && login.userId === starId;
  const isStarRoute = route.type === 'star' || route.type === 'start-live';
  // Without live info the star of the room is unknown: a logged-in viewer may be the star and is not redirected.
  const mayBeStar = isStar || (starId === 0 && login.userId !== 0);
  return {
    isStar,
    role: isStar && !onlyVerticalStar ? 1 : 0,
    redirectTo: isStarRoute && !mayBeStar ? roomAddress(roomId, { route, search }) : null,
  };
}
