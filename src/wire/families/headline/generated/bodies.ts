// Made by `npm run proto` from the .proto files. Not edited by hand.
import type { Person } from '../../../generated/bodies.ts';
export interface HeadlineContent {
  readonly id: number;
  readonly roomId: number;
  readonly sender: Person | null;
  readonly star: Person | null;
  readonly giftname: string;
  readonly num: number;
  readonly content: string;
  readonly coin: number;
  readonly startTime: number;
  readonly durationS: number;
  readonly iconUrl: string;
}
export interface HeadlineMessage {
  readonly id: number;
  readonly roomId: number;
  readonly sender: Person | null;
  readonly content: string;
  readonly type: number;
  readonly link: string;
}
export interface CeremonyGlobalNotice {
  readonly ceremonyId: number;
  readonly title: string;
  readonly content: string;
  readonly roomId: number;
  readonly link: string;
  readonly iconUrl: string;
}
export interface CeremonyMatch {
  readonly ceremonyId: number;
  readonly matchId: number;
  readonly status: number;
  readonly star: Person | null;
  readonly rival: Person | null;
  readonly title: string;
  readonly msg: string;
  readonly endTime: number;
  readonly leftMs: number;
}
/** By name, for the rows of the registry. */
export interface Bodies {
  readonly HeadlineContent: HeadlineContent;
  readonly HeadlineMessage: HeadlineMessage;
  readonly CeremonyGlobalNotice: CeremonyGlobalNotice;
  readonly CeremonyMatch: CeremonyMatch;
}
