import { rows, more, type FeatureWires } from '../../wires/feature-wires.ts';
import { VIEWER } from '../../wires/people.ts';
import type { GiftEffectsAction } from '../../../src/features/gift-effects/room.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', what: 'dropped', by: 3 }, 'dropped', 3],
  actions: [
    rows<GiftEffectsAction>({
      wake: [{}],
      switch: [{ isOn: false }, { isOn: true }],
      lanes: [{ count: 2 }],
      shown: [{ id: 1 }],
      ended: [{ id: 1, why: 'played' } as unknown as Omit<Extract<GiftEffectsAction, { type: 'ended' }>, 'type'>],
      'cache-failed': [{ failure: { code: 'CACHE_OPEN_TIMEOUT', detail: '10000 ms' } }],
    }),
    more<GiftEffectsAction>(
      'while an effect plays',
      {
        shown: [{ id: 2 }],
        ended: [
          { id: 2, why: 'played' },
          { id: 2, why: 'could not be loaded' },
        ],
      },
      { messages: [['gift', { giftid: 7, giftname: '火箭', num: 1, price: 9, senderid: 42, sendername: '阿星', videoUrls: ['/a.mp4'] }]] },
    ),
  ],
  cases: { gift: [{}, { senderid: VIEWER.userId }], 'socket-gift': [{}, { senderid: VIEWER.userId }] },
  stored: { on: false },
};
