/** S30: origins whose messages a frame's bridge accepts. Pure: the origin is a string as in a message event. */
import { firstRule, reasonsOf, type Rule } from '../../player/base/machine.ts';

export interface OriginPolicy {
  /** Domains of the deployment: the main site, a music service, a partner. Matches these hosts and all their subdomains, by https. */
  readonly domains: readonly string[];
  /** Additional whole origins, with scheme and port. */
  readonly extra: readonly string[];
  /** The origin of the page itself. */
  readonly own: string;
}

interface Facts {
  readonly text: string;
  readonly parsed: Parsed | null;
  readonly policy: OriginPolicy;
}
interface Parsed {
  readonly scheme: 'http' | 'https';
  /** Lower case, without port. */
  readonly host: string;
  readonly port: string;
}

const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

const isLocal = (parsed: Parsed | null): boolean => parsed !== null && LOCAL_HOSTS.includes(parsed.host);

function parse(origin: string): Parsed | null {
  const [, scheme, host, port = ''] = ORIGIN.exec(origin) ?? [];
  return host === undefined || host.includes('..') ? null : { scheme: scheme === 'https' ? 'https' : 'http', host, port };
}

const RULES = [
  { why: 'opaque', isAllowed: false, when: ({ text }) => text === 'null' || text === '' },
  { why: 'not an origin of the web', isAllowed: false, when: ({ parsed }) => parsed === null },
  { why: 'the page itself', isAllowed: true, when: ({ text, policy }) => text === policy.own },
  { why: 'in the extra list', isAllowed: true, when: ({ text, policy }) => policy.extra.includes(text) },
  {
    why: 'localhost of a room on localhost',
    isAllowed: true,
    when: ({ parsed, policy }) => isLocal(parsed) && isLocal(parse(policy.own)),
  },
  { why: 'not by https', isAllowed: false, when: ({ parsed }) => parsed?.scheme !== 'https' },
  { why: 'a port of its own', isAllowed: false, when: ({ parsed }) => parsed?.port !== '' },
  {
    why: 'an allowed domain',
    isAllowed: true,
    when: ({ parsed, policy }) => policy.domains.some((domain) => isBelow(parsed?.host ?? '', domain)),
  },
  { why: 'foreign', isAllowed: false, when: () => true },
] as const satisfies readonly (Rule<Facts> & { readonly isAllowed: boolean })[];

export type OriginWhy = (typeof RULES)[number]['why'];
export const ORIGIN_REASONS: readonly OriginWhy[] = reasonsOf(RULES);

export function decideOrigin(origin: string, policy: OriginPolicy): { readonly isAllowed: boolean; readonly why: OriginWhy } {
  const { isAllowed, why } = firstRule<Facts, (typeof RULES)[number]>(RULES, { text: origin, parsed: parse(origin), policy });
  return { isAllowed, why };
}

/** The match begins at a dot: `evilsite.test` is not a subdomain of `site.test`. */
const isBelow = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/** The origin of an address as browsers write it; '' if it has none. */
export function originOf(url: string): string {
  const [, scheme = '', host = '', port] = /^(https?):\/\/([^/?#@\\\s:]+|\[[0-9a-fA-F:.]+\])(?::(\d{1,5}))?(?:[/?#]|$)/i.exec(url) ?? [];
  if (scheme === '') return '';
  const isDefaultPort = port === undefined || (scheme.toLowerCase() === 'https' ? port === '443' : port === '80');
  return `${scheme.toLowerCase()}://${host.toLowerCase()}${isDefaultPort ? '' : `:${port}`}`;
}

/** An origin as browsers write it: scheme, host, port unless it is the default. No path, user or space. */
const ORIGIN = /^(https?):\/\/([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::(\d{1,5}))?$/;

const DOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9][a-z0-9-]{0,62})+$/;
const MAX_DOMAINS = 32;

/** Reads the deployment's list of domains whose pages may be framed; a bad entry is reported and the others are kept. */
export function readDomains(value: unknown): {
  readonly domains: readonly string[];
  readonly extra: readonly string[];
  readonly problems: readonly string[];
} {
  if (value === undefined) return { domains: [], extra: [], problems: [] };
  if (!Array.isArray(value)) return { domains: [], extra: [], problems: ['frameDomains: no list'] };
  const texts = (value as readonly unknown[]).slice(0, MAX_DOMAINS).map((entry) => (typeof entry === 'string' ? entry.toLowerCase() : ''));
  return {
    domains: texts.filter((text) => DOMAIN.test(text)),
    extra: texts.filter((text) => ORIGIN.test(text)),
    problems: texts.flatMap((text, index) => (DOMAIN.test(text) || ORIGIN.test(text) ? [] : [`frameDomains[${index}]: no domain`])),
  };
}
