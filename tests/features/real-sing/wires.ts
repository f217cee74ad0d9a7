import { showing, type FeatureWires } from '../../wires/feature-wires.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', why: 'reason' }, 'reason', 1],
  actions: [showing(['real-sing-log', { songId: 4, songName: '歌', status: 1, score: 50 }])],
  cases: { 'real-sing-log': [{ status: 1 }] },
};
