import { rows, more, BOX, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { DialogAction } from '../../../src/core/room/feature/feature-dialog.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { TRANSLATE } from '../../../src/ui/features/panel.ts';
import { QUIZ_TEXT } from '../../../src/ui/features/parts/parts-text.ts';
import { words } from '../../../src/features/music-pk/text.ts';

export const wires: FeatureWires = {
  actions: [
    rows<DialogAction>({ ...BOX, request: [{ verb: 'answer', fields: { pkId: 3, questionId: 4, optionId: 'b' } }] }),
    more<DialogAction>(
      'during a PK',
      {
        request: [
          { verb: 'answer', fields: { pkId: 3, questionId: 4, optionId: 'b' } },
          { verb: 'reborn', fields: { pkId: 3 } },
          { verb: 'kit', fields: { pkId: 3, kitId: 2 } },
          { verb: 'call', fields: { pkId: 3 } },
        ],
      },
      { messages: [['music-pk-status', { pkId: 3, status: 1, version: 1, round: 1, leftMs: 60_000, players: [{ user: PERSON }] }]] },
    ),
  ],
  cases: {
    'music-pk-status': [{ status: 1 }, { status: 6 }],
    'music-pk-match': [{}, { status: 6 }],
    'music-star-game-status': [{ status: 2 }],
  },
};

export const row: VisitRow = {
  visit: 'contests',
  stands: 'dock',
  first: words(TRANSLATE['zh-CN']).answer,
  late: 'sent',
  ...scenes(words, (words, _nickname, _text, star) => ({
    seen: star,
    opens: words.title,
    act: /^A/,
    acted: new RegExp(`${QUIZ_TEXT['zh-CN'].chosen}|${QUIZ_TEXT.en.chosen}`),
    settled: words.result,
  })),
};
