import { countOf } from '../../counts.ts';

/** User id of the sender of a line; 0 for none. A server may send it in `userid` alone. */
export const senderOf = ({ senderid, userid }: { readonly senderid: number; readonly userid: number }): number =>
  countOf(senderid) || countOf(userid);
