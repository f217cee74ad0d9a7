import { rowsOf } from '../../message-row.ts';

const row = rowsOf('headline');

/** Headline and ceremony. */
export const HEADLINE_ROWS = [
  row(400001, 'ceremony-notice', 'CeremonyGlobalNotice', 'effect'),
  row(400002, 'headline-content', 'HeadlineContent', 'state'),
  row(400003, 'headline-content-next', 'HeadlineContent', 'state'),
  row(400004, 'headline-message', 'HeadlineMessage', 'effect'),
  row(401001, 'ceremony-match-success', 'CeremonyMatch', 'state', { key: 'matchId' }),
  row(401002, 'ceremony-match-failure', 'CeremonyMatch', 'state', { key: 'matchId' }),
] as const;
