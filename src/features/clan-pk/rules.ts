import {
  advance,
  emptyQueue,
  enqueue,
  queueDeadlineMs,
  type AnnouncementQueue,
  type Showable,
} from '../../core/room/feature/announcement-queue.ts';
import type { Machine } from '../../core/machine.ts';
import type { Ask } from '../../core/room/feature/ask.ts';
import {
  ASK_AGAIN,
  CLOSED,
  stepBox,
  withoutAnswer,
  type BoxEffect,
  type BoxEvent,
  type FeatureBox,
} from '../../core/room/feature/feature-box.ts';
import { isNewer, type Newest, replacedAt } from '../../core/room/chat/newest.ts';
import { endPhase, phaseDueMs, phaseLeftMs, renewPhase, runPhase, type PhaseDue } from '../../core/room/feature/phase-due.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';

export type ClanStage = 'group' | 'semifinal' | 'final' | 'champion';
/** `stage` on the wire. S9 lists no values; these are the project's. 5: the PK is over. */
const STAGES: Readonly<Record<number, ClanStage>> = { 1: 'group', 2: 'semifinal', 3: 'final', 4: 'champion' };
const OVER = 5;
const MAX_CLANS = 8;
const MAX_NAME_CHARS = 16;
const MAX_TEXT_CHARS = 60;
/** How long a quick message is shown. */
const MESSAGE_MS = 4_000;

export interface Clan {
  readonly clanId: number;
  readonly name: string;
  readonly stage: ClanStage;
  readonly rank: number;
  readonly score: number;
  /** Text of its promotion; '' for none. */
  readonly title: string;
}
export interface ClanNews {
  readonly pkId: number;
  readonly version: number;
  readonly leftMs: number;
  /** null: the whole PK is over. */
  readonly clan: Clan | null;
}
export interface QuickMessage extends Showable {
  readonly pkId: number;
  readonly clanName: string;
  readonly sender: string;
  readonly text: string;
}

interface KnownClan extends Clan {
  readonly newest: Newest;
}
interface ClanPk {
  readonly pkId: number;
  readonly clans: readonly KnownClan[];
  readonly due: PhaseDue;
  /** The newest message of all clans. */
  readonly newest: Newest;
}
export interface Clans {
  readonly name: 'none' | 'running';
  readonly box: FeatureBox;
  readonly pk: ClanPk | null;
  readonly last: { readonly pkId: number; readonly newest: Newest } | null;
  readonly messages: AnnouncementQueue<QuickMessage>;
}
export type ClansEvent =
  | BoxEvent
  | { readonly type: 'news'; readonly news: ClanNews }
  | { readonly type: 'message'; readonly message: QuickMessage };

export const clansMachine: Machine<Clans, ClansEvent, BoxEffect, { readonly userId: number }> = {
  name: 'clan-pk',
  initial: { name: 'none', box: CLOSED, pk: null, last: null, messages: emptyQueue },
  step(state, event, nowMs, { userId }) {
    switch (event.type) {
      case 'news':
        return [onNews(state, event.news, nowMs)];
      case 'message':
        // A message about a PK that is not shown, or that is over, is ignored.
        if (state.pk?.pkId !== event.message.pkId) return [state];
        return [{ ...state, messages: enqueue(state.messages, event.message, nowMs).queue }];
      case 'tick': {
        const shown = withMessages(state, advance(state.messages, nowMs));
        if (shown.pk === null) return [shown];
        const end = endPhase(
          shown.pk.due,
          nowMs,
          shown.pk.clans.some(({ stage }) => stage === 'champion'),
        );
        if (end === 'not yet') return [shown];
        if (end === 'gone') return [gone(shown, { ...shown.pk.newest, atMs: nowMs })];
        return [{ ...shown, pk: { ...shown.pk, due: end } }, ASK_AGAIN];
      }
      default: {
        const [box, ...effects] = stepBox(state.box, event, userId);
        return [box === state.box ? state : { ...state, box }, ...effects];
      }
    }
  },
  deadlineMs({ pk, messages }) {
    const due = [pk === null ? null : phaseDueMs(pk.due), queueDeadlineMs(messages)].filter((atMs) => atMs !== null);
    return due.length === 0 ? null : Math.min(...due);
  },
};

const withMessages = (state: Clans, messages: Clans['messages']): Clans => (messages === state.messages ? state : { ...state, messages });

/** Each message is about one clan, so the newest version is kept per clan. */
function onNews(state: Clans, { pkId, version, leftMs, clan }: ClanNews, nowMs: number): Clans {
  const pk = state.pk?.pkId === pkId ? state.pk : null;
  const newest: Newest = { version, atMs: nowMs };
  if (clan === null) return pk !== null && isNewer(version, pk.newest, nowMs) ? gone(state, newest) : state;
  if (pk === null && state.last?.pkId === pkId && !isNewer(version, state.last.newest, nowMs)) return state;
  const known = pk?.clans.find(({ clanId }) => clanId === clan.clanId) ?? null;
  if (!isNewer(version, known?.newest ?? null, nowMs)) {
    if (pk === null || version !== pk.newest.version) return state;
    const due = renewPhase(pk.due, leftMs, nowMs);
    return due === pk.due ? state : { ...state, pk: { ...pk, due } };
  }
  const others = (pk?.clans ?? []).filter((one) => one !== known);
  const clans = [...others, { ...clan, newest }].toSorted((a, b) => b.score - a.score || a.clanId - b.clanId).slice(0, MAX_CLANS);
  // A late message about one clan does not restore an older end time of the stage.
  const isNewest = pk === null || isNewer(version, pk.newest, nowMs);
  const isSameStage = pk?.clans.some(({ stage }) => stage === clan.stage) ?? false;
  const due = isNewest ? runPhase(leftMs, nowMs, isSameStage ? pk?.due : null) : pk.due;
  return {
    ...state,
    name: 'running',
    box: pk === null ? withoutAnswer(state.box) : state.box,
    pk: { pkId, clans, due, newest: isNewest ? newest : pk.newest },
    last: pk === null && state.pk !== null ? { pkId: state.pk.pkId, newest: replacedAt(nowMs) } : state.last,
  };
}

const gone = (state: Clans, newest: Newest): Clans => ({
  name: 'none',
  box: withoutAnswer(state.box, false),
  pk: null,
  last: state.pk === null ? state.last : { pkId: state.pk.pkId, newest },
  messages: { ...state.messages, shown: null, waiting: [] },
});

/** null: unknown stage. */
export function readPromotion(body: BodyOfMessage<'clan-pk-promotion'>): ClanNews | null {
  const stage = STAGES[body.stage] ?? null;
  if (stage === null && body.stage !== OVER) return null;
  const { pkId, version, leftMs, clanId, rank, score } = body;
  const name = shownText(body.clanName, MAX_NAME_CHARS);
  const title = shownText(body.title, MAX_TEXT_CHARS);
  return { pkId, version, leftMs, clan: stage === null ? null : { clanId, name, stage, rank, score: Math.max(0, score), title } };
}

/** null: no text. Without an id, the same text at another time is another message. */
export function readQuickMessage(body: BodyOfMessage<'clan-pk-quick-message'>, nowMs: number): QuickMessage | null {
  const text = shownText(body.content, MAX_TEXT_CHARS);
  if (text === '') return null;
  const sender = shownText(body.sender?.nickname ?? '', MAX_NAME_CHARS);
  const clanName = shownText(body.clanName, MAX_NAME_CHARS);
  const key = body.id === '' ? JSON.stringify([body.pkId, body.clanId, body.sender?.userId ?? 0, text, nowMs]) : body.id;
  return { key, rank: 0, showMs: MESSAGE_MS, pkId: body.pkId, clanName, sender, text };
}

export interface ClansView {
  readonly isOpen: boolean;
  readonly ask: Ask;
  readonly leftMs: number;
  readonly isOverdue: boolean;
  /** Highest score first; `share` is relative to the highest score, 0 to 1. */
  readonly clans: readonly (Clan & { readonly share: number })[];
  readonly stage: ClanStage;
  readonly message: { readonly key: string; readonly clanName: string; readonly sender: string; readonly text: string } | null;
}

export function clansView({ pk, box, messages }: Clans, nowMs: number): ClansView | null {
  const first = pk?.clans[0];
  if (pk === null || first === undefined) return null;
  const most = Math.max(1, first.score);
  const shown = messages.shown?.item ?? null;
  return {
    isOpen: box.isOpen,
    ask: box.ask,
    leftMs: phaseLeftMs(pk.due, nowMs),
    isOverdue: pk.due.name === 'overdue',
    clans: pk.clans.map(({ clanId, name, stage, rank, score, title }) => ({
      clanId,
      name,
      stage,
      rank,
      score,
      title,
      share: score / most,
    })),
    stage: first.stage,
    message: shown === null ? null : { key: shown.key, clanName: shown.clanName, sender: shown.sender, text: shown.text },
  };
}
