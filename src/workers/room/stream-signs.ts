import { assertNever } from '../core/assert-never.ts';
import { readStreamMessage } from '../core/player/stream-message-bodies.ts';
import type { StreamMessage } from '../core/player/stream-messages.ts';
import { NO_SIGNS } from '../core/room/initial-view.ts';
import type { StreamSigns } from '../core/room/view.ts';
import type { Screen } from './screen.ts';
import type { StatsLane } from './stats-lane.ts';

/** How long the tip of an effect gift stays; the next gift takes its place. */
const GIFT_MS = 4_000;

/** What the room does with the messages of the stream (P30); they come when their picture is on the screen. */
export interface StreamSignsOwner {
  heard(messages: readonly StreamMessage[]): void;
  /** Another stream, or none: what was said belongs to the one before. */
  clear(): void;
}

export function createStreamSigns(screen: Screen, stats: StatsLane): StreamSignsOwner {
  let gifts = 0;
  let giftTimer: ReturnType<typeof setTimeout> | null = null;

  function taken(signs: StreamSigns, message: StreamMessage): StreamSigns {
    const body = readStreamMessage(message);
    const counted = { ...signs, heard: signs.heard + 1 };
    switch (body.kind) {
      case 'song-info':
        return { ...counted, song: body.name === '' ? null : { name: body.name, singer: body.singer } };
      case 'delay':
        return { ...counted, delayMs: body.delayMs };
      case 'bitrate':
        return { ...counted, kilobitsPerS: body.kilobitsPerS };
      case 'pitch':
        return { ...counted, pitchHz: body.hertz };
      case 'effect-gift':
        return { ...counted, gift: { id: ++gifts, sender: body.sender, name: body.gift, count: body.count } };
      case 'other':
        return { ...counted, unknown: signs.unknown + 1 };
      case 'unreadable':
        return { ...signs, unreadable: signs.unreadable + 1 };
      default:
        return assertNever(body);
    }
  }

  function takeGiftAwaySoon(): void {
    if (giftTimer !== null) clearTimeout(giftTimer);
    giftTimer = setTimeout(() => {
      giftTimer = null;
      screen.patch({ signs: { ...screen.get().signs, gift: null } });
    }, GIFT_MS);
  }

  return {
    heard(messages) {
      const before = screen.get().signs;
      let next = before;
      for (const message of messages) {
        next = taken(next, message);
        stats.tell({ type: 'count', name: `stream-message.${message.code}`, by: 1 });
      }
      if (next.gift !== before.gift) takeGiftAwaySoon();
      screen.patch({ signs: next });
    },
    clear() {
      if (giftTimer !== null) clearTimeout(giftTimer);
      giftTimer = null;
      if (screen.get().signs !== NO_SIGNS) screen.patch({ signs: NO_SIGNS });
    },
  };
}
