import { countOf } from '../../core/counts.ts';
import { pictureUrl } from '../../core/room/layout/picture-url.ts';
import { shownText } from '../../core/room/layout/shown-text.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';

/** Kinds of gifts that fit the card. */
const MAX_GIFTS = 4;
const MAX_GIFT_NAME_CHARS = 16;

/** Profile from the service, in addition to the data of the chat line. */
export interface Profile {
  readonly userId: number;
  readonly logo: string;
  readonly richLevel: number;
  readonly fans: number;
  /** The viewer follows this user. */
  readonly isFollowing: boolean;
  /** Guard level for the star; 0: no guard. */
  readonly guard: number;
  /** Coins given in this room. */
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

/** After the viewer followed or unfollowed this user. */
export const withFollowing = (profile: Profile, isFollowing: boolean): Profile =>
  profile.isFollowing === isFollowing ? profile : { ...profile, isFollowing, fans: Math.max(0, profile.fans + (isFollowing ? 1 : -1)) };
