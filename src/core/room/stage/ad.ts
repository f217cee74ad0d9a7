import { firstRule, whysOf } from '../../rules.ts';
import type { AdConfig } from '../start/live-info.ts';

/** P8: whether the advertisement plays before live. Used by its feature, and by the page before the room worker runs (first-stage.ts). */
export interface AdCase {
  readonly isLive: boolean;
  /** null: the query failed or timed out (2 s). */
  readonly config: AdConfig | null;
  readonly hasPoster: boolean;
  /** `user:concert` of the ads watched on this device. */
  readonly watched: readonly string[];
  readonly userId: number;
}

/** P8: the first matching row applies. */
const RULES = [
  { why: 'the room is not live', plays: false, when: (c) => !c.isLive },
  { why: 'the ad query failed', plays: false, when: (c) => c.config === null },
  { why: 'the ad is off', plays: false, when: (c) => c.config?.adSwitch !== 1 },
  { why: 'no poster element', plays: false, when: (c) => !c.hasPoster },
  {
    why: 'already watched',
    plays: false,
    when: (c) => c.config?.repeatPlay === 0 && c.watched.includes(adKey(c.userId, c.config.concertId)),
  },
  { why: 'the ad has no video', plays: false, when: (c) => c.config?.src === '' },
  { why: 'the ad plays', plays: true, when: () => true },
] as const satisfies readonly { why: string; plays: boolean; when(input: AdCase): boolean }[];

export type AdWhy = (typeof RULES)[number]['why'];
export const AD_WHYS: readonly AdWhy[] = whysOf(RULES);

export function decideAd(input: AdCase): { readonly plays: boolean; readonly why: AdWhy } {
  const { plays, why } = firstRule(RULES, input);
  return { plays, why };
}

export const adKey = (userId: number, concertId: string): string => `${userId}:${concertId}`;
