import type { Showable } from '../../core/room/feature/announcements.ts';
import { eventWith, leftMsOf, mediaLink } from '../../core/room/feature/feature-message.ts';
import {
  ageOf,
  isOfLast,
  NO_VERSION,
  phasedMachine,
  renewed,
  runOf,
  timedView,
  withData,
  withoutRun,
  withRun,
  type Phased,
  type RunNews,
} from '../../core/room/feature/phased.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { serverMs } from '../../workers/room/features/feature-api.ts';
import { phasedRoomPart } from '../../workers/room/features/feature-effects.ts';

/** `status` on the wire. S9 lists no values; these are the project's. 3: the activity is over. */
const PHASES: Readonly<Record<number, LuckyPhase>> = { 1: 'taking', 2: 'drawn' };
const OVER = 3;
/** Maximum number of listed winners; the viewer's own prize is listed in any case. */
const MAX_WINNERS = 20;
const MAX_NUMBER_CHARS = 8;
const MAX_NAME_CHARS = 24;

type LuckyPhase = 'taking' | 'drawn';
interface Winner {
  readonly userId: number;
  readonly nickname: string;
  readonly number: string;
  readonly prize: string;
  /** Image of the prize; '' for none. */
  readonly iconUrl: string;
  readonly count: number;
}
interface LuckyNews extends RunNews {
  /** null: the activity is over. */
  readonly phase: LuckyPhase | null;
  readonly joined: number;
  readonly number: string;
  /** Owner of the number; 0: the drawn number. */
  readonly userId: number;
}

interface Activity {
  readonly phase: LuckyPhase;
  readonly joined: number;
  readonly drawn: string;
  readonly own: string;
  readonly winners: readonly Winner[];
}
type Lucky = Phased<Activity, null>;
type LuckyEvent =
  | { readonly type: 'news'; readonly news: LuckyNews }
  | { readonly type: 'prize'; readonly activityId: number; readonly winner: Winner };

export const luckyMachine = phasedMachine<Activity, null, Showable, LuckyEvent>({
  name: 'number-lucky',
  isLast: ({ phase }) => phase === 'drawn',
  withoutViewer: (activity) => ({ ...activity, own: '' }),
  onMessage: (state, event, nowMs, userId) =>
    event.type === 'news' ? onNews(state, event.news, nowMs, userId) : onPrize(state, event.activityId, event.winner, userId, nowMs),
});

function onNews(state: Lucky, news: LuckyNews, nowMs: number, userId: number): Lucky {
  const { phase, joined } = news;
  // Numbers of other users are ignored.
  if (news.userId !== 0 && news.userId !== userId) return state;
  const known = runOf(state, news.id)?.data;
  const own = news.userId !== 0 ? news.number : (known?.own ?? '');
  const drawn = news.userId === 0 && phase === 'drawn' ? news.number : (known?.drawn ?? '');
  const age = ageOf(state, news, nowMs);
  if (age !== 'newer') {
    // The viewer's own number arrives in a separate message with the same version.
    if (known === undefined || (age === 'older' && news.userId === 0)) return state;
    const timed = age === 'same' ? renewed(state, news.leftMs, nowMs) : state;
    return own === known.own && drawn === known.drawn ? timed : withData(timed, { ...known, own, drawn });
  }
  if (phase === null) return known === undefined ? state : withoutRun(state, nowMs, news.version);
  return withRun(state, news, { phase, joined, drawn, own, winners: known?.winners ?? [] }, known?.phase === phase, nowMs);
}

/** A prize of an activity that is not known yet shows the activity as drawn: prizes are sent after the draw. */
function onPrize(state: Lucky, activityId: number, winner: Winner, ownId: number, nowMs: number): Lucky {
  const known = runOf(state, activityId)?.data;
  if (known === undefined) {
    if (state.run !== null || isOfLast(state, activityId)) return state;
    const drawn: Activity = { phase: 'drawn', joined: 0, drawn: '', own: '', winners: [winner] };
    return withRun(state, { id: activityId, version: NO_VERSION, leftMs: 0 }, drawn, false, nowMs);
  }
  if (known.winners.some(({ userId, number }) => userId === winner.userId && number === winner.number)) return state;
  const isOwn = ownId !== 0 && winner.userId === ownId;
  const others = isOwn ? known.winners.slice(0, MAX_WINNERS - 1) : known.winners;
  return withData(state, { ...known, winners: [...others, winner].slice(0, MAX_WINNERS) });
}

/** null: unknown status. */
function readLucky(body: BodyOfMessage<'number-lucky'>, serverMs: number): LuckyNews | null {
  const phase = PHASES[body.status] ?? null;
  if (phase === null && body.status !== OVER) return null;
  const { activityId: id, version } = body;
  const leftMs = leftMsOf(body, serverMs);
  const number = shownText(body.number, MAX_NUMBER_CHARS);
  return { id, version, phase, leftMs, joined: Math.max(0, body.joined), number, userId: body.user?.userId ?? 0 };
}

export const readPrize = (body: BodyOfMessage<'number-lucky-prize'>): LuckyEvent => ({
  type: 'prize',
  activityId: body.activityId,
  winner: {
    userId: body.user?.userId ?? 0,
    nickname: shownText(body.user?.nickname ?? '', MAX_NAME_CHARS),
    number: shownText(body.number, MAX_NUMBER_CHARS),
    prize: shownText(body.prizeName, MAX_NAME_CHARS),
    iconUrl: mediaLink(body.iconUrl),
    count: Math.max(1, body.num),
  },
});

export function luckyView(state: Lucky, userId: number, nowMs: number) {
  if (state.run === null) return null;
  const { winners, ...activity } = state.run.data;
  return {
    ...activity,
    ...timedView(state, nowMs),
    winners: winners.map((winner) => ({ ...winner, isMine: userId !== 0 && winner.userId === userId })),
  };
}

export type LuckyView = NonNullable<ReturnType<typeof luckyView>>;

export const room = phasedRoomPart(luckyMachine, {
  view: (state: Lucky, room) => luckyView(state, room.login().userId, room.clock.nowMs()),
  messages: {
    'number-lucky': (body, room) => eventWith('news', readLucky(body, serverMs(room))),
    'number-lucky-prize': readPrize,
  },
});
