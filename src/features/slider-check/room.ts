import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { defineRoomPart } from '../../workers/room/features/feature-api.ts';

/** S23: shown when the address service flags the user; hidden when it is passed or no longer needed. */
type SliderCheck = { readonly name: 'off' } | { readonly name: 'shown' };

type SliderEvent = { readonly type: 'needed' } | { readonly type: 'over' } | { readonly type: 'passed' };
type SliderEffect = { readonly type: 'passed' };
export type SliderAction = { readonly type: 'passed' };

const sliderCheckMachine: Machine<SliderCheck, SliderEvent, SliderEffect, null> = {
  name: 'slider-check',
  initial: { name: 'off' },
  step: stepSlider,
  deadlineMs: () => null,
};

function stepSlider(state: SliderCheck, event: SliderEvent | Tick): Step<SliderCheck, SliderEffect> {
  switch (event.type) {
    case 'needed':
      return [{ name: 'shown' }];
    case 'over':
      return [{ name: 'off' }];
    case 'passed':
      return state.name === 'shown' ? [{ name: 'off' }, { type: 'passed' }] : [state];
    case 'tick':
      return [state];
  }
}

/** The view has no data beyond its presence. */
export interface SliderView {
  readonly isShown: true;
}

/** Share of the way per key; Home and End move to the ends, as for native sliders. */
const KEY_STEPS: ReadonlyMap<string, number> = new Map([
  ['ArrowRight', 0.1],
  ['ArrowUp', 0.1],
  ['ArrowLeft', -0.1],
  ['ArrowDown', -0.1],
  ['PageUp', 0.2],
  ['PageDown', -0.2],
  ['Home', -1],
  ['End', 1],
]);

/** Slider position after a key, 0 to 1; null for a key that does not move it. */
export function slidBy(share: number, key: string): number | null {
  const by = KEY_STEPS.get(key);
  return by === undefined ? null : Math.min(1, Math.max(0, share + by));
}

export const room = defineRoomPart({
  machine: sliderCheckMachine,
  context: () => null,
  view: (state: SliderCheck): SliderView | null => (state.name === 'shown' ? { isShown: true } : null),
  onAction: (_action: SliderAction): SliderEvent => ({ type: 'passed' }),
  onRoom: (event): SliderEvent | null => (event.type === 'human-check' ? { type: event.needed ? 'needed' : 'over' } : null),
  execute: (_effect, room) => room.capability('human-check').passed(),
});
