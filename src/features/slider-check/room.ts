import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { sliderCheckMachine, type SliderAction, type SliderCheck, type SliderEvent, type SliderView } from './rules.ts';

export const room = defineRoomHalf({
  machine: sliderCheckMachine,
  context: () => null,
  view: (state: SliderCheck): SliderView | null => (state.name === 'shown' ? { isShown: true } : null),
  onAction: (_action: SliderAction): SliderEvent => ({ type: 'passed' }),
  onRoom: (event): SliderEvent | null => (event.type === 'human-check' ? { type: event.needed ? 'needed' : 'over' } : null),
  execute: (_effect, room) => room.capability('human-check').passed(),
});
