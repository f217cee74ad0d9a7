import { viewerPath } from './route.ts';

/** A longer address is no link; in characters. */
const MAX_LINK_CHARS = 2_048;

/**
 * Where a message of the room leads: to the room that it speaks of, else to its own address; '' for nowhere. Only http and https, and no
 * address with a name and a password in it: it looks like another host than it is.
 */
export function messageLink(roomId: number, link: string, hereId: number): string {
  if (Number.isSafeInteger(roomId) && roomId > 0 && roomId !== hereId) return viewerPath(roomId);
  return link.length <= MAX_LINK_CHARS && WEB_ADDRESS.test(link) ? link : '';
}

/** Behind the host comes the end, a path, a query or a fragment: no `@`, and no backslash that a browser would read as a slash. */
const WEB_ADDRESS = /^https?:\/\/[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?(?::\d{1,5})?(?:[/?#][^\s\\]*)?$/i;

/** The address of a picture or a sound of a message: of another host or a path of the own one; '' for anything else. */
export const mediaLink = (url: string | undefined): string => (url !== undefined && MEDIA_ADDRESS.test(url) ? url : '');

const MEDIA_ADDRESS = /^(?:https?:\/\/|\/(?!\/))[^\s"'<>\\]{1,2000}$/;
