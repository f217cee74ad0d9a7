import type { Announcement, AnnouncementView } from '../../core/room/feature/announcements.ts';
import { countOf } from '../../core/counts.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { announcementRoomPart } from '../../workers/room/features/feature-effects.ts';

const MAX_TITLE_CHARS = 30;
/** How long a missed order can be taken; milliseconds. */
const TAKE_MS = 30_000;

interface MissedOrder extends Announcement {
  readonly petId: number;
  readonly orderId: string;
  readonly title: string;
  readonly coin: number;
}
export type PetView = AnnouncementView<MissedOrder>;

/** null: an order without an id cannot be taken. */
function readMissedOrder({ petId, orderId, title, coin }: BodyOfMessage<'pet-missed-order'>): MissedOrder | null {
  if (orderId === '') return null;
  return {
    key: `${petId} ${orderId}`,
    rank: 0,
    showMs: TAKE_MS,
    isHeld: true,
    petId,
    orderId,
    title: shownText(title, MAX_TITLE_CHARS),
    coin: countOf(coin),
  };
}

export const room = announcementRoomPart<MissedOrder>({ name: 'pet' }, { 'pet-missed-order': readMissedOrder });
