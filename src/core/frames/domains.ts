/** The deployment's list of domains whose pages may be framed. */

/** An origin as browsers write it: scheme, host, port unless it is the default. No path, user or space. */
export const ORIGIN = /^(https?):\/\/([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::(\d{1,5}))?$/;

const DOMAIN = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9][a-z0-9-]{0,62})+$/;
const MAX_DOMAINS = 32;

/** Reads a deployment's list; a bad entry is reported and the others are kept. */
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
