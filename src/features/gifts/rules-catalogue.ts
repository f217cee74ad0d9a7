/** Reads the answers of the shop's two calls: the gifts on sale, and the viewer's wallet. */
import { countOf } from '../../core/counts.ts';
import { stripSpacing } from '../../core/socket/cleaning.ts';
import { err, ok, type Result } from '../../core/result.ts';

export interface Gift {
  readonly id: number;
  readonly name: string;
  /** Coins per piece. */
  readonly price: number;
  readonly iconUrl: string;
  /** `giftType` of the payload: the service's kind of the gift. */
  readonly type: number;
  readonly isLucky: boolean;
  readonly hasLetter: boolean;
  readonly isGuardOnly: boolean;
  /** Minimum rich level of the sender; 0: no minimum. */
  readonly minLevel: number;
}

export interface Tab {
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

/** A path of the page's own origin, or an absolute address; excludes characters that could end an attribute. */
const PICTURE = /^(?:https?:\/\/|\/(?!\/))[^\s"'<>\\]{1,2000}$/;

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const listOf = (value: unknown, max: number): readonly unknown[] => (Array.isArray(value) ? value.slice(0, max) : []);
export const textOf = (value: unknown, maxChars: number): string =>
  typeof value === 'string'
    ? Array.from(stripSpacing(value.slice(0, 4 * maxChars)).trim())
        .slice(0, maxChars)
        .join('')
    : '';
const flagOf = (value: unknown): boolean => value === 1 || value === true;

/** null without an id, a name or a valid price in coins, because the cost would be unknown. */
function readGift(value: unknown): Gift | null {
  const fields = fieldsOf(value);
  const id = countOf(fields['giftId']);
  const name = textOf(fields['name'], SHOP_LIMITS.nameChars.value);
  const price = fields['price'];
  if (id === 0 || name === '' || typeof price !== 'number' || !Number.isSafeInteger(price) || price < 0) return null;
  const icon = fields['icon'];
  return {
    id,
    name,
    price,
    iconUrl: typeof icon === 'string' && PICTURE.test(icon) ? icon : '',
    type: countOf(fields['giftType']),
    isLucky: flagOf(fields['lucky']),
    hasLetter: flagOf(fields['letter']),
    isGuardOnly: flagOf(fields['guard']),
    minLevel: countOf(fields['level']),
  };
}

function readAnswer(body: unknown, what: string): Result<Fields> {
  const fields = fieldsOf(body);
  if (!('code' in fields)) return err('HTTP_BAD_BODY', `${what}: no code`);
  if (fields['code'] !== 0) return err('HTTP_BAD_BODY', `${what}: code ${String(fields['code']).slice(0, 32)}`);
  return ok(fieldsOf(fields['data']));
}

/** `star` is always included and first, whatever the answer lists. */
export function readCatalogue(body: unknown, star: Receiver): Result<Catalogue> {
  const answer = readAnswer(body, 'gift list');
  if (!answer.ok) return answer;
  let skipped = 0;
  const tabs = listOf(answer.value['tabs'], SHOP_LIMITS.tabs.value).flatMap((value, index): readonly Tab[] => {
    const fields = fieldsOf(value);
    const name = textOf(fields['name'], SHOP_LIMITS.nameChars.value);
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
    const name = textOf(fields['name'], SHOP_LIMITS.nameChars.value);
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
    isGuard: flagOf(answer.value['guard']),
    bag: bag.filter(({ gift }, i) => bag.findIndex((other) => other.gift.id === gift.id) === i),
  });
}
