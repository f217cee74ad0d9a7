import { countOf } from '../../core/counts.ts';
import { mediaLink } from '../../core/room/chat/message-link.ts';
import { asShown } from '../../core/socket/cleaning.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';

/** One gift as the room shows it. */
export interface GiftShow {
  /** Gifts with the same key are one combo. */
  readonly key: string;
  readonly isOwn: boolean;
  /** 0: hidden identity. */
  readonly senderId: number;
  readonly sender: string;
  readonly receiver: string;
  readonly gift: string;
  readonly iconUrl: string;
  /** Text sent with the gift; '' for none. */
  readonly label: string;
  /** Rounds of a multi-round gift; 0 for other gifts. */
  readonly round: number;
  readonly roundTotal: number;
  /** The sender's fancy number; '' for none. */
  readonly fancyNumber: string;
  readonly num: number;
  /** Coins of this message: count times price. */
  readonly coins: number;
  readonly comboLevel: number;
  /** Gifts of the whole combo so far, as counted by the service; 0 if it does not count. */
  readonly comboSum: number;
  /** Address of an alpha video; '' for none. */
  readonly videoUrl: string;
}

const MAX_NAME_CHARS = 24;
const MAX_LABEL_CHARS = 60;
const MAX_RECEIVERS_NAMED = 2;
const MAX_ROUNDS = 999;
const MAX_FANCY_CHARS = 12;
const MAX_COUNT = 1_000_000_000;

const whole = (value: number): number => (Number.isFinite(value) ? Math.min(MAX_COUNT, Math.max(0, Math.trunc(value))) : 0);
const text = (value: string, maxChars: number): string =>
  Array.from(asShown(value.slice(0, 8 * maxChars)).trim())
    .slice(0, maxChars)
    .join('');

/** null for a gift without a name. `userId` 0 for a guest. */
export function readGift(body: BodyOfMessage<'gift'>, userId: number): GiftShow | null {
  const gift = text(body.giftname, MAX_NAME_CHARS);
  if (gift === '') return null;
  const num = Math.max(1, whole(body.num));
  const named = body.receivers.slice(0, MAX_RECEIVERS_NAMED).map(({ nickname }) => text(nickname, MAX_NAME_CHARS));
  const receiver = named.filter((name) => name !== '').join(' & ') || text(body.receivername, MAX_NAME_CHARS);
  return {
    // A combo belongs to one sender: a gift of another sender with a copied id is a separate combo.
    key: `${whole(body.senderid)}:${whole(body.giftid)}:${body.comboId === '' ? whole(body.receiverid) : body.comboId.slice(0, 64)}`,
    isOwn: userId > 0 && body.senderid === userId,
    senderId: body.userExt?.mystic === true ? 0 : countOf(body.senderid),
    sender: text(body.sendername, MAX_NAME_CHARS),
    receiver,
    gift,
    iconUrl: mediaLink(body.iconUrl),
    label: text(body.label, MAX_LABEL_CHARS),
    round: Math.min(MAX_ROUNDS, whole(body.round)),
    roundTotal: Math.min(MAX_ROUNDS, whole(body.roundTotal)),
    fancyNumber: text(body.fancyNumber?.number ?? '', MAX_FANCY_CHARS),
    num,
    coins: Math.min(MAX_COUNT, num * whole(body.price)),
    comboLevel: Math.min(9, whole(body.comboLevel)),
    comboSum: whole(body.comboSum),
    videoUrl: mediaLink(body.videoUrls.find((url) => mediaLink(url) !== '')),
  };
}
