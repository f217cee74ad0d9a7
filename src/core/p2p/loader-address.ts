/**
 * A loader of shared streams is script of the page, and its address comes with the stream's: an attacker who controls a response of the
 * live service could run a script. So only the page's own origin and those of the deployment's setting are imported from; `data:` and
 * `blob:` addresses have the origin `null`.
 */
export const isAllowedLoader = (origin: string, pageOrigin: string, allowed: readonly string[]): boolean =>
  origin !== 'null' && (origin === pageOrigin || allowed.includes(origin));
