// Made by `npm run proto` from src/workers/wire/proto. Not edited by hand.
export interface Chat {
  readonly senderid: number;
  readonly userid: number;
  readonly kugouid: number;
  readonly sendername: string;
  readonly nickname: string;
  readonly richlevel: number;
  readonly richlevelV2: number;
  readonly receiverid: number;
  readonly receiveruserid: number;
  readonly receivername: string;
  readonly receiverrichlevel: number;
  readonly issecrect: boolean;
  readonly chatmsg: string;
  readonly seq: number;
  readonly sex: number;
  readonly age: number;
  readonly userLogo: string;
  readonly platform: number;
  readonly fanstags: string;
  readonly referer: string;
  readonly wellcomes: string;
  readonly ext: string;
  readonly userExt: UserExtension | null;
  readonly uuid: string;
}
export interface PublicNotice {
  readonly roomId: number;
  readonly content: string;
  readonly title: string;
  readonly iconUrl: string;
  readonly link: string;
  readonly user: Person | null;
  readonly type: number;
}
export interface CommonNotice {
  readonly roomId: number;
  readonly type: number;
  readonly title: string;
  readonly content: string;
  readonly iconUrl: string;
  readonly link: string;
  readonly durationS: number;
  readonly user: Person | null;
}
export interface UserExtension {
  readonly vipData: VipData | null;
  readonly usingMount: Mount | null;
  readonly medalList: readonly Medal[];
  readonly honorList: readonly Medal[];
  readonly userGuard: Guard | null;
  readonly plate: Plate | null;
  readonly bubble: Bubble | null;
  readonly intimacy: Intimacy | null;
  readonly starCard: StarCard | null;
  readonly luckyLabel: LuckyLabel | null;
  readonly userStateVo: UserState | null;
  readonly fancyNumInfo: FancyNumber | null;
  readonly isAndroid: boolean;
  readonly worship: boolean;
  readonly blackCard: boolean;
}
export interface VipData {
  readonly weekVipLevel: number;
  readonly c: number;
}
export interface Mount {
  readonly id: number;
  readonly n: string;
  readonly bi: string;
  readonly p: number;
  readonly swf: string;
  readonly v: boolean;
}
export interface Medal {
  readonly id: number;
  readonly name: string;
  readonly iconUrl: string;
  readonly level: number;
}
export interface Guard {
  readonly level: number;
  readonly annual: number;
  readonly name: string;
}
export interface Plate {
  readonly id: number;
  readonly name: string;
  readonly level: number;
  readonly iconUrl: string;
  readonly lightUp: boolean;
}
export interface Bubble {
  readonly id: number;
  readonly iconUrl: string;
}
export interface Intimacy {
  readonly value: number;
  readonly level: number;
}
export interface StarCard {
  readonly id: number;
  readonly name: string;
  readonly level: number;
  readonly iconUrl: string;
}
export interface LuckyLabel {
  readonly iconUrl: string;
  readonly name: string;
}
export interface UserState {
  readonly icon: string;
  readonly content: string;
}
export interface FancyNumber {
  readonly number: string;
  readonly level: number;
  readonly iconUrl: string;
}
export interface Person {
  readonly userId: number;
  readonly kugouId: number;
  readonly nickname: string;
  readonly richlevel: number;
  readonly userLogo: string;
}
export interface Envelope {
  readonly offset: number;
  readonly ack: boolean;
  readonly rpt: boolean;
  readonly msgId: string;
  readonly compression: number;
  readonly codec: number;
  readonly content: Uint8Array;
  readonly time: number;
}
export interface TowerDefenseMonsters {
  readonly gameId: number;
  readonly wave: number;
  readonly monsters: readonly Monster[];
}
export interface Monster {
  readonly id: number;
  readonly type: number;
  readonly blood: number;
  readonly x: number;
  readonly y: number;
}
export interface ShooterCriticalBuff {
  readonly gameId: number;
  readonly user: Person | null;
  readonly rate: number;
  readonly durationS: number;
}
export interface PetMissedOrder {
  readonly petId: number;
  readonly orderId: string;
  readonly title: string;
  readonly coin: number;
}
export interface NumberLucky {
  readonly activityId: number;
  readonly number: string;
  readonly user: Person | null;
  readonly endTime: number;
}
export interface NumberLuckyPrize {
  readonly activityId: number;
  readonly number: string;
  readonly prizeName: string;
  readonly iconUrl: string;
  readonly num: number;
  readonly user: Person | null;
}
export interface TankLocation {
  readonly gameId: number;
  readonly tankId: number;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly user: Person | null;
}
export interface OpenApp {
  readonly link: string;
  readonly title: string;
  readonly content: string;
}
export interface Emotion {
  readonly emotionId: number;
  readonly name: string;
  readonly iconUrl: string;
  readonly user: Person | null;
  readonly durationS: number;
}
export interface Confession {
  readonly id: number;
  readonly user: Person | null;
  readonly star: Person | null;
  readonly content: string;
  readonly audioUrl: string;
}
export interface StarGameChange {
  readonly starId: number;
  readonly gameId: number;
  readonly status: number;
  readonly name: string;
  readonly link: string;
}
export interface LiveStatus {
  readonly roomid: number;
  readonly status: number;
  readonly liveType: string;
  readonly time: number;
}
export interface GiftEffect {
  readonly giftid: number;
  readonly giftname: string;
  readonly num: number;
  readonly price: number;
  readonly senderid: number;
  readonly senderkugouid: number;
  readonly sendername: string;
  readonly senderrichlevel: number;
  readonly senderlogo: string;
  readonly receiverid: number;
  readonly receiverkugouid: number;
  readonly receivername: string;
  readonly comboLevel: number;
  readonly comboSum: number;
  readonly comboId: string;
  readonly videoUrls: readonly string[];
  readonly receivers: readonly Person[];
  readonly round: number;
  readonly roundTotal: number;
  readonly roundEndTime: number;
  readonly fancyNumber: FancyNumber | null;
  readonly label: string;
  readonly type: number;
  readonly iconUrl: string;
  readonly roomid: number;
  readonly ext: string;
  readonly userExt: UserExtension | null;
}
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
}
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
}
export interface MusicPkRounds {
  readonly pkId: number;
  readonly round: number;
  readonly roundTotal: number;
  readonly question: MusicQuestion | null;
  readonly players: readonly MusicPlayer[];
}
export interface MusicPkEndInfo {
  readonly pkId: number;
  readonly settlement: MusicSettlement | null;
  readonly players: readonly MusicPlayer[];
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
}
export interface MusicPkMatch {
  readonly pkId: number;
  readonly status: number;
  readonly star: Person | null;
  readonly rival: Person | null;
  readonly endTime: number;
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
}
export interface MusicPkRemindAnswer {
  readonly pkId: number;
  readonly questionId: number;
  readonly user: Person | null;
  readonly content: string;
}
export interface MusicPkUseKit {
  readonly pkId: number;
  readonly user: Person | null;
  readonly kit: MusicKit | null;
  readonly questionId: number;
}
export interface MusicPkKitAdd {
  readonly pkId: number;
  readonly user: Person | null;
  readonly kit: MusicKit | null;
}
export interface MusicPkSendCall {
  readonly pkId: number;
  readonly user: Person | null;
  readonly num: number;
  readonly content: string;
}
export interface MusicPkTips {
  readonly pkId: number;
  readonly type: number;
  readonly title: string;
  readonly content: string;
  readonly durationS: number;
  readonly link: string;
}
export interface MusicStarGameStatus {
  readonly starId: number;
  readonly status: number;
  readonly gameId: number;
  readonly startTime: number;
}
export interface MusicGuessStatus {
  readonly guessId: number;
  readonly status: number;
  readonly question: MusicQuestion | null;
  readonly endTime: number;
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
}
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
}
export interface PkTeam {
  readonly teamId: number;
  readonly name: string;
  readonly score: number;
  readonly rank: number;
  readonly stars: readonly Person[];
}
export interface MultiPkRound {
  readonly pkId: number;
  readonly round: number;
  readonly roundTotal: number;
  readonly status: number;
  readonly startTime: number;
  readonly endTime: number;
  readonly teams: readonly PkTeam[];
}
export interface MultiPkLoseToWin {
  readonly pkId: number;
  readonly teamId: number;
  readonly title: string;
  readonly score: number;
  readonly user: Person | null;
}
export interface MultiPkTeamQuery {
  readonly pkId: number;
  readonly status: number;
  readonly teams: readonly PkTeam[];
}
export interface ClanPkQuickMessage {
  readonly pkId: number;
  readonly clanId: number;
  readonly clanName: string;
  readonly sender: Person | null;
  readonly content: string;
  readonly type: number;
}
export interface ClanPkPromotion {
  readonly pkId: number;
  readonly clanId: number;
  readonly clanName: string;
  readonly stage: number;
  readonly rank: number;
  readonly score: number;
  readonly title: string;
}
export interface LoginResponse {
  readonly roomid: number;
  readonly userid: number;
  readonly kugouid: number;
  readonly nickname: string;
  readonly richlevel: number;
  readonly richlevelV2: number;
  readonly wellcomes: string;
  readonly userLogo: string;
  readonly platform: number;
  readonly referer: string;
  readonly fanstags: string;
  readonly ext: string;
  readonly userExt: UserExtension | null;
  readonly socsid: string;
  readonly deviceNo: string;
  readonly sid: string;
}
export interface ErrorResponse {
  readonly cmd: number;
  readonly type: number;
  readonly seq: number;
  readonly status: number;
  readonly errno: number;
  readonly msg: string;
  readonly sid: string;
}
export interface AckResponse {
  readonly msgId: string;
  readonly offset: number;
}
export interface CloseSocket {
  readonly code: number;
  readonly msg: string;
  readonly reconnect: boolean;
}
export const Chat: { decode(bytes: Uint8Array): Chat };
export const PublicNotice: { decode(bytes: Uint8Array): PublicNotice };
export const CommonNotice: { decode(bytes: Uint8Array): CommonNotice };
export const UserExtension: { decode(bytes: Uint8Array): UserExtension };
export const VipData: { decode(bytes: Uint8Array): VipData };
export const Mount: { decode(bytes: Uint8Array): Mount };
export const Medal: { decode(bytes: Uint8Array): Medal };
export const Guard: { decode(bytes: Uint8Array): Guard };
export const Plate: { decode(bytes: Uint8Array): Plate };
export const Bubble: { decode(bytes: Uint8Array): Bubble };
export const Intimacy: { decode(bytes: Uint8Array): Intimacy };
export const StarCard: { decode(bytes: Uint8Array): StarCard };
export const LuckyLabel: { decode(bytes: Uint8Array): LuckyLabel };
export const UserState: { decode(bytes: Uint8Array): UserState };
export const FancyNumber: { decode(bytes: Uint8Array): FancyNumber };
export const Person: { decode(bytes: Uint8Array): Person };
export const Envelope: { decode(bytes: Uint8Array): Envelope };
export const TowerDefenseMonsters: { decode(bytes: Uint8Array): TowerDefenseMonsters };
export const Monster: { decode(bytes: Uint8Array): Monster };
export const ShooterCriticalBuff: { decode(bytes: Uint8Array): ShooterCriticalBuff };
export const PetMissedOrder: { decode(bytes: Uint8Array): PetMissedOrder };
export const NumberLucky: { decode(bytes: Uint8Array): NumberLucky };
export const NumberLuckyPrize: { decode(bytes: Uint8Array): NumberLuckyPrize };
export const TankLocation: { decode(bytes: Uint8Array): TankLocation };
export const OpenApp: { decode(bytes: Uint8Array): OpenApp };
export const Emotion: { decode(bytes: Uint8Array): Emotion };
export const Confession: { decode(bytes: Uint8Array): Confession };
export const StarGameChange: { decode(bytes: Uint8Array): StarGameChange };
export const LiveStatus: { decode(bytes: Uint8Array): LiveStatus };
export const GiftEffect: { decode(bytes: Uint8Array): GiftEffect };
export const HeadlineContent: { decode(bytes: Uint8Array): HeadlineContent };
export const HeadlineMessage: { decode(bytes: Uint8Array): HeadlineMessage };
export const CeremonyGlobalNotice: { decode(bytes: Uint8Array): CeremonyGlobalNotice };
export const CeremonyMatch: { decode(bytes: Uint8Array): CeremonyMatch };
export const MusicQuestion: { decode(bytes: Uint8Array): MusicQuestion };
export const MusicOption: { decode(bytes: Uint8Array): MusicOption };
export const MusicPlayer: { decode(bytes: Uint8Array): MusicPlayer };
export const MusicKit: { decode(bytes: Uint8Array): MusicKit };
export const MusicSettlement: { decode(bytes: Uint8Array): MusicSettlement };
export const MusicPkStatus: { decode(bytes: Uint8Array): MusicPkStatus };
export const MusicPkRounds: { decode(bytes: Uint8Array): MusicPkRounds };
export const MusicPkEndInfo: { decode(bytes: Uint8Array): MusicPkEndInfo };
export const MusicPkPublicChat: { decode(bytes: Uint8Array): MusicPkPublicChat };
export const MusicPkResult: { decode(bytes: Uint8Array): MusicPkResult };
export const MusicPkMatch: { decode(bytes: Uint8Array): MusicPkMatch };
export const MusicPkExcludeError: { decode(bytes: Uint8Array): MusicPkExcludeError };
export const MusicPkHelpReborn: { decode(bytes: Uint8Array): MusicPkHelpReborn };
export const MusicPkRemindAnswer: { decode(bytes: Uint8Array): MusicPkRemindAnswer };
export const MusicPkUseKit: { decode(bytes: Uint8Array): MusicPkUseKit };
export const MusicPkKitAdd: { decode(bytes: Uint8Array): MusicPkKitAdd };
export const MusicPkSendCall: { decode(bytes: Uint8Array): MusicPkSendCall };
export const MusicPkTips: { decode(bytes: Uint8Array): MusicPkTips };
export const MusicStarGameStatus: { decode(bytes: Uint8Array): MusicStarGameStatus };
export const MusicGuessStatus: { decode(bytes: Uint8Array): MusicGuessStatus };
export const RealSingLog: { decode(bytes: Uint8Array): RealSingLog };
export const SongOrder: { decode(bytes: Uint8Array): SongOrder };
export const RewardChallenge: { decode(bytes: Uint8Array): RewardChallenge };
export const DanceOrder: { decode(bytes: Uint8Array): DanceOrder };
export const RewardSquareOrder: { decode(bytes: Uint8Array): RewardSquareOrder };
export const PkTeam: { decode(bytes: Uint8Array): PkTeam };
export const MultiPkRound: { decode(bytes: Uint8Array): MultiPkRound };
export const MultiPkLoseToWin: { decode(bytes: Uint8Array): MultiPkLoseToWin };
export const MultiPkTeamQuery: { decode(bytes: Uint8Array): MultiPkTeamQuery };
export const ClanPkQuickMessage: { decode(bytes: Uint8Array): ClanPkQuickMessage };
export const ClanPkPromotion: { decode(bytes: Uint8Array): ClanPkPromotion };
export const LoginResponse: { decode(bytes: Uint8Array): LoginResponse };
export const ErrorResponse: { decode(bytes: Uint8Array): ErrorResponse };
export const AckResponse: { decode(bytes: Uint8Array): AckResponse };
export const CloseSocket: { decode(bytes: Uint8Array): CloseSocket };
