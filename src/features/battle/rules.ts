import { assertNever } from '../../core/assert-never.ts';
import type { Machine, Step, Tick } from '../../core/machine.ts';
import { answeredAsk, IDLE, reopenedAsk, sending, type Ask, type Refusal } from '../../core/room/feature/ask.ts';
import { isNewer, type Newest, replacedAt } from '../../core/room/chat/newest.ts';
import { endPhase, phaseDueMs, renewPhase, runPhase, type PhaseDue } from '../../core/room/feature/phase-due.ts';
import type { Duel, PkNews, Team, Teams } from './rules-message.ts';

/** How long the message about a new leader is shown; milliseconds. */
const FLASH_MS = 5_000;
/** Maximum number of ids of messages about a new leader that were shown; the newest are kept. */
const MAX_ANNOUNCED = 50;
/** Coins given by one press. */
export const SUPPORTS = [10, 100, 1_000] as const;

/** A gift turned a trailing team into the leader (400702). */
export interface Flash {
  readonly id: string;
  readonly teamId: number;
  readonly title: string;
  readonly nickname: string;
  readonly score: number;
}

interface Shared {
  readonly isOpen: boolean;
  readonly ask: Ask;
  readonly announced: readonly string[];
  /** The PK shown before, so that a late message of it is not treated as a new PK. */
  readonly last: { readonly pkId: number; readonly newest: Newest } | null;
}
export type Battle =
  | (Shared & { readonly name: 'none' })
  | (Shared & {
      readonly name: 'running';
      readonly pkId: number;
      readonly pk: Duel | Teams;
      readonly newest: Newest;
      readonly due: PhaseDue;
      readonly flash: (Flash & { readonly untilMs: number }) | null;
      /** 400703: teams with their stars, after a request. */
      readonly teams: readonly Team[] | null;
    });
type Running = Extract<Battle, { name: 'running' }>;

export type BattleEvent =
  | { readonly type: 'news'; readonly news: PkNews }
  | { readonly type: 'flash'; readonly pkId: number; readonly flash: Flash }
  | { readonly type: 'teams'; readonly pkId: number; readonly teams: readonly Team[] }
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'support'; readonly coin: number; readonly teamId: number }
  | { readonly type: 'command'; readonly verb: 'start' | 'end' }
  | { readonly type: 'answered'; readonly refusal: Refusal };

export type BattleEffect =
  | {
      readonly type: 'call';
      readonly verb: 'snapshot' | 'team-query' | 'support' | 'start' | 'end';
      readonly fields: Readonly<Record<string, string | number>>;
      readonly why: 'the viewer' | 'the phase ended without a message';
    }
  | { readonly type: 'forget'; readonly why: 'the PK is over' | 'nothing came after the phase' }
  | { readonly type: 'login' };

export interface BattleContext {
  readonly userId: number;
}

export const battleMachine: Machine<Battle, BattleEvent, BattleEffect, BattleContext> = {
  name: 'battle',
  initial: { name: 'none', isOpen: false, ask: IDLE, announced: [], last: null },
  step,
  deadlineMs(state) {
    if (state.name === 'none') return null;
    const dueMs = phaseDueMs(state.due);
    return state.flash === null ? dueMs : Math.min(dueMs, state.flash.untilMs);
  },
};

type BattleStep = Step<Battle, BattleEffect>;

function step(state: Battle, event: BattleEvent | Tick, nowMs: number, { userId }: BattleContext): BattleStep {
  switch (event.type) {
    case 'news':
      return onNews(state, event.news, nowMs);
    case 'flash':
      if (state.name !== 'running' || state.pkId !== event.pkId || state.announced.includes(event.flash.id)) return [state];
      return [
        {
          ...state,
          flash: { ...event.flash, untilMs: nowMs + FLASH_MS },
          announced: [...state.announced, event.flash.id].slice(-MAX_ANNOUNCED),
        },
      ];
    case 'teams':
      return [state.name === 'running' && state.pkId === event.pkId ? { ...state, teams: event.teams } : state];
    case 'open': {
      const open: Battle = { ...state, isOpen: true, ask: reopenedAsk(state.ask) };
      return state.name === 'running' && state.pk.kind === 'teams' ? [open, call('team-query', { pkId: state.pkId })] : [open];
    }
    case 'close':
      return [state.isOpen ? { ...state, isOpen: false, ask: reopenedAsk(state.ask) } : state];
    case 'support':
      if (state.name !== 'running' || state.pk.phase !== 'fight' || state.ask.name === 'sending') return [state];
      if (userId === 0) return [state, { type: 'login' }];
      return [{ ...state, ask: sending('support') }, call('support', { pkId: state.pkId, teamId: event.teamId, coin: event.coin })];
    case 'command':
      if (state.ask.name === 'sending') return [state];
      return [{ ...state, ask: sending(event.verb) }, call(event.verb, {})];
    case 'answered':
      return [state.ask.name === 'sending' ? { ...state, ask: answeredAsk(state.ask, event.refusal) } : state];
    case 'tick':
      return state.name === 'running' ? onTick(state, nowMs) : [state];
    default:
      return assertNever(event);
  }
}

const call = (
  verb: Extract<BattleEffect, { type: 'call' }>['verb'],
  fields: Readonly<Record<string, string | number>>,
  why: Extract<BattleEffect, { type: 'call' }>['why'] = 'the viewer',
): BattleEffect => ({ type: 'call', verb, fields, why });

function onNews(state: Battle, { pkId, version, leftMs, pk }: PkNews, nowMs: number): BattleStep {
  const isSame = state.name === 'running' && state.pkId === pkId;
  const known = isSame ? state : state.last;
  if (known !== null && known.pkId === pkId && !isNewer(version, known.newest, nowMs)) {
    if (!isSame || version !== state.newest.version) return [state];
    const due = renewPhase(state.due, leftMs, nowMs);
    return [due === state.due ? state : { ...state, due }];
  }
  // The end of a PK that is not shown is ignored.
  if (pk === null) return isSame ? forget(state, version, nowMs, 'the PK is over') : [state];
  const isSamePhase = isSame && state.pk.phase === pk.phase && roundOf(state.pk) === roundOf(pk);
  return [
    {
      name: 'running',
      pkId,
      pk,
      newest: { version, atMs: nowMs },
      due: runPhase(leftMs, nowMs, isSamePhase ? state.due : null),
      isOpen: state.isOpen,
      ask: isSame ? state.ask : reopenedAsk(state.ask),
      announced: state.announced,
      last: isSame || state.name === 'none' ? state.last : { pkId: state.pkId, newest: replacedAt(nowMs) },
      flash: isSame ? state.flash : null,
      teams: isSame ? state.teams : null,
    },
  ];
}

const roundOf = (pk: Duel | Teams): number => (pk.kind === 'teams' ? pk.round : 0);

function onTick(state: Running, nowMs: number): BattleStep {
  const shown: Running = state.flash !== null && nowMs >= state.flash.untilMs ? { ...state, flash: null } : state;
  // The result is the last phase; no message has to follow it.
  const end = endPhase(shown.due, nowMs, shown.pk.phase === 'result');
  if (end === 'not yet') return [shown];
  if (end === 'gone')
    return forget(shown, shown.newest.version, nowMs, shown.due.name === 'overdue' ? 'nothing came after the phase' : 'the PK is over');
  return [{ ...shown, due: end }, call('snapshot', {}, 'the phase ended without a message')];
}

function forget(
  { pkId, ask, announced }: Running,
  version: number,
  nowMs: number,
  why: Extract<BattleEffect, { type: 'forget' }>['why'],
): BattleStep {
  return [
    { name: 'none', isOpen: false, ask: reopenedAsk(ask), announced, last: { pkId, newest: { version, atMs: nowMs } } },
    { type: 'forget', why },
  ];
}
