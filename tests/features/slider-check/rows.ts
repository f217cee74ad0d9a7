import { rows, more, type FeatureWires } from '../../wires/feature-wires.ts';
import type { SliderAction } from '../../../src/features/slider-check/room.ts';

export const wires: FeatureWires = {
  actions: [
    rows<SliderAction>({ passed: [{}] }),
    more<SliderAction>(
      'while it is needed',
      { passed: [{}] },
      { prepare: ({ socket }) => socket.deliver({ type: 'slider', needed: true }) },
    ),
  ],
};
