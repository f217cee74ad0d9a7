import type { Machine, Step, Tick } from '../../core/machine.ts';

export type Mystic = { readonly at: 'closed' } | { readonly at: 'shown' };
export type MysticAction = { readonly do: 'open' | 'close' };
export interface MysticEvent {
  readonly type: 'open' | 'close';
}
export interface MysticView {
  readonly isShown: true;
}
const VIEW: MysticView = { isShown: true };

export const MYSTIC: Machine<Mystic, MysticEvent, never, null> = {
  name: 'mystic-viewer',
  initial: { at: 'closed' },
  deadlineMs: () => null,
  step(state: Mystic, event: MysticEvent | Tick): Step<Mystic, never> {
    if (event.type === 'tick') return [state];
    const at = event.type === 'open' ? 'shown' : 'closed';
    return [state.at === at ? state : { at }];
  },
};

export const mysticView = (state: Mystic): MysticView | null => (state.at === 'shown' ? VIEW : null);
