import { assertNever } from '../../core/assert-never.ts';
import type { Machine, Step, Tick } from '../../core/machine.ts';
import { enqueue, showDueMs, showNext, type ShowQueue, type ShowRules } from '../../core/room/show-queue.ts';
import { NOBODY_WELCOMED, welcome, type Entry, type Welcomed, type WelcomePolicy, type WelcomeWhy } from '../../core/room/welcome.ts';

/**
 * Document 2, section 9. It names the numbers and not what they do: here a tip stays `freeMs` when nobody waits behind it, and at least its
 * protect time when somebody does. The shortest one bounds how often the page draws: five tips a second.
 */
const ENTER_TIPS = {
  maxWaiting: { value: 200, unit: 'tips that wait' },
  freeMs: { value: 3_000, unit: 'ms' },
  protectMs: {
    entry: { normal: 200, rich: 2_000 },
    follow: { normal: 700, rich: 2_500 },
    unit: 'ms',
  },
  /** A viewer above this level is rich. */
  richAbove: { value: 10, unit: 'rich level' },
} as const;
/** Entries without a tip are counted together: one line of the decision log for each reason in this time. */
export const COUNT_EVERY_MS = 10_000;

export interface Tip {
  readonly kind: 'entry' | 'follow';
  /** 0: nobody is to know. */
  readonly userId: number;
  readonly name: string;
  readonly richLevel: number;
  /** What the viewer's rank says when coming in; '' for the usual words. */
  readonly words: string;
  readonly isOwn: boolean;
}

const isRich = ({ richLevel }: Pick<Tip, 'richLevel'>): boolean => richLevel > ENTER_TIPS.richAbove.value;

/** The own tip overtakes: nobody waits for the welcome behind two hundred others. */
export const TIP_RULES: ShowRules<Tip> = {
  maxWaiting: ENTER_TIPS.maxWaiting.value,
  freeMs: ENTER_TIPS.freeMs.value,
  protectMs: (tip) => ENTER_TIPS.protectMs[tip.kind][isRich(tip) ? 'rich' : 'normal'],
  isFirst: ({ isOwn }) => isOwn,
};

type LeftOutWhy = WelcomeWhy | 'more tips than can wait';

export interface EnterTips {
  readonly at: 'quiet' | 'showing';
  readonly queue: ShowQueue<Tip>;
  readonly welcomed: Welcomed;
  /** Entries without a tip since they were last counted. */
  readonly leftOut: Readonly<Partial<Record<LeftOutWhy, number>>>;
  readonly countedMs: number;
  readonly appearances: number;
  readonly view: EnterTipsView | null;
}

export interface EnterTipsView extends Tip {
  /** Counts appearances: the same viewer may come twice in a row. */
  readonly id: number;
  readonly isRich: boolean;
}

export type EnterTipsEvent =
  { readonly type: 'entry'; readonly entry: Entry; readonly tip: Tip } | { readonly type: 'follow'; readonly tip: Tip };
export interface EnterTipsEffect {
  readonly do: 'count';
  readonly by: number;
  readonly why: LeftOutWhy;
}
export interface EnterTipsContext {
  readonly policy: WelcomePolicy;
}

export const enterTipsMachine: Machine<EnterTips, EnterTipsEvent, EnterTipsEffect, EnterTipsContext> = {
  name: 'enter-tips',
  initial: {
    at: 'quiet',
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
    default:
      return assertNever(event);
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
  if (shown === null) return counted({ ...state, at: 'quiet', queue, view: null }, nowMs);
  const appearances = state.appearances + 1;
  return counted({ ...state, at: 'showing', queue, appearances, view: { ...shown, id: appearances, isRich: isRich(shown) } }, nowMs);
}

const leaveOut = (state: EnterTips, why: LeftOutWhy, by: number): EnterTips => ({
  ...state,
  leftOut: { ...state.leftOut, [why]: (state.leftOut[why] ?? 0) + by },
});

/** A flood of entries makes no flood of decisions. */
function counted(state: EnterTips, nowMs: number): EnterTipsStep {
  const { leftOut } = state;
  const whys = Object.keys(leftOut) as LeftOutWhy[];
  if (whys.length === 0 || nowMs - state.countedMs < COUNT_EVERY_MS) return [state];
  const effects = whys.map((why): EnterTipsEffect => ({ do: 'count', by: leftOut[why] ?? 0, why }));
  return [{ ...state, leftOut: {}, countedMs: nowMs }, ...effects];
}
