import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { IDLE, reopenedRequest, withAnswer, type FeatureRequest, type Refusal } from '../../core/room/feature/feature-request.ts';
import { defineRoomPart } from '../../workers/room/features/feature-api.ts';
import { requestFeature } from '../../workers/room/features/feature-effects.ts';

/** Maximum number of characters; a banner has two lines. */
export const MAX_FLASH_CHARS = 60;

export interface LiveFlash {
  readonly name: 'closed' | 'open';
  readonly request: FeatureRequest;
}
export type LiveFlashAction = { readonly type: 'entry' } | { readonly type: 'close' } | { readonly type: 'write'; readonly text: string };
export type LiveFlashEvent = LiveFlashAction | { readonly type: 'answered'; readonly refusal: Refusal };
interface LiveFlashEffect {
  readonly type: 'call';
  readonly text: string;
}

export const liveFlashMachine: Machine<LiveFlash, LiveFlashEvent, LiveFlashEffect, null> = {
  name: 'live-flash',
  initial: { name: 'closed', request: IDLE },
  deadlineMs: () => null,
  step(state, event: LiveFlashEvent | Tick): Step<LiveFlash, LiveFlashEffect> {
    switch (event.type) {
      case 'entry':
        return [{ name: 'open', request: reopenedRequest(state.request) }];
      case 'close':
        return [{ name: 'closed', request: reopenedRequest(state.request) }];
      case 'write': {
        const text = event.text.trim().slice(0, MAX_FLASH_CHARS);
        if (state.name === 'closed' || state.request.name === 'sending' || text === '') return [state];
        return [
          { ...state, request: { name: 'sending', what: text } },
          { type: 'call', text },
        ];
      }
      case 'answered':
        return [withAnswer(state, event.refusal)];
      case 'tick':
        return [state];
    }
  },
};

export const liveFlashView = ({ name, request }: LiveFlash) => (name === 'closed' ? null : { request });

export type LiveFlashView = NonNullable<ReturnType<typeof liveFlashView>>;

export const room = defineRoomPart({
  machine: liveFlashMachine,
  context: () => null,
  view: liveFlashView,
  onAction: (action: LiveFlashAction): LiveFlashEvent => action,
  execute: ({ text }, room, send) => void requestFeature(room, 'write', { text }).then((refusal) => send({ type: 'answered', refusal })),
});
