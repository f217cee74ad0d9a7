import { rows, BOX, type FeatureWires } from '../../wires/feature-wires.ts';
import type { DialogAction } from '../../../src/core/room/feature/feature-dialog.ts';

export const wires: FeatureWires = {
  actions: [rows<DialogAction>({ ...BOX, request: [{ verb: 'write', fields: { text: '今晚八点' } }] }, { before: [{ type: 'entry' }] })],
};
