import { rows, type FeatureWires } from '../../wires/feature-wires.ts';
import type { OpenAppAction } from '../../../src/features/open-app/rules.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', why: 'reason' }, 'reason', 1],
  actions: [
    rows<OpenAppAction>(
      { dismiss: [{ key: '{"title":"t","text":"c","href":"https://frames.test/app"}' }] },
      { messages: [['open-app', { title: 't', content: 'c', link: 'https://frames.test/app' }]] },
    ),
  ],
};
