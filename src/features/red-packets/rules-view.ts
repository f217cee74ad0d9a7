import { IDLE, type Ask } from '../../core/room/feature/ask.ts';
import { decideGrab, type Standing } from './rules-audience.ts';
import type { Share } from './rules-message.ts';
import { inOrder, type Hanging, type RedPackets } from './rules.ts';

export interface PacketView extends Omit<Hanging, 'newest' | 'endsMs' | 'leftMs' | 'version'> {
  /** Time left in its status when this view was made, in milliseconds; 0, which is not shown, if it is unknown. */
  readonly leftMs: number;
  /** The viewer's share; null: none. */
  readonly mine: Share | null;
  readonly more: number;
  /** True if the packet is open, the viewer has no share and, as far as the page knows, is entitled to one. */
  readonly canGrab: boolean;
}

export interface RedPacketsView {
  /** The packet shown on the page. */
  readonly packet: PacketView | null;
  readonly dialog: 'none' | 'form' | 'packet';
  readonly ask: Ask;
}

export type RedPacketsAction =
  | { readonly type: 'entry' }
  | { readonly type: 'open'; readonly packetId: string }
  | { readonly type: 'close' }
  | { readonly type: 'grab'; readonly packetId: string }
  | { readonly type: 'give'; readonly coin: number; readonly num: number; readonly title: string };

/** null: no packet, and the star's form is closed. */
export function redPacketsView({ packets, dialog, ask }: RedPackets, who: Standing, nowMs: number): RedPacketsView | null {
  const inDialog = dialog.name === 'packet' ? packets.find(({ packetId }) => packetId === dialog.packetId) : undefined;
  const [first] = inOrder(packets);
  const shown = inDialog ?? first;
  if (shown === undefined) return dialog.name === 'form' ? { packet: null, dialog: 'form', ask } : null;
  const { newest: _newest, version: _version, endsMs, ...packet } = shown;
  // The failure to grab another packet is not shown.
  const isOfAnother = ask.name === 'failed' && ask.what !== 'give' && ask.what !== packet.packetId;
  const mine = packet.shares.find(({ userId }) => who.userId !== 0 && userId === who.userId) ?? null;
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
    ask: isOfAnother ? IDLE : ask,
  };
}
