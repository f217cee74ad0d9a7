import type { Body, BodyName } from './body.ts';

/**
 * Handling of a message in a flood: `own` concerns the viewer and is delivered first; `state` is never dropped, and the newest of a key
 * replaces older ones; `effect` has a limit and loses its oldest; `chat` is dropped first.
 */
export const MESSAGE_CLASSES = ['own', 'state', 'effect', 'chat'] as const;
export type MessageClass = (typeof MESSAGE_CLASSES)[number];

/** One row per message: everything that the first bundle contains of it. */
export interface Row<Name extends string = string, Body extends object = object> {
  /** Number in the frame's header, never reused. */
  readonly id: number;
  readonly name: Name;
  readonly family: string;
  /** Name of the schema in the family's codec. */
  readonly schema: string;
  readonly messageClass: MessageClass;
  /** A larger content is refused before decoding. */
  readonly maxBytes: number;
  /** For a `state`: fields that identify its subject. Without fields there is one state per name. */
  readonly key: readonly string[];
  /** False: its room id is the target of a link, in a message for all rooms. Otherwise a message that names another room is dropped. */
  readonly isOfThisRoom: boolean;
  /** Never set; only declares the type of the body. */
  readonly body?: Body;
}

/** Messages with one or two people. */
const SMALL_BYTES = 16_384;
/** A chat line contains `ext`, URL-encoded JSON with every medal of its sender. */
const CHAT_BYTES = 65_536;
/** Lists of people, teams, monsters. */
const LIST_BYTES = 262_144;

type Key<Name extends BodyName> = keyof Body<Name> & string;
interface RowOptions<Name extends BodyName> {
  readonly maxBytes?: number;
  readonly key?: Key<Name> | readonly Key<Name>[];
  readonly isOfThisRoom?: boolean;
}

/** Creates the rows of one family, which is one .proto file. */
const rowsOf =
  (family: string) =>
  <const Name extends string, const Schema extends BodyName>(
    id: number,
    name: Name,
    schema: Schema,
    messageClass: MessageClass,
    { maxBytes = SMALL_BYTES, key = [], isOfThisRoom = true }: RowOptions<Schema> = {},
  ): Row<Name, Body<Schema>> => ({
    id,
    name,
    family,
    schema,
    messageClass,
    maxBytes,
    key: typeof key === 'string' ? [key] : key,
    isOfThisRoom,
  });

const core = rowsOf('core');
const headline = rowsOf('headline');
const pk = rowsOf('pk');
const music = rowsOf('music');
const orders = rowsOf('orders');
const games = rowsOf('games');
const community = rowsOf('community');
const people = rowsOf('people');

/**
 * One row per message; a new message needs its fields in the .proto file of its family and a row here. The numbers are those of the
 * specification (S9); if it lists more numbers than descriptions, a comment next to the row explains the choice. The first bundle of the
 * socket worker contains only this table of a family, whose code is loaded with its first message (workers/socket/receiver.ts). The first
 * bundle of the room worker does not contain it (wire/body.ts, loaded with the first content).
 */
export const ROWS = [
  // Messages that every room needs from the start: login, errors, chat, gifts, notices, live status.
  // The entry of a viewer; the viewer's own is the answer to the login (core/socket/batch.ts).
  core(201, 'login', 'LoginResponse', 'effect', { maxBytes: CHAT_BYTES }),
  core(901, 'error', 'ErrorResponse', 'own'),
  core(501, 'chat', 'Chat', 'chat', { maxBytes: CHAT_BYTES }),
  core(601, 'gift', 'GiftEffect', 'effect', { maxBytes: CHAT_BYTES }),
  // Families without their own numbers in the table have the numbers of the commands that they answer.
  core(211, 'ack', 'AckResponse', 'own'),
  core(202, 'close-socket', 'CloseSocket', 'own'),

  core(400301, 'common-notice', 'CommonNotice', 'effect', { isOfThisRoom: false }),
  core(400302, 'common-notice-room', 'CommonNotice', 'effect'),
  core(400303, 'common-notice-all', 'CommonNotice', 'effect', { isOfThisRoom: false }),
  core(400305, 'socket-chat', 'Chat', 'chat', { maxBytes: CHAT_BYTES }),
  core(400306, 'socket-gift', 'GiftEffect', 'effect', { maxBytes: CHAT_BYTES }),
  core(400307, 'public-notice', 'PublicNotice', 'effect'),
  core(400308, 'public-notice-link', 'PublicNotice', 'effect'),
  core(400309, 'public-notice-user', 'PublicNotice', 'effect'),

  // "Further push commands exist; their numbers are not shown": numbers from 490001 on are the project's own for those that it needs.
  core(490002, 'live-status', 'LiveStatus', 'state', { key: 'roomid' }),
  core(490022, 'room-counts', 'RoomCounts', 'state', { key: 'roomid' }),
  // In this family, because in its own it would arrive after the first lines.
  core(490023, 'chat-history', 'ChatHistory', 'state', { maxBytes: LIST_BYTES, key: 'roomid' }),
  core(490020, 'follow', 'Follow', 'effect', { maxBytes: CHAT_BYTES }),
  // Headline and ceremony.
  headline(400001, 'ceremony-notice', 'CeremonyGlobalNotice', 'effect', { isOfThisRoom: false }),
  headline(400002, 'headline-content', 'HeadlineContent', 'state', { isOfThisRoom: false }),
  headline(400003, 'headline-content-next', 'HeadlineContent', 'state', { isOfThisRoom: false }),
  headline(400004, 'headline-message', 'HeadlineMessage', 'effect', { isOfThisRoom: false }),
  headline(401001, 'ceremony-match-success', 'CeremonyMatch', 'state', { key: 'matchId' }),
  headline(401002, 'ceremony-match-failure', 'CeremonyMatch', 'state', { key: 'matchId' }),
  // PK of two, multi-team PK and clan PK.
  pk(302607, 'clan-pk-quick-message', 'ClanPkQuickMessage', 'chat'),
  pk(400701, 'multi-pk-round', 'MultiPkRound', 'state', { maxBytes: LIST_BYTES, key: 'pkId' }),
  pk(400702, 'multi-pk-lose-to-win', 'MultiPkLoseToWin', 'effect'),
  pk(400703, 'multi-pk-team-query', 'MultiPkTeamQuery', 'state', { maxBytes: LIST_BYTES, key: 'pkId' }),
  // The project's own number, see the family core: the specification names PK as one of the "further push commands" without a number.
  pk(490004, 'battle', 'Battle', 'state', { maxBytes: LIST_BYTES, key: 'pkId' }),
  pk(401101, 'clan-pk-promotion', 'ClanPkPromotion', 'state', { key: ['pkId', 'clanId'] }),
  // Music PK, music guess, song ordering.
  music(401601, 'music-pk-status', 'MusicPkStatus', 'state', { maxBytes: LIST_BYTES, key: 'pkId' }),
  music(401602, 'music-pk-rounds', 'MusicPkRounds', 'state', { maxBytes: LIST_BYTES, key: 'pkId' }),
  music(401603, 'music-pk-end-info', 'MusicPkEndInfo', 'state', { maxBytes: LIST_BYTES, key: 'pkId' }),
  music(401604, 'music-pk-public-chat', 'MusicPkPublicChat', 'chat'),
  music(401605, 'music-pk-result', 'MusicPkResult', 'state', { maxBytes: LIST_BYTES, key: ['pkId', 'round'] }),
  music(401606, 'music-pk-match', 'MusicPkMatch', 'state', { key: 'pkId' }),
  music(401607, 'music-pk-exclude-error', 'MusicPkExcludeError', 'state', { key: ['pkId', 'questionId'] }),
  music(401608, 'music-pk-help-reborn', 'MusicPkHelpReborn', 'effect'),
  music(401609, 'music-pk-remind-answer', 'MusicPkRemindAnswer', 'effect'),
  music(401610, 'music-pk-use-kit', 'MusicPkUseKit', 'effect'),
  music(401611, 'music-pk-kit-add', 'MusicPkKitAdd', 'effect'),
  music(401612, 'music-pk-send-call', 'MusicPkSendCall', 'effect'),
  music(401613, 'music-pk-tips', 'MusicPkTips', 'effect'),
  music(401614, 'music-pk-common-tips', 'MusicPkTips', 'effect'),
  music(401615, 'music-star-game-status', 'MusicStarGameStatus', 'state', { key: ['starId', 'gameId'] }),
  music(401616, 'music-pk-all-station', 'MusicPkTips', 'effect'),
  music(401617, 'music-pk-room', 'MusicPkTips', 'effect'),
  // Eighteen numbers, seventeen descriptions: the last number is assumed to be the status of a music guess.
  music(401618, 'music-guess-status', 'MusicGuessStatus', 'state', { maxBytes: LIST_BYTES, key: 'guessId' }),
  music(400801, 'real-sing-log', 'RealSingLog', 'state', { key: 'songId' }),
  // The project's own numbers, see the family core.
  music(490001, 'song-order', 'SongOrder', 'state', { key: 'orderId' }),
  // Reward challenge, room dance orders, reward square orders: each message contains the state of one order.
  orders(400401, 'reward-challenge-status', 'RewardChallenge', 'state', { key: 'orderId' }),
  orders(400402, 'reward-challenge-refund', 'RewardChallenge', 'state', { key: 'orderId' }),
  orders(400403, 'reward-challenge-offer', 'RewardChallenge', 'state', { key: 'orderId' }),
  orders(400404, 'reward-challenge-complete', 'RewardChallenge', 'state', { key: 'orderId' }),
  orders(400405, 'reward-challenge-evaluate', 'RewardChallenge', 'state', { key: 'orderId' }),
  orders(400406, 'dance-order-status', 'DanceOrder', 'state', { key: 'orderId' }),
  orders(400407, 'dance-order-refund', 'DanceOrder', 'state', { key: 'orderId' }),
  orders(400408, 'dance-order-create', 'DanceOrder', 'state', { key: 'orderId' }),
  orders(400409, 'dance-order-remind-wait', 'DanceOrder', 'state', { key: 'orderId' }),
  orders(400410, 'dance-order-score', 'DanceOrder', 'state', { key: 'orderId' }),
  // "303901, 304001 to 304009: reward square order and service pushes", which the specification does not distinguish.
  orders(303901, 'reward-square-order', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  orders(304001, 'reward-square-create', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  orders(304002, 'reward-square-accept', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  orders(304003, 'reward-square-refuse', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  orders(304004, 'reward-square-start', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  orders(304005, 'reward-square-complete', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  orders(304006, 'reward-square-refund', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  orders(304007, 'reward-square-evaluate', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  orders(304008, 'reward-square-remind', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  orders(304009, 'reward-square-service', 'RewardSquareOrder', 'state', { key: 'orderId' }),
  // Tower defense, shooting, number lucky, tank, emotion, confession, and the small game pushes.
  games(302315, 'tower-defense-monsters', 'TowerDefenseMonsters', 'state', { maxBytes: LIST_BYTES, key: 'gameId' }),
  games(302316, 'shooter-critical-buff', 'ShooterCriticalBuff', 'effect'),
  games(301010, 'pet-missed-order', 'PetMissedOrder', 'state', { key: ['petId', 'orderId'] }),
  games(400101, 'number-lucky', 'NumberLucky', 'state', { key: 'activityId' }),
  games(400102, 'number-lucky-prize', 'NumberLuckyPrize', 'effect'),
  games(400112, 'tank-location', 'TankLocation', 'state', { key: ['gameId', 'tankId'] }),
  games(400501, 'open-app', 'OpenApp', 'effect'),
  games(400601, 'star-game-change', 'StarGameChange', 'state', { key: ['starId', 'gameId'] }),
  games(300649, 'emotion', 'Emotion', 'effect'),
  games(306902, 'confession', 'Confession', 'effect'),
  // Red packets, ranks, mic connection, guard and fandom updates. The specification names them as "further push commands" without
  // numbers; all numbers are the project's own, see the family core. A packet's fields define who may see it, not its number.
  community(490030, 'red-packet', 'RedPacket', 'state', { key: 'packetId' }),
  community(490031, 'red-packet-result', 'RedPacketResult', 'state', { maxBytes: LIST_BYTES, key: 'packetId' }),
  community(490032, 'rank-list', 'RankList', 'state', { maxBytes: LIST_BYTES, key: ['kind', 'period'] }),
  community(490033, 'rank-own', 'RankOwn', 'state', { key: ['kind', 'period'] }),
  community(490034, 'mic-link', 'MicLink', 'state', { key: 'roomId' }),
  community(490035, 'mic-request', 'MicRequest', 'own'),
  community(490036, 'guard-update', 'GuardUpdate', 'effect'),
  community(490037, 'medal-update', 'MedalUpdate', 'effect'),
  community(490038, 'fandom-update', 'FandomUpdate', 'state', { key: 'roomId' }),
  // Viewers of the room, and the chat modes. All numbers are the project's own, see the family core.
  people(490040, 'audience', 'Audience', 'state', { maxBytes: LIST_BYTES, key: 'roomId' }),
  people(490041, 'user-profile', 'UserProfile', 'state', { key: 'userId' }),
  people(490042, 'chat-mode', 'ChatMode', 'state', { key: 'roomId' }),
] as const;

/** Body that the room receives: `ext` is read once, when a content is decoded, into `userExt` (ext.ts). */
export type ReadBody<Read> = Read extends { readonly ext: string } ? Omit<Read, 'ext'> : Read;
/** `{ name: 'chat', body: … }` of a row: narrowed by its name. */
export type MessageOf<R> = R extends Row<infer Name, infer Read> ? { readonly name: Name; readonly body: ReadBody<Read> } : never;

export type AnyRow = (typeof ROWS)[number];
export type MessageName = AnyRow['name'];
/** `{ name: 'chat', body: Chat }` and so on: narrows a message by its name. */
export type Message = MessageOf<AnyRow>;
export type BodyOfMessage<N extends MessageName> = Extract<Message, { readonly name: N }>['body'];
/** A message as received by the room: decoded, checked and cleaned once. */
export type RoomMessage = Message & {
  readonly id: number;
  /** Milliseconds since the epoch, by the server's clock if the message contains a time. */
  readonly timeMs: number;
};

const BY_ID: ReadonlyMap<number, Row> = new Map(ROWS.map((row) => [row.id, row]));

export const rowOf = (id: number): Row | undefined => BY_ID.get(id);
