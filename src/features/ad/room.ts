import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { decideAd, type AdCase, type AdWhy, type AdConfig, adKey, ADS_WATCHED, watchedAds, decodeAd } from './rules-before-live.ts';
import { CLIP, clipLeftS, type ClipFact } from '../../core/room/stage.ts';
import { ROOM_LIMITS } from '../../core/room/limits.ts';
import { adUrl, FIRST_CALLS } from '../../core/room/start/early-start.ts';
import { defineRoomPart, type FeatureContext } from '../../workers/room/features/feature-api.ts';

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
type Ad =
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

export type AdAction = ClipFact | { readonly type: 'skip' };
type AdEvent =
  | AdAction
  | { readonly type: 'query' }
  | { readonly type: 'answer'; readonly config: AdConfig | null }
  | { readonly type: 'offered' }
  | { readonly type: 'withdrawn' };

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
      return [{ name: 'querying', isOffered: false }, { type: 'query' }];
    case 'answer':
      if (state.name !== 'querying') return [state];
      return state.isOffered ? decide(event.config, nowMs, context) : [{ name: 'queried', config: event.config }];
    case 'offered':
      if (state.name === 'querying') return [{ ...state, isOffered: true }];
      return state.name === 'queried' ? decide(state.config, nowMs, context) : [state];
    case 'withdrawn':
      return [{ name: 'over' }];
    case 'progress':
      return [state.name === 'playing' ? goOn(state, event, nowMs) : state];
    case 'ended':
      if (state.name !== 'playing') return [state];
      return leave(event.failed ? 'the ad failed' : 'the ad ended', event.failed ? '' : state.config.concertId);
    case 'paused':
      // The browser pauses the ad only in a hidden tab. If the tab stays hidden past the limit, live starts.
      return [state];
    case 'skip':
      // The service allows the skip. A skipped ad counts as watched: a concert whose ad does not repeat does not show it again.
      return state.name === 'playing' && skipInS(state) === 0 ? leave('the viewer skipped the ad', state.config.concertId) : [state];
    case 'tick':
      if (state.name !== 'playing') return [state];
      if (nowMs >= state.untilMs) return leave('the ad did not end in time', '');
      return nowMs >= state.frozenAtMs ? leave('the ad froze', '') : [state];
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

/**
 * `isOnNow`: the concert is live now; selects the text of the link. P8 names the field `playing` and does not define its effect. `pictureS`:
 * how long a still picture is shown. `skipInS`: 0: it can be skipped now; null: it cannot be skipped.
 */
export function adView(state: Ad) {
  if (state.name !== 'playing') return null;
  const { src, link, playing, durationS } = state.config;
  return { src, link, isOnNow: playing === 1, pictureS: durationS, leftS: Math.ceil(state.leftS), skipInS: skipInS(state) };
}

export type AdView = NonNullable<ReturnType<typeof adView>>;

export const room = defineRoomPart({
  machine: adMachine,
  context: (room) => ({
    isLive: room.liveInfo()?.liveStatus === 1,
    hasPoster: room.capability('elements').has('poster'),
    watched: watchedAds(room.storage.read(ADS_WATCHED)),
    userId: room.login().userId,
  }),
  view: adView,
  onStart: (): AdEvent => ({ type: 'query' }),
  onAction: (action: AdAction): AdEvent => action,
  onRoom(event): AdEvent | null {
    if (event.type === 'stage-offered') return { type: 'offered' };
    if (event.type === 'stage-withdrawn') return { type: 'withdrawn' };
    return null;
  },
  execute: {
    query: (_, room, send) => void query(room).then((config) => send({ type: 'answer', config })),
    'take-stage': ({ why }, room) => {
      room.log(`ad: ${why}`);
      room.stage.take();
    },
    'leave-stage': ({ why }, room) => room.stage.leave(why),
    remember: ({ concertId }, room) =>
      room.storage.write(ADS_WATCHED, rememberAd(watchedAds(room.storage.read(ADS_WATCHED)), adKey(room.login().userId, concertId)), null),
  },
});

async function query(room: FeatureContext) {
  const answer = await room.call({ ...FIRST_CALLS.ad, url: adUrl(room.services, room.roomId()) }, decodeAd);
  if (!answer.ok) {
    room.failure(answer.error);
    return null;
  }
  for (const detail of answer.value.problems) room.failure({ code: 'HTTP_BAD_BODY', detail });
  return answer.value.value;
}
