import { assertNever } from '../../core/assert-never.ts';
import type { Machine, Step, Tick } from '../../core/machine.ts';
import { answeredAsk, IDLE, type Ask } from '../../core/room/ask.ts';

/** Maximum number of characters; a banner has two lines. */
export const MAX_FLASH_CHARS = 60;

export interface LiveFlash {
  readonly at: 'closed' | 'open';
  readonly ask: Ask;
}
export type LiveFlashEvent =
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'write'; readonly text: string }
  | { readonly type: 'answered'; readonly refusal: string | null };
export interface LiveFlashEffect {
  readonly do: 'call';
  readonly text: string;
}

export const LIVE_FLASH: Machine<LiveFlash, LiveFlashEvent, LiveFlashEffect, null> = {
  name: 'live-flash',
  initial: { at: 'closed', ask: IDLE },
  deadlineMs: () => null,
  step(state, event: LiveFlashEvent | Tick): Step<LiveFlash, LiveFlashEffect> {
    switch (event.type) {
      case 'open':
        return [{ at: 'open', ask: IDLE }];
      case 'close':
        return [{ at: 'closed', ask: IDLE }];
      case 'write': {
        const text = event.text.trim().slice(0, MAX_FLASH_CHARS);
        if (state.at === 'closed' || state.ask.at === 'sending' || text === '') return [state];
        return [
          { ...state, ask: { at: 'sending', what: text } },
          { do: 'call', text },
        ];
      }
      case 'answered':
        return [state.ask.at === 'sending' ? { ...state, ask: answeredAsk(state.ask, event.refusal) } : state];
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
export const liveFlashView = ({ at, ask }: LiveFlash): LiveFlashView | null => (at === 'closed' ? null : { ask });

export type LiveFlashAction = { readonly do: 'entry' } | { readonly do: 'close' } | { readonly do: 'write'; readonly text: string };
