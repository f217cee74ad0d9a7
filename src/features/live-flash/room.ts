import { assertNever } from '../../core/assert-never.ts';
import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { askModule } from '../../workers/room/features/module-effects.ts';
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
  execute: ({ text }, room, send) => void askModule(room, 'write', { text }).then((refusal) => send({ type: 'answered', refusal })),
});
