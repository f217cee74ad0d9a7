import type { Login } from './cookies.ts';
import { viewerPath, type Route } from './page-input.ts';

export interface RoleCase {
  readonly route: Route;
  readonly login: Login;
  /** From the live info; 0 when it could not be had. */
  readonly starId: number;
  readonly onlyVerticalStar: boolean;
  readonly roomId: number;
}

export interface Role {
  /** Own room: the logged-in id equals the star id (document 1, section 4). */
  readonly isStar: boolean;
  /** 1 publishes, 0 watches; a vertical-only star watches in the page. */
  readonly role: 0 | 1;
  /** P1: where somebody else is sent; null stays. */
  readonly redirectTo: string | null;
}

export function decideRole({ route, login, starId, onlyVerticalStar, roomId }: RoleCase): Role {
  const isStar = login.userId !== 0 && login.userId === starId;
  const isStarRoute = route.type === 'star' || route.type === 'start-live';
  return {
    isStar,
    role: isStar && !onlyVerticalStar ? 1 : 0,
    redirectTo: isStarRoute && !isStar ? viewerPath(roomId) : null,
  };
}
