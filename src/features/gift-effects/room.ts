import { assertNever } from '../../core/assert-never.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { defineRoomHalf, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { readGift } from './rules-message.ts';
import {
  giftEffectsMachine,
  type GiftEffects,
  type GiftEffectsAction,
  type GiftEffectsEffect,
  type GiftEffectsEvent,
  type GiftEffectsView,
} from './rules.ts';

/** The viewer's switch is stored for one year. */
const STORED = { key: 'on', expiresS: 31_536_000 } as const;

export const room = defineRoomHalf({
  machine: giftEffectsMachine,
  context: () => null,
  view: ({ view }: GiftEffects): GiftEffectsView => view,
  messages: { gift: shown, 'socket-gift': shown },
  onStart: (room): GiftEffectsEvent | null => (room.storage.read(STORED.key) === false ? { type: 'restored', isOn: false } : null),
  onAction(action: GiftEffectsAction, room): GiftEffectsEvent | null {
    switch (action.type) {
      case 'wake':
        return null;
      case 'switch':
        return { type: 'switch', isOn: action.isOn };
      case 'lanes':
        return { type: 'lanes', count: action.count };
      case 'shown':
        return { type: 'shown', id: action.id };
      case 'ended':
        return { type: 'ended', id: action.id, why: action.why };
      case 'cache-failed':
        room.failure(action.failure);
        return null;
      default:
        return assertNever(action);
    }
  },
  execute(effect: GiftEffectsEffect, room) {
    switch (effect.type) {
      case 'store':
        room.storage.write(STORED.key, effect.isOn, STORED.expiresS);
        return;
      case 'count':
        room.count(effect.what, effect.by);
        return;
      default:
        assertNever(effect);
    }
  },
});

function shown(body: BodyOfMessage<'gift'>, room: FeatureContext): GiftEffectsEvent | null {
  const show = readGift(body, room.login().userId);
  return show && { type: 'gift', show };
}
