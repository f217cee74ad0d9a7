import { showing, type FeatureWires } from '../../wires/feature-wires.ts';
import { scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/real-sing/text.ts';

export const wires: FeatureWires = {
  actions: [showing(['real-sing-log', { songId: 4, songName: '歌', status: 1, score: 50 }])],
  cases: { 'real-sing-log': [{ status: 1 }] },
};

export const row: VisitRow = {
  visit: 'games',
  stands: 'dock',
  late: 'sent',
  ...scenes(words, (words) => ({ seen: new RegExp(`${words.listening}|${words.real}`) })),
};
