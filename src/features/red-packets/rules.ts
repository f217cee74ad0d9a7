import { assertNever } from '../../core/assert-never.ts';
import type { Machine, Step, Tick } from '../../core/machine.ts';
import { answeredAsk, IDLE, reopenedAsk, type Ask, type Fields, type Refusal } from '../../core/room/feature/ask.ts';
import { isNewer, type Newest } from '../../core/room/chat/newest.ts';
import { decideGrab, type Standing } from './rules-audience.ts';
import type { Packet, PacketStatus, Share } from './rules-message.ts';

/** Maximum number of packets; the one that would be shown last is dropped. */
const MAX_PACKETS = 6;
/** Finished packets whose ids are remembered, so that a late message does not restore them. */
const MAX_OVER = 32;
/** Assumed time of a status without one; milliseconds. */
const USUAL_MS = 60_000;
/** Grace time for the message that ends a phase; milliseconds. */
const GRACE_MS = 2_000;
/** How long the result of a packet is shown; milliseconds. */
const RESULT_MS = 8_000;

export interface Hanging extends Packet {
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
  readonly ask: Ask;
}

export type RedPacketsEvent =
  | { readonly type: 'packet'; readonly packet: Packet }
  | { readonly type: 'result'; readonly packetId: string; readonly shares: readonly Share[] }
  | { readonly type: 'open'; readonly packetId: string | null }
  | { readonly type: 'close' }
  | { readonly type: 'grab'; readonly packetId: string }
  | { readonly type: 'give'; readonly coin: number; readonly num: number; readonly title: string }
  | { readonly type: 'answered'; readonly refusal: Refusal }
  /** The viewer logged in or followed the star, and may now be entitled to other packets. */
  | { readonly type: 'standing-changed' };

export type RedPacketsEffect =
  | { readonly type: 'call'; readonly verb: 'snapshot' | 'grab' | 'give'; readonly fields: Fields }
  | { readonly type: 'login' };

type PacketStep = Step<RedPackets, RedPacketsEffect>;

export const redPacketsMachine: Machine<RedPackets, RedPacketsEvent, RedPacketsEffect, Standing> = {
  name: 'red-packets',
  initial: { name: 'none', packets: [], over: [], dialog: { name: 'none' }, ask: IDLE },
  step,
  deadlineMs: ({ packets }) => (packets.length === 0 ? null : Math.min(...packets.map(dueMs))),
};

/** The countdown ends without a message; the end of an open packet is awaited for GRACE_MS. */
const dueMs = ({ status, endsMs }: Hanging): number => (status === 'open' ? endsMs + GRACE_MS : endsMs);

function step(state: RedPackets, event: RedPacketsEvent | Tick, nowMs: number, standing: Standing): PacketStep {
  const { userId } = standing;
  switch (event.type) {
    case 'packet':
      return [withPacket(state, event.packet, nowMs, userId)];
    case 'result':
      return [
        mapped(state, event.packetId, (packet) => (isOutdated(event.shares, packet.shares) ? packet : { ...packet, shares: event.shares })),
      ];
    case 'open':
      return [
        {
          ...state,
          ask: reopenedAsk(state.ask),
          dialog: event.packetId === null ? { name: 'form' } : { name: 'packet', packetId: event.packetId },
        },
      ];
    case 'close':
      return [state.dialog.name === 'none' ? state : { ...state, dialog: { name: 'none' }, ask: reopenedAsk(state.ask) }];
    case 'grab': {
      const packet = state.packets.find(({ packetId }) => packetId === event.packetId);
      if (packet?.status !== 'open' || state.ask.name === 'sending' || !decideGrab(packet.audience, standing).mayGrab) return [state];
      return asked(state, userId, event.packetId, { type: 'call', verb: 'grab', fields: { packetId: event.packetId } });
    }
    case 'give': {
      if (state.ask.name === 'sending') return [state];
      const { coin, num, title } = event;
      return asked(state, userId, 'give', { type: 'call', verb: 'give', fields: { coin, num, title } });
    }
    case 'answered': {
      const ask = answeredAsk(state.ask, event.refusal);
      if (ask === state.ask) return [state];
      // The form is closed after success.
      const isGiven = ask.name === 'done' && state.dialog.name === 'form';
      return [{ ...state, ask: isGiven ? IDLE : ask, dialog: isGiven ? { name: 'none' } : state.dialog }];
    }
    case 'standing-changed':
      return [{ ...state }];
    case 'tick':
      return onTick(state, nowMs);
    default:
      return assertNever(event);
  }
}

const asked = (state: RedPackets, userId: number, what: string, call: RedPacketsEffect): PacketStep =>
  userId === 0 ? [state, { type: 'login' }] : [{ ...state, ask: { name: 'sending', what } }, call];

/** Open packets first, then those with a countdown, then finished ones. */
const RANK: Readonly<Record<PacketStatus, number>> = { open: 0, waiting: 1, empty: 2, over: 2 };

export const inOrder = (packets: readonly Hanging[]): readonly Hanging[] =>
  packets.toSorted((a, b) => RANK[a.status] - RANK[b.status] || a.endsMs - b.endsMs);

/** A packet that the viewer has opened or grabs, or of which the viewer has a share, is dropped last. */
function bounded({ dialog, ask }: RedPackets, packets: readonly Hanging[], userId: number): readonly Hanging[] {
  if (packets.length <= MAX_PACKETS) return packets;
  const isKept = ({ packetId, shares }: Hanging): boolean =>
    (dialog.name === 'packet' && dialog.packetId === packetId) ||
    (ask.name === 'sending' && ask.what === packetId) ||
    (userId !== 0 && shares.some((share) => share.userId === userId));
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
  if (state.packets.every((packet) => nowMs < dueMs(packet))) return [state];
  const next = state.packets.map((packet) => (nowMs < dueMs(packet) ? packet : moveOn(packet, nowMs)));
  const left = next.filter((packet) => packet !== null);
  const gone = state.packets.filter(({ packetId }) => !left.some((packet) => packet.packetId === packetId));
  const over = [...state.over, ...gone.map(({ packetId, newest }) => ({ packetId, newest: { ...newest, atMs: nowMs } }))].slice(-MAX_OVER);
  const isShown = (packetId: string): boolean => left.some((packet) => packet.packetId === packetId);
  const { dialog } = state;
  const closed: RedPackets['dialog'] = dialog.name === 'packet' && !isShown(dialog.packetId) ? { name: 'none' } : dialog;
  const after: RedPackets = { ...state, name: left.length === 0 ? 'none' : 'some', packets: left, over, dialog: closed };
  // An open packet ended without a message, so its result may be lost.
  const isUnsaid = state.packets.some((packet) => packet.status === 'open' && nowMs >= dueMs(packet));
  return isUnsaid ? [after, { type: 'call', verb: 'snapshot', fields: {} }] : [after];
}

/** null: the packet is removed. */
function moveOn(packet: Hanging, nowMs: number): Hanging | null {
  // The next message contains the time for grabbing; without it RESULT_MS is used.
  if (packet.status === 'waiting') return { ...packet, status: 'open', leftMs: 0, endsMs: nowMs + RESULT_MS };
  if (packet.status === 'open') return { ...packet, status: 'over', endsMs: nowMs + RESULT_MS };
  return null;
}

function mapped(state: RedPackets, packetId: string, change: (packet: Hanging) => Hanging): RedPackets {
  const packets = state.packets.map((packet) => (packet.packetId === packetId ? change(packet) : packet));
  return packets.every((packet, at) => packet === state.packets[at]) ? state : { ...state, packets };
}

/** The shares only grow, so a shorter list is outdated. A full list keeps its length, while larger shares and the own one enter it. */
const isOutdated = (said: readonly Share[], known: readonly Share[]): boolean =>
  said.length < known.length || (said.length === known.length && said.every(({ userId }, at) => userId === known[at]?.userId));
