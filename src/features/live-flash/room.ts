import { assertNever } from '../../core/assert-never.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { askFeature } from '../../workers/room/features/feature-effects.ts';
import { liveFlashMachine, liveFlashView, type LiveFlashAction, type LiveFlashEvent } from './rules.ts';

export const room = defineRoomHalf({
  machine: liveFlashMachine,
  context: () => null,
  view: liveFlashView,
  onAction(action: LiveFlashAction): LiveFlashEvent {
    switch (action.type) {
      case 'entry':
        return { type: 'open' };
      case 'close':
        return { type: 'close' };
      case 'write':
        return { type: 'write', text: action.text };
      default:
        return assertNever(action);
    }
  },
  execute: ({ text }, room, send) => void askFeature(room, 'write', { text }).then((refusal) => send({ type: 'answered', refusal })),
});
