import { rows, type FeatureWires } from '../../wires/feature-wires.ts';
import type { MysticAction } from '../../../src/features/mystic-viewer/room.ts';

export const wires: FeatureWires = {
  actions: [rows<MysticAction>({ open: [{}], close: [{}] }, { before: [{ type: 'open' }] })],
};
