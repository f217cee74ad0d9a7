import { rows, more, BOX, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { BattleAction } from '../../../src/features/battle/rules-view.ts';

const PK = ['battle', { pkId: 3, version: 1, phase: 2, leftMs: 60_000, own: { score: 1 }, rival: { score: 2, star: PERSON } }] as const;

export const wires: FeatureWires = {
  actions: [
    rows<BattleAction>({ ...BOX, support: [{ coin: 66, teamId: 2 }], start: [{}], end: [{}] }, { messages: [PK] }),
    more<BattleAction>('the star', { start: [{}], end: [{}] }, { as: 'star', messages: [PK] }),
  ],
  cases: { battle: [{ phase: 1, winner: 1 }, { phase: 5 }], 'multi-pk-round': [{ status: 2 }, { status: 5 }] },
};
