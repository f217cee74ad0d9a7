import { rows, BOX, type FeatureWires } from '../../wires/feature-wires.ts';
import type { LiveFlashAction } from '../../../src/features/live-flash/room.ts';

export const wires: FeatureWires = {
  actions: [rows<LiveFlashAction>({ ...BOX, write: [{ text: '今晚八点' }] }, { before: [{ type: 'entry' }] })],
};
