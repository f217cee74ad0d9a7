import { more, showing, type FeatureWires } from '../../wires/feature-wires.ts';

export const wires: FeatureWires = {
  actions: [
    showing(),
    more<never>(
      'with messages in the stream',
      {},
      {
        prepare: (room) =>
          room.report({
            type: 'stream-messages',
            messages: [
              { code: 1, json: '{"songName":"歌","singerName":"星"}', ptsMs: 0 },
              { code: 4, json: '{"sendername":"阿星","giftname":"花","num":3}', ptsMs: 0 },
              { code: 5, json: '{"pitch":60}', ptsMs: 0 },
            ],
          }),
      },
    ),
  ],
};
