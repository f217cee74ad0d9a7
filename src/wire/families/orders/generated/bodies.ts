// Made by `npm run proto` from the .proto files. Not edited by hand.
import type { Person } from '../../../generated/bodies.ts';
export interface RewardChallenge {
  readonly orderId: string;
  readonly status: number;
  readonly coin: number;
  readonly title: string;
  readonly score: number;
  readonly user: Person | null;
  readonly star: Person | null;
  readonly reason: string;
  readonly endTime: number;
  readonly goal: number;
  readonly leftMs: number;
  readonly version: number;
}
export interface DanceOrder {
  readonly orderId: string;
  readonly status: number;
  readonly coin: number;
  readonly title: string;
  readonly score: number;
  readonly user: Person | null;
  readonly danceId: number;
  readonly reason: string;
  readonly waitS: number;
  readonly leftMs: number;
  readonly version: number;
}
export interface RewardSquareOrder {
  readonly orderId: string;
  readonly status: number;
  readonly coin: number;
  readonly title: string;
  readonly score: number;
  readonly user: Person | null;
  readonly star: Person | null;
  readonly type: number;
  readonly msg: string;
  readonly link: string;
  readonly endTime: number;
  readonly leftMs: number;
  readonly version: number;
}
/** By name, for the rows of the registry. */
export interface Bodies {
  readonly RewardChallenge: RewardChallenge;
  readonly DanceOrder: DanceOrder;
  readonly RewardSquareOrder: RewardSquareOrder;
}
