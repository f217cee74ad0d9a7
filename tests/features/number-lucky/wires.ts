import { rows, BOX, type FeatureWires } from '../../wires/feature-wires.ts';
import type { BoxAction } from '../../../src/core/room/feature/feature-box.ts';

export const wires: FeatureWires = {
  actions: [rows<BoxAction>({ ...BOX, ask: [{ verb: 'join', fields: {} }] })],
  cases: { 'number-lucky': [{ status: 1 }, { status: 3 }] },
};
