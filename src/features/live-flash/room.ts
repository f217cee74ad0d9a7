import { CLOSED, stepWithDialog, type DialogAction, type DialogEffect, type DialogEvent } from '../../core/room/feature/feature-dialog.ts';
import type { Machine } from '../../player/base/machine.ts';
import { defineRoomPart } from '../../workers/room/features/feature-api.ts';
import { executeRequest } from '../../workers/room/features/feature-effects.ts';

/** Maximum number of characters; a banner has two lines. */
export const MAX_FLASH_CHARS = 60;

const INITIAL = { name: 'writing', dialog: CLOSED } as const;

const liveFlashMachine: Machine<{ readonly name: 'writing'; readonly dialog: typeof CLOSED }, DialogEvent, DialogEffect, number> = {
  name: 'live-flash',
  initial: INITIAL,
  deadlineMs: () => null,
  step: (state, event, _nowMs, userId) => (event.type === 'tick' ? [state] : stepWithDialog(state, event, userId)),
};

export interface LiveFlashView {
  readonly request: typeof CLOSED.request;
}

export const room = defineRoomPart({
  machine: liveFlashMachine,
  context: (room) => room.login().userId,
  view: ({ dialog: { isOpen, request } }): LiveFlashView | null => (isOpen ? { request } : null),
  onAction: (action: DialogAction): DialogEvent => action,
  execute: (effect, room, send) => executeRequest(effect, room, (refusal) => send({ type: 'answered', refusal })),
});
