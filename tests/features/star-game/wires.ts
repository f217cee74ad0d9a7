import { showing, type FeatureWires } from '../../wires/feature-wires.ts';
import { STAR_ID } from '../../wires/people.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count', why: 'reason' }, 'reason', 1],
  actions: [showing(['star-game-change', { starId: STAR_ID, gameId: 7, name: '游戏', status: 1 }])],
};
