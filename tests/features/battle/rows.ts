import { rows, more, BOX, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { DialogAction } from '../../../src/core/room/feature/feature-dialog.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/battle/text.ts';

const PK = ['battle', { pkId: 3, version: 1, phase: 2, leftMs: 60_000, own: { score: 1 }, rival: { score: 2, star: PERSON } }] as const;
const TEAMS = [
  'multi-pk-round',
  { pkId: 3, version: 1, status: 2, round: 1, roundTotal: 3, leftMs: 60_000, teams: [{ teamId: 2 }] },
] as const;

const COMMANDS = ['start', 'end'].map((verb) => ({ verb, fields: {} }));

export const wires: FeatureWires = {
  actions: [
    rows<DialogAction>(
      { ...BOX, request: [{ verb: 'support', fields: { pkId: 3, teamId: 2, coin: 66 } }, ...COMMANDS] },
      { messages: [PK] },
    ),
    more<DialogAction>('the star', { request: COMMANDS }, { as: 'star', messages: [PK] }),
    more<DialogAction>('after the end of a PK', { entry: [{}] }, { messages: [PK, ['battle', { pkId: 3, version: 2, phase: 5 }]] }),
    more<DialogAction>('a PK of teams', { entry: [{}] }, { messages: [TEAMS] }),
  ],
  cases: {
    'multi-pk-lose-to-win': [{}, { id: '' }],
    battle: [{ phase: 1, winner: 1 }, { phase: 5 }],
    'multi-pk-round': [{ status: 2 }, { status: 5 }],
  },
};

export const row: VisitRow = {
  visit: 'contests',
  stands: 'dock',
  first: /PK 中/,
  late: 'sent',
  ...scenes(words, (words, nickname, _text, star) => ({
    seen: new RegExp(`${words.phases.match}|${words.phases.fight}`),
    opens: words.details,
    act: words.give(star, 1_000),
    acted: nickname,
  })),
};
