import type { ChatRow } from '../view.ts';

/** True for rows that a flood may drop or delay: not the viewer's own, not the star's, and none that mentions the viewer. */
export const isChatOfOthers = (row: ChatRow): boolean => !row.isMe && !row.isStar && row.mentionsMe !== true;
