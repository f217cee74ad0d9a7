import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { defineRoomPart } from '../../workers/room/features/feature-api.ts';

type Mystic = { readonly name: 'closed' } | { readonly name: 'shown' };
export type MysticAction = { readonly type: 'open' | 'close' };
interface MysticEvent {
  readonly type: 'open' | 'close';
}
export interface MysticView {
  readonly isShown: true;
}
const VIEW: MysticView = { isShown: true };

export const mysticMachine: Machine<Mystic, MysticEvent, never, null> = {
  name: 'mystic-viewer',
  initial: { name: 'closed' },
  deadlineMs: () => null,
  step(state: Mystic, event: MysticEvent | Tick): Step<Mystic, never> {
    const at = event.type === 'open' ? 'shown' : 'closed';
    return [state.name === at ? state : { name: at }];
  },
};

export const mysticView = (state: Mystic): MysticView | null => (state.name === 'shown' ? VIEW : null);

export const room = defineRoomPart({
  machine: mysticMachine,
  context: () => null,
  view: mysticView,
  onAction: (action: MysticAction): MysticEvent => action,
  execute: () => undefined,
});
