import { rows, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { AnnouncementAction } from '../../../src/core/room/feature/announcements.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/confession/text.ts';

export const wires: FeatureWires = {
  actions: [
    rows<AnnouncementAction>(
      {
        request: ['accept', 'decline'].map((as) => ({ key: '6 none', verb: 'answer', fields: { id: 6, as } })) as never,
        dismiss: [{ key: '6 none' }],
      },
      { messages: [['confession', { id: 6, answer: 0, star: PERSON, user: { ...PERSON, userId: 700_007 }, content: '你好' }]] },
    ),
  ],
};

export const row: VisitRow = {
  visit: 'cards',
  stands: 'dock',
  first: '对 你 说',
  // An answer is shown for eight seconds; a viewer who joins later sees the next one.
  late: 'missed',
  // The viewer of the first tab receives the second one.
  ...scenes(words, (words, nickname, _text, star, shown) => {
    const answered = words.replies.accepted('观众0001');
    return nickname === '观众0001' ? { seen: words.says(star, words.you), act: words.accept, acted: answered } : { seen: shown('小鱼') };
  }),
};
