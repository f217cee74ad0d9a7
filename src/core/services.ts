import { readChannels, type Channels } from './room/start/refer.ts';
import { readPlace, readSetting } from './service-places.ts';

/**
 * Base addresses of the specified services. The specification gives no hosts, so they are a setting of the deployment: index.html contains
 * them as JSON (`<script type="application/json" id="services">`). Same-origin by default.
 */
export interface Services {
  /** {secure service}: ad/query, client version, fan-club switch. */
  readonly secure: string;
  /** {backup service}: lead-in list, socket scheduler, singer duration. */
  readonly backup: string;
  /** {game host}: enter, heartbeat and business-config reports. */
  readonly game: string;
  /** Live info and stream addresses. */
  readonly live: string;
  /** Stats reporter and logging service. */
  readonly log: string;
  /** Pages shown in frames: activities, mini-apps, the club. */
  readonly frames: string;
  /** Domains, and additional whole origins, whose pages may be framed and may use the bridge; validated by core/frames/domains.ts. */
  readonly frameDomains: unknown;
  /** S34: path of the fan-club switch below `secure`, specified as a hash that depends on the deployment. */
  readonly fandomSwitchPath: string;
  /** S1: the fallback list of local addresses. */
  readonly socketFallback: readonly { readonly host: string; readonly protocol: 'ws' | 'wss' }[];
  /**
   * Origins from which a loader of shared streams may be imported (`enableP2PArr`), in addition to the page's own: the loader runs as a
   * script of the page.
   */
  readonly loaderOrigins: readonly string[];
  /**
   * Whether `src=` and `config=` of the page's address apply (debug=1): a link could otherwise show a stranger's stream as the star's. Always
   * true in the offline build.
   */
  readonly addressOverrides: boolean;
  /** Address for violations of the content policy; '' for none. The build writes it into the headers (scripts/build/headers.ts). */
  readonly policyReports: string;
  /** P2: traffic channels by `refer`. */
  readonly channels: Channels;
}

const FANDOM_SWITCH_PATH = '/fandom/switch';
const MAX_FALLBACKS = 8;
const MAX_LOADER_ORIGINS = 16;
/**
 * Reads the page's setting; a missing or invalid base address becomes the page's own origin. `origin` is `https://host`, because workers of
 * a library may run from a blob: address, where a path alone cannot be resolved.
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
  if (![undefined, true, false].includes(given['addressOverrides'] as boolean | undefined))
    problems.push('services.addressOverrides: not true or false');
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
      addressOverrides: given['addressOverrides'] === true,
      policyReports: given['policyReports'] === undefined ? '' : readPlace(given, 'policyReports', origin, problems, ''),
      channels: readChannels(given['channels'], problems),
    },
    problems,
  };
}
