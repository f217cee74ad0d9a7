import { rows, more, BOX, PERSON, type FeatureWires } from '../../wires/feature-wires.ts';
import type { SongOrdersAction } from '../../../src/features/song-orders/room.ts';
import { like, scenes, type VisitRow } from '../../e2e/feature-row.ts';
import { words } from '../../../src/features/song-orders/text.ts';

const SONG_LIST = [
  'song-order-list',
  {
    roomId: 1_001,
    version: 1,
    isOpen: true,
    orders: [{ orderId: 'o-1', status: 1, songName: '歌', user: PERSON }],
    offers: [{ songId: 12, songName: '歌' }],
  },
] as const;

export const wires: FeatureWires = {
  actions: [
    rows<SongOrdersAction>(
      {
        ...BOX,
        seen: [{ id: 'o-1 accepted' }],
        'order-song': [{ songId: 12 }],
        decide: [
          { orderId: 'o-1', as: 'accept' },
          { orderId: 'o-1', as: 'end' },
        ],
      },
      { messages: [SONG_LIST], before: [{ type: 'entry' }] },
    ),
    more<SongOrdersAction>(
      'the star',
      {
        entry: [{}],
        decide: [
          { orderId: 'o-1', as: 'accept' },
          { orderId: 'o-1', as: 'end' },
        ],
      },
      { as: 'star', messages: [SONG_LIST] },
    ),
  ],
  cases: { 'song-order': [{ status: 1 }], 'song-order-list': [{ 'orders.0.status': 1, 'orders.1.status': 2 }] },
};

export const row: VisitRow = {
  visit: 'orders',
  stands: 'dock',
  first: /点的歌/,
  late: 'sent',
  ...scenes(words, (words) => ({
    seen: like(words.by('')),
    opens: words.title,
    act: words.orderSong('给你的歌', 1_000),
    acted: words.mine,
    settled: words.noQueue,
  })),
};
