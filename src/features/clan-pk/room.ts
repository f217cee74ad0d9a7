import { eventWith, areUnversioned, isNewer, type Newest } from '../../core/room/feature/feature-message.ts';
import type { Showable } from '../../core/room/feature/announcements.ts';
import {
  ageOf,
  mayConcern,
  phasedMachine,
  renewed,
  runOf,
  timedView,
  withData,
  withLine,
  withoutRun,
  withRun,
  type Phased,
  type RunNews,
} from '../../core/room/feature/phased.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { phasedRoomPart } from '../../workers/room/features/feature-effects.ts';

type ClanStage = 'group' | 'semifinal' | 'final' | 'champion';
/** `stage` on the wire. S9 lists no values; these are the project's. 5: the PK is over. */
const STAGES: Readonly<Record<number, ClanStage>> = { 1: 'group', 2: 'semifinal', 3: 'final', 4: 'champion' };
const OVER = 5;
const MAX_CLANS = 8;
const MAX_NAME_CHARS = 16;
const MAX_TEXT_CHARS = 60;
const MESSAGE_MS = 4_000;

interface Clan {
  readonly clanId: number;
  readonly name: string;
  readonly stage: ClanStage;
  readonly rank: number;
  readonly score: number;
  /** Text of its promotion; '' for none. */
  readonly title: string;
}
interface ClanNews extends RunNews {
  /** null: the whole PK is over. */
  readonly clan: Clan | null;
}
interface QuickMessage extends Showable {
  readonly pkId: number;
  readonly clanName: string;
  readonly sender: string;
  readonly text: string;
}

interface KnownClan extends Clan {
  readonly newest: Newest;
}
/** Highest score first. */
type ClanList = readonly KnownClan[];
type Clans = Phased<ClanList, null, QuickMessage>;
type ClansEvent = { readonly type: 'news'; readonly news: ClanNews } | { readonly type: 'message'; readonly message: QuickMessage };

const clansMachine = phasedMachine<ClanList, null, QuickMessage, ClansEvent>({
  name: 'clan-pk',
  isLast: (clans) => clans.some(({ stage }) => stage === 'champion'),
  onMessage: (state, event, nowMs) =>
    event.type === 'news'
      ? onNews(state, event.news, nowMs)
      : mayConcern(state, event.message.pkId)
        ? withLine(state, event.message, nowMs)
        : state,
});

/** Each message is about one clan, so the newest version is kept per clan. */
function onNews(state: Clans, news: ClanNews, nowMs: number): Clans {
  const { id, version, clan } = news;
  const run = runOf(state, id);
  const age = ageOf(state, news, nowMs);
  if (clan === null) return run !== null && age === 'newer' ? withoutRun(state, nowMs, version) : state;
  if (run === null && age === 'older') return state;
  const known = run?.data.find(({ clanId }) => clanId === clan.clanId) ?? null;
  if (!areUnversioned(version, known?.newest) && !isNewer(version, known?.newest ?? null, nowMs))
    return age === 'same' ? renewed(state, news.leftMs, nowMs) : state;
  const others = (run?.data ?? []).filter((one) => one !== known);
  const clans = [...others, { ...clan, newest: { version, atMs: nowMs } }]
    .toSorted((a, b) => b.score - a.score || a.clanId - b.clanId)
    .slice(0, MAX_CLANS);
  // A late message about one clan does not restore an older end time of the stage.
  if (run !== null && age !== 'newer') return withData(state, clans);
  return withRun(state, news, clans, run?.data.some(({ stage }) => stage === clan.stage) ?? false, nowMs);
}

/** null: unknown stage. */
function readPromotion(body: BodyOfMessage<'clan-pk-promotion'>): ClanNews | null {
  const stage = STAGES[body.stage] ?? null;
  if (stage === null && body.stage !== OVER) return null;
  const { pkId: id, version, leftMs, clanId, rank, score } = body;
  const name = shownText(body.clanName, MAX_NAME_CHARS);
  const title = shownText(body.title, MAX_TEXT_CHARS);
  return { id, version, leftMs, clan: stage === null ? null : { clanId, name, stage, rank, score: Math.max(0, score), title } };
}

/** null: no text. Without an id, the same text at another time is another message. */
function readQuickMessage(body: BodyOfMessage<'clan-pk-quick-message'>, nowMs: number): QuickMessage | null {
  const text = shownText(body.content, MAX_TEXT_CHARS);
  if (text === '') return null;
  const sender = shownText(body.sender?.nickname ?? '', MAX_NAME_CHARS);
  const clanName = shownText(body.clanName, MAX_NAME_CHARS);
  const key = body.id === '' ? JSON.stringify([body.pkId, body.clanId, body.sender?.userId ?? 0, text, nowMs]) : body.id;
  return { key, rank: 0, showMs: MESSAGE_MS, pkId: body.pkId, clanName, sender, text };
}

function clansView(state: Clans, nowMs: number) {
  const shown = state.lines.shown?.item ?? null;
  if (state.run === null && shown === null) return null;
  const clans = state.run?.data ?? [];
  const most = Math.max(1, clans[0]?.score ?? 0);
  return {
    ...timedView(state, nowMs),
    /** Highest score first; `share` is relative to the highest score, 0 to 1. Empty: only a quick message is known. */
    clans: clans.map(({ newest: _newest, ...clan }) => ({ ...clan, share: clan.score / most })),
    message: shown === null ? null : { key: shown.key, clanName: shown.clanName, sender: shown.sender, text: shown.text },
  };
}

export type ClansView = NonNullable<ReturnType<typeof clansView>>;

export const room = phasedRoomPart(clansMachine, {
  view: (state: Clans, room) => clansView(state, room.clock.nowMs()),
  messages: {
    'clan-pk-promotion': (body) => eventWith('news', readPromotion(body)),
    'clan-pk-quick-message': (body, room) => eventWith('message', readQuickMessage(body, room.clock.nowMs())),
  },
});
