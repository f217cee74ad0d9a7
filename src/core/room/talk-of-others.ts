import type { ChatRow } from './view.ts';

/** What a flood may leave out or keep waiting: not the viewer's own lines, not the star's, and none that calls the viewer. */
export const isTalkOfOthers = (row: ChatRow): boolean => !row.isMe && !row.isStar && row.mentionsMe !== true;
