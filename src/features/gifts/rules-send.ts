/** S21: payload of a sent gift, and the meaning of its answer. */
import { countOf, isCount } from '../../core/counts.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { firstRule, whysOf, type Rule } from '../../core/rules.ts';
import { stripSpacing } from '../../core/socket/cleaning.ts';
import { SHOP_LIMITS, textOf, type Gift, type Receiver } from './rules-catalogue.ts';

/** Quantities to choose from; any other whole number up to MAX_QUANTITY can be typed. */
export const QUANTITIES = [1, 10, 66, 188, 520, 1_314] as const;
export const MAX_QUANTITY = 9_999;
export const MAX_LETTER_CHARS = 60;

/** S21 names the field and no values: 0 is a press in the shop, 1 a press of the combo button. */
const TRIGGER = { shop: 0, combo: 1 } as const;
/** `type` and `store`, also without specified values: the source of the gift. */
const STORE = { coins: 0, bag: 1 } as const;

/** S21, field by field. `{product}` is `Footlight`, as in the reports of frames. */
export interface GiftPayload {
  readonly toUserId: number;
  readonly toFootlightId: number;
  readonly giftId: number;
  readonly giftNum: number;
  readonly type: number;
  readonly triggerType: number;
  readonly letterContent: string;
  readonly toKgId: number;
  readonly toFxId: number;
  readonly giftType: number;
  readonly store: number;
  readonly giftLucky: number;
  /**
   * JSON text: `reqId` is the same for each attempt of an order, so that the service charges it once; `comboId` and `comboNum` link presses
   * of a combo.
   */
  readonly ext: string;
  /** The room of the gift, as JSON text: `ext` of the receiver's side. */
  readonly extStr: string;
}

export interface Choice {
  readonly gift: Gift;
  readonly from: 'coins' | 'bag';
  readonly count: number;
  readonly receiver: Receiver;
  readonly letter: string;
}

export interface ComboPlace {
  readonly comboId: string;
  /** 1 for the first press. */
  readonly press: number;
}

export function payloadOf(choice: Choice, reqId: string, combo: ComboPlace, roomId: number): GiftPayload {
  const { gift, from, count, receiver, letter } = choice;
  return {
    toUserId: receiver.userId,
    toFootlightId: receiver.userId,
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
    ext: JSON.stringify({ reqId, comboId: combo.comboId, comboNum: combo.press }),
    extStr: JSON.stringify({ roomId }),
  };
}

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
  { why: 'said', when: ({ code, message }) => (code === 100_032_012 || code === 100_032_051) && message !== '' },
  { why: 'too-fast', when: ({ message }) => message.includes('操作太快') },
  { why: 'failed', when: () => true },
] as const satisfies readonly Rule<Refused>[];

export type RefusalWhy = (typeof REFUSALS)[number]['why'];
export const REFUSAL_WHYS: readonly RefusalWhy[] = whysOf(REFUSALS);
export const refusalOf = (refused: Refused): RefusalWhy => firstRule<Refused, (typeof REFUSALS)[number]>(REFUSALS, refused).why;

export interface Sent {
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
  const { code } = body;
  if (typeof code !== 'number' || !Number.isSafeInteger(code)) return err('HTTP_BAD_BODY', 'gift send: code is no number');
  if (code !== 0) {
    const message = textOf('msg' in body ? body.msg : '', SHOP_LIMITS.messageChars.value);
    return ok({ type: 'refused', why: refusalOf({ code, message }), message });
  }
  const data =
    'data' in body && typeof body.data === 'object' && body.data !== null ? (body.data as Readonly<Record<string, unknown>>) : {};
  const balance = data['balance'];
  const lucky = data['lucky'];
  const won = typeof lucky === 'object' && lucky !== null ? (lucky as Readonly<Record<string, unknown>>) : {};
  const [times, coins] = [countOf(won['times']), countOf(won['coins'])];
  return ok({
    type: 'sent',
    balance: isCount(balance) ? balance : null,
    lucky: times > 0 && coins > 0 ? { times, coins } : null,
  });
}
