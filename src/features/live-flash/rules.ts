import { assertNever } from '../../core/assert-never.ts';
import type { Machine, Step, Tick } from '../../core/machine.ts';
import { answeredAsk, IDLE, reopenedAsk, type Ask, type Refusal } from '../../core/room/feature/ask.ts';

/** Maximum number of characters; a banner has two lines. */
export const MAX_FLASH_CHARS = 60;

export interface LiveFlash {
  readonly name: 'closed' | 'open';
  readonly ask: Ask;
}
export type LiveFlashEvent =
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'write'; readonly text: string }
  | { readonly type: 'answered'; readonly refusal: Refusal };
export interface LiveFlashEffect {
  readonly type: 'call';
  readonly text: string;
}

export const liveFlashMachine: Machine<LiveFlash, LiveFlashEvent, LiveFlashEffect, null> = {
  name: 'live-flash',
  initial: { name: 'closed', ask: IDLE },
  deadlineMs: () => null,
  step(state, event: LiveFlashEvent | Tick): Step<LiveFlash, LiveFlashEffect> {
    switch (event.type) {
      case 'open':
        return [{ name: 'open', ask: reopenedAsk(state.ask) }];
      case 'close':
        return [{ name: 'closed', ask: reopenedAsk(state.ask) }];
      case 'write': {
        const text = event.text.trim().slice(0, MAX_FLASH_CHARS);
        if (state.name === 'closed' || state.ask.name === 'sending' || text === '') return [state];
        return [
          { ...state, ask: { name: 'sending', what: text } },
          { type: 'call', text },
        ];
      }
      case 'answered':
        return [state.ask.name === 'sending' ? { ...state, ask: answeredAsk(state.ask, event.refusal) } : state];
      case 'tick':
        return [state];
      default:
        return assertNever(event);
    }
  },
};

export interface LiveFlashView {
  readonly ask: Ask;
}
export const liveFlashView = ({ name, ask }: LiveFlash): LiveFlashView | null => (name === 'closed' ? null : { ask });

export type LiveFlashAction = { readonly type: 'entry' } | { readonly type: 'close' } | { readonly type: 'write'; readonly text: string };
