import { countOf } from '../../core/counts.ts';
import { pictureUrl } from '../../core/room/picture-url.ts';
import { shownText } from '../../core/room/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';

/** Kinds of gifts that the card has room for. */
export const MAX_GIFTS = 4;
const MAX_GIFT_NAME_CHARS = 16;

/** What the service knows of the user of a card, beside what the pressed line said. */
export interface Profile {
  readonly userId: number;
  readonly logo: string;
  readonly richLevel: number;
  readonly fans: number;
  /** The viewer follows this user. */
  readonly isFollowing: boolean;
  /** Level as a guard of the star; 0: none. */
  readonly guard: number;
  /** Given in this room. */
  readonly coins: number;
  readonly gifts: readonly { readonly name: string; readonly iconUrl: string; readonly num: number }[];
}

export function readProfile(body: BodyOfMessage<'user-profile'>): Profile | null {
  const userId = countOf(body.userId);
  if (userId === 0) return null;
  const gifts = body.gifts.flatMap(({ name, iconUrl, num }) => {
    const shown = shownText(name, MAX_GIFT_NAME_CHARS);
    return shown === '' || countOf(num) === 0 ? [] : [{ name: shown, iconUrl: pictureUrl(iconUrl), num }];
  });
  return {
    userId,
    logo: pictureUrl(body.userLogo),
    richLevel: countOf(body.richlevel),
    fans: countOf(body.fans),
    isFollowing: body.isFollowing,
    guard: countOf(body.guard),
    coins: countOf(body.coins),
    gifts: gifts.slice(0, MAX_GIFTS),
  };
}

/** After the viewer followed this user, or stopped. */
export const withFollowing = (profile: Profile, isFollowing: boolean): Profile =>
  profile.isFollowing === isFollowing ? profile : { ...profile, isFollowing, fans: Math.max(0, profile.fans + (isFollowing ? 1 : -1)) };
