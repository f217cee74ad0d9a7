import { rows, BOX, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { DialogAction } from '../../../src/core/room/feature/feature-dialog.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/number-lucky/text.ts';

export const wires: FeatureWires = {
  actions: [
    rows<DialogAction>(
      { ...BOX, request: [{ verb: 'join', fields: {} }] },
      {
        messages: [
          ['number-lucky', { status: 1, activityId: 7, version: 1, leftMs: 60_000 }],
          ['number-lucky-prize', { activityId: 7, user: PERSON, number: '8', prizeName: '花', num: 1 }],
        ],
      },
    ),
  ],
  cases: { 'number-lucky': [{ status: 1 }, { status: 3 }] },
};

export const row: VisitRow = {
  visit: 'orders',
  stands: 'dock',
  late: 'sent',
  ...scenes(words, (words) => ({
    seen: words.takeOne,
    opens: words.title,
    act: words.take,
    acted: new RegExp(`${words.ownLabel}\\d\\d`),
    settled: words.drawnLabel,
  })),
};
