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

/** Of each message, what its fields are: a scalar's name, a message's name, or a list of one of them. */
export const FIELDS = {
  Chat: { senderid: 'number', userid: 'number', kugouid: 'number', sendername: 'string', nickname: 'string', richlevel: 'number', richlevelV2: 'number', receiverid: 'number', receiveruserid: 'number', receivername: 'string', receiverrichlevel: 'number', issecrect: 'boolean', chatmsg: 'string', seq: 'number', sex: 'number', age: 'number', userLogo: 'string', platform: 'number', fanstags: 'string', referer: 'string', wellcomes: 'string', ext: 'string', userExt: 'UserExtension', uuid: 'string' },
  PublicNotice: { roomId: 'number', content: 'string', title: 'string', iconUrl: 'string', link: 'string', user: 'Person', type: 'number' },
  CommonNotice: { roomId: 'number', type: 'number', title: 'string', content: 'string', iconUrl: 'string', link: 'string', durationS: 'number', user: 'Person' },
  UserExtension: { vipData: 'VipData', usingMount: 'Mount', medalList: ['Medal'], honorList: ['Medal'], userGuard: 'Guard', plate: 'Plate', bubble: 'Bubble', intimacy: 'Intimacy', starCard: 'StarCard', luckyLabel: 'LuckyLabel', userStateVo: 'UserState', fancyNumInfo: 'FancyNumber', isAndroid: 'boolean', worship: 'boolean', blackCard: 'boolean' },
  VipData: { weekVipLevel: 'number', c: 'number' },
  Mount: { id: 'number', n: 'string', bi: 'string', p: 'number', swf: 'string', v: 'boolean' },
  Medal: { id: 'number', name: 'string', iconUrl: 'string', level: 'number' },
  Guard: { level: 'number', annual: 'number', name: 'string' },
  Plate: { id: 'number', name: 'string', level: 'number', iconUrl: 'string', lightUp: 'boolean' },
  Bubble: { id: 'number', iconUrl: 'string' },
  Intimacy: { value: 'number', level: 'number' },
  StarCard: { id: 'number', name: 'string', level: 'number', iconUrl: 'string' },
  LuckyLabel: { iconUrl: 'string', name: 'string' },
  UserState: { icon: 'string', content: 'string' },
  FancyNumber: { number: 'string', level: 'number', iconUrl: 'string' },
  Person: { userId: 'number', kugouId: 'number', nickname: 'string', richlevel: 'number', userLogo: 'string' },
  TowerDefenseMonsters: { gameId: 'number', wave: 'number', monsters: ['Monster'] },
  Monster: { id: 'number', type: 'number', blood: 'number', x: 'number', y: 'number' },
  ShooterCriticalBuff: { gameId: 'number', user: 'Person', rate: 'number', durationS: 'number' },
  PetMissedOrder: { petId: 'number', orderId: 'string', title: 'string', coin: 'number' },
  NumberLucky: { activityId: 'number', number: 'string', user: 'Person', endTime: 'number' },
  NumberLuckyPrize: { activityId: 'number', number: 'string', prizeName: 'string', iconUrl: 'string', num: 'number', user: 'Person' },
  TankLocation: { gameId: 'number', tankId: 'number', x: 'number', y: 'number', angle: 'number', user: 'Person' },
  OpenApp: { link: 'string', title: 'string', content: 'string' },
  Emotion: { emotionId: 'number', name: 'string', iconUrl: 'string', user: 'Person', durationS: 'number' },
  Confession: { id: 'number', user: 'Person', star: 'Person', content: 'string', audioUrl: 'string' },
  StarGameChange: { starId: 'number', gameId: 'number', status: 'number', name: 'string', link: 'string' },
  LiveStatus: { roomid: 'number', status: 'number', liveType: 'string', time: 'number' },
  GiftEffect: { giftid: 'number', giftname: 'string', num: 'number', price: 'number', senderid: 'number', senderkugouid: 'number', sendername: 'string', senderrichlevel: 'number', senderlogo: 'string', receiverid: 'number', receiverkugouid: 'number', receivername: 'string', comboLevel: 'number', comboSum: 'number', comboId: 'string', videoUrls: ['string'], receivers: ['Person'], round: 'number', roundTotal: 'number', roundEndTime: 'number', fancyNumber: 'FancyNumber', label: 'string', type: 'number', iconUrl: 'string', roomid: 'number', ext: 'string', userExt: 'UserExtension' },
  HeadlineContent: { id: 'number', roomId: 'number', sender: 'Person', star: 'Person', giftname: 'string', num: 'number', content: 'string', coin: 'number', startTime: 'number', durationS: 'number', iconUrl: 'string' },
  HeadlineMessage: { id: 'number', roomId: 'number', sender: 'Person', content: 'string', type: 'number', link: 'string' },
  CeremonyGlobalNotice: { ceremonyId: 'number', title: 'string', content: 'string', roomId: 'number', link: 'string', iconUrl: 'string' },
  CeremonyMatch: { ceremonyId: 'number', matchId: 'number', status: 'number', star: 'Person', rival: 'Person', title: 'string', msg: 'string', endTime: 'number' },
  MusicQuestion: { questionId: 'number', title: 'string', songUrl: 'string', options: ['MusicOption'], index: 'number', endTime: 'number' },
  MusicOption: { id: 'string', text: 'string', right: 'boolean', count: 'number' },
  MusicPlayer: { star: 'Person', blood: 'number', bloodTotal: 'number', score: 'number', answer: 'string', right: 'boolean', excluded: 'boolean', kits: ['MusicKit'] },
  MusicKit: { kitId: 'number', name: 'string', num: 'number', iconUrl: 'string' },
  MusicSettlement: { winnerId: 'number', result: 'number', coin: 'number', score: 'number', seasonLevel: 'number', seasonName: 'string' },
  MusicPkStatus: { pkId: 'number', status: 'number', startTime: 'number', endTime: 'number', players: ['MusicPlayer'], seasonLevel: 'number' },
  MusicPkRounds: { pkId: 'number', round: 'number', roundTotal: 'number', question: 'MusicQuestion', players: ['MusicPlayer'] },
  MusicPkEndInfo: { pkId: 'number', settlement: 'MusicSettlement', players: ['MusicPlayer'] },
  MusicPkPublicChat: { pkId: 'number', sender: 'Person', content: 'string', right: 'boolean' },
  MusicPkResult: { pkId: 'number', round: 'number', answer: 'string', players: ['MusicPlayer'], settlement: 'MusicSettlement' },
  MusicPkMatch: { pkId: 'number', status: 'number', star: 'Person', rival: 'Person', endTime: 'number' },
  MusicPkExcludeError: { pkId: 'number', questionId: 'number', optionIds: ['string'], user: 'Person' },
  MusicPkHelpReborn: { pkId: 'number', star: 'Person', helper: 'Person', blood: 'number', coin: 'number' },
  MusicPkRemindAnswer: { pkId: 'number', questionId: 'number', user: 'Person', content: 'string' },
  MusicPkUseKit: { pkId: 'number', user: 'Person', kit: 'MusicKit', questionId: 'number' },
  MusicPkKitAdd: { pkId: 'number', user: 'Person', kit: 'MusicKit' },
  MusicPkSendCall: { pkId: 'number', user: 'Person', num: 'number', content: 'string' },
  MusicPkTips: { pkId: 'number', type: 'number', title: 'string', content: 'string', durationS: 'number', link: 'string' },
  MusicStarGameStatus: { starId: 'number', status: 'number', gameId: 'number', startTime: 'number' },
  MusicGuessStatus: { guessId: 'number', status: 'number', question: 'MusicQuestion', endTime: 'number' },
  RealSingLog: { songId: 'number', songName: 'string', status: 'number', score: 'number', content: 'string' },
  SongOrder: { orderId: 'string', status: 'number', songName: 'string', singerName: 'string', coin: 'number', user: 'Person' },
  RewardChallenge: { orderId: 'string', status: 'number', coin: 'number', title: 'string', score: 'number', user: 'Person', star: 'Person', reason: 'string', endTime: 'number' },
  DanceOrder: { orderId: 'string', status: 'number', coin: 'number', title: 'string', score: 'number', user: 'Person', danceId: 'number', reason: 'string', waitS: 'number' },
  RewardSquareOrder: { orderId: 'string', status: 'number', coin: 'number', title: 'string', score: 'number', user: 'Person', star: 'Person', type: 'number', msg: 'string', link: 'string', endTime: 'number' },
  PkTeam: { teamId: 'number', name: 'string', score: 'number', rank: 'number', stars: ['Person'] },
  MultiPkRound: { pkId: 'number', round: 'number', roundTotal: 'number', status: 'number', startTime: 'number', endTime: 'number', teams: ['PkTeam'] },
  MultiPkLoseToWin: { pkId: 'number', teamId: 'number', title: 'string', score: 'number', user: 'Person' },
  MultiPkTeamQuery: { pkId: 'number', status: 'number', teams: ['PkTeam'] },
  ClanPkQuickMessage: { pkId: 'number', clanId: 'number', clanName: 'string', sender: 'Person', content: 'string', type: 'number' },
  ClanPkPromotion: { pkId: 'number', clanId: 'number', clanName: 'string', stage: 'number', rank: 'number', score: 'number', title: 'string' },
  LoginResponse: { roomid: 'number', userid: 'number', kugouid: 'number', nickname: 'string', richlevel: 'number', richlevelV2: 'number', wellcomes: 'string', userLogo: 'string', platform: 'number', referer: 'string', fanstags: 'string', ext: 'string', userExt: 'UserExtension', socsid: 'string', deviceNo: 'string', sid: 'string' },
  ErrorResponse: { cmd: 'number', type: 'number', seq: 'number', status: 'number', errno: 'number', msg: 'string', sid: 'string' },
  AckResponse: { msgId: 'string', offset: 'number' },
  CloseSocket: { code: 'number', msg: 'string', reconnect: 'boolean' },
} as const;
