import type { Showable } from '../../core/room/feature/announcements.ts';
import { eventWith } from '../../core/room/feature/feature-message.ts';
import {
  mayConcern,
  NO_VERSION,
  phasedMachine,
  timedView,
  withNewestLine,
  withNews,
  withRun,
  type Phased,
  type TimedView,
} from '../../core/room/feature/phased.ts';
import { asShown } from '../../core/socket/cleaning.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { isRoomStar, serverMs, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { phasedRoomPart } from '../../workers/room/features/feature-effects.ts';
import {
  type Duel,
  type Phase,
  type PkNews,
  type Side,
  type Team,
  type Teams,
  phaseOf,
  readDuel,
  readTeams,
  teamsOf,
} from './rules-message.ts';

/** How long the message about a new leader is shown; milliseconds. */
const FLASH_MS = 5_000;

/** A gift turned a trailing team into the leader (400702). */
interface Flash extends Showable {
  readonly pkId: number;
  readonly teamId: number;
  readonly title: string;
  readonly nickname: string;
}

type Pk = Duel | Teams;
/** The parts are the teams with their stars (400703), which only the dialog shows. */
type Battle = Phased<Pk, readonly Team[], Flash>;
type BattleEvent =
  | { readonly type: 'news'; readonly news: PkNews }
  | { readonly type: 'flash'; readonly flash: Flash }
  | { readonly type: 'teams'; readonly pkId: number; readonly phase: Phase | null; readonly teams: readonly Team[] };

const battleMachine = phasedMachine<Pk, readonly Team[], Flash, BattleEvent>({
  name: 'battle',
  isLast: ({ phase }) => phase === 'result',
  hasDetails: ({ kind }) => kind === 'teams',
  onMessage(state, event, nowMs) {
    switch (event.type) {
      case 'news':
        return withNews(state, event.news, (a, b) => a.phase === b.phase && roundOf(a) === roundOf(b), nowMs);
      case 'flash':
        return mayConcern(state, event.flash.pkId) ? withNewestLine(state, event.flash, nowMs) : state;
      case 'teams': {
        const { pkId, phase, teams } = event;
        if (!mayConcern(state, pkId)) return state;
        if (state.run !== null && state.run.newest.version !== NO_VERSION) return { ...state, parts: teams };
        if (teams.length === 0 || phase === null) return state;
        // The teams of a PK whose state is not known yet, also when they are sent again.
        const news = { id: pkId, version: NO_VERSION, leftMs: 0 };
        return withRun(state, news, { kind: 'teams', phase, round: 0, roundTotal: 0, teams }, false, nowMs);
      }
    }
  },
});

const roundOf = (pk: Pk): number => (pk.kind === 'teams' ? pk.round : 0);

export interface SideView extends Side {
  /** Share of the bar, 0.1 to 0.9, so that a side without points stays visible. */
  readonly share: number;
}

interface SharedView extends TimedView {
  /** True for the star, who can end the PK; viewers can give. */
  readonly canCommand: boolean;
  readonly flash: Pick<Flash, 'teamId' | 'title' | 'nickname'> | null;
  /** 0: no PK is running. */
  readonly pkId: number;
}
export type BattleView =
  | (SharedView & { readonly kind: 'none' })
  | (SharedView &
      Omit<Duel, 'own' | 'rival'> & { readonly own: SideView; readonly rival: SideView; readonly leader: 'own' | 'rival' | 'even' })
  | (SharedView & Omit<Teams, 'teams'> & { readonly teams: readonly (Team & { readonly share: number })[] });

/** Minimum share of the bar, so that a trailing side stays visible. */
const MIN_SHARE = 0.1;

export const shareOf = (own: number, rival: number): number =>
  own + rival === 0 ? 0.5 : Math.min(1 - MIN_SHARE, Math.max(MIN_SHARE, own / (own + rival)));

/** null: no PK is running, and the star has not opened the tool. */
function battleView(
  state: Battle,
  who: { readonly isStar: boolean; readonly starName: string; readonly starLogo: string },
  nowMs: number,
): BattleView | null {
  const line = state.lines.shown?.item ?? null;
  const shared = {
    ...timedView(state, nowMs),
    canCommand: who.isStar,
    flash: line && { teamId: line.teamId, title: line.title, nickname: line.nickname },
    pkId: state.run?.id ?? 0,
  };
  if (state.run === null) return shared.isOpen || line !== null ? { ...shared, kind: 'none' } : null;
  const pk = state.run.data;
  if (pk.kind === 'duel') {
    const share = shareOf(pk.own.score, pk.rival.score);
    return {
      ...shared,
      ...pk,
      own: { ...pk.own, name: pk.own.name || who.starName, posterUrl: pk.own.posterUrl || who.starLogo, share },
      rival: { ...pk.rival, share: 1 - share },
      leader: pk.own.score === pk.rival.score ? 'even' : pk.own.score > pk.rival.score ? 'own' : 'rival',
    };
  }
  const most = Math.max(1, ...pk.teams.map(({ score }) => score));
  const stars = new Map(state.parts?.map((team) => [team.teamId, team.stars]));
  return {
    ...shared,
    ...pk,
    teams: pk.teams.map((team) => ({ ...team, stars: stars.get(team.teamId) ?? team.stars, share: team.score / most })),
  };
}

function readFlash({ pkId, teamId, title, score, user, id }: BodyOfMessage<'multi-pk-lose-to-win'>): Flash {
  // A message without an id is identified by the score that made the team the leader.
  const key = id || `${pkId} ${teamId} ${score}`;
  return { key, rank: 0, showMs: FLASH_MS, isState: true, pkId, teamId, title: asShown(title), nickname: asShown(user?.nickname ?? '') };
}

export const room = phasedRoomPart(battleMachine, {
  view: (state: Battle, room) => battleView(state, starOf(room), room.clock.nowMs()),
  messages: {
    battle: (body) => eventWith('news', readDuel(body)),
    'multi-pk-round': (body, room) => eventWith('news', readTeams(body, serverMs(room))),
    'multi-pk-lose-to-win': (body) => eventWith('flash', readFlash(body)),
    'multi-pk-team-query': ({ pkId, status, teams }): BattleEvent => ({
      type: 'teams',
      pkId,
      phase: phaseOf(status),
      teams: teamsOf(teams),
    }),
  },
});

function starOf(room: FeatureContext) {
  const { starName, avatarUrl } = room.room();
  return { isStar: isRoomStar(room), starName, starLogo: avatarUrl };
}
