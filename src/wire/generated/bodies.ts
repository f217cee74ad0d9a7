// Made by `npm run proto` from the .proto files. Not edited by hand.
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
export interface ChatHistory {
  readonly roomid: number;
  readonly lines: readonly PastLine[];
}
export interface PastLine {
  readonly user: Person | null;
  readonly text: string;
  readonly timeMs: number;
  readonly mystic: boolean;
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
  readonly mystic: boolean;
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
  readonly iconUrl: string;
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
  readonly mystic: boolean;
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
  readonly fancyNumber: FancyNumber | null;
  readonly label: string;
  readonly type: number;
  readonly iconUrl: string;
  readonly roomid: number;
  readonly ext: string;
  readonly userExt: UserExtension | null;
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
  readonly token: string;
}
export interface ErrorResponse {
  readonly cmd: number;
  readonly type: number;
  readonly seq: number;
  readonly status: number;
  readonly errno: number;
  readonly msg: string;
  readonly sid: string;
  readonly uuid: string;
  readonly key: string;
  readonly codeUrl: string;
  readonly codeText: string;
}
export interface AckResponse {
  readonly msgId: string;
  readonly offset: number;
  readonly seq: number;
  readonly uuid: string;
}
export interface CloseSocket {
  readonly code: number;
  readonly msg: string;
  readonly reconnect: boolean;
}
export interface LiveStatus {
  readonly roomid: number;
  readonly status: number;
  readonly liveType: string;
  readonly time: number;
}
export interface Follow {
  readonly roomid: number;
  readonly userid: number;
  readonly nickname: string;
  readonly richlevel: number;
  readonly richlevelV2: number;
  readonly ext: string;
  readonly userExt: UserExtension | null;
}
export interface RoomCounts {
  readonly roomid: number;
  readonly viewers: number;
  readonly followers: number;
}
/** By name, for the rows of the registry. */
export interface Bodies {
  readonly Chat: Chat;
  readonly PublicNotice: PublicNotice;
  readonly CommonNotice: CommonNotice;
  readonly ChatHistory: ChatHistory;
  readonly PastLine: PastLine;
  readonly UserExtension: UserExtension;
  readonly VipData: VipData;
  readonly Mount: Mount;
  readonly Medal: Medal;
  readonly Guard: Guard;
  readonly Plate: Plate;
  readonly Bubble: Bubble;
  readonly Intimacy: Intimacy;
  readonly StarCard: StarCard;
  readonly LuckyLabel: LuckyLabel;
  readonly UserState: UserState;
  readonly FancyNumber: FancyNumber;
  readonly Person: Person;
  readonly Envelope: Envelope;
  readonly GiftEffect: GiftEffect;
  readonly LoginResponse: LoginResponse;
  readonly ErrorResponse: ErrorResponse;
  readonly AckResponse: AckResponse;
  readonly CloseSocket: CloseSocket;
  readonly LiveStatus: LiveStatus;
  readonly Follow: Follow;
  readonly RoomCounts: RoomCounts;
}
