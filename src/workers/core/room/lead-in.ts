import { assertNever } from '../assert-never.ts';

/** P9: lead-in (document 1, sections 2, 4 and 5): does it run at all? */
export interface LeadInCase {
  readonly isSwitchedOn: boolean;
  readonly isStar: boolean;
  readonly isLive: boolean;
  /** `type` of the page's query. */
  readonly type: number;
  readonly songName: string;
}

const RULES = [
  { why: 'lead-in is switched off', runs: false, when: (c) => !c.isSwitchedOn },
  { why: 'the star has no lead-in', runs: false, when: (c) => c.isStar },
  { why: 'the room is not live', runs: false, when: (c) => !c.isLive },
  { why: 'not asked for', runs: false, when: (c) => c.type !== 3 },
  { why: 'no song name', runs: false, when: (c) => leadInSong(c.songName) === '' },
  { why: 'a song is asked for', runs: true, when: () => true },
] as const satisfies readonly { why: string; runs: boolean; when(input: LeadInCase): boolean }[];

export type LeadInWhy = (typeof RULES)[number]['why'];
export const LEAD_IN_WHYS: readonly LeadInWhy[] = RULES.map((row) => row.why);

export function decideLeadIn(input: LeadInCase): { readonly runs: boolean; readonly why: LeadInWhy } {
  const rule = RULES.find((row) => row.when(input)) ?? RULES[RULES.length - 1]!;
  return { runs: rule.runs, why: rule.why };
}

/** The part before "|" (document 1, section 5). */
export const leadInSong = (songName: string): string => (songName.split('|', 1)[0] ?? '').trim();

/** Document 1, section 9, and what it leaves open. */
export const LEAD_IN = {
  /** From the first request until a picture. */
  overallMs: 15_000,
  retries: 1,
  /** Reported when the attempt times out. */
  timeoutCode: 111,
  /** Ours: this near the end of the last known video the next batch is asked for. */
  prefetchS: 10,
  /** Duration is logged this often, for these union ids only. */
  logMs: 10_000,
  unionIds: ['134', '148', '72'],
  /** Ours: videos kept of one answer. */
  maxVideos: 20,
} as const;

/** The fields of a list item are not shown in the document: these are ours. */
export interface LeadInVideo {
  readonly url: string;
  readonly title: string;
}

/** Sockets, gifts and clicks end it at any time; what is left of it then is nothing. */
export type LeadIn =
  | { readonly at: 'off' }
  | { readonly at: 'listing'; readonly retriesLeft: number; readonly untilMs: number }
  | { readonly at: 'opening'; readonly videos: readonly LeadInVideo[]; readonly nextFetchId: string; readonly untilMs: number }
  | {
      readonly at: 'playing';
      readonly videos: readonly LeadInVideo[];
      readonly nextFetchId: string;
      readonly isFetchingMore: boolean;
      readonly sinceMs: number;
      readonly logAtMs: number;
    };

export const LEAD_IN_ENDS = [
  'the video ended',
  'the viewer’s song was accepted',
  'the viewer sent a gift',
  'the video failed',
  'the list is empty',
  'the list failed',
  'no picture in time',
  'the viewer went back to live',
] as const;
export type LeadInEnd = (typeof LEAD_IN_ENDS)[number];

export type LeadInEvent =
  | { readonly type: 'start' }
  | { readonly type: 'list'; readonly videos: readonly LeadInVideo[]; readonly nextFetchId: string }
  | { readonly type: 'list-failed' }
  | { readonly type: 'progress'; readonly positionS: number; readonly durationS: number }
  | { readonly type: 'ended'; readonly failed: boolean }
  | { readonly type: 'own-song-accepted' }
  | { readonly type: 'own-gift'; readonly giftType: number }
  | { readonly type: 'back-to-live' }
  | { readonly type: 'tick' };

export type LeadInEffect =
  | { readonly do: 'fetch-list'; readonly nextFetchId: string }
  | { readonly do: 'show'; readonly video: LeadInVideo }
  /** Live starts now. */
  | { readonly do: 'end'; readonly why: LeadInEnd }
  | { readonly do: 'report-timeout'; readonly code: number }
  | { readonly do: 'log-duration'; readonly seconds: number };

export type LeadInStep = readonly [next: LeadIn, ...effects: LeadInEffect[]];

/** Only this type of the viewer's own gifts ends the lead-in. */
const ENDING_GIFT_TYPE = 4;

export function stepLeadIn(state: LeadIn, event: LeadInEvent, nowMs: number): LeadInStep {
  const end = (why: LeadInEnd): LeadInStep => [{ at: 'off' }, { do: 'end', why }];
  if (event.type === 'start') {
    return state.at === 'off'
      ? [
          { at: 'listing', retriesLeft: LEAD_IN.retries, untilMs: nowMs + LEAD_IN.overallMs },
          { do: 'fetch-list', nextFetchId: '' },
        ]
      : [state];
  }
  if (state.at === 'off') return [state];

  switch (event.type) {
    case 'list':
      return listed(state, event);

    case 'list-failed':
      // What plays goes on; there is just nothing to follow it.
      if (state.at === 'playing') return [{ ...state, nextFetchId: '', isFetchingMore: false }];
      if (state.at !== 'listing') return [state];
      if (state.retriesLeft === 0) return end('the list failed');
      return [
        { ...state, retriesLeft: state.retriesLeft - 1 },
        { do: 'fetch-list', nextFetchId: '' },
      ];

    case 'progress': {
      if (state.at === 'opening') {
        if (!(event.positionS > 0)) return [state];
        const { videos, nextFetchId } = state;
        return [{ at: 'playing', videos, nextFetchId, isFetchingMore: false, sinceMs: nowMs, logAtMs: nowMs + LEAD_IN.logMs }];
      }
      if (state.at !== 'playing') return [state];
      const isNearEnd = event.durationS - event.positionS <= LEAD_IN.prefetchS;
      if (!isNearEnd || state.videos.length > 1 || state.isFetchingMore || state.nextFetchId === '') return [state];
      return [
        { ...state, isFetchingMore: true },
        { do: 'fetch-list', nextFetchId: state.nextFetchId },
      ];
    }

    case 'ended': {
      if (event.failed) return end('the video failed');
      if (state.at !== 'playing') return end('the video ended');
      const [, next, ...later] = state.videos;
      if (next === undefined) return end('the video ended');
      return [
        { ...state, videos: [next, ...later] },
        { do: 'show', video: next },
      ];
    }

    case 'own-song-accepted':
      return end('the viewer’s song was accepted');

    case 'own-gift':
      return event.giftType === ENDING_GIFT_TYPE ? end('the viewer sent a gift') : [state];

    case 'back-to-live':
      return end('the viewer went back to live');

    case 'tick':
      if (state.at === 'playing') {
        if (nowMs < state.logAtMs) return [state];
        return [
          { ...state, logAtMs: nowMs + LEAD_IN.logMs },
          { do: 'log-duration', seconds: Math.round((nowMs - state.sinceMs) / 1_000) },
        ];
      }
      if (nowMs < state.untilMs) return [state];
      return [{ at: 'off' }, { do: 'report-timeout', code: LEAD_IN.timeoutCode }, { do: 'end', why: 'no picture in time' }];

    default:
      return assertNever(event);
  }
}

function listed(state: Exclude<LeadIn, { at: 'off' }>, { videos, nextFetchId }: Extract<LeadInEvent, { type: 'list' }>): LeadInStep {
  const kept = videos.slice(0, LEAD_IN.maxVideos);
  if (state.at === 'playing')
    return [
      {
        ...state,
        videos: [...state.videos, ...kept].slice(0, LEAD_IN.maxVideos),
        nextFetchId: kept.length > 0 ? nextFetchId : '',
        isFetchingMore: false,
      },
    ];
  if (state.at !== 'listing') return [state];
  const [first] = kept;
  if (first === undefined) return [{ at: 'off' }, { do: 'end', why: 'the list is empty' }];
  return [
    { at: 'opening', videos: kept, nextFetchId, untilMs: state.untilMs },
    { do: 'show', video: first },
  ];
}

export function leadInDeadlineMs(state: LeadIn): number | null {
  switch (state.at) {
    case 'off':
      return null;
    case 'playing':
      return state.logAtMs;
    case 'listing':
    case 'opening':
      return state.untilMs;
    default:
      return assertNever(state);
  }
}
