import { announcementsMachine, type Announcement, type AnnouncementView } from '../../core/room/feature/announcements.ts';
import { countOf } from '../../core/counts.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';

const MAX_TITLE_CHARS = 30;
/** How long a missed order can be taken; milliseconds. */
const TAKE_MS = 30_000;

export interface MissedOrder extends Announcement {
  readonly petId: number;
  readonly orderId: string;
  readonly title: string;
  readonly coin: number;
}
export type PetView = AnnouncementView<MissedOrder>;
export type PetAction =
  | { readonly type: 'take'; readonly key: string; readonly petId: number; readonly orderId: string }
  | { readonly type: 'dismiss'; readonly key: string };

export const PET = announcementsMachine<MissedOrder>({ name: 'pet' });

/** null: an order without an id cannot be taken. */
export function readMissedOrder({ petId, orderId, title, coin }: BodyOfMessage<'pet-missed-order'>): MissedOrder | null {
  if (orderId === '') return null;
  return {
    key: `${petId} ${orderId}`,
    rank: 0,
    showMs: TAKE_MS,
    isHeld: true,
    about: '',
    revision: 0,
    petId,
    orderId,
    title: shownText(title, MAX_TITLE_CHARS),
    coin: countOf(coin),
  };
}
