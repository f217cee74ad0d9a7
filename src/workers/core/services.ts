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
  /** Used when dispatch says so (document 2, section 8): the fallback local address list. */
  readonly socketFallback: readonly { readonly host: string; readonly protocol: 'ws' | 'wss' }[];
}

const PLACES = ['secure', 'backup', 'game', 'live', 'log'] as const;
const MAX_FALLBACKS = 8;

/**
 * Reads the page's setting; a place that is missing or no address is the page's own origin. `origin` is `https://host`: workers of a
 * library may run from a blob: address, where a path alone means nothing.
 */
export function readServices(text: string, origin: string): { readonly services: Services; readonly problems: readonly string[] } {
  const problems: string[] = [];
  let given: Readonly<Record<string, unknown>> = {};
  try {
    const parsed: unknown = text.trim() === '' ? {} : JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) given = parsed as Readonly<Record<string, unknown>>;
    else problems.push('services: no object');
  } catch {
    problems.push('services: not JSON');
  }
  const place = (name: (typeof PLACES)[number]): string => {
    const value = given[name];
    if (value === undefined) return `${origin}/svc/${name}`;
    if (typeof value === 'string' && /^https?:\/\/[^\s]+$/.test(value)) return value.replace(/\/+$/, '');
    if (typeof value === 'string' && /^\/(?!\/)[^\s]*$/.test(value)) return `${origin}${value}`.replace(/\/+$/, '');
    problems.push(`services.${name}: no address`);
    return `${origin}/svc/${name}`;
  };
  const fallback: unknown = given['socketFallback'];
  const socketFallback = (Array.isArray(fallback) ? fallback : []).slice(0, MAX_FALLBACKS).flatMap((entry: unknown) => {
    const { host, protocol } = typeof entry === 'object' && entry !== null ? (entry as { host?: unknown; protocol?: unknown }) : {};
    if (typeof host === 'string' && /^[\w.:[\]/-]+$/.test(host) && (protocol === 'ws' || protocol === 'wss'))
      return [{ host, protocol } as const];
    problems.push('services.socketFallback: no address');
    return [];
  });
  return {
    services: {
      secure: place('secure'),
      backup: place('backup'),
      game: place('game'),
      live: place('live'),
      log: place('log'),
      socketFallback,
    },
    problems,
  };
}
