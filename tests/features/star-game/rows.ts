import { showing, type FeatureWires } from '../../wires/feature-wires.ts';
import { STAR_ID } from '../../wires/people.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/star-game/text.ts';

export const wires: FeatureWires = {
  actions: [showing(['star-game-change', { starId: STAR_ID, gameId: 7, name: '游戏', status: 1 }])],
};

export const row: VisitRow = {
  visit: 'games',
  stands: 'dock',
  late: 'sent',
  ...scenes(words, (words, _nickname, _text, star) => ({
    seen: words.plays(star, '寻宝游戏'),
    act: words.join,
    hasFrame: true,
    acted: words.join,
  })),
};
