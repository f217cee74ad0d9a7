import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { enqueue, showDueMs, showNext, type ShowQueue, type ShowRules } from '../../core/room/stage.ts';
import {
  NOBODY_WELCOMED,
  welcome,
  type Entry,
  type Welcomed,
  type WelcomePolicy,
  type WelcomeWhy,
  entryOf,
  readWelcomePolicy,
} from '../../core/room/chat/welcome.ts';
import { asShown, stripSpacing } from '../../core/socket/cleaning.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { defineRoomPart } from '../../workers/room/features/feature-api.ts';

/**
 * S22 gives the numbers without their meaning. Here a tip is shown for `freeMs` if no other waits, and at least for its protect time
 * otherwise. The shortest protect time limits the page to five updates a second.
 */
const ENTER_TIPS = {
  maxWaiting: { value: 200, unit: 'tips that wait' },
  freeMs: { value: 3_000, unit: 'ms' },
  protectMs: {
    entry: { normal: 200, rich: 2_000 },
    follow: { normal: 700, rich: 2_500 },
    unit: 'ms',
  },
  /** A viewer above this level counts as rich. */
  richAbove: { value: 10, unit: 'rich level' },
} as const;
/** Entries without a tip are counted: one line of the decision log per reason and interval. */
const COUNT_EVERY_MS = 10_000;

export interface Tip {
  readonly kind: 'entry' | 'follow';
  /** 0: hidden identity. */
  readonly userId: number;
  readonly name: string;
  readonly richLevel: number;
  /** Entry text of the viewer's rank; '' for the default text. */
  readonly words: string;
  readonly isOwn: boolean;
}

const isRich = ({ richLevel }: Pick<Tip, 'richLevel'>): boolean => richLevel > ENTER_TIPS.richAbove.value;

/** The viewer's own tip goes to the front of the queue, so that it does not wait behind two hundred others. */
export const TIP_RULES: ShowRules<Tip> = {
  maxWaiting: ENTER_TIPS.maxWaiting.value,
  freeMs: ENTER_TIPS.freeMs.value,
  protectMs: (tip) => ENTER_TIPS.protectMs[tip.kind][isRich(tip) ? 'rich' : 'normal'],
  isFirst: ({ isOwn }) => isOwn,
};

type LeftOutWhy = WelcomeWhy | 'more tips than can wait';

interface EnterTips {
  readonly name: 'quiet' | 'showing';
  readonly queue: ShowQueue<Tip>;
  readonly welcomed: Welcomed;
  /** Entries without a tip since the last count. */
  readonly leftOut: Readonly<Partial<Record<LeftOutWhy, number>>>;
  readonly countedMs: number;
  readonly appearances: number;
  readonly view: EnterTipsView | null;
}

export interface EnterTipsView extends Tip {
  /** Counts appearances, because the same viewer may enter twice in a row. */
  readonly id: number;
  readonly isRich: boolean;
}

export type EnterTipsEvent =
  | { readonly type: 'entry'; readonly entry: Entry; readonly tip: Tip }
  | { readonly type: 'follow'; readonly tip: Tip };
export interface EnterTipsEffect {
  readonly type: 'count';
  readonly by: number;
  readonly why: LeftOutWhy;
}
interface EnterTipsContext {
  readonly policy: WelcomePolicy;
}

export const enterTipsMachine: Machine<EnterTips, EnterTipsEvent, EnterTipsEffect, EnterTipsContext> = {
  name: 'enter-tips',
  initial: {
    name: 'quiet',
    queue: { waiting: [], shown: null, sinceMs: 0, dropped: 0 },
    welcomed: NOBODY_WELCOMED,
    leftOut: {},
    countedMs: Number.NEGATIVE_INFINITY,
    appearances: 0,
    view: null,
  },
  step,
  deadlineMs: ({ queue }) => showDueMs(queue, TIP_RULES),
};

type EnterTipsStep = Step<EnterTips, EnterTipsEffect>;

function step(state: EnterTips, event: EnterTipsEvent | Tick, nowMs: number, { policy }: EnterTipsContext): EnterTipsStep {
  switch (event.type) {
    case 'entry': {
      const { isShown, why, welcomed } = welcome(state.welcomed, event.entry, nowMs, policy);
      return isShown ? withTip({ ...state, welcomed }, event.tip, nowMs) : counted(leaveOut(state, why, 1), nowMs);
    }
    case 'follow':
      return withTip(state, event.tip, nowMs);
    case 'tick':
      return advance(state, nowMs);
  }
}

function withTip(state: EnterTips, tip: Tip, nowMs: number): EnterTipsStep {
  const queue = enqueue(state.queue, tip, TIP_RULES);
  const dropped = queue.dropped - state.queue.dropped;
  const next = { ...state, queue };
  return advance(dropped === 0 ? next : leaveOut(next, 'more tips than can wait', dropped), nowMs);
}

function advance(state: EnterTips, nowMs: number): EnterTipsStep {
  const queue = showNext(state.queue, nowMs, TIP_RULES);
  if (queue === state.queue) return counted(state, nowMs);
  const { shown } = queue;
  if (shown === null) return counted({ ...state, name: 'quiet', queue, view: null }, nowMs);
  const appearances = state.appearances + 1;
  return counted({ ...state, name: 'showing', queue, appearances, view: { ...shown, id: appearances, isRich: isRich(shown) } }, nowMs);
}

const leaveOut = (state: EnterTips, why: LeftOutWhy, by: number): EnterTips => ({
  ...state,
  leftOut: { ...state.leftOut, [why]: (state.leftOut[why] ?? 0) + by },
});

/** Bounds the decision log during a flood of entries. */
function counted(state: EnterTips, nowMs: number): EnterTipsStep {
  const { leftOut } = state;
  const reasons = Object.keys(leftOut) as LeftOutWhy[];
  if (reasons.length === 0 || nowMs - state.countedMs < COUNT_EVERY_MS) return [state];
  const effects = reasons.map((why): EnterTipsEffect => ({ type: 'count', by: leftOut[why] ?? 0, why }));
  return [{ ...state, leftOut: {}, countedMs: nowMs }, ...effects];
}

export const TIP_LIMITS = {
  name: { value: 20, unit: 'characters of a nickname, as a reader counts them' },
  words: { value: 20, unit: 'characters of the welcome text' },
} as const satisfies Record<string, { value: number; unit: string }>;
const MAX_RICH_LEVEL = 999;

/** Truncates by code point, so that an emoji is not cut in half. */
const text = (value: string, { value: maxChars }: { readonly value: number }): string =>
  Array.from(stripSpacing(asShown(value.slice(0, 8 * maxChars))).trim())
    .slice(0, maxChars)
    .join('');

/** An entry and the tip for it if it is welcomed. `ownId`: 0 for a guest. */
export function readEntry(body: BodyOfMessage<'login'>, ownId: number): { readonly entry: Entry; readonly tip: Tip } {
  const read = entryOf(body, ownId);
  const nickname = text(body.nickname, TIP_LIMITS.name);
  const tip: Tip = {
    ...tipOf('entry', read.userId, nickname, read.richLevel, body.userExt?.mystic === true, read.isOwn),
    words: text(body.wellcomes, TIP_LIMITS.words),
  };
  return { entry: { ...read, nickname }, tip };
}

/** null: without a user. */
export function readFollow(body: BodyOfMessage<'follow'>, ownId: number): Tip | null {
  const { userId, richLevel, isOwn } = entryOf({ ...body, referer: '' }, ownId);
  const nickname = text(body.nickname, TIP_LIMITS.name);
  if (nickname === '' || userId === 0) return null;
  return tipOf('follow', userId, nickname, richLevel, body.userExt?.mystic === true, isOwn);
}

/** S35: a mystic viewer has level 0 here too, so that the timing of the queue does not reveal the level. */
const tipOf = (kind: Tip['kind'], userId: number, nickname: string, richLevel: number, isMystic: boolean, isOwn: boolean): Tip => ({
  kind,
  userId: isMystic ? 0 : userId,
  name: nickname,
  richLevel: isMystic ? 0 : Math.min(MAX_RICH_LEVEL, richLevel),
  words: '',
  isOwn,
});

export const room = defineRoomPart({
  machine: enterTipsMachine,
  context: (room) => ({ policy: readWelcomePolicy((key) => room.config(key)) }),
  view: ({ view }: EnterTips): EnterTipsView | null => view,
  messages: {
    login: (body, room): EnterTipsEvent => ({ type: 'entry', ...readEntry(body, room.login().userId) }),
    follow(body, room): EnterTipsEvent | null {
      const tip = readFollow(body, room.login().userId);
      return tip && { type: 'follow', tip };
    },
  },
  execute: (effect: EnterTipsEffect, room) => room.count(`left out: ${effect.why}`, effect.by),
});
