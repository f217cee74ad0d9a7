import { rows, more, order, orderActions, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { OrderAction } from '../../../src/core/room/feature/orders.ts';
import { like, scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/song-orders/text.ts';

const { title: songName, ...SONG } = order({ status: 1, user: PERSON });
const SONGS = [
  ['song-order', { ...SONG, songName }],
  ['song-order', { ...SONG, orderId: '12', status: 9, songName }],
] as const;

export const wires: FeatureWires = {
  actions: [
    rows<OrderAction>(orderActions('request', 'accept', 'refuse', 'start', 'finish'), { messages: SONGS, before: [{ type: 'entry' }] }),
    more<OrderAction>(
      'the star',
      { entry: [{}], request: [{ verb: 'accept', orderId: 'o-1', fields: {} }] },
      { as: 'star', messages: SONGS },
    ),
  ],
  cases: { 'song-order': [{ status: 1 }, { status: 9 }] },
};

export const row: VisitRow = {
  visit: 'orders',
  stands: 'dock',
  first: /点的歌/,
  late: 'sent',
  ...scenes(words, (words, _nickname, text, _star, shown) => ({
    seen: like(words.by('')),
    opens: words.title,
    act: text.verbOf(words.verb.request, shown('给你的歌'), 1_000),
    acted: words.mine,
  })),
};
