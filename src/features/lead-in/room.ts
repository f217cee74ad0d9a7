import { CLIP, type ClipFact } from '../../core/room/stage.ts';
import {
  decideLeadIn,
  type LeadInCase,
  type LeadInWhy,
  type LeadInVideo,
  leadInSong,
  readLeadInSwitch,
  decodeLeadInList,
} from './rules-before-live.ts';
import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { queryOf, type Request } from '../../wire/http.ts';
import { defineRoomPart, isRoomStar, isViewer, type FeatureContext } from '../../workers/room/features/feature-api.ts';

/** Limits of the lead-in (P9); the project's choices where P9 gives no number. */
const LEAD_IN = {
  /** From the first request to the first picture. */
  overallMs: 15_000,
  retries: 1,
  /** Reported when the attempt times out. */
  timeoutCode: 111,
  /** Project's choice: the next batch is requested this many seconds before the end of the last known video. */
  prefetchS: 10,
  /** The duration is logged at this interval, for these union ids only. */
  logMs: 10_000,
  unionIds: ['134', '148', '72'] as readonly string[],
  /** Project's choice: maximum number of videos read from one answer. */
  maxVideos: 20,
} as const;

const LISTING: LeadInView = { item: 0, src: '', title: '' };

/** Messages, gifts and clicks end the lead-in in any state. `videos` begins with the current video. */
export type LeadIn =
  | { readonly name: 'off' }
  | { readonly name: 'listing'; readonly retriesLeft: number; readonly untilMs: number }
  | {
      readonly name: 'opening';
      readonly shown: LeadInView;
      readonly videos: readonly LeadInVideo[];
      readonly nextFetchId: string;
      readonly untilMs: number;
    }
  | Playing;

interface Playing {
  readonly name: 'playing';
  readonly shown: LeadInView;
  readonly videos: readonly LeadInVideo[];
  readonly nextFetchId: string;
  readonly isFetchingMore: boolean;
  /** Of the request for the next batch. */
  readonly retriesLeft: number;
  readonly sinceMs: number;
  readonly logAtMs: number;
  /** Time when a video without progress counts as frozen; null while it is paused. */
  readonly frozenAtMs: number | null;
}

export const LEAD_IN_ENDS = [
  'the video ended',
  'the viewer’s song was accepted',
  'the viewer sent a gift',
  'the video failed',
  'the video froze',
  'the list is empty',
  'the list failed',
  'no picture in time',
  'the viewer went back to live',
] as const;
type LeadInEnd = (typeof LEAD_IN_ENDS)[number];

export type LeadInEvent =
  | ClipFact
  | { readonly type: 'offered' }
  | { readonly type: 'list'; readonly videos: readonly LeadInVideo[]; readonly nextFetchId: string }
  | { readonly type: 'list-failed' }
  | { readonly type: 'own-song-accepted' }
  | { readonly type: 'own-gift'; readonly giftType: number }
  | { readonly type: 'back-to-live' }
  /** The stage was given to something else; pending answers are ignored. */
  | { readonly type: 'withdrawn' };

export type LeadInEffect =
  | { readonly type: 'fetch-list'; readonly nextFetchId: string }
  | { readonly type: 'take-stage'; readonly why: LeadInWhy }
  | { readonly type: 'decline-stage'; readonly why: LeadInWhy }
  /** Live starts now. */
  | { readonly type: 'end'; readonly why: LeadInEnd }
  | { readonly type: 'report-timeout'; readonly code: number }
  | { readonly type: 'log-duration'; readonly seconds: number };

type LeadInStep = Step<LeadIn, LeadInEffect>;

/** Only the viewer's own gifts of this type end the lead-in. */
const ENDING_GIFT_TYPE = 4;

const leadInMachine: Machine<LeadIn, LeadInEvent, LeadInEffect, LeadInCase> = {
  name: 'lead-in',
  initial: { name: 'off' },
  step: stepLeadIn,
  deadlineMs: leadInDeadlineMs,
};

export function stepLeadIn(state: LeadIn, event: LeadInEvent | Tick, nowMs: number, context: LeadInCase): LeadInStep {
  const end = (why: LeadInEnd): LeadInStep => [{ name: 'off' }, { type: 'end', why }];
  if (event.type === 'offered') {
    if (state.name !== 'off') return [state];
    const { runs, why } = decideLeadIn(context);
    if (!runs) return [state, { type: 'decline-stage', why }];
    return [
      { name: 'listing', retriesLeft: LEAD_IN.retries, untilMs: nowMs + LEAD_IN.overallMs },
      { type: 'take-stage', why },
      { type: 'fetch-list', nextFetchId: '' },
    ];
  }
  if (state.name === 'off') return [state];

  switch (event.type) {
    case 'list':
      return onList(state, event);

    case 'list-failed':
      if (state.name !== 'listing' && state.name !== 'playing') return [state];
      if (state.retriesLeft > 0)
        return [
          { ...state, retriesLeft: state.retriesLeft - 1 },
          { type: 'fetch-list', nextFetchId: state.name === 'playing' ? state.nextFetchId : '' },
        ];
      // The current video continues; no further video follows it.
      return state.name === 'playing' ? [{ ...state, nextFetchId: '', isFetchingMore: false }] : end('the list failed');

    case 'progress':
      return onProgress(state, event, nowMs);

    case 'paused':
      return [state.name === 'playing' ? { ...state, frozenAtMs: event.isPaused ? null : nowMs + CLIP.freezeMs } : state];

    case 'ended': {
      if (event.failed) return end('the video failed');
      if (state.name !== 'playing') return end('the video ended');
      const [, next, ...later] = state.videos;
      if (next === undefined) return end('the video ended');
      return [{ ...state, shown: itemOf(next, state.shown.item), videos: [next, ...later], frozenAtMs: nowMs + CLIP.freezeMs }];
    }

    case 'own-song-accepted':
      return end('the viewer’s song was accepted');

    case 'own-gift':
      return event.giftType === ENDING_GIFT_TYPE ? end('the viewer sent a gift') : [state];

    case 'withdrawn':
      return [{ name: 'off' }];

    case 'back-to-live':
      return end('the viewer went back to live');

    case 'tick':
      if (state.name === 'playing') {
        if (state.frozenAtMs !== null && nowMs >= state.frozenAtMs) return end('the video froze');
        if (nowMs < state.logAtMs) return [state];
        return [
          { ...state, logAtMs: nowMs + LEAD_IN.logMs },
          { type: 'log-duration', seconds: Math.round((nowMs - state.sinceMs) / 1_000) },
        ];
      }
      if (nowMs < state.untilMs) return [state];
      return [{ name: 'off' }, { type: 'report-timeout', code: LEAD_IN.timeoutCode }, { type: 'end', why: 'no picture in time' }];
  }
}

function onProgress(
  state: Exclude<LeadIn, { name: 'off' }>,
  { positionS, durationS }: Extract<LeadInEvent, { type: 'progress' }>,
  nowMs: number,
): LeadInStep {
  if (state.name === 'opening') {
    if (!(positionS > 0)) return [state];
    const { shown, videos, nextFetchId } = state;
    const times = { sinceMs: nowMs, logAtMs: nowMs + LEAD_IN.logMs, frozenAtMs: nowMs + CLIP.freezeMs };
    return [{ name: 'playing', shown, videos, nextFetchId, isFetchingMore: false, retriesLeft: LEAD_IN.retries, ...times }];
  }
  if (state.name !== 'playing') return [state];
  const moved = { ...state, frozenAtMs: nowMs + CLIP.freezeMs };
  const isNearEnd = durationS - positionS <= LEAD_IN.prefetchS;
  if (!isNearEnd || state.videos.length > 1 || state.isFetchingMore || state.nextFetchId === '') return [moved];
  return [
    { ...moved, isFetchingMore: true, retriesLeft: LEAD_IN.retries },
    { type: 'fetch-list', nextFetchId: state.nextFetchId },
  ];
}

function onList(state: Exclude<LeadIn, { name: 'off' }>, { videos, nextFetchId }: Extract<LeadInEvent, { type: 'list' }>): LeadInStep {
  const known = videos.slice(0, LEAD_IN.maxVideos);
  if (state.name === 'playing')
    return [
      {
        ...state,
        videos: [...state.videos, ...known].slice(0, LEAD_IN.maxVideos),
        nextFetchId: known.length > 0 ? nextFetchId : '',
        isFetchingMore: false,
      },
    ];
  if (state.name !== 'listing') return [state];
  const [first] = known;
  if (first === undefined) return [{ name: 'off' }, { type: 'end', why: 'the list is empty' }];
  return [{ name: 'opening', shown: itemOf(first, 0), videos: known, nextFetchId, untilMs: state.untilMs }];
}

/** View for the page; the same object while the same item plays. `item` counts the items, because two may have the same address; 0 while the list is fetched. */
const itemOf = ({ url, title }: LeadInVideo, before: number) => ({ item: before + 1, src: url, title });

export type LeadInView = ReturnType<typeof itemOf>;

export function leadInView(state: LeadIn): LeadInView | null {
  if (state.name === 'off') return null;
  return state.name === 'listing' ? LISTING : state.shown;
}

export function leadInDeadlineMs(state: LeadIn): number | null {
  switch (state.name) {
    case 'off':
      return null;
    case 'playing':
      return Math.min(state.logAtMs, state.frozenAtMs ?? Number.POSITIVE_INFINITY);
    case 'listing':
    case 'opening':
      return state.untilMs;
  }
}

/** P9: `_p` of the list call, the same as of the ad query. */
const PLATFORM = 7;
const LEAD_IN_LIST = { method: 'GET', timeoutMs: 2_000, maxBytes: 65_536, credentials: 'include' } as const satisfies Omit<Request, 'url'>;
/** `status` of an accepted song order (S9 names the field and no values). */
const SONG_ACCEPTED = 2;
export const room = defineRoomPart({
  machine: leadInMachine,
  context: (room) => ({
    isSwitchedOn: readLeadInSwitch(room.config('leadIn')).isOn,
    isStar: isRoomStar(room),
    isLive: room.liveInfo()?.liveStatus === 1,
    type: room.flags.type,
    songName: room.flags.songName,
  }),
  view: leadInView,
  messages: {
    'song-order': (body, room) =>
      isViewer(room, body.user?.userId) && body.status === SONG_ACCEPTED ? { type: 'own-song-accepted' } : null,
    gift: (body, room) => ownGift(body, room),
    'socket-gift': (body, room) => ownGift(body, room),
  },
  onStart(room) {
    const { problem } = readLeadInSwitch(room.config('leadIn'));
    if (problem !== null) room.failure({ code: 'HTTP_BAD_BODY', detail: `config: ${problem}` });
    return null;
  },
  onAction: (action: ClipFact): LeadInEvent => action,
  onRoom(event): LeadInEvent | null {
    if (event.type === 'stage-offered') return { type: 'offered' };
    if (event.type === 'stage-withdrawn') return { type: 'withdrawn' };
    if (event.type === 'back-to-live') return { type: 'back-to-live' };
    return null;
  },
  execute: {
    // Never rejects.
    'fetch-list': ({ nextFetchId }, room, send) => void fetchList(nextFetchId, room, send),
    'take-stage': ({ why }, room) => {
      room.log(`lead-in: ${why}`);
      room.stage.take();
    },
    'decline-stage': ({ why }, room) => room.stage.leave(why),
    end: ({ why }, room) => {
      room.report('info', why);
      room.stage.leave(why);
    },
    'report-timeout': ({ code }, room) => {
      room.report('error', `code ${code}`);
      room.count(String(code), 1);
    },
    'log-duration': ({ seconds }, room) => {
      const unionId = room.unionIds().find((id) => LEAD_IN.unionIds.includes(id));
      if (unionId !== undefined) room.report('performance', `${seconds} s, union id ${unionId}`);
    },
  },
});

const ownGift = (body: { readonly senderid: number; readonly type: number }, room: FeatureContext): LeadInEvent | null =>
  isViewer(room, body.senderid) ? { type: 'own-gift', giftType: body.type } : null;

async function fetchList(nextFetchId: string, room: FeatureContext, send: (event: LeadInEvent) => void): Promise<void> {
  const { flags } = room;
  const { playuuid } = flags;
  const needed = {
    _p: PLATFORM,
    jsonpcallback: 'leadIn',
    songName: leadInSong(flags.songName),
    starId: room.room().starId,
    needHttps: 1,
    roomId: room.roomId(),
  };
  // Optional members are omitted instead of sent empty.
  const optional = {
    ...(nextFetchId === '' ? {} : { nextFetchId }),
    ...(playuuid === '' ? {} : { playuuid }),
    // Stryker disable next-line OptionalChaining: a lead-in runs only in a live room, whose live info is known.
    ...(room.liveInfo()?.room.isVertical === true ? { vertical: 1 } : {}),
  };
  const url = `${room.services.backup}/fx/timemachine/web/video/music/view/current.json?${queryOf({ ...needed, ...optional })}`;
  const answer = await room.call({ ...LEAD_IN_LIST, url }, decodeLeadInList);
  if (!answer.ok) {
    room.failure(answer.error);
    send({ type: 'list-failed' });
    return;
  }
  for (const detail of answer.value.problems) room.failure({ code: 'HTTP_BAD_BODY', detail });
  send({ type: 'list', ...answer.value.value });
}
