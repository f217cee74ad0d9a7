import { readChannels } from './room/start/refer.ts';
import { readPlace, readSetting } from './service-places.ts';

const FANDOM_SWITCH_PATH = '/fandom/switch';
const MAX_FALLBACKS = 8;
const MAX_LOADER_ORIGINS = 16;
/**
 * Base addresses of the specified services. The specification gives no hosts, so they are a setting of the deployment: index.html contains
 * them as JSON (`<script type="application/json" id="services">`). Same-origin by default. A missing or invalid base address becomes the page's own origin. `origin` is `https://host`, because workers of
 * a library may run from a blob: address, where a path alone cannot be resolved.
 */
export function readServices(text: string, origin: string) {
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
      /** {secure service}: ad/query, client version, fan-club switch. */
      secure: place('secure'),
      /** {backup service}: lead-in list, socket scheduler, singer duration. */
      backup: place('backup'),
      /** {game host}: enter, heartbeat and business-config reports. */
      game: place('game'),
      /** Live info and stream addresses. */
      live: place('live'),
      /** Stats reporter and logging service. */
      log: place('log'),
      /** Pages shown in frames: activities, mini-apps, the club. */
      frames: place('frames', '/frames'),
      /** Domains, and additional whole origins, whose pages may be framed and may use the bridge; validated by core/frames/domains.ts. */
      frameDomains: given['frameDomains'],
      /** S34: path of the fan-club switch below `secure`, specified as a hash that depends on the deployment. */
      fandomSwitchPath: isPath ? fandomSwitchPath : FANDOM_SWITCH_PATH,
      /** S1: the fallback list of local addresses. */
      socketFallback,
      /**
       * Origins from which a loader of shared streams may be imported (`enableP2PArr`), in addition to the page's own: the loader runs as a
       * script of the page.
       */
      loaderOrigins,
      /**
       * Whether `src=` and `config=` of the page's address apply (debug=1): a link could otherwise show a stranger's stream as the star's.
       * Always true in the offline build.
       */
      addressOverrides: given['addressOverrides'] === true,
      /** Address for violations of the content policy; '' for none. The build writes it into the headers (scripts/build/headers.ts). */
      policyReports: given['policyReports'] === undefined ? '' : readPlace(given, 'policyReports', origin, problems, ''),
      /** P2: traffic channels by `refer`. */
      channels: readChannels(given['channels'], problems),
    },
    problems,
  };
}

export type Services = Readonly<ReturnType<typeof readServices>['services']>;
