import { eventWith } from '../../core/room/feature/feature-message.ts';
import type { ByType } from '../../core/by-type.ts';
import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { IDLE, reopenedRequest, sending, withAnswer, type FeatureRequest, type Refusal } from '../../core/room/feature/feature-request.ts';
import { isNewer, type Newest, replacedAt } from '../../core/room/chat/newest.ts';
import { earlierMs, NO_VERSION } from '../../core/room/feature/phased.ts';
import {
  endPhase,
  phaseDeadlineMs,
  renewPhase,
  runPhase,
  type PhaseDeadline,
  phaseLeftMs,
} from '../../core/room/feature/phase-deadline.ts';
import {
  type Duel,
  type Phase,
  type PkNews,
  type Team,
  type Teams,
  type Side,
  phaseOf,
  readDuel,
  readTeams,
  teamsOf,
} from './rules-message.ts';
import { asShown } from '../../core/socket/cleaning.ts';
import { defineRoomPart, isRoomStar, serverMs, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { requestFeature } from '../../workers/room/features/feature-effects.ts';

/** How long the message about a new leader is shown; milliseconds. */
const FLASH_MS = 5_000;
/** Maximum number of ids of messages about a new leader that were shown; the newest are kept. */
const MAX_ANNOUNCED = 50;
export const SUPPORTS = [10, 100, 1_000] as const;

/** A gift turned a trailing team into the leader (400702). */
interface Flash {
  readonly id: string;
  readonly teamId: number;
  readonly title: string;
  readonly nickname: string;
  readonly score: number;
}

interface Shared {
  /** 400702; may arrive before the state of its PK. */
  readonly flash: (Flash & { readonly untilMs: number }) | null;
  readonly isOpen: boolean;
  readonly request: FeatureRequest;
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
      readonly due: PhaseDeadline;
      /** 400703: teams with their stars, after a request. */
      readonly teams: readonly Team[] | null;
    });
type Running = Extract<Battle, { name: 'running' }>;

export type BattleAction =
  | { readonly type: 'entry' }
  | { readonly type: 'close' }
  | { readonly type: 'support'; readonly coin: number; readonly teamId: number }
  | { readonly type: 'start' }
  | { readonly type: 'end' };
type BattleEvent =
  | BattleAction
  | { readonly type: 'news'; readonly news: PkNews }
  | { readonly type: 'flash'; readonly pkId: number; readonly flash: Flash }
  | { readonly type: 'teams'; readonly pkId: number; readonly phase: Phase | null; readonly teams: readonly Team[] }
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

interface BattleContext {
  readonly userId: number;
}

export const battleMachine: Machine<Battle, BattleEvent, BattleEffect, BattleContext> = {
  name: 'battle',
  initial: { name: 'none', isOpen: false, request: IDLE, announced: [], last: null, flash: null },
  step,
  deadlineMs(state) {
    return earlierMs(state.name === 'none' ? null : phaseDeadlineMs(state.due), state.flash?.untilMs ?? null);
  },
};

type BattleStep = Step<Battle, BattleEffect>;

function step(state: Battle, event: BattleEvent | Tick, nowMs: number, { userId }: BattleContext): BattleStep {
  switch (event.type) {
    case 'news':
      return onNews(state, event.news, nowMs);
    case 'flash':
      if (state.name === 'running' ? state.pkId !== event.pkId : state.last?.pkId === event.pkId) return [state];
      if (state.announced.includes(event.flash.id)) return [state];
      return [
        {
          ...state,
          flash: { ...event.flash, untilMs: nowMs + FLASH_MS },
          announced: [...state.announced, event.flash.id].slice(-MAX_ANNOUNCED),
        },
      ];
    case 'teams':
      if (state.name === 'running') return [state.pkId === event.pkId ? { ...state, teams: event.teams } : state];
      if (state.last?.pkId === event.pkId || event.teams.length === 0 || event.phase === null) return [state];
      // The teams of a PK whose state is not known yet. Each message about the state is newer.
      return onNews(
        state,
        {
          pkId: event.pkId,
          version: NO_VERSION,
          leftMs: 0,
          pk: { kind: 'teams', phase: event.phase, round: 0, roundTotal: 0, teams: event.teams },
        },
        nowMs,
      );
    case 'entry': {
      const open: Battle = { ...state, isOpen: true, request: reopenedRequest(state.request) };
      return state.name === 'running' && state.pk.kind === 'teams' ? [open, call('team-query', { pkId: state.pkId })] : [open];
    }
    case 'close':
      return [state.isOpen ? { ...state, isOpen: false, request: reopenedRequest(state.request) } : state];
    case 'support':
      if (state.name !== 'running' || state.pk.phase !== 'fight' || state.request.name === 'sending') return [state];
      if (userId === 0) return [state, { type: 'login' }];
      return [{ ...state, request: sending('support') }, call('support', { pkId: state.pkId, teamId: event.teamId, coin: event.coin })];
    case 'start':
    case 'end':
      if (state.request.name === 'sending') return [state];
      return [{ ...state, request: sending(event.type) }, call(event.type, {})];
    case 'answered':
      return [withAnswer(state, event.refusal)];
    case 'tick':
      return onTick(state.flash !== null && nowMs >= state.flash.untilMs ? { ...state, flash: null } : state, nowMs);
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
      request: isSame ? state.request : reopenedRequest(state.request),
      announced: state.announced,
      last: isSame || state.name === 'none' ? state.last : { pkId: state.pkId, newest: replacedAt(nowMs) },
      flash: isSame || state.name === 'none' ? state.flash : null,
      teams: isSame ? state.teams : null,
    },
  ];
}

const roundOf = (pk: Duel | Teams): number => (pk.kind === 'teams' ? pk.round : 0);

function onTick(shown: Battle, nowMs: number): BattleStep {
  if (shown.name === 'none') return [shown];
  // The result is the last phase; no message has to follow it.
  const end = endPhase(shown.due, nowMs, shown.pk.phase === 'result');
  if (end === 'not yet') return [shown];
  if (end === 'gone')
    return forget(shown, shown.newest.version, nowMs, shown.due.name === 'overdue' ? 'nothing came after the phase' : 'the PK is over');
  return [{ ...shown, due: end }, call('snapshot', {}, 'the phase ended without a message')];
}

function forget(
  { pkId, request, announced }: Running,
  version: number,
  nowMs: number,
  why: Extract<BattleEffect, { type: 'forget' }>['why'],
): BattleStep {
  return [
    {
      name: 'none',
      isOpen: false,
      request: reopenedRequest(request),
      announced,
      flash: null,
      last: { pkId, newest: { version, atMs: nowMs } },
    },
    { type: 'forget', why },
  ];
}

export interface SideView extends Side {
  /** Share of the bar, 0.1 to 0.9, so that a side without points stays visible. */
  readonly share: number;
}

interface SharedView {
  readonly isOpen: boolean;
  readonly request: FeatureRequest;
  /** True for the star, who can end the PK; viewers can give. */
  readonly canCommand: boolean;
  readonly flash: Flash | null;
  /** Time left in the phase when this view was made, in milliseconds. */
  readonly leftMs: number;
  /** The time of the phase is over and no message has announced the next phase. */
  readonly isOverdue: boolean;
}
export type BattleView =
  | (SharedView & { readonly kind: 'none' })
  | (SharedView &
      Omit<Duel, 'own' | 'rival'> & { readonly own: SideView; readonly rival: SideView; readonly leader: 'own' | 'rival' | 'even' })
  | (SharedView & Omit<Teams, 'teams'> & { readonly teams: readonly (Team & { readonly share: number })[]; readonly hasStars: boolean });

/** Minimum share of the bar, so that a trailing side stays visible. */
const MIN_SHARE = 0.1;

export const shareOf = (own: number, rival: number): number =>
  own + rival === 0 ? 0.5 : Math.min(1 - MIN_SHARE, Math.max(MIN_SHARE, own / (own + rival)));

/** null: no PK is running, and the star has not opened the tool. */
export function battleView(
  state: Battle,
  who: { readonly isStar: boolean; readonly starName: string; readonly starLogo: string },
  nowMs: number,
): BattleView | null {
  const shared = { isOpen: state.isOpen, request: state.request, canCommand: who.isStar };
  const { flash } = state;
  if (state.name === 'none') return state.isOpen || flash !== null ? { ...shared, kind: 'none', flash, leftMs: 0, isOverdue: false } : null;
  const { pk, due } = state;
  const leftMs = phaseLeftMs(due, nowMs);
  const timed = { flash, isOverdue: due.name === 'overdue' || (due.isAnnounced && leftMs === 0), leftMs };
  if (pk.kind === 'duel') {
    const share = shareOf(pk.own.score, pk.rival.score);
    return {
      ...shared,
      ...timed,
      ...pk,
      own: { ...pk.own, name: pk.own.name || who.starName, posterUrl: pk.own.posterUrl || who.starLogo, share },
      rival: { ...pk.rival, share: 1 - share },
      leader: pk.own.score === pk.rival.score ? 'even' : pk.own.score > pk.rival.score ? 'own' : 'rival',
    };
  }
  const most = Math.max(1, ...pk.teams.map(({ score }) => score));
  const stars = new Map(state.teams?.map((team) => [team.teamId, team.stars]));
  return {
    ...shared,
    ...timed,
    ...pk,
    teams: pk.teams.map((team) => ({ ...team, stars: stars.get(team.teamId) ?? team.stars, share: team.score / most })),
    hasStars: state.teams !== null,
  };
}

const EXECUTE: ByType<BattleEffect, [room: FeatureContext, send: (event: BattleEvent) => void]> = {
  call: ({ verb, fields }, room, send) =>
    void requestFeature(room, verb, fields).then((refusal) => {
      // The other calls are answered by messages, or end by the machine's deadline.
      if (verb === 'support' || verb === 'start' || verb === 'end') send({ type: 'answered', refusal });
    }),
  forget: ({ why }, room) => room.log(`PK: ${why}`),
  login: (_, room) => room.openLogin(),
};

export const room = defineRoomPart({
  machine: battleMachine,
  context: (room) => ({ userId: room.login().userId }),
  view: (state: Battle, room) => battleView(state, starOf(room), room.clock.nowMs()),
  messages: {
    battle: (body) => eventWith('news', readDuel(body)),
    'multi-pk-round': (body, room) => eventWith('news', readTeams(body, serverMs(room))),
    'multi-pk-lose-to-win': ({ pkId, teamId, title, score, user, id }): BattleEvent => ({
      type: 'flash',
      pkId,
      // A message without an id is identified by the score that made the team the leader.
      flash: { id: id || `${pkId} ${teamId} ${score}`, teamId, title: asShown(title), nickname: asShown(user?.nickname ?? ''), score },
    }),
    'multi-pk-team-query': ({ pkId, status, teams }): BattleEvent => ({
      type: 'teams',
      pkId,
      phase: phaseOf(status),
      teams: teamsOf(teams),
    }),
  },
  onAction: (action: BattleAction): BattleEvent => action,
  execute: EXECUTE,
});

function starOf(room: FeatureContext) {
  const { starName, avatarUrl } = room.room();
  return { isStar: isRoomStar(room), starName, starLogo: avatarUrl };
}
