import { showing, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/emotion/text.ts';

export const wires: FeatureWires = {
  actions: [showing(['emotion', { id: 3, name: '笑', iconUrl: 'https://cdn.test/e.png', user: PERSON }])],
};

export const row: VisitRow = {
  visit: 'cards',
  stands: 'page',
  late: 'missed',
  ...scenes(words, (words, _nickname, _text, _star, shown) => ({ seen: words.sent(shown('小鱼')) })),
};
