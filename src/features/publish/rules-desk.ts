import { shownText } from '../../core/room/layout/shown-text.ts';
import { countOf } from '../../core/counts.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { isOnAir, type Publishing } from './rules.ts';

/** Facts of the star's broadcast beside its connection: the show, gifts and viewers. Kept after the end as a summary. */
export interface Desk {
  readonly title: string;
  readonly hasCover: boolean;
  /** Most coins first. */
  readonly givers: readonly Giver[];
  /** Totals include the givers that the list has dropped. */
  readonly gifts: number;
  readonly coins: number;
  readonly peakViewers: number;
  /** Duration of the last broadcast in ms; null: none has ended, or the summary was closed. */
  readonly endedAfterMs: number | null;
}
export const NO_DESK: Desk = { title: '', hasCover: false, givers: [], gifts: 0, coins: 0, peakViewers: 0, endedAfterMs: null };

/** What the room knows of the show at each step. */
export interface Show {
  readonly title: string;
  readonly hasCover: boolean;
  readonly viewers: number;
  /** Milliseconds since 1970. */
  readonly epochMs: number;
}

/** Above this number of givers the one with the fewest coins is dropped from the list. */
const MAX_GIVERS = 200;
const MAX_NAME_CHARS = 24;
const MAX_COUNT = 1_000_000_000;

/** null for a gift without a name. */
export function readGiver({ giftname, num, price, senderid, sendername, userExt }: BodyOfMessage<'gift'>) {
  const gift = shownText(giftname, MAX_NAME_CHARS);
  if (gift === '') return null;
  const count = Math.max(1, countOf(num));
  const isHidden = userExt?.mystic === true;
  return {
    /** 0 for a viewer whose name is hidden. */
    userId: isHidden ? 0 : countOf(senderid),
    name: isHidden ? '' : shownText(sendername, MAX_NAME_CHARS),
    gifts: count,
    coins: Math.min(MAX_COUNT, count * countOf(price)),
    /** The last gift and its number. */
    last: `${gift} ×${count}`,
  };
}

export type Giver = Readonly<NonNullable<ReturnType<typeof readGiver>>>;

/** Gifts count from the beginning of the broadcast; hidden viewers share one line. */
export function withGift(desk: Desk, gift: Giver, isLive: boolean): Desk {
  if (!isLive) return desk;
  const before = desk.givers.find(({ userId, name }) => userId === gift.userId && (userId !== 0 || name === gift.name));
  const now = { ...gift, gifts: gift.gifts + (before?.gifts ?? 0), coins: gift.coins + (before?.coins ?? 0) };
  const givers = [...desk.givers.filter((giver) => giver !== before), now].toSorted((a, b) => b.coins - a.coins).slice(0, MAX_GIVERS);
  return { ...desk, givers, gifts: desk.gifts + gift.gifts, coins: desk.coins + gift.coins };
}

/** The desk after a step of the broadcast from one state to the next. */
export function deskAfter(desk: Desk, from: Publishing, to: Publishing, { title, hasCover, viewers, epochMs }: Show): Desk {
  const begins = to.name === 'live' && !isOnAir(from);
  const ends = isOnAir(from) && to.name === 'ready' && 'sinceMs' in from;
  const kept = begins ? NO_DESK : desk;
  const next: Desk = {
    ...kept,
    title,
    hasCover,
    peakViewers: isOnAir(to) ? Math.max(kept.peakViewers, viewers) : kept.peakViewers,
    endedAfterMs: ends ? Math.max(0, epochMs - from.sinceMs) : kept.endedAfterMs,
  };
  // The same object means that nothing has to be sent to the page.
  return (Object.keys(next) as (keyof Desk)[]).every((key) => next[key] === desk[key]) ? desk : next;
}

/** Quality of the uplink in one word, from the share of lost packets, the round trip and the step of the ladder. */
export type UplinkWord = 'good' | 'fair' | 'poor' | 'unknown';
const LIMITS = { fair: { lostShare: 0.02, roundTripMs: 250, level: 2 }, poor: { lostShare: 0.08, roundTripMs: 600, level: 4 } } as const;

export function uplinkWord(state: Publishing): UplinkWord {
  if (state.name === 'returning') return 'poor';
  if (state.name !== 'live' || state.sent === null) return 'unknown';
  const { sent, uplink, interruptedMs } = state;
  const exceeds = (limit: (typeof LIMITS)[keyof typeof LIMITS]): boolean =>
    sent.lostShare >= limit.lostShare || sent.roundTripMs >= limit.roundTripMs || uplink.level >= limit.level;
  return interruptedMs !== null || exceeds(LIMITS.poor) ? 'poor' : exceeds(LIMITS.fair) ? 'fair' : 'good';
}
