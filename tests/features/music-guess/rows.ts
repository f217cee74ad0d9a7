import { rows, BOX, type FeatureWires } from '../../wires/feature-wires.ts';
import type { DialogAction } from '../../../src/core/room/feature/feature-dialog.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { QUIZ_TEXT } from '../../../src/ui/features/parts/parts-text.ts';
import { words } from '../../../src/features/music-guess/text.ts';

export const wires: FeatureWires = {
  actions: [rows<DialogAction>({ ...BOX, request: [{ verb: 'answer', fields: { guessId: 3, questionId: 4, optionId: 'b' } }] })],
  cases: { 'music-guess-status': [{ status: 1 }, { status: 4 }] },
};

export const row: VisitRow = {
  visit: 'contests',
  stands: 'dock',
  late: 'sent',
  ...scenes(words, (words) => ({
    seen: words.round(1, 3),
    opens: words.title,
    act: /^B/,
    acted: new RegExp(`${QUIZ_TEXT['zh-CN'].chosen}|${QUIZ_TEXT.en.chosen}`),
    settled: words.phases.settled,
  })),
};
