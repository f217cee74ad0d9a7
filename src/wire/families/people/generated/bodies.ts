// Made by `npm run proto` from the .proto files. Not edited by hand.
import type { Person } from '../../../generated/bodies.ts';
export interface Audience {
  readonly roomId: number;
  readonly version: number;
  readonly members: readonly AudienceMember[];
  readonly total: number;
}
export interface AudienceMember {
  readonly user: Person | null;
  readonly coins: number;
  readonly guard: number;
  readonly mystic: boolean;
}
export interface UserProfile {
  readonly userId: number;
  readonly nickname: string;
  readonly userLogo: string;
  readonly richlevel: number;
  readonly fans: number;
  readonly isFollowing: boolean;
  readonly guard: number;
  readonly coins: number;
  readonly gifts: readonly GivenGift[];
}
export interface GivenGift {
  readonly giftId: number;
  readonly name: string;
  readonly iconUrl: string;
  readonly num: number;
}
export interface ChatMode {
  readonly roomId: number;
  readonly version: number;
  readonly slowS: number;
  readonly isFollowersOnly: boolean;
  readonly pinned: PinnedLine | null;
}
export interface PinnedLine {
  readonly lineId: string;
  readonly user: Person | null;
  readonly text: string;
}
/** By name, for the rows of the registry. */
export interface Bodies {
  readonly Audience: Audience;
  readonly AudienceMember: AudienceMember;
  readonly UserProfile: UserProfile;
  readonly GivenGift: GivenGift;
  readonly ChatMode: ChatMode;
  readonly PinnedLine: PinnedLine;
}
