import type { ChatRow } from './view.ts';

/** S35: a privilege of star-diamond users: their name is hidden wherever names are shown. */
export const MYSTIC_NAME = '神秘嘉宾';

/** Name, number, level and badges would each identify the viewer. The author still sees the line marked as their own. */
export function hideMystic({ bubble: _bubble, ...row }: ChatRow): ChatRow {
  return { ...row, name: MYSTIC_NAME, userId: 0, richLevel: 0, badges: [], isMystic: true };
}
