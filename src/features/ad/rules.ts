import { assertNever } from '../../core/assert-never.ts';
import type { Machine, Step, Tick } from '../../core/machine.ts';
import { decideAd, type AdCase, type AdWhy } from '../../core/room/stage/ad.ts';
import { CLIP, clipLeftS, type ClipFact } from '../../core/room/stage/clip.ts';
import type { AdConfig } from '../../core/room/start/live-info.ts';
import { ROOM_LIMITS } from '../../core/room/limits.ts';

/** Keeps the newest keys. */
export function rememberAd(watched: readonly string[], key: string): readonly string[] {
  return [...watched.filter((other) => other !== key), key].slice(-ROOM_LIMITS.adsRemembered.value);
}

/** Live starts at the latest this long after the ad's remaining time. */
const AD_GRACE_MS = 5_000;

/**
 * The query is sent as soon as the room id is known, in parallel with live info. Whether the ad plays is decided when the stage is offered,
 * which happens only in a live room.
 */
export type Ad =
  | { readonly name: 'new' }
  | { readonly name: 'querying'; readonly isOffered: boolean }
  | { readonly name: 'queried'; readonly config: AdConfig | null }
  | {
      readonly name: 'playing';
      readonly config: AdConfig;
      readonly positionS: number;
      /** Seconds left by the ad's measured length, once it is known. */
      readonly leftS: number;
      readonly untilMs: number;
      /** Upper bound, independent of the length that the ad reports. */
      readonly latestMs: number;
      readonly frozenAtMs: number;
    }
  | { readonly name: 'over' };
type Playing = Extract<Ad, { name: 'playing' }>;

export type AdEvent =
  | { readonly type: 'query' }
  | { readonly type: 'answer'; readonly config: AdConfig | null }
  | { readonly type: 'offered' }
  | { readonly type: 'withdrawn' }
  | { readonly type: 'progress'; readonly positionS: number; readonly durationS: number }
  | { readonly type: 'ended'; readonly failed: boolean }
  | { readonly type: 'skip' };

export type AdEffect =
  | { readonly type: 'query' }
  | { readonly type: 'take-stage'; readonly why: AdWhy }
  | { readonly type: 'leave-stage'; readonly why: string }
  | { readonly type: 'remember'; readonly concertId: string };

export type AdContext = Omit<AdCase, 'config'>;

export const adMachine: Machine<Ad, AdEvent, AdEffect, AdContext> = {
  name: 'ad',
  initial: { name: 'new' },
  step: stepAd,
  deadlineMs: (state) => (state.name === 'playing' ? Math.min(state.untilMs, state.frozenAtMs) : null),
};

function stepAd(state: Ad, event: AdEvent | Tick, nowMs: number, context: AdContext): Step<Ad, AdEffect> {
  switch (event.type) {
    case 'query':
      return state.name === 'new' ? [{ name: 'querying', isOffered: false }, { type: 'query' }] : [state];
    case 'answer':
      if (state.name !== 'querying') return [state];
      return state.isOffered ? decide(event.config, nowMs, context) : [{ name: 'queried', config: event.config }];
    case 'offered':
      if (state.name === 'new') return [{ name: 'querying', isOffered: true }, { type: 'query' }];
      if (state.name === 'querying') return [{ ...state, isOffered: true }];
      return state.name === 'queried' ? decide(state.config, nowMs, context) : [state];
    case 'withdrawn':
      return [{ name: 'over' }];
    case 'progress':
      return [state.name === 'playing' ? goOn(state, event, nowMs) : state];
    case 'ended':
      if (state.name !== 'playing') return [state];
      return leave(event.failed ? 'the ad failed' : 'the ad ended', event.failed ? '' : state.config.concertId);
    case 'skip':
      // The service allows the skip. A skipped ad counts as watched: a concert whose ad does not repeat does not show it again.
      return state.name === 'playing' && skipInS(state) === 0 ? leave('the viewer skipped the ad', state.config.concertId) : [state];
    case 'tick':
      if (state.name !== 'playing') return [state];
      if (nowMs >= state.untilMs) return leave('the ad did not end in time', '');
      return nowMs >= state.frozenAtMs ? leave('the ad froze', '') : [state];
    default:
      return assertNever(event);
  }
}

function decide(config: AdConfig | null, nowMs: number, context: AdContext): Step<Ad, AdEffect> {
  const { plays, why } = decideAd({ ...context, config });
  if (!plays || config === null) return leave(why, '');
  const leftS = config.durationS;
  return [
    {
      name: 'playing',
      config,
      positionS: 0,
      leftS,
      untilMs: endMs(nowMs, leftS),
      latestMs: endMs(nowMs, MAX_AD_S),
      frozenAtMs: nowMs + CLIP.freezeMs,
    },
    { type: 'take-stage', why },
  ];
}

const endMs = (nowMs: number, leftS: number): number => nowMs + leftS * 1_000 + AD_GRACE_MS;

function goOn(state: Playing, { positionS, durationS }: Extract<AdEvent, { type: 'progress' }>, nowMs: number): Playing {
  // An ad that reports an endless duration ends after the announced duration.
  const leftS = clipLeftS(positionS, durationS <= MAX_AD_S ? durationS : Number.NaN, state.config.durationS);
  const isMoving = positionS > state.positionS;
  return {
    ...state,
    positionS,
    leftS,
    untilMs: isMoving ? Math.min(state.latestMs, endMs(nowMs, leftS)) : state.untilMs,
    frozenAtMs: isMoving ? nowMs + CLIP.freezeMs : state.frozenAtMs,
  };
}
/** Longest duration that a config may announce. */
const MAX_AD_S = 120;

/** null: it cannot be skipped. */
function skipInS({ config: { skipAfterS }, positionS }: Playing): number | null {
  return skipAfterS < 0 ? null : Math.max(0, Math.ceil(skipAfterS - positionS));
}

/** An ad is remembered only if it was watched to its end or skipped, and if it names its concert. */
function leave(why: string, concertId: string): Step<Ad, AdEffect> {
  return [{ name: 'over' }, ...(concertId === '' ? [] : [{ type: 'remember', concertId } as const]), { type: 'leave-stage', why }];
}

export interface AdView {
  readonly src: string;
  readonly link: string;
  /** The concert is live now; selects the text of the link. P8 names the field `playing` and does not define its effect. */
  readonly isOnNow: boolean;
  /** How long a still picture is shown. */
  readonly pictureS: number;
  readonly leftS: number;
  /** 0: it can be skipped now; null: it cannot be skipped. */
  readonly skipInS: number | null;
}

export function adView(state: Ad): AdView | null {
  if (state.name !== 'playing') return null;
  const { src, link, playing, durationS } = state.config;
  return { src, link, isOnNow: playing === 1, pictureS: durationS, leftS: Math.ceil(state.leftS), skipInS: skipInS(state) };
}

export type AdAction = ClipFact | { readonly type: 'skip' };
