import { readChannels, type Channels } from './room/refer.ts';
import { readPlace, readSetting } from './service-places.ts';

/**
 * Where the calls of document 1 section 7 and document 2 section 7 go. The documents name the services but not their hosts, so hosts are
 * a setting of the deployment: index.html carries them as JSON (`<script type="application/json" id="services">`). Same-origin by default.
 */
export interface Services {
  /** {secure service}: ad/query, client version, fan-club switch. */
  readonly secure: string;
  /** {backup service}: lead-in list, socket scheduler, singer duration. */
  readonly backup: string;
  /** {game host}: enter, heartbeat and business-config reports. */
  readonly game: string;
  /** Live info and stream addresses (the page function of document 1, section 7). */
  readonly live: string;
  /** Stats reporter and logging service. */
  readonly log: string;
  /** Pages that stand in frames: activities, mini-apps, the club. */
  readonly frames: string;
  /** Domains, and whole origins besides, whose pages may be framed and speak to the room; checked where frames are (core/frames/domains.ts). */
  readonly frameDomains: unknown;
  /** Path of the fan-club switch below `secure`: the document names it as a hash of the deployment. */
  readonly fandomSwitchPath: string;
  /** Used when dispatch says so (document 2, section 8): the fallback local address list. */
  readonly socketFallback: readonly { readonly host: string; readonly protocol: 'ws' | 'wss' }[];
  /** Origins from which a loader of shared streams may be imported (`enableP2PArr`), besides the page's own: it runs as script of the page. */
  readonly loaderOrigins: readonly string[];
  /** Traffic channels (document 1, section 2: `refer`). */
  readonly channels: Channels;
}

const FANDOM_SWITCH_PATH = '/fandom/switch';
const MAX_FALLBACKS = 8;
const MAX_LOADER_ORIGINS = 16;
/**
 * Reads the page's setting; a place that is missing or no address is the page's own origin. `origin` is `https://host`: workers of a
 * library may run from a blob: address, where a path alone means nothing.
 */
export function readServices(text: string, origin: string): { readonly services: Services; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const given = readSetting(text, problems);
  const place = (name: 'secure' | 'backup' | 'game' | 'live' | 'log' | 'frames', byDefault?: string): string =>
    readPlace(given, name, origin, problems, byDefault);
  const fallback: unknown = given['socketFallback'];
  const socketFallback = (Array.isArray(fallback) ? fallback : []).slice(0, MAX_FALLBACKS).flatMap((entry: unknown) => {
    const { host, protocol } = typeof entry === 'object' && entry !== null ? (entry as { host?: unknown; protocol?: unknown }) : {};
    if (typeof host === 'string' && /^[\w.:[\]/-]+$/.test(host) && (protocol === 'ws' || protocol === 'wss'))
      return [{ host, protocol } as const];
    problems.push('services.socketFallback: no address');
    return [];
  });
  const fandomSwitchPath = given['fandomSwitchPath'] ?? FANDOM_SWITCH_PATH;
  const isPath = typeof fandomSwitchPath === 'string' && /^\/[\w./-]{1,255}$/.test(fandomSwitchPath);
  if (!isPath) problems.push('services.fandomSwitchPath: no path');
  const origins: unknown = given['loaderOrigins'];
  const loaderOrigins = (Array.isArray(origins) ? origins : []).slice(0, MAX_LOADER_ORIGINS).filter((entry: unknown): entry is string => {
    const isOrigin = typeof entry === 'string' && /^https?:\/\/[\w.:[\]-]{1,255}$/.test(entry);
    if (!isOrigin) problems.push('services.loaderOrigins: no origin');
    return isOrigin;
  });
  return {
    services: {
      secure: place('secure'),
      backup: place('backup'),
      game: place('game'),
      live: place('live'),
      log: place('log'),
      frames: place('frames', '/frames'),
      frameDomains: given['frameDomains'],
      fandomSwitchPath: isPath ? fandomSwitchPath : FANDOM_SWITCH_PATH,
      socketFallback,
      loaderOrigins,
      channels: readChannels(given['channels'], problems),
    },
    problems,
  };
}
