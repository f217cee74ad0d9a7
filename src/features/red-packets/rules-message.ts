import { countOf } from '../../core/counts.ts';
import { shownPerson } from '../../core/room/feature/feature-message.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';

const MAX_TITLE_CHARS = 30;
/** Maximum number of listed shares, the largest first; the viewer's own share is listed in any case. */
const MAX_SHARES = 50;
/** Longest accepted time of a status; milliseconds. */
const MAX_MS = 3_600_000;

export type PacketStatus = 'waiting' | 'open' | 'empty' | 'over';
const STATUSES: Readonly<Record<number, PacketStatus>> = { 1: 'waiting', 2: 'open', 3: 'empty', 4: 'over' };
const AUDIENCES = ['everybody', 'followers', 'fan-club', 'guards', 'admins'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** `kind` on the wire: the giver; '' for an unknown kind. */
const GIVERS = ['', 'star', 'admin', 'viewer'] as const;
export type Giver = (typeof GIVERS)[number];

export interface Packet {
  readonly packetId: string;
  readonly version: number;
  readonly giver: Giver;
  readonly audience: Audience;
  readonly sender: string;
  readonly title: string;
  readonly status: PacketStatus;
  /** 0 if unknown. */
  readonly leftMs: number;
  readonly coin: number;
  readonly num: number;
  readonly numLeft: number;
}

export interface Share {
  readonly userId: number;
  readonly name: string;
  readonly coin: number;
  readonly isBest: boolean;
}

/** null: a packet without an id, or an unknown status. */
export function readPacket(body: BodyOfMessage<'red-packet'>): Packet | null {
  const status = STATUSES[body.status];
  if (status === undefined || body.packetId === '') return null;
  const num = countOf(body.num);
  return {
    packetId: body.packetId,
    version: body.version,
    giver: GIVERS[body.kind] ?? '',
    audience: AUDIENCES[body.audience] ?? 'everybody',
    sender: shownPerson(body.sender).name,
    title: shownText(body.title, MAX_TITLE_CHARS),
    status,
    leftMs: Math.min(MAX_MS, countOf(body.leftMs)),
    coin: countOf(body.coin),
    num,
    numLeft: Math.min(num, countOf(body.numLeft)),
  };
}

/** `ownId`: 0 for a guest. */
export const readShares = (body: BodyOfMessage<'red-packet-result'>, ownId: number): readonly Share[] =>
  body.shares
    .map(({ user, coin, best }) => ({ ...shownPerson(user), coin: countOf(coin), isBest: best }))
    .filter(({ userId }, at, all) => userId !== 0 && all.findIndex((other) => other.userId === userId) === at)
    .toSorted((a, b) => b.coin - a.coin)
    .filter(({ userId }, at) => at < MAX_SHARES || userId === ownId)
    .map(({ userId, name, coin, isBest }) => ({ userId, name, coin, isBest }));
