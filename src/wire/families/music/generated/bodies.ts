// Made by `npm run proto` from the .proto files. Not edited by hand.
import type { Person } from '../../../generated/bodies.ts';
export interface MusicQuestion {
  readonly questionId: number;
  readonly title: string;
  readonly songUrl: string;
  readonly options: readonly MusicOption[];
  readonly index: number;
  readonly endTime: number;
}
export interface MusicOption {
  readonly id: string;
  readonly text: string;
  readonly right: boolean;
  readonly count: number;
}
export interface MusicPlayer {
  readonly star: Person | null;
  readonly blood: number;
  readonly bloodTotal: number;
  readonly score: number;
  readonly answer: string;
  readonly right: boolean;
  readonly excluded: boolean;
  readonly kits: readonly MusicKit[];
}
export interface MusicKit {
  readonly kitId: number;
  readonly name: string;
  readonly num: number;
  readonly iconUrl: string;
}
export interface MusicSettlement {
  readonly winnerId: number;
  readonly result: number;
  readonly coin: number;
  readonly score: number;
  readonly seasonLevel: number;
  readonly seasonName: string;
}
export interface MusicPkStatus {
  readonly pkId: number;
  readonly status: number;
  readonly startTime: number;
  readonly endTime: number;
  readonly players: readonly MusicPlayer[];
  readonly seasonLevel: number;
  readonly round: number;
  readonly leftMs: number;
  readonly version: number;
}
export interface MusicPkRounds {
  readonly pkId: number;
  readonly round: number;
  readonly roundTotal: number;
  readonly question: MusicQuestion | null;
  readonly players: readonly MusicPlayer[];
  readonly leftMs: number;
  readonly version: number;
}
export interface MusicPkEndInfo {
  readonly pkId: number;
  readonly settlement: MusicSettlement | null;
  readonly players: readonly MusicPlayer[];
  readonly leftMs: number;
  readonly version: number;
}
export interface MusicPkPublicChat {
  readonly pkId: number;
  readonly sender: Person | null;
  readonly content: string;
  readonly right: boolean;
}
export interface MusicPkResult {
  readonly pkId: number;
  readonly round: number;
  readonly answer: string;
  readonly players: readonly MusicPlayer[];
  readonly settlement: MusicSettlement | null;
  readonly leftMs: number;
  readonly version: number;
}
export interface MusicPkMatch {
  readonly pkId: number;
  readonly status: number;
  readonly star: Person | null;
  readonly rival: Person | null;
  readonly endTime: number;
  readonly leftMs: number;
  readonly version: number;
}
export interface MusicPkExcludeError {
  readonly pkId: number;
  readonly questionId: number;
  readonly optionIds: readonly string[];
  readonly user: Person | null;
}
export interface MusicPkHelpReborn {
  readonly pkId: number;
  readonly star: Person | null;
  readonly helper: Person | null;
  readonly blood: number;
  readonly coin: number;
  readonly id: string;
}
export interface MusicPkRemindAnswer {
  readonly pkId: number;
  readonly questionId: number;
  readonly user: Person | null;
  readonly content: string;
  readonly id: string;
}
export interface MusicPkUseKit {
  readonly pkId: number;
  readonly user: Person | null;
  readonly kit: MusicKit | null;
  readonly questionId: number;
  readonly id: string;
}
export interface MusicPkKitAdd {
  readonly pkId: number;
  readonly user: Person | null;
  readonly kit: MusicKit | null;
  readonly id: string;
}
export interface MusicPkSendCall {
  readonly pkId: number;
  readonly user: Person | null;
  readonly num: number;
  readonly content: string;
  readonly id: string;
}
export interface MusicPkTips {
  readonly pkId: number;
  readonly type: number;
  readonly title: string;
  readonly content: string;
  readonly durationS: number;
  readonly link: string;
  readonly id: string;
}
export interface MusicStarGameStatus {
  readonly starId: number;
  readonly status: number;
  readonly gameId: number;
  readonly startTime: number;
}
export interface MusicWinner {
  readonly user: Person | null;
  readonly score: number;
}
export interface MusicGuessStatus {
  readonly guessId: number;
  readonly status: number;
  readonly question: MusicQuestion | null;
  readonly endTime: number;
  readonly leftMs: number;
  readonly version: number;
  readonly winners: readonly MusicWinner[];
  readonly round: number;
  readonly roundTotal: number;
}
export interface RealSingLog {
  readonly songId: number;
  readonly songName: string;
  readonly status: number;
  readonly score: number;
  readonly content: string;
}
export interface SongOrder {
  readonly orderId: string;
  readonly status: number;
  readonly songName: string;
  readonly singerName: string;
  readonly coin: number;
  readonly user: Person | null;
  readonly leftMs: number;
}
export interface SongOrderList {
  readonly roomId: number;
  readonly version: number;
  readonly isOpen: boolean;
  readonly orders: readonly SongOrder[];
  readonly offers: readonly SongOffer[];
}
export interface SongOffer {
  readonly songId: number;
  readonly songName: string;
  readonly singerName: string;
  readonly coin: number;
}
/** By name, for the rows of the registry. */
export interface Bodies {
  readonly MusicQuestion: MusicQuestion;
  readonly MusicOption: MusicOption;
  readonly MusicPlayer: MusicPlayer;
  readonly MusicKit: MusicKit;
  readonly MusicSettlement: MusicSettlement;
  readonly MusicPkStatus: MusicPkStatus;
  readonly MusicPkRounds: MusicPkRounds;
  readonly MusicPkEndInfo: MusicPkEndInfo;
  readonly MusicPkPublicChat: MusicPkPublicChat;
  readonly MusicPkResult: MusicPkResult;
  readonly MusicPkMatch: MusicPkMatch;
  readonly MusicPkExcludeError: MusicPkExcludeError;
  readonly MusicPkHelpReborn: MusicPkHelpReborn;
  readonly MusicPkRemindAnswer: MusicPkRemindAnswer;
  readonly MusicPkUseKit: MusicPkUseKit;
  readonly MusicPkKitAdd: MusicPkKitAdd;
  readonly MusicPkSendCall: MusicPkSendCall;
  readonly MusicPkTips: MusicPkTips;
  readonly MusicStarGameStatus: MusicStarGameStatus;
  readonly MusicWinner: MusicWinner;
  readonly MusicGuessStatus: MusicGuessStatus;
  readonly RealSingLog: RealSingLog;
  readonly SongOrder: SongOrder;
  readonly SongOrderList: SongOrderList;
  readonly SongOffer: SongOffer;
}
