// Made by `npm run proto` from the .proto files. Not edited by hand.
import type { Guard, Medal, Person } from '../../../generated/bodies.ts';
export interface RedPacket {
  readonly packetId: string;
  readonly roomId: number;
  readonly version: number;
  readonly kind: number;
  readonly audience: number;
  readonly sender: Person | null;
  readonly title: string;
  readonly status: number;
  readonly leftMs: number;
  readonly coin: number;
  readonly num: number;
  readonly numLeft: number;
}
export interface RedPacketResult {
  readonly packetId: string;
  readonly roomId: number;
  readonly kind: number;
  readonly sender: Person | null;
  readonly coin: number;
  readonly num: number;
  readonly shares: readonly RedPacketShare[];
}
export interface RedPacketShare {
  readonly user: Person | null;
  readonly coin: number;
  readonly best: boolean;
}
export interface RankList {
  readonly roomId: number;
  readonly kind: number;
  readonly period: number;
  readonly version: number;
  readonly entries: readonly RankEntry[];
  readonly total: number;
  readonly leftMs: number;
}
export interface RankEntry {
  readonly user: Person | null;
  readonly rank: number;
  readonly score: number;
  readonly change: number;
}
export interface RankOwn {
  readonly roomId: number;
  readonly kind: number;
  readonly period: number;
  readonly version: number;
  readonly rank: number;
  readonly score: number;
  readonly gap: number;
}
export interface MicLink {
  readonly roomId: number;
  readonly version: number;
  readonly isOpen: boolean;
  readonly seats: readonly MicSeat[];
  readonly waiting: number;
  readonly asking: readonly MicAsker[];
}
export interface MicAsker {
  readonly requestId: string;
  readonly user: Person | null;
}
export interface MicSeat {
  readonly seat: number;
  readonly user: Person | null;
  readonly status: number;
  readonly volume: number;
  readonly isVideo: boolean;
}
export interface MicRequest {
  readonly roomId: number;
  readonly requestId: string;
  readonly status: number;
  readonly seat: number;
  readonly position: number;
  readonly leftMs: number;
  readonly msg: string;
}
export interface GuardUpdate {
  readonly roomId: number;
  readonly user: Person | null;
  readonly guard: Guard | null;
  readonly type: number;
  readonly months: number;
  readonly total: number;
}
export interface MedalUpdate {
  readonly roomId: number;
  readonly user: Person | null;
  readonly medal: Medal | null;
  readonly type: number;
}
export interface FandomUpdate {
  readonly roomId: number;
  readonly version: number;
  readonly intimacyLevel: number;
  readonly intimacy: number;
  readonly guard: number;
  readonly guardType: number;
  readonly littleGuard: number;
  readonly clubName: string;
  readonly isFollow: boolean;
  readonly plateId: number;
  readonly lightUp: boolean;
  readonly lightUpGuide: string;
  readonly members: number;
}
/** By name, for the rows of the registry. */
export interface Bodies {
  readonly RedPacket: RedPacket;
  readonly RedPacketResult: RedPacketResult;
  readonly RedPacketShare: RedPacketShare;
  readonly RankList: RankList;
  readonly RankEntry: RankEntry;
  readonly RankOwn: RankOwn;
  readonly MicLink: MicLink;
  readonly MicAsker: MicAsker;
  readonly MicSeat: MicSeat;
  readonly MicRequest: MicRequest;
  readonly GuardUpdate: GuardUpdate;
  readonly MedalUpdate: MedalUpdate;
  readonly FandomUpdate: FandomUpdate;
}
