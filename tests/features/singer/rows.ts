import { more, showing, type FeatureWires } from '../../wires/feature-wires.ts';

export const wires: FeatureWires = {
  actions: [
    showing(),
    more<never>(
      'on the embedding platform',
      {},
      { path: '/live/e/1001', answers: { '/rankStatisticInfo': { code: 0, data: { duration: 45 } } } },
    ),
  ],
};
