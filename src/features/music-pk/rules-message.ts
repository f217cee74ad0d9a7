import { type Showable, showMsOf } from '../../core/room/feature/announcements.ts';
import { leftMsOf, messageLink, readQuestion, type Question } from '../../core/room/feature/feature-message.ts';
import type { RunNews } from '../../core/room/feature/phased.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';

export type PkPhase = 'match' | 'answer' | 'reveal' | 'help' | 'settled';
/** `status` on the wire. S9 lists no values; these are the project's. 6: the PK is over. */
const PHASES: Readonly<Record<number, PkPhase>> = { 1: 'match', 2: 'answer', 3: 'reveal', 4: 'help', 5: 'settled' };
const OVER = 6;
const MAX_PLAYERS = 2;
const MAX_BLOOD = 20;
const MAX_NAME_CHARS = 16;
const MAX_TEXT_CHARS = 60;
const LINE_MS = 4_000;

export interface Player {
  readonly userId: number;
  readonly name: string;
  readonly logo: string;
  readonly blood: number;
  readonly bloodTotal: number;
  readonly score: number;
  /** In the revealed round; null: not answered. */
  readonly wasRight: boolean | null;
}
export interface Settlement {
  readonly winnerId: number;
  readonly coin: number;
  readonly score: number;
  readonly seasonLevel: number;
  readonly seasonName: string;
}
/** A partial update of the PK; missing members keep their value. */
export interface PkNews extends RunNews {
  /** null: the PK is over. */
  readonly phase: PkPhase | null;
  readonly round?: number;
  readonly roundTotal?: number;
  readonly players?: readonly Player[];
  /** The players of a match, without blood and score. */
  readonly stars?: readonly Player[];
  readonly question?: Question;
  readonly settlement?: Settlement;
  readonly seasonLevel?: number;
}
export interface Kit {
  readonly kitId: number;
  readonly name: string;
  readonly count: number;
}
/** Scope of a tip: the PK (401613), everybody (401614), all rooms of the site (401616), this room (401617). */
export type TipKind = 'tip' | 'common-tip' | 'all-station' | 'room';
/** The higher rank is shown first. */
const TIP_RANKS: Readonly<Record<TipKind, number>> = { 'all-station': 3, room: 2, tip: 1, 'common-tip': 1 };

export const isTip = (kind: Line['kind']): kind is TipKind => kind in TIP_RANKS;

/** A line shown for a moment; the panel supplies its text. */
export interface Line extends Showable {
  readonly pkId: number;
  readonly kind: 'call' | 'kit' | 'kit-add' | 'reborn' | 'remind' | 'excluded' | 'entered' | 'paused' | TipKind;
  readonly who: string;
  readonly what: string;
  readonly count: number;
  /** The page linked by a tip; '' for none. */
  readonly href: string;
}

type Players = BodyOfMessage<'music-pk-status'>['players'];

/** null: unknown status. */
export function readStatus(body: BodyOfMessage<'music-pk-status'>, serverMs: number): PkNews | null {
  const phase = PHASES[body.status] ?? null;
  if (phase === null && body.status !== OVER) return null;
  const { pkId: id, version, round, seasonLevel } = body;
  return { id, version, leftMs: leftMsOf(body, serverMs), phase, round, seasonLevel, ...playersIn(body.players) };
}

export function readRounds(body: BodyOfMessage<'music-pk-rounds'>, serverMs: number): PkNews {
  const { pkId: id, version, round, roundTotal, question, players } = body;
  const leftMs = leftMsOf({ leftMs: body.leftMs, endTime: question?.endTime ?? 0 }, serverMs);
  const read = readQuestion(question);
  return { id, version, leftMs, phase: 'answer', round, roundTotal, ...playersIn(players), ...(read !== null && { question: read }) };
}

export function readResult({ pkId: id, version, leftMs, round, players, settlement }: BodyOfMessage<'music-pk-result'>): PkNews {
  return { id, version, leftMs, phase: 'reveal', round, ...playersIn(players), ...settlementIn(settlement) };
}

export function readEndInfo({ pkId: id, version, leftMs, players, settlement }: BodyOfMessage<'music-pk-end-info'>): PkNews {
  return { id, version, leftMs, phase: 'settled', ...playersIn(players), ...settlementIn(settlement) };
}

/** null: the match was cancelled before it began. */
export function readMatch(body: BodyOfMessage<'music-pk-match'>, serverMs: number): PkNews {
  const { pkId: id, version, status, star, rival } = body;
  const players = [star, rival].flatMap((person) =>
    person === null ? [] : [{ star: person, blood: 0, bloodTotal: 0, score: 0, answer: '', right: false, excluded: false, kits: [] }],
  );
  const { players: stars } = playersIn(players);
  const leftMs = leftMsOf(body, serverMs);
  return { id, version, leftMs, phase: status === OVER ? null : 'match', ...(stars !== undefined && { stars }) };
}

const playersIn = (players: Players): { readonly players?: readonly Player[] } =>
  players.length === 0
    ? {}
    : {
        players: players.slice(0, MAX_PLAYERS).map(({ star, blood, bloodTotal, score, answer, right }) => ({
          userId: star?.userId ?? 0,
          name: shownText(star?.nickname ?? '', MAX_NAME_CHARS),
          logo: star?.userLogo ?? '',
          blood: Math.min(MAX_BLOOD, Math.max(0, blood)),
          bloodTotal: Math.min(MAX_BLOOD, Math.max(0, bloodTotal)),
          score: Math.max(0, score),
          wasRight: answer === '' ? null : right,
        })),
      };

const settlementIn = (body: BodyOfMessage<'music-pk-end-info'>['settlement']): { readonly settlement?: Settlement } =>
  body === null
    ? {}
    : {
        settlement: {
          winnerId: body.winnerId,
          coin: Math.max(0, body.coin),
          score: Math.max(0, body.score),
          seasonLevel: body.seasonLevel,
          seasonName: shownText(body.seasonName, MAX_NAME_CHARS),
        },
      };

export const readKit = (kit: BodyOfMessage<'music-pk-kit-add'>['kit']): Kit | null =>
  kit === null ? null : { kitId: kit.kitId, name: shownText(kit.name, MAX_NAME_CHARS), count: Math.max(0, kit.num) };

type Person = { readonly nickname: string } | null;
const nameOf = (person: Person): string => shownText(person?.nickname ?? '', MAX_NAME_CHARS);

/** Without an id, equal tips are shown once; the line of a person has `atMs`, its arrival, and at another time it is another line. */
export function lineOf(
  kind: Line['kind'],
  pkId: number,
  id: string,
  content: {
    readonly who: Person;
    readonly what: string;
    readonly count: number;
    readonly durationS?: number;
    readonly href?: string;
    readonly atMs?: number;
  },
): Line {
  const who = nameOf(content.who);
  const what = shownText(content.what, MAX_TEXT_CHARS);
  const key = id === '' ? JSON.stringify([kind, pkId, who, what, content.count, content.atMs]) : `${kind} ${id}`;
  const rank = isTip(kind) ? TIP_RANKS[kind] : 0;
  return {
    key,
    rank,
    showMs: showMsOf(content.durationS ?? 0, LINE_MS),
    pkId,
    kind,
    who,
    what,
    count: content.count,
    href: content.href ?? '',
  };
}

/** null: no text. */
export function readTip(kind: TipKind, { pkId, title, content, durationS, link, id }: BodyOfMessage<'music-pk-tips'>): Line | null {
  const what = [title, content].filter((part) => part.trim() !== '').join(' · ');
  return what === '' ? null : lineOf(kind, pkId, id, { who: null, what, count: 0, durationS, href: messageLink(0, link, 0) });
}
