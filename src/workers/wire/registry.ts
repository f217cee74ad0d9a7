import * as received from './generated/received.js';

type Schemas = Omit<typeof received, 'Envelope'>;
export type SchemaName = keyof Schemas;
export type BodyOf<S extends SchemaName> = ReturnType<Schemas[S]['decode']>;

export interface Row<N extends string = string, S extends SchemaName = SchemaName> {
  /** Number in the frame's header, never reused. */
  readonly id: number;
  readonly name: N;
  readonly schema: S;
  /** A larger content is refused before anything is decoded. */
  readonly maxBytes: number;
}

const row = <const N extends string, const S extends SchemaName>(id: number, name: N, schema: S, maxBytes = SMALL_BYTES): Row<N, S> => ({
  id,
  name,
  schema,
  maxBytes,
});

/** A line with a person or two. */
const SMALL_BYTES = 16_384;
/** A chat line carries `ext`, URL-encoded JSON with every medal of its sender. */
const CHAT_BYTES = 65_536;
/** Lists of people, teams, monsters. */
const LIST_BYTES = 262_144;

/**
 * One row a message: adding a message is adding its fields to a .proto file and a line here.
 * Numbers are those of document 2, section 7. Where the document gives more numbers than words, the choice stands beside the row.
 */
export const ROWS = [
  row(201, 'login', 'LoginResponse', CHAT_BYTES),
  row(901, 'error', 'ErrorResponse'),
  row(501, 'chat', 'Chat', CHAT_BYTES),
  row(601, 'gift', 'GiftEffect', CHAT_BYTES),
  // Families without a number of their own in the table: the numbers of the commands that they answer.
  row(211, 'ack', 'AckResponse'),
  row(202, 'close-socket', 'CloseSocket'),

  row(400301, 'common-notice', 'CommonNotice'),
  row(400302, 'common-notice-room', 'CommonNotice'),
  row(400303, 'common-notice-all', 'CommonNotice'),
  row(400305, 'socket-chat', 'Chat', CHAT_BYTES),
  row(400306, 'socket-gift', 'GiftEffect', CHAT_BYTES),
  row(400307, 'public-notice', 'PublicNotice'),
  row(400308, 'public-notice-link', 'PublicNotice'),
  row(400309, 'public-notice-user', 'PublicNotice'),

  row(302315, 'tower-defense-monsters', 'TowerDefenseMonsters', LIST_BYTES),
  row(302316, 'shooter-critical-buff', 'ShooterCriticalBuff'),
  row(302607, 'clan-pk-quick-message', 'ClanPkQuickMessage'),
  row(301010, 'pet-missed-order', 'PetMissedOrder'),
  row(400101, 'number-lucky', 'NumberLucky'),
  row(400102, 'number-lucky-prize', 'NumberLuckyPrize'),
  row(400112, 'tank-location', 'TankLocation'),
  row(400501, 'open-app', 'OpenApp'),
  row(400601, 'star-game-change', 'StarGameChange'),
  row(400801, 'real-sing-log', 'RealSingLog'),
  row(300649, 'emotion', 'Emotion'),
  row(306902, 'confession', 'Confession'),

  row(400701, 'multi-pk-round', 'MultiPkRound', LIST_BYTES),
  row(400702, 'multi-pk-lose-to-win', 'MultiPkLoseToWin'),
  row(400703, 'multi-pk-team-query', 'MultiPkTeamQuery', LIST_BYTES),
  row(401101, 'clan-pk-promotion', 'ClanPkPromotion'),

  row(400001, 'ceremony-notice', 'CeremonyGlobalNotice'),
  row(400002, 'headline-content', 'HeadlineContent'),
  row(400003, 'headline-content-next', 'HeadlineContent'),
  row(400004, 'headline-message', 'HeadlineMessage'),
  row(401001, 'ceremony-match-success', 'CeremonyMatch'),
  row(401002, 'ceremony-match-failure', 'CeremonyMatch'),

  row(401601, 'music-pk-status', 'MusicPkStatus', LIST_BYTES),
  row(401602, 'music-pk-rounds', 'MusicPkRounds', LIST_BYTES),
  row(401603, 'music-pk-end-info', 'MusicPkEndInfo', LIST_BYTES),
  row(401604, 'music-pk-public-chat', 'MusicPkPublicChat'),
  row(401605, 'music-pk-result', 'MusicPkResult', LIST_BYTES),
  row(401606, 'music-pk-match', 'MusicPkMatch'),
  row(401607, 'music-pk-exclude-error', 'MusicPkExcludeError'),
  row(401608, 'music-pk-help-reborn', 'MusicPkHelpReborn'),
  row(401609, 'music-pk-remind-answer', 'MusicPkRemindAnswer'),
  row(401610, 'music-pk-use-kit', 'MusicPkUseKit'),
  row(401611, 'music-pk-kit-add', 'MusicPkKitAdd'),
  row(401612, 'music-pk-send-call', 'MusicPkSendCall'),
  row(401613, 'music-pk-tips', 'MusicPkTips'),
  row(401614, 'music-pk-common-tips', 'MusicPkTips'),
  row(401615, 'music-star-game-status', 'MusicStarGameStatus'),
  row(401616, 'music-pk-all-station', 'MusicPkTips'),
  row(401617, 'music-pk-room', 'MusicPkTips'),
  // Eighteen numbers, seventeen words: the last one is taken for the status of a music guess.
  row(401618, 'music-guess-status', 'MusicGuessStatus', LIST_BYTES),

  row(400401, 'reward-challenge-status', 'RewardChallenge'),
  row(400402, 'reward-challenge-refund', 'RewardChallenge'),
  row(400403, 'reward-challenge-offer', 'RewardChallenge'),
  row(400404, 'reward-challenge-complete', 'RewardChallenge'),
  row(400405, 'reward-challenge-evaluate', 'RewardChallenge'),
  row(400406, 'dance-order-status', 'DanceOrder'),
  row(400407, 'dance-order-refund', 'DanceOrder'),
  row(400408, 'dance-order-create', 'DanceOrder'),
  row(400409, 'dance-order-remind-wait', 'DanceOrder'),
  row(400410, 'dance-order-score', 'DanceOrder'),
  // "303901, 304001 to 304009: reward square order and service pushes", not told apart by the document.
  row(303901, 'reward-square-order', 'RewardSquareOrder'),
  row(304001, 'reward-square-create', 'RewardSquareOrder'),
  row(304002, 'reward-square-accept', 'RewardSquareOrder'),
  row(304003, 'reward-square-refuse', 'RewardSquareOrder'),
  row(304004, 'reward-square-start', 'RewardSquareOrder'),
  row(304005, 'reward-square-complete', 'RewardSquareOrder'),
  row(304006, 'reward-square-refund', 'RewardSquareOrder'),
  row(304007, 'reward-square-evaluate', 'RewardSquareOrder'),
  row(304008, 'reward-square-remind', 'RewardSquareOrder'),
  row(304009, 'reward-square-service', 'RewardSquareOrder'),

  // "Further push commands exist; their numbers are not shown": 490001 upward is the project's own range for those that it needs.
  row(490001, 'song-order', 'SongOrder'),
  row(490002, 'live-status', 'LiveStatus'),
] as const;

export type AnyRow = (typeof ROWS)[number];
export type MessageName = AnyRow['name'];
type MessageOf<R> = R extends Row<infer N, infer S> ? { readonly name: N; readonly body: BodyOf<S> } : never;
/** `{ name: 'chat', body: Chat }` and so on: narrows a message by its name. */
export type Message = MessageOf<AnyRow>;
export type BodyOfMessage<N extends MessageName> = Extract<Message, { readonly name: N }>['body'];

const BY_ID: ReadonlyMap<number, AnyRow> = new Map(ROWS.map((row) => [row.id, row]));

export const rowOf = (id: number): AnyRow | undefined => BY_ID.get(id);

export const decodeBody = (schema: SchemaName, bytes: Uint8Array): object => received[schema].decode(bytes);
