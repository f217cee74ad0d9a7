import { rows, more, BOX, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { RedPacketsAction } from '../../../src/features/red-packets/room.ts';
import { like, scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { TRANSLATE } from '../../../src/ui/features/panel.ts';
import { words } from '../../../src/features/red-packets/text.ts';

const RED_PACKET = [
  'red-packet',
  { packetId: 'p-1', version: 1, status: 2, leftMs: 60_000, sender: PERSON, coin: 100, num: 5, numLeft: 5 },
] as const;

export const wires: FeatureWires = {
  actions: [
    rows<RedPacketsAction>(
      { ...BOX, open: [{ packetId: 'p-1' }], grab: [{ packetId: 'p-1' }], give: [{ coin: 100, num: 5, title: '恭喜' }] },
      { messages: [RED_PACKET, ['red-packet-result', { packetId: 'p-1', shares: [{ user: PERSON, coin: 20 }] }]] },
    ),
    more<RedPacketsAction>('the star', { give: [{ coin: 100, num: 5, title: '恭喜' }] }, { as: 'star', messages: [RED_PACKET] }),
  ],
  cases: { 'red-packet': [{ status: 1 }] },
};

export const row: VisitRow = {
  visit: 'community',
  stands: 'dock',
  first: words(TRANSLATE['zh-CN']).statuses.open(8, 8).slice(-2),
  late: 'sent',
  ...scenes(words, (words, _nickname, _text, star) => ({ seen: words.of(star), act: words.grab, acted: like(words.got(1)) })),
};
