import { showing, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/headline/text.ts';

export const wires: FeatureWires = {
  actions: [showing(['headline-message', { id: 3, content: '你好', sender: PERSON }])],
};

export const row: VisitRow = {
  visit: 'community',
  stands: 'dock',
  late: 'missed',
  ...scenes(words, (words, _nickname, _text, _star, shown) => ({ seen: words.gives(shown('南风知我意'), shown('林听夏')) })),
};
