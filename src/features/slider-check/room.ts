import { defineRoomHalf } from '../../workers/room/feature-api.ts';
import { SLIDER_CHECK, type SliderAction, type SliderCheck, type SliderEvent, type SliderView } from './rules.ts';

export const room = defineRoomHalf({
  machine: SLIDER_CHECK,
  context: () => null,
  view: (state: SliderCheck): SliderView | null => (state.at === 'shown' ? { isShown: true } : null),
  onAction: (_action: SliderAction): SliderEvent => ({ type: 'passed' }),
  onRoom: (event): SliderEvent | null => (event.type === 'slider-check' ? { type: event.needed ? 'needed' : 'over' } : null),
  execute: (_effect, room) => room.sliderPassed(),
});
