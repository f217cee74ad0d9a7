import { eventWith, type Question } from '../../core/room/feature/feature-message.ts';
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
} from '../../core/room/feature/phased.ts';
import {
  isTip,
  lineOf,
  type Kit,
  type Line,
  type PkNews,
  type PkPhase,
  type Player,
  type Settlement,
  readEndInfo,
  readKit,
  readMatch,
  readResult,
  readRounds,
  readStatus,
  readTip,
  type TipKind,
} from './rules-message.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { serverMs, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { phasedRoomPart } from '../../workers/room/features/feature-effects.ts';

const MAX_KITS = 8;
const MAX_EXCLUDED = 6;

interface Pk {
  readonly phase: PkPhase;
  readonly round: number;
  readonly roundTotal: number;
  readonly players: readonly Player[];
  /** The question and its round. After a status of a later round no question is shown until that round's question arrives. */
  readonly current: { readonly round: number; readonly question: Question } | null;
  readonly settlement: Settlement | null;
  readonly seasonLevel: number;
}
/** Lines, kits and excluded options may arrive before the state of their PK. */
interface Parts {
  readonly kits: readonly Kit[];
  readonly excluded: { readonly questionId: number; readonly optionIds: readonly string[] } | null;
}
type MusicPk = Phased<Pk, Parts, Line>;
const NO_PARTS: Parts = { kits: [], excluded: null };
type MusicPkEvent =
  | { readonly type: 'news'; readonly news: PkNews }
  | { readonly type: 'line'; readonly line: Line }
  /** New stock of a kit for one user, who has used one or received it; `userId` 0: for everybody. */
  | {
      readonly type: 'kit';
      readonly pkId: number;
      readonly kit: Kit;
      readonly userId: number;
      readonly isUsed: boolean;
      readonly line: Line;
    }
  | { readonly type: 'excluded'; readonly pkId: number; readonly questionId: number; readonly optionIds: readonly string[] }
  /** A star entered the game or paused it; `name` is known of the room's own star. */
  | { readonly type: 'star'; readonly pkId: number; readonly starId: number; readonly name: string; readonly what: 'entered' | 'paused' }
  /** The star left the game. */
  | { readonly type: 'game-over'; readonly pkId: number };

export const musicPkMachine = phasedMachine<Pk, Parts, Line, MusicPkEvent>({
  name: 'music-pk',
  isLast: ({ phase }) => phase === 'settled',
  questionId: ({ current }) => current?.question.questionId,
  onMessage(state, event, nowMs, userId) {
    switch (event.type) {
      case 'news':
        return onNews(state, event.news, nowMs);
      case 'line':
        return shown(state, event.line, nowMs);
      case 'kit': {
        if (!mayConcern(state, event.pkId)) return state;
        const isMine = event.userId === 0 || event.userId === userId;
        const parts = state.parts ?? NO_PARTS;
        const next = isMine ? { ...state, parts: { ...parts, kits: withKit(parts.kits, event.kit) } } : state;
        // The stock has buttons while a PK runs.
        return event.isUsed || state.run === null ? withLine(next, event.line, nowMs) : next;
      }
      case 'excluded': {
        if (!mayConcern(state, event.pkId)) return state;
        const optionIds = event.optionIds.slice(0, MAX_EXCLUDED);
        const next = { ...state, parts: { ...(state.parts ?? NO_PARTS), excluded: { questionId: event.questionId, optionIds } } };
        // Without its question the options cannot be marked.
        if (state.run !== null || optionIds.length === 0) return next;
        return withLine(next, lineOf('excluded', event.pkId, '', { who: null, what: '', count: optionIds.length, atMs: nowMs }), nowMs);
      }
      case 'star': {
        const nickname = event.name || (state.run?.data.players.find((player) => player.userId === event.starId)?.name ?? '');
        if (nickname === '') return state;
        return shown(state, lineOf(event.what, event.pkId, '', { who: { nickname }, what: '', count: 0, atMs: nowMs }), nowMs);
      }
      case 'game-over':
        return runOf(state, event.pkId) === null ? state : withoutRun(state, nowMs);
    }
  },
});

/** Tips are texts for everybody in the room, whether a PK runs or not. */
const shown = (state: MusicPk, line: Line, nowMs: number): MusicPk =>
  isTip(line.kind) || mayConcern(state, line.pkId) ? withLine(state, line, nowMs) : state;

function withKit(kits: readonly Kit[], kit: Kit): readonly Kit[] {
  const isKnown = kits.some(({ kitId }) => kitId === kit.kitId);
  return isKnown ? kits.map((one) => (one.kitId === kit.kitId ? kit : one)) : [...kits, kit].slice(0, MAX_KITS);
}

/** The stars of a match replace only players of an older version, so that the order of messages with one version does not matter. */
function playersAfter(pk: Pk | null, { players, stars }: PkNews, isNew: boolean): readonly Player[] {
  const known = pk?.players ?? [];
  return players ?? (isNew || known.length === 0 ? (stars ?? known) : known);
}

function onNews(state: MusicPk, news: PkNews, nowMs: number): MusicPk {
  const run = runOf(state, news.id);
  const pk = run?.data ?? null;
  const age = ageOf(state, news, nowMs);
  // Several messages with one version describe the same moment; their members are merged.
  if (age === 'older') return withLateQuestion(state, news);
  if (news.phase === null) return run === null ? state : withoutRun(state, nowMs, news.version);
  const round = news.round ?? pk?.round ?? 0;
  const isNew = age === 'newer';
  const data: Pk = {
    phase: isNew ? news.phase : (pk?.phase ?? news.phase),
    round,
    roundTotal: news.roundTotal ?? pk?.roundTotal ?? 0,
    players: playersAfter(pk, news, isNew),
    current: news.question === undefined ? (pk?.current ?? null) : { round, question: news.question },
    settlement: news.settlement ?? pk?.settlement ?? null,
    seasonLevel: news.seasonLevel ?? pk?.seasonLevel ?? 0,
  };
  if (!isNew && run !== null) return renewed(withData(state, data), news.leftMs, nowMs);
  return withRun(state, news, data, pk?.phase === news.phase && pk.round === round, nowMs);
}

/** A question that arrives after the status of its round is still applied. */
function withLateQuestion(state: MusicPk, { id, round, question, roundTotal }: PkNews): MusicPk {
  const run = runOf(state, id);
  if (run === null || question === undefined || round !== run.data.round || run.data.current?.round === round) return state;
  const data = { ...run.data, current: { round, question }, roundTotal: roundTotal ?? run.data.roundTotal };
  return withData(state, data);
}

const NOBODY: Player = { userId: 0, name: '', logo: '', blood: 0, bloodTotal: 0, score: 0, wasRight: null };

const NO_PK = { phase: null, round: 0, roundTotal: 0, players: [], current: null, settlement: null, seasonLevel: 0 } as const;

function musicPkView(state: MusicPk, star: { readonly userId: number; readonly name: string; readonly logo: string }, nowMs: number) {
  const { run, lines, answer } = state;
  const { kits, excluded } = state.parts ?? NO_PARTS;
  const shown = lines.shown?.item ?? null;
  if (run === null && shown === null) return null;
  const pk = run?.data ?? NO_PK;
  // The room's own star is listed first, regardless of the order in the message.
  const own = pk.players.find(({ userId }) => userId === star.userId) ?? pk.players[0] ?? NOBODY;
  const rival = pk.players.find((player) => player !== own) ?? NOBODY;
  const question = pk.current?.round === pk.round ? pk.current.question : null;
  return {
    ...timedView(state, nowMs),
    /** null: no PK runs here, and only `line` is shown. */
    phase: pk.phase,
    round: pk.round,
    roundTotal: pk.roundTotal,
    own: { ...own, name: own.name || star.name, logo: own.logo || star.logo },
    rival,
    question,
    pkId: run?.id ?? 0,
    /** '' for none. */
    chosen: question !== null && answer?.questionId === question.questionId ? answer.optionId : '',
    excluded: question !== null && excluded?.questionId === question.questionId ? excluded.optionIds : [],
    kits,
    line:
      shown === null ? null : { key: shown.key, kind: shown.kind, who: shown.who, what: shown.what, count: shown.count, href: shown.href },
    settlement: pk.settlement === null ? null : { ...pk.settlement, winner: winnerOf(pk.settlement.winnerId, own.userId, rival.userId) },
    seasonLevel: pk.seasonLevel,
  };
}

export type MusicPkView = NonNullable<ReturnType<typeof musicPkView>>;

const winnerOf = (winnerId: number, ownId: number, rivalId: number): 'own' | 'rival' | 'draw' =>
  winnerId === 0 ? 'draw' : winnerId === ownId ? 'own' : winnerId === rivalId ? 'rival' : 'draw';

const tip =
  (kind: TipKind) =>
  (body: BodyOfMessage<'music-pk-tips'>): MusicPkEvent | null =>
    eventWith('line', readTip(kind, body));
function kitEvent(kind: 'kit' | 'kit-add', { pkId, user, kit, id }: BodyOfMessage<'music-pk-kit-add'>, room: FeatureContext) {
  const read = readKit(kit);
  if (read === null) return null;
  const line = lineOf(kind, pkId, id, { who: user, what: read.name, count: read.count, atMs: room.clock.nowMs() });
  return { type: 'kit', pkId, kit: read, userId: user?.userId ?? 0, isUsed: kind === 'kit', line } as const;
}
/** `status` of `music-star-game-status`. S9 lists no values; these are the project's. */
const GAME: Readonly<Record<number, 'entered' | 'left' | 'paused'>> = { 1: 'entered', 2: 'left', 3: 'paused' };

export const room = phasedRoomPart(musicPkMachine, {
  view(state: MusicPk, room) {
    const { starId, starName, avatarUrl } = room.room();
    return musicPkView(state, { userId: starId, name: starName, logo: avatarUrl }, room.clock.nowMs());
  },
  messages: {
    'music-pk-status': (body, room) => eventWith('news', readStatus(body, serverMs(room))),
    'music-pk-rounds': (body, room) => eventWith('news', readRounds(body, serverMs(room))),
    'music-pk-result': (body) => eventWith('news', readResult(body)),
    'music-pk-end-info': (body) => eventWith('news', readEndInfo(body)),
    'music-pk-match': (body, room) => eventWith('news', readMatch(body, serverMs(room))),
    'music-pk-exclude-error': ({ pkId, questionId, optionIds }): MusicPkEvent => ({ type: 'excluded', pkId, questionId, optionIds }),
    'music-pk-kit-add': (body, room) => kitEvent('kit-add', body, room),
    'music-pk-use-kit': (body, room) => (body.user === null ? null : kitEvent('kit', body, room)),
    'music-pk-send-call': ({ pkId, user, num, content, id }, { clock }) =>
      eventWith('line', lineOf('call', pkId, id, { who: user, what: content, count: Math.max(1, num), atMs: clock.nowMs() })),
    'music-pk-help-reborn': ({ pkId, helper, star, blood, id }, { clock }) =>
      eventWith('line', lineOf('reborn', pkId, id, { who: helper, what: star?.nickname ?? '', count: blood, atMs: clock.nowMs() })),
    'music-pk-remind-answer': ({ pkId, user, content, id }, { clock }) =>
      eventWith('line', lineOf('remind', pkId, id, { who: user, what: content, count: 0, atMs: clock.nowMs() })),
    'music-pk-tips': tip('tip'),
    'music-pk-common-tips': tip('common-tip'),
    'music-pk-all-station': tip('all-station'),
    'music-pk-room': tip('room'),
    'music-star-game-status'({ gameId, starId, status }, room): MusicPkEvent | null {
      const what = GAME[status];
      if (what === undefined) return null;
      const name = starId === room.room().starId ? room.room().starName : '';
      return what === 'left' ? { type: 'game-over', pkId: gameId } : { type: 'star', pkId: gameId, starId, name, what };
    },
  },
});
