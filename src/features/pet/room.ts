import { announcementsMachine, type Announcement, type AnnouncementView } from '../../core/room/feature/announcements.ts';
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
export type PetAction =
  | { readonly type: 'take'; readonly key: string; readonly petId: number; readonly orderId: string }
  | { readonly type: 'dismiss'; readonly key: string };

const PET = announcementsMachine<MissedOrder>({ name: 'pet' });

/** null: an order without an id cannot be taken. */
function readMissedOrder({ petId, orderId, title, coin }: BodyOfMessage<'pet-missed-order'>): MissedOrder | null {
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

export const room = announcementRoomPart(
  PET,
  { 'pet-missed-order': readMissedOrder },
  {
    onAction(action: PetAction) {
      if (action.type === 'dismiss') return { type: 'dismiss', key: action.key };
      const { key, petId, orderId } = action;
      return { type: 'request', key, verb: 'take', fields: { petId, orderId } };
    },
  },
);
