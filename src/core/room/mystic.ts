import type { ChatRow } from './view.ts';

/** S35: a privilege of star-diamond users: nobody learns who they are, wherever a name stands. */
export const MYSTIC_NAME = '神秘嘉宾';

/** Name, number, portrait, level and badges would each identify the viewer. Whoever wrote it still sees that it is the own line. */
export function hideMystic({ bubble: _bubble, logo: _logo, ...row }: ChatRow): ChatRow {
  return { ...row, name: MYSTIC_NAME, userId: 0, richLevel: 0, badges: [], isMystic: true };
}
