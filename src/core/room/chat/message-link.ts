import { isAddress, withProtocol } from '../../../player/base/answer-fields.ts';
import { viewerPath } from '../start/route.ts';

/** Longer addresses are ignored; characters. */
const MAX_LINK_CHARS = 2_048;

/**
 * Link target of a message: the room it names, else its own address; '' for none. Accepts only http and https, and no address with user
 * info, because that looks like another host. `addressOf`: `addressOfRoom` of the feature's context.
 */
export function messageLink(roomId: number, link: string, hereId: number, addressOf: (roomId: number) => string = viewerPath): string {
  if (Number.isSafeInteger(roomId) && roomId > 0 && roomId !== hereId) return addressOf(roomId);
  // With its protocol, because an address that begins with a slash is one of a room.
  const absolute = withProtocol(link);
  return absolute.length <= MAX_LINK_CHARS && WEB_ADDRESS.test(absolute) ? absolute : '';
}

/** After the host only the end, a path, a query or a fragment is accepted: no `@`, and no backslash, which browsers treat as a slash. */
const WEB_ADDRESS = /^https?:\/\/[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?(?::\d{1,5})?(?:[/?#][^\s\\]*)?$/i;

/** Address of a picture or sound in a message; '' for anything else. */
export const mediaLink = (url: string | undefined): string => (url !== undefined && isAddress(url) ? url : '');
