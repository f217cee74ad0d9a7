import { countOf } from '../../core/counts.ts';
import { eventWith, shownPerson, isNewer, type Newest } from '../../core/room/feature/feature-message.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { firstRule, reasonsOf, type Rule, type Machine, type Step, type Tick } from '../../player/base/machine.ts';
import {
  answeredRequest,
  IDLE,
  reopenedRequest,
  type FeatureRequest,
  type Fields,
  type Refusal,
} from '../../core/room/feature/feature-dialog.ts';
import { earliestMs } from '../../core/room/feature/phased.ts';
import { defineRoomPart, isRoomStar, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { executeRequest } from '../../workers/room/features/feature-effects.ts';

const MAX_TITLE_CHARS = 30;
/** Maximum number of listed shares, the largest first; the viewer's own share is listed in any case. */
const MAX_SHARES = 50;
/** Longest accepted time of a status; milliseconds. */
const MAX_MS = 3_600_000;

type PacketStatus = 'waiting' | 'open' | 'empty' | 'over';
const STATUSES: Readonly<Record<number, PacketStatus>> = { 1: 'waiting', 2: 'open', 3: 'empty', 4: 'over' };
const AUDIENCES = ['everybody', 'followers', 'fan-club', 'guards', 'admins', 'star'] as const;
/** `unknown`: a number without a meaning here: no viewer is offered a share. */
export type Audience = (typeof AUDIENCES)[number] | 'unknown';

/** `kind` on the wire: the giver; '' for an unknown kind. */
const GIVERS = ['', 'star', 'admin', 'viewer'] as const;
type Giver = (typeof GIVERS)[number];

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

interface Share {
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
    audience: AUDIENCES[body.audience] ?? 'unknown',
    sender: shownPerson(body.sender).name,
    title: shownText(body.title, MAX_TITLE_CHARS),
    status,
    leftMs: Math.min(MAX_MS, countOf(body.leftMs)),
    coin: countOf(body.coin),
    num,
    numLeft: Math.min(num, countOf(body.numLeft)),
  };
}

/** `ownId`: 0 for a guest. No share is of the user 0. */
export const readShares = (body: BodyOfMessage<'red-packet-result'>, ownId: number): readonly Share[] =>
  body.shares
    .map(({ user, coin, best }) => ({ ...shownPerson(user), coin: countOf(coin), isBest: best }))
    .filter(({ userId }, at, all) => userId !== 0 && all.findIndex((other) => other.userId === userId) === at)
    .toSorted((a, b) => b.coin - a.coin)
    .filter(({ userId }, at) => at < MAX_SHARES || userId === ownId)
    .map(({ userId, name, coin, isBest }) => ({ userId, name, coin, isBest }));

/** What this page knows about the viewer. Only the service knows about club, guard and admin. */
export interface Standing {
  /** 0: a guest. */
  readonly userId: number;
  readonly isStar: boolean;
  readonly isFollowing: boolean;
}

interface GrabCase extends Standing {
  readonly audience: Audience;
}

/** The first matching row applies. A guest who would be entitled to grab is asked to log in. */
const RULES = [
  { why: 'the audience is unknown', mayGrab: false, when: ({ audience }) => audience === 'unknown' },
  { why: 'for the star alone', mayGrab: true, when: ({ audience, isStar }) => audience === 'star' && isStar },
  { why: 'the viewer is not the star', mayGrab: false, when: ({ audience }) => audience === 'star' },
  { why: 'the star gives and does not grab', mayGrab: false, when: ({ isStar }) => isStar },
  { why: 'everybody may', mayGrab: true, when: ({ audience }) => audience === 'everybody' },
  { why: 'a guest belongs to no audience', mayGrab: false, when: ({ userId }) => userId === 0 },
  { why: 'does not follow the star', mayGrab: false, when: ({ audience, isFollowing }) => audience === 'followers' && !isFollowing },
  { why: 'the service decides', mayGrab: true, when: () => true },
] as const satisfies readonly (Rule<GrabCase> & { readonly mayGrab: boolean })[];

type GrabWhy = (typeof RULES)[number]['why'];
export const GRAB_REASONS: readonly GrabWhy[] = reasonsOf(RULES);

export function decideGrab(audience: Audience, standing: Standing): { readonly mayGrab: boolean; readonly why: GrabWhy } {
  const { mayGrab, why } = firstRule<GrabCase, (typeof RULES)[number]>(RULES, { ...standing, audience });
  return { mayGrab, why };
}

/** Maximum number of packets; the one that would be shown last is dropped. */
const MAX_PACKETS = 6;
/** Finished packets whose ids are remembered, so that a late message does not restore them. */
const MAX_OVER = 32;
/** Assumed time of a status without one; milliseconds. */
const USUAL_MS = 60_000;
/** Grace time for the message that ends a phase; milliseconds. */
const GRACE_MS = 2_000;
const RESULT_MS = 8_000;

interface Hanging extends Packet {
  readonly newest: Newest;
  /** Time of the next change of status without a message. */
  readonly endsMs: number;
  readonly shares: readonly Share[];
}

export interface RedPackets {
  readonly name: 'none' | 'some';
  /** Oldest first. */
  readonly packets: readonly Hanging[];
  readonly over: readonly { readonly packetId: string; readonly newest: Newest }[];
  /** Content of the dialog: the shares of a packet, or the star's form. */
  readonly dialog: { readonly name: 'none' } | { readonly name: 'form' } | { readonly name: 'packet'; readonly packetId: string };
  readonly request: FeatureRequest;
}

export type RedPacketsAction =
  | { readonly type: 'entry' }
  | { readonly type: 'open'; readonly packetId: string }
  | { readonly type: 'close' }
  | { readonly type: 'grab'; readonly packetId: string }
  | { readonly type: 'give'; readonly coin: number; readonly num: number; readonly title: string };
export type RedPacketsEvent =
  | RedPacketsAction
  | { readonly type: 'packet'; readonly packet: Packet }
  | { readonly type: 'result'; readonly packetId: string; readonly shares: readonly Share[] }
  | { readonly type: 'answered'; readonly refusal: Refusal }
  /** The viewer followed the star, and may now be entitled to other packets. */
  | { readonly type: 'standing-changed' };

type RedPacketsEffect =
  | { readonly type: 'call'; readonly verb: 'grab' | 'give'; readonly fields: Fields }
  | { readonly type: 'snapshot' }
  | { readonly type: 'login' };

type PacketStep = Step<RedPackets, RedPacketsEffect>;

export const redPacketsMachine: Machine<RedPackets, RedPacketsEvent, RedPacketsEffect, Standing> = {
  name: 'red-packets',
  initial: { name: 'none', packets: [], over: [], dialog: { name: 'none' }, request: IDLE },
  step,
  deadlineMs: ({ packets }) => earliestMs(packets.map(dueMs)),
};

/** The countdown ends without a message; the end of an open packet is awaited for GRACE_MS. */
const dueMs = ({ status, endsMs }: Hanging): number => (status === 'open' ? endsMs + GRACE_MS : endsMs);

function step(state: RedPackets, event: RedPacketsEvent | Tick, nowMs: number, standing: Standing): PacketStep {
  const { userId } = standing;
  switch (event.type) {
    case 'packet':
      return [withPacket(state, event.packet, nowMs, userId)];
    case 'result': {
      const { packetId, shares } = event;
      // The shares only grow, so a shorter list is outdated. A full list keeps its length, while larger shares and the own one enter it.
      const isNews = (packet: Hanging): boolean => packet.packetId === packetId && shares.length >= packet.shares.length;
      return [{ ...state, packets: state.packets.map((packet) => (isNews(packet) ? { ...packet, shares } : packet)) }];
    }
    case 'entry':
      return [withDialog(state, { name: 'form' })];
    case 'open':
      return [withDialog(state, { name: 'packet', packetId: event.packetId })];
    case 'close':
      return [withDialog(state, { name: 'none' })];
    case 'grab': {
      const packet = state.packets.find(({ packetId }) => packetId === event.packetId);
      if (packet?.status !== 'open' || state.request.name === 'sending' || !decideGrab(packet.audience, standing).mayGrab) return [state];
      return requested(state, userId, event.packetId, { type: 'call', verb: 'grab', fields: { packetId: event.packetId } });
    }
    case 'give': {
      if (state.request.name === 'sending') return [state];
      const { coin, num, title } = event;
      return requested(state, userId, 'give', { type: 'call', verb: 'give', fields: { coin, num, title } });
    }
    case 'answered': {
      const request = answeredRequest(state.request, event.refusal);
      // The form is closed after success.
      const isGiven = request.name === 'done' && state.dialog.name === 'form';
      return [{ ...state, request: isGiven ? IDLE : request, dialog: isGiven ? { name: 'none' } : state.dialog }];
    }
    case 'standing-changed':
      return [{ ...state }];
    case 'tick':
      return onTick(state, nowMs);
  }
}

const withDialog = (state: RedPackets, dialog: RedPackets['dialog']): RedPackets => ({
  ...state,
  dialog,
  request: reopenedRequest(state.request),
});

const requested = (state: RedPackets, userId: number, what: string, call: RedPacketsEffect): PacketStep =>
  userId === 0 ? [state, { type: 'login' }] : [{ ...state, request: { name: 'sending', what } }, call];

/** Open packets first, then those with a countdown, then finished ones. */
const RANK: Readonly<Record<PacketStatus, number>> = { open: 0, waiting: 1, empty: 2, over: 2 };

const inOrder = (packets: readonly Hanging[]): readonly Hanging[] =>
  packets.toSorted((a, b) => RANK[a.status] - RANK[b.status] || a.endsMs - b.endsMs);

/** A packet that the viewer has opened or grabs, or of which the viewer has a share, is dropped last. */
function bounded({ dialog, request }: RedPackets, packets: readonly Hanging[], userId: number): readonly Hanging[] {
  if (packets.length <= MAX_PACKETS) return packets;
  const isKept = ({ packetId, shares }: Hanging): boolean =>
    (dialog.name === 'packet' && dialog.packetId === packetId) ||
    (request.name === 'sending' && request.what === packetId) ||
    shares.some((share) => share.userId === userId);
  const last = inOrder(packets).findLast((packet) => !isKept(packet)) ?? packets[0];
  return packets.filter((packet) => packet !== last);
}

function withPacket(state: RedPackets, packet: Packet, nowMs: number, userId: number): RedPackets {
  const { packetId, version, status, leftMs } = packet;
  const known = state.packets.find((other) => other.packetId === packetId);
  const newest = known?.newest ?? state.over.find((other) => other.packetId === packetId)?.newest ?? null;
  if (!isNewer(version, newest, nowMs)) return state;
  const isOver = status === 'empty' || status === 'over';
  // The end of an unknown packet is ignored.
  if (known === undefined && isOver) return state;
  // Without a time in the message the announced end of the same status stays.
  const kept = leftMs === 0 && known?.status === status && known.leftMs > 0 ? known : null;
  const hanging: Hanging = {
    ...packet,
    leftMs: kept?.leftMs ?? leftMs,
    newest: { version, atMs: nowMs },
    endsMs: isOver ? nowMs + RESULT_MS : (kept?.endsMs ?? nowMs + (leftMs || USUAL_MS)),
    shares: known?.shares ?? [],
  };
  const packets =
    known === undefined ? bounded(state, [...state.packets, hanging], userId) : state.packets.map((one) => (one === known ? hanging : one));
  return { ...state, name: 'some', packets };
}

function onTick(state: RedPackets, nowMs: number): PacketStep {
  const next = state.packets.map((packet) => (nowMs < dueMs(packet) ? packet : moveOn(packet, nowMs)));
  const left = next.filter((packet) => packet !== null);
  const gone = state.packets.filter(({ packetId }) => !left.some((packet) => packet.packetId === packetId));
  const over = [...state.over, ...gone.map(({ packetId, newest }) => ({ packetId, newest: { ...newest, atMs: nowMs } }))].slice(-MAX_OVER);
  const isShown = (packetId: string): boolean => left.some((packet) => packet.packetId === packetId);
  const { dialog } = state;
  const closed: RedPackets['dialog'] = dialog.name === 'packet' && !isShown(dialog.packetId) ? { name: 'none' } : dialog;
  const after: RedPackets = { ...state, name: left.length === 0 ? 'none' : 'some', packets: left, over, dialog: closed };
  // An open packet ended without a message, so its result may be lost.
  const isLate = state.packets.some((packet) => packet.status === 'open' && nowMs >= dueMs(packet));
  return isLate ? [after, { type: 'snapshot' }] : [after];
}

/** null: the packet is removed. */
function moveOn(packet: Hanging, nowMs: number): Hanging | null {
  // The next message contains the time for grabbing; without it RESULT_MS is used.
  if (packet.status === 'waiting') return { ...packet, status: 'open', leftMs: 0, endsMs: nowMs + RESULT_MS };
  if (packet.status === 'open') return { ...packet, status: 'over', endsMs: nowMs + RESULT_MS };
  return null;
}

export interface PacketView extends Omit<Hanging, 'newest' | 'endsMs' | 'leftMs' | 'version'> {
  /** Time left in its status when this view was made, in milliseconds; 0, which is not shown, if it is unknown. */
  readonly leftMs: number;
  /** The viewer's share; null: none. */
  readonly mine: Share | null;
  readonly more: number;
  /** True if the packet is open, the viewer has no share and, as far as the page knows, is entitled to one. */
  readonly canGrab: boolean;
}

/** null: no packet, and the star's form is closed. */
export function redPacketsView({ packets, dialog, request }: RedPackets, who: Standing, nowMs: number) {
  const inDialog = dialog.name === 'packet' ? packets.find(({ packetId }) => packetId === dialog.packetId) : undefined;
  const [first] = inOrder(packets);
  const shown = inDialog ?? first;
  if (shown === undefined) return dialog.name === 'form' ? { packet: null, dialog: 'form', request } : null;
  const { newest: _newest, version: _version, endsMs, ...packet } = shown;
  // The failure to grab another packet is not shown.
  const isOfAnother = request.name === 'failed' && request.what !== 'give' && request.what !== packet.packetId;
  const mine = packet.shares.find(({ userId }) => userId === who.userId) ?? null;
  return {
    packet: {
      ...packet,
      leftMs: packet.leftMs === 0 ? 0 : Math.max(0, endsMs - nowMs),
      mine,
      more: packets.length - 1,
      canGrab: packet.status === 'open' && mine === null && decideGrab(packet.audience, who).mayGrab,
    },
    // The packet of the dialog is gone: its shares are not those of the shown packet.
    dialog: dialog.name === 'packet' && inDialog === undefined ? 'none' : dialog.name,
    request: isOfAnother ? IDLE : request,
  };
}

export type RedPacketsView = NonNullable<ReturnType<typeof redPacketsView>>;

const standingOf = (room: FeatureContext): Standing => ({
  userId: room.login().userId,
  isStar: isRoomStar(room),
  isFollowing: room.room().following,
});

export const room = defineRoomPart({
  machine: redPacketsMachine,
  context: standingOf,
  view: (state, room) => redPacketsView(state, standingOf(room), room.clock.nowMs()),
  messages: {
    'red-packet': (body) => eventWith('packet', readPacket(body)),
    'red-packet-result': (body, room): RedPacketsEvent => ({
      type: 'result',
      packetId: body.packetId,
      shares: readShares(body, room.login().userId),
    }),
  },
  onAction: (action: RedPacketsAction): RedPacketsEvent => action,
  onRoom: ({ type }): RedPacketsEvent | null => (type === 'room-changed' ? { type: 'standing-changed' } : null),
  execute: (effect, room, send) => executeRequest(effect, room, (refusal) => send({ type: 'answered', refusal })),
});
