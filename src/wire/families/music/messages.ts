import { LIST_BYTES, rowsOf } from '../../message-row.ts';

const row = rowsOf('music');

/** Music PK, music guess, song ordering. */
export const MUSIC_ROWS = [
  row(401601, 'music-pk-status', 'MusicPkStatus', 'state', { maxBytes: LIST_BYTES, key: 'pkId' }),
  row(401602, 'music-pk-rounds', 'MusicPkRounds', 'state', { maxBytes: LIST_BYTES, key: 'pkId' }),
  row(401603, 'music-pk-end-info', 'MusicPkEndInfo', 'state', { maxBytes: LIST_BYTES, key: 'pkId' }),
  row(401604, 'music-pk-public-chat', 'MusicPkPublicChat', 'chat'),
  row(401605, 'music-pk-result', 'MusicPkResult', 'state', { maxBytes: LIST_BYTES, key: ['pkId', 'round'] }),
  row(401606, 'music-pk-match', 'MusicPkMatch', 'state', { key: 'pkId' }),
  row(401607, 'music-pk-exclude-error', 'MusicPkExcludeError', 'state', { key: ['pkId', 'questionId'] }),
  row(401608, 'music-pk-help-reborn', 'MusicPkHelpReborn', 'effect'),
  row(401609, 'music-pk-remind-answer', 'MusicPkRemindAnswer', 'effect'),
  row(401610, 'music-pk-use-kit', 'MusicPkUseKit', 'effect'),
  row(401611, 'music-pk-kit-add', 'MusicPkKitAdd', 'effect'),
  row(401612, 'music-pk-send-call', 'MusicPkSendCall', 'effect'),
  row(401613, 'music-pk-tips', 'MusicPkTips', 'effect'),
  row(401614, 'music-pk-common-tips', 'MusicPkTips', 'effect'),
  row(401615, 'music-star-game-status', 'MusicStarGameStatus', 'state', { key: ['starId', 'gameId'] }),
  row(401616, 'music-pk-all-station', 'MusicPkTips', 'effect'),
  row(401617, 'music-pk-room', 'MusicPkTips', 'effect'),
  // Eighteen numbers, seventeen descriptions: the last number is assumed to be the status of a music guess.
  row(401618, 'music-guess-status', 'MusicGuessStatus', 'state', { maxBytes: LIST_BYTES, key: 'guessId' }),
  row(400801, 'real-sing-log', 'RealSingLog', 'state', { key: 'songId' }),
  // The project's own numbers, see core-messages.ts.
  row(490001, 'song-order', 'SongOrder', 'state', { key: 'orderId' }),
  row(490003, 'song-order-list', 'SongOrderList', 'state', { maxBytes: LIST_BYTES, key: 'roomId' }),
] as const;
