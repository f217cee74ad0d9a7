import { LIST_BYTES, rowsOf } from '../../message-row.ts';

const row = rowsOf('pk');

/** PK of two, multi-team PK and clan PK. */
export const PK_ROWS = [
  row(302607, 'clan-pk-quick-message', 'ClanPkQuickMessage', 'chat'),
  row(400701, 'multi-pk-round', 'MultiPkRound', 'state', { maxBytes: LIST_BYTES, key: 'pkId' }),
  row(400702, 'multi-pk-lose-to-win', 'MultiPkLoseToWin', 'effect'),
  row(400703, 'multi-pk-team-query', 'MultiPkTeamQuery', 'state', { maxBytes: LIST_BYTES, key: 'pkId' }),
  // The project's own number, see core-messages.ts: the specification names PK as one of the "further push commands" without a number.
  row(490004, 'battle', 'Battle', 'state', { maxBytes: LIST_BYTES, key: 'pkId' }),
  row(401101, 'clan-pk-promotion', 'ClanPkPromotion', 'state', { key: ['pkId', 'clanId'] }),
] as const;
