import type { OrderPolicy } from '../../core/room/feature/orders.ts';
import { orderRoomPart } from '../../workers/room/features/feature-effects.ts';

export type SongStatus = 'menu' | 'wished' | 'accepted' | 'singing' | 'sung' | 'refused';

const SONGS: OrderPolicy<SongStatus> = {
  name: 'song-orders',
  statuses: {
    menu: { number: 9, rank: 0, stage: 'offer' },
    wished: { number: 1, rank: 1, stage: 'waiting', verbs: { star: ['accept', 'refuse'] } },
    accepted: { number: 2, rank: 2, stage: 'waiting', isNews: true, verbs: { star: ['start', 'refuse'] } },
    singing: { number: 5, rank: 3, stage: 'running', isNews: true, verbs: { star: ['finish'] } },
    sung: { number: 3, rank: 4, stage: 'over' },
    refused: { number: 4, rank: 4, stage: 'over', isNews: true },
  },
};

export const room = orderRoomPart(SONGS, { 'song-order': null }, ({ songName, singerName, status, leftMs }) => ({
  title: songName,
  score: 0,
  // The singer is shown where a viewer chooses a song.
  note: status === SONGS.statuses.menu.number ? singerName : '',
  leftMs,
}));
