import { countOf } from '../../core/counts.ts';
import { pictureUrl } from '../../core/room/layout/picture-url.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { MAX_MEMBERS, type Member, type PeopleEvent } from './rules.ts';

const MAX_NAME_CHARS = 24;
const MAX_LEVEL = 999;
const MAX_GUARD_LEVEL = 99;

/** A mystic viewer is listed without id, name, portrait and level. */
const MYSTIC = { userId: 0, name: '', logo: '', richLevel: 0, guard: 0 } as const;

interface Person {
  readonly userId: number;
  readonly name: string;
  readonly logo: string;
  readonly richLevel: number;
}

const memberOf = ({ userId, name, logo, richLevel }: Person, coins: number, guard: number): Member => ({
  userId: countOf(userId),
  name: shownText(name, MAX_NAME_CHARS),
  logo: pictureUrl(logo),
  richLevel: Math.min(MAX_LEVEL, countOf(richLevel)),
  coins: countOf(coins),
  guard: Math.min(MAX_GUARD_LEVEL, countOf(guard)),
});

export function readAudience({ version, members, total }: BodyOfMessage<'audience'>): PeopleEvent {
  const read = members.slice(0, MAX_MEMBERS).flatMap(({ user, coins, guard, mystic }): Member[] => {
    if (mystic || user?.mystic === true) return [{ ...MYSTIC, coins: countOf(coins) }];
    if (user === null) return [];
    const member = memberOf({ ...user, name: user.nickname, logo: user.userLogo, richLevel: user.richlevel }, coins, guard);
    return member.userId === 0 || member.name === '' ? [] : [member];
  });
  const known = new Set<number>();
  const once = read.filter(({ userId }) => userId === 0 || (!known.has(userId) && known.add(userId)));
  return { type: 'audience', version, members: once, total: countOf(total) };
}

/** null: a visitor without a name, or a mystic viewer, whose entry must not reveal the identity. */
export function readEntry({ userid, nickname, userLogo, richlevel, richlevelV2, userExt }: BodyOfMessage<'login'>): PeopleEvent | null {
  const guard = userExt?.userGuard?.level ?? 0;
  const person = { userId: userid, name: nickname, logo: userLogo, richLevel: countOf(richlevelV2) || richlevel };
  return seen(memberOf(person, 0, guard), userExt?.mystic === true);
}

export function readGift(body: BodyOfMessage<'gift'>): PeopleEvent | null {
  const { senderid, sendername, senderlogo, senderrichlevel, price, num, userExt } = body;
  const coins = countOf(price) * Math.max(1, countOf(num));
  const person = { userId: senderid, name: sendername, logo: senderlogo, richLevel: senderrichlevel };
  return seen(memberOf(person, Math.min(coins, Number.MAX_SAFE_INTEGER), userExt?.userGuard?.level ?? 0), userExt?.mystic === true);
}

const seen = (member: Member, isMystic: boolean): PeopleEvent | null =>
  isMystic || member.userId === 0 || member.name === '' ? null : { type: 'seen', member };
