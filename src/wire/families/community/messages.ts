import { LIST_BYTES, rowsOf } from '../../message-row.ts';

const row = rowsOf('community');

/**
 * Red packets, ranks, mic connection, guard and fandom updates. The specification names them as "further push commands" without numbers;
 * all numbers are the project's own, see core-messages.ts. A packet's fields define who may see it, not its number.
 */
export const COMMUNITY_ROWS = [
  row(490030, 'red-packet', 'RedPacket', 'state', { key: 'packetId' }),
  row(490031, 'red-packet-result', 'RedPacketResult', 'state', { maxBytes: LIST_BYTES, key: 'packetId' }),
  row(490032, 'rank-list', 'RankList', 'state', { maxBytes: LIST_BYTES, key: ['kind', 'period'] }),
  row(490033, 'rank-own', 'RankOwn', 'state', { key: ['kind', 'period'] }),
  row(490034, 'mic-link', 'MicLink', 'state', { key: 'roomId' }),
  row(490035, 'mic-request', 'MicRequest', 'own'),
  row(490036, 'guard-update', 'GuardUpdate', 'effect'),
  row(490037, 'medal-update', 'MedalUpdate', 'effect'),
  row(490038, 'fandom-update', 'FandomUpdate', 'state', { key: 'roomId' }),
] as const;
