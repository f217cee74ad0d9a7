/** P2: maps `refer` to a traffic channel. */
const DEFAULT_CHANNEL = 2199;
/** Channel of a visitor from a buying audience. */
const BUYING_AUDIENCE_CHANNEL = 1201;

/**
 * P2: about 20 entries. Four of them are the specification's: 6, 7, 8 and 17. It shows no others, and not how a visitor of a buying audience is
 * recognized: the other rows are the project's, by the kind of place that links to the room, and `channels` of the services setting
 * replaces any of them.
 */
export interface Channels {
  readonly ofRefer: Readonly<Record<string, number>>;
  /** Values of `sourceFrom` that identify a visitor of a buying audience. */
  readonly buyingAudience: readonly string[];
}

export const DEFAULT_CHANNELS: Channels = {
  ofRefer: {
    // Pages of the site: home page, category, ranking, search, recommendations beside a room, the list of followed stars.
    1: 2101,
    2: 2102,
    3: 2103,
    4: 2104,
    5: 2105,
    9: 2106,
    // The specification's.
    6: 206,
    7: 302,
    8: 301,
    17: 201,
    // Programs of the same house: music player, its song pages, its desktop pop-up, mobile pages, an app, a lyrics window.
    10: 303,
    11: 304,
    12: 305,
    13: 306,
    14: 307,
    15: 308,
    // Visitors of an advertisement, whose entries are shown (S22): a picture on another site, and a search result.
    18: 2404,
    19: 2405,
    // A shared link, and an activity page.
    20: 2501,
    21: 2502,
  },
  buyingAudience: [],
};

const MAX_REFERS = 64;
const MAX_CHANNEL = 999_999;
const MAX_SOURCE_CHARS = 64;

/**
 * The buying-audience channel takes precedence over `refer`; a `refer` that is not in the table, or not a number, gives the default
 * channel.
 */
export function channelOf(refer: string, sourceFrom: string, channels: Channels): number {
  if (sourceFrom !== '' && channels.buyingAudience.includes(sourceFrom)) return BUYING_AUDIENCE_CHANNEL;
  if (!/^\d{1,6}$/.test(refer)) return DEFAULT_CHANNEL;
  return channels.ofRefer[String(Number(refer))] ?? DEFAULT_CHANNEL;
}

/** The deployment's table: the rows above apply unless the table overrides them. An invalid row is reported and skipped. */
export function readChannels(given: unknown, problems: string[]): Channels {
  if (given === undefined) return DEFAULT_CHANNELS;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    problems.push('services.channels: no object');
    return DEFAULT_CHANNELS;
  }
  const { ofRefer = {}, buyingAudience = [] } = given as { readonly ofRefer?: unknown; readonly buyingAudience?: unknown };
  const rows = typeof ofRefer === 'object' && ofRefer !== null ? Object.entries(ofRefer).slice(0, MAX_REFERS) : [];
  const good = rows.filter(([refer, channel]: [string, unknown]) => {
    const isGood = /^[1-9]\d{0,5}$/.test(refer) && Number.isInteger(channel) && Number(channel) > 0 && Number(channel) <= MAX_CHANNEL;
    if (!isGood) problems.push(`services.channels.ofRefer: ${refer.slice(0, 20)}`);
    return isGood;
  }) as [string, number][];
  const sources: readonly unknown[] = Array.isArray(buyingAudience) ? buyingAudience.slice(0, MAX_REFERS) : [];
  const isSource = (source: unknown): source is string => typeof source === 'string' && source !== '' && source.length <= MAX_SOURCE_CHARS;
  if (!Array.isArray(buyingAudience) || !sources.every(isSource)) problems.push('services.channels.buyingAudience: no texts');
  return { ofRefer: { ...DEFAULT_CHANNELS.ofRefer, ...Object.fromEntries(good) }, buyingAudience: sources.filter(isSource) };
}

/** P2: client types. */
const CLIENT_TYPE = { web: 7, embed: 8, lenovo: 43 } as const;

export function clientTypeOf({ isEmbed, isLenovo }: { readonly isEmbed: boolean; readonly isLenovo: boolean }): number {
  if (isLenovo) return CLIENT_TYPE.lenovo;
  return isEmbed ? CLIENT_TYPE.embed : CLIENT_TYPE.web;
}
