import { shortText } from '../../core/room/layout/shown-text.ts';
import { addressOf, countIn, fieldsOf, flagOf, wholeOf, type Fields } from '../../player/base/answer-fields.ts';
import { countOf } from '../../core/counts.ts';
import { stripHidden, stripSpacing } from '../../core/socket/cleaning.ts';
import { err, ok, type Result } from '../../core/errors.ts';
import { firstRule, type Rule } from '../../player/base/machine.ts';

/** Reads the answers of the shop's two calls: the gifts on sale, and the viewer's wallet. */

interface Tab {
  readonly id: string;
  readonly name: string;
  readonly gifts: readonly Gift[];
}

/** A possible receiver: the star, or a guest on the stage. */
export interface Receiver {
  readonly userId: number;
  readonly kgId: number;
  readonly name: string;
}

export interface Catalogue {
  readonly tabs: readonly Tab[];
  readonly receivers: readonly Receiver[];
  /** Number of rows dropped because they were malformed or repeated a gift of their tab. */
  readonly skipped: number;
}

/** The package: gifts that the viewer already owns. */
export interface BagItem {
  readonly gift: Gift;
  readonly count: number;
}

export interface Wallet {
  /** Coins. */
  readonly balance: number;
  readonly isGuard: boolean;
  readonly bag: readonly BagItem[];
}

export const SHOP_LIMITS = {
  tabs: { value: 12, unit: 'tabs' },
  giftsPerTab: { value: 120, unit: 'gifts of one tab' },
  receivers: { value: 16, unit: 'receivers' },
  bag: { value: 200, unit: 'kinds of gifts in the package' },
  nameChars: { value: 24, unit: 'characters' },
  messageChars: { value: 120, unit: 'characters of a message of the service' },
} as const satisfies Record<string, { value: number; unit: string }>;

const listOf = (value: unknown, max: number): readonly unknown[] => (Array.isArray(value) ? value.slice(0, max) : []);
const nameOf = (value: unknown): string => stripHidden(shortText(value, SHOP_LIMITS.nameChars.value)).trim();
const isOn = (value: unknown): boolean => flagOf(value) ?? false;

/** null without an id, a name or a valid price in coins, because the cost would be unknown. */
export function readGift(value: unknown) {
  const fields = fieldsOf(value);
  const id = countOf(fields['giftId']);
  const name = nameOf(fields['name']);
  const price = countIn(fields['price']);
  if (id === 0 || name === '' || price === undefined) return null;
  return {
    id,
    name,
    /** Coins per piece. */
    price,
    iconUrl: addressOf(fields['icon']) ?? '',
    /** `giftType` of the payload: the service's kind of the gift. */
    type: countOf(fields['giftType']),
    isLucky: isOn(fields['lucky']),
    hasLetter: isOn(fields['letter']),
    isGuardOnly: isOn(fields['guard']),
    /** Minimum rich level of the sender; 0: no minimum. */
    minLevel: countOf(fields['level']),
  };
}

export type Gift = Readonly<NonNullable<ReturnType<typeof readGift>>>;

function readAnswer(body: unknown, what: string): Result<Fields> {
  const fields = fieldsOf(body);
  if (!('code' in fields)) return err('HTTP_BAD_BODY', `${what}: no code`);
  if (wholeOf(fields['code']) !== 0) return err('HTTP_BAD_BODY', `${what}: code ${String(fields['code']).slice(0, 32)}`);
  return ok(fieldsOf(fields['data']));
}

/** `star` is always included and first, whatever the answer lists. */
export function readCatalogue(body: unknown, star: Receiver): Result<Catalogue> {
  const answer = readAnswer(body, 'gift list');
  if (!answer.ok) return answer;
  let skipped = 0;
  const tabs = listOf(answer.value['tabs'], SHOP_LIMITS.tabs.value).flatMap((value, index): readonly Tab[] => {
    const fields = fieldsOf(value);
    const name = nameOf(fields['name']);
    const rows = listOf(fields['gifts'], SHOP_LIMITS.giftsPerTab.value);
    const seen = new Set<number>();
    const gifts = rows.flatMap((row) => {
      const gift = readGift(row);
      if (gift === null || seen.has(gift.id)) return [];
      seen.add(gift.id);
      return [gift];
    });
    skipped += rows.length - gifts.length;
    // The index is the tab's id, because a service that repeats an id would merge two tabs.
    return name === '' || gifts.length === 0 ? [] : [{ id: `tab-${index}`, name, gifts }];
  });
  const others = listOf(answer.value['receivers'], SHOP_LIMITS.receivers.value).flatMap((value): readonly Receiver[] => {
    const fields = fieldsOf(value);
    const userId = countOf(fields['userId']);
    const name = nameOf(fields['name']);
    return userId === 0 || userId === star.userId || name === '' ? [] : [{ userId, kgId: countOf(fields['kgId']) || userId, name }];
  });
  return ok({
    tabs,
    receivers: [star, ...others.filter((one, i) => others.findIndex(({ userId }) => userId === one.userId) === i)],
    skipped,
  });
}

export function readWallet(body: unknown): Result<Wallet> {
  const answer = readAnswer(body, 'gift wallet');
  if (!answer.ok) return answer;
  const bag = listOf(answer.value['bag'], SHOP_LIMITS.bag.value).flatMap((value): readonly BagItem[] => {
    const gift = readGift(value);
    const count = countOf(fieldsOf(value)['count']);
    return gift === null || count === 0 ? [] : [{ gift, count }];
  });
  return ok({
    balance: countOf(answer.value['balance']),
    isGuard: isOn(answer.value['guard']),
    bag: bag.filter(({ gift }, i) => bag.findIndex((other) => other.gift.id === gift.id) === i),
  });
}

/** S21: payload of a sent gift, and the meaning of its answer. */

/** Quantities to choose from; any other whole number up to MAX_QUANTITY can be typed. */
export const QUANTITIES = [1, 10, 66, 188, 520, 1_314] as const;
export const MAX_QUANTITY = 9_999;
export const MAX_LETTER_CHARS = 60;

/** S21 names the field and no values: 0 is a press in the shop, 1 a press of the combo button. */
const TRIGGER = { shop: 0, combo: 1 } as const;
/** `type` and `store`, also without specified values: the source of the gift. */
const STORE = { coins: 0, bag: 1 } as const;

export interface Choice {
  readonly gift: Gift;
  readonly from: 'coins' | 'bag';
  readonly count: number;
  readonly receiver: Receiver;
  readonly letter: string;
}

interface ComboPlace {
  readonly comboId: string;
  /** 1 for the first press. */
  readonly press: number;
}

export function payloadOf(choice: Choice, reqId: string, combo: ComboPlace, roomId: number) {
  const { gift, from, count, receiver, letter } = choice;
  return {
    toUserId: receiver.userId,
    toFootlightId: receiver.kgId,
    giftId: gift.id,
    giftNum: count,
    type: STORE[from],
    triggerType: combo.press > 1 ? TRIGGER.combo : TRIGGER.shop,
    letterContent: gift.hasLetter ? letter : '',
    toKgId: receiver.kgId,
    toFxId: receiver.userId,
    giftType: gift.type,
    store: STORE[from],
    giftLucky: gift.isLucky ? 1 : 0,
    /**
     * JSON text: `reqId` is the same for each attempt of an order, so that the service charges it once; `comboId` and `comboNum` link presses
     * of a combo.
     */
    ext: JSON.stringify({ reqId, comboId: combo.comboId, comboNum: combo.press }),
    /** The room of the gift, as JSON text: `ext` of the receiver's side. */
    extStr: JSON.stringify({ roomId }),
  };
}

/**
 * S21, field by field. `{product}` is `Footlight`, as in the reports of frames. Live info has two ids of the star, and S21 does not show
 * which field has which: `toUserId` and `toFxId` have the user id, `toFootlightId` and `toKgId` the id with which the star logs in.
 */
export type GiftPayload = Readonly<ReturnType<typeof payloadOf>>;

/** The letter as sent and shown: one line, without direction marks, truncated by code point. */
export const cleanLetter = (text: string): string =>
  Array.from(
    stripSpacing(text.slice(0, 16 * MAX_LETTER_CHARS))
      .replace(/\s+/g, ' ')
      .trim(),
  )
    .slice(0, MAX_LETTER_CHARS)
    .join('');

export const isQuantity = (count: number): boolean => Number.isSafeInteger(count) && count >= 1 && count <= MAX_QUANTITY;

interface Refused {
  readonly code: number;
  readonly message: string;
}

/** S21: the error catalogue, in its order. */
const REFUSALS = [
  { why: 'coins', when: ({ code }) => code === 100_032_049 },
  { why: 'guard', when: ({ code }) => code === 100_032_011 },
  { why: 'service-text', when: ({ code, message }) => (code === 100_032_012 || code === 100_032_051) && message !== '' },
  { why: 'too-fast', when: ({ message }) => message.includes('操作太快') },
  { why: 'failed', when: () => true },
] as const satisfies readonly Rule<Refused>[];

export type RefusalWhy = (typeof REFUSALS)[number]['why'];
const refusalOf = (refused: Refused): RefusalWhy => firstRule<Refused, (typeof REFUSALS)[number]>(REFUSALS, refused).why;

interface Sent {
  readonly type: 'sent';
  /** Coins; null if the answer does not contain it. */
  readonly balance: number | null;
  /** Win of a lucky gift: multiple of its price, and coins. */
  readonly lucky: { readonly times: number; readonly coins: number } | null;
}
export type SendAnswer = Sent | { readonly type: 'refused'; readonly why: RefusalWhy; readonly message: string };

/** An answer without a code is neither success nor failure: the order is sent again. */
export function readSendAnswer(body: unknown): Result<SendAnswer> {
  if (typeof body !== 'object' || body === null || !('code' in body)) return err('HTTP_BAD_BODY', 'gift send: no code');
  const code = wholeOf(body.code);
  if (code === undefined) return err('HTTP_BAD_BODY', 'gift send: code is no number');
  if (code !== 0) {
    const message = shortText('msg' in body ? body.msg : '', SHOP_LIMITS.messageChars.value);
    return ok({ type: 'refused', why: refusalOf({ code, message }), message });
  }
  const data =
    'data' in body && typeof body.data === 'object' && body.data !== null ? (body.data as Readonly<Record<string, unknown>>) : {};
  const lucky = data['lucky'];
  const won = typeof lucky === 'object' && lucky !== null ? (lucky as Readonly<Record<string, unknown>>) : {};
  const [times, coins] = [countOf(won['times']), countOf(won['coins'])];
  return ok({
    type: 'sent',
    balance: countIn(data['balance']) ?? null,
    lucky: times > 0 && coins > 0 ? { times, coins } : null,
  });
}
