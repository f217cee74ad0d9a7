import type { FeatureWires } from '../../wires/feature-wires.ts';
import type { PublishAction } from '../../../src/features/publish/rules.ts';

export const wires: FeatureWires = {
  actions: [
    {
      actions: {
        start: [{}],
        stop: [{}],
        'link-open': [{ epoch: 1 }],
        'link-interrupted': [{ epoch: 1 }],
        'link-lost': [{ epoch: 1, failure: { code: 'PUBLISH_REFUSED', detail: 'x' } }],
        sent: [{ epoch: 1, sent: { atMs: 1 } }],
      } satisfies Readonly<Record<PublishAction['type'], readonly object[]>>,
      answers: {
        '/publish': { code: 0, data: { session: 's-1', url: 'https://rtc.test/whip', provider: 5, since: 1_700_000_000, on: 0 } },
      },
    },
  ],
};
