/** Names of the people in scripted sessions. */
import { portraitOf } from '../backend/portraits.ts';

/** A person with a name; the user id is derived from the name. */
export const personNamed = (
  nickname: string,
  userId = 600_000 + (Array.from(nickname).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 9_000),
) => ({
  userId,
  kugouId: userId,
  nickname,
  richlevel: 12,
  userLogo: portraitOf(userId),
  mystic: false,
});

/** The star of the offline room. */
export const MOCK_STAR = {
  userId: 91_001,
  kugouId: 91_001,
  nickname: '小喵Momo',
  richlevel: 20,
  userLogo: '/fixtures/images/userlogo/avatar-5.jpg',
  mystic: false,
} as const;
export const MOCK_RIVAL = {
  userId: 91_003,
  kugouId: 91_003,
  nickname: '夏沫',
  richlevel: 20,
  userLogo: '/fixtures/images/userlogo/avatar-3.jpg',
  mystic: false,
} as const;
