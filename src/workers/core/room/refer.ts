/**
 * refer -> channel (document 1, sections 2 and 9). The document says that there are about 20 entries and shows four of them
 * (6, 7, 8 and 17); the others are ours and meant to be replaced by the deployment's.
 */
export const DEFAULT_CHANNEL = 2199;
/** A visitor who was bought as audience; `sourceFrom` says so. */
export const BOUGHT_AUDIENCE_CHANNEL = 1201;

export const CHANNEL_OF_REFER: Readonly<Record<number, number>> = {
  1: 101,
  2: 102,
  3: 103,
  4: 204,
  5: 205,
  6: 206,
  7: 302,
  8: 301,
  9: 303,
  10: 304,
  11: 305,
  12: 306,
  13: 401,
  14: 402,
  15: 403,
  16: 404,
  17: 201,
  18: 202,
  19: 203,
  20: BOUGHT_AUDIENCE_CHANNEL,
};

/** A refer that is not in the table, or is no number, gives the default channel. */
export function channelOf(refer: string): number {
  if (!/^\d{1,6}$/.test(refer)) return DEFAULT_CHANNEL;
  return CHANNEL_OF_REFER[Number(refer)] ?? DEFAULT_CHANNEL;
}

/** Client types of document 1, section 9. */
export const CLIENT_TYPE = { web: 7, embed: 8, lenovo: 43 } as const;

export function clientTypeOf({ isEmbed, isLenovo }: { readonly isEmbed: boolean; readonly isLenovo: boolean }): number {
  if (isLenovo) return CLIENT_TYPE.lenovo;
  return isEmbed ? CLIENT_TYPE.embed : CLIENT_TYPE.web;
}
