import { rows, BOX, type FeatureWires } from '../../wires/feature-wires.ts';
import type { DialogAction } from '../../../src/core/room/feature/feature-dialog.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/clan-pk/text.ts';

export const wires: FeatureWires = {
  actions: [rows<DialogAction>({ ...BOX, request: [{ verb: 'quick', fields: { clanId: 8, type: 1, text: '加油' } }] })],
  cases: { 'clan-pk-promotion': [{ stage: 2 }, { stage: 5 }] },
};

export const row: VisitRow = {
  visit: 'contests',
  stands: 'dock',
  late: 'sent',
  ...scenes(words, (words, nickname, _text, _star, shown) => ({
    seen: new RegExp(['星河战队', '晚风战队', '海盐战队'].map(shown).join('|')),
    opens: words.title,
    act: words.say(shown('海盐战队'), words.messages[2]!),
    acted: words.line(shown('海盐战队'), nickname, words.messages[2]!),
    settled: words.stages.champion,
  })),
};
