/**
 * The loader of shared streams is a script that runs in the page, and its address arrives with the stream's address: an attacker who
 * controls a response of the live service could run a script. Therefore it is imported only from the page's own origin and the origins in
 * the deployment's settings; `data:` and `blob:` addresses have the origin `null`.
 * Alone in its file, because the first code of the page needs nothing else of sharing.
 */
export const isAllowedLoader = (origin: string, pageOrigin: string, allowed: readonly string[]): boolean =>
  origin !== 'null' && (origin === pageOrigin || allowed.includes(origin));
