import { firstRule, whysOf, type Rule } from '../../core/rules.ts';
import type { Audience } from './rules-message.ts';

/** What this page knows about the viewer. Only the service knows about club, guard and admin. */
export interface Standing {
  /** 0: a guest. */
  readonly userId: number;
  readonly isStar: boolean;
  readonly isFollowing: boolean;
}

interface GrabCase extends Standing {
  readonly audience: Audience;
}

/** The first matching row applies. A guest who would be entitled to grab is asked to log in. */
const RULES = [
  { why: 'the star gives and does not grab', mayGrab: false, when: ({ isStar }) => isStar },
  { why: 'everybody may', mayGrab: true, when: ({ audience }) => audience === 'everybody' },
  { why: 'a guest belongs to no audience', mayGrab: false, when: ({ userId }) => userId === 0 },
  { why: 'does not follow the star', mayGrab: false, when: ({ audience, isFollowing }) => audience === 'followers' && !isFollowing },
  { why: 'the service decides', mayGrab: true, when: () => true },
] as const satisfies readonly (Rule<GrabCase> & { readonly mayGrab: boolean })[];

export type GrabWhy = (typeof RULES)[number]['why'];
export const GRAB_WHYS: readonly GrabWhy[] = whysOf(RULES);

export function decideGrab(audience: Audience, standing: Standing): { readonly mayGrab: boolean; readonly why: GrabWhy } {
  const { mayGrab, why } = firstRule<GrabCase, (typeof RULES)[number]>(RULES, { ...standing, audience });
  return { mayGrab, why };
}
