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
