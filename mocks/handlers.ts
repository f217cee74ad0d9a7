/** MSW's side of the mocked HTTP: the calls of the room, answered from recordings. Unknown ones are errors. */
import { http, HttpResponse, type HttpHandler } from 'msw/http';
import type { Services } from '../src/workers/core/services.ts';
import type { Fault } from './faults.ts';
import type { HttpExchange, HttpRecording } from './recording.ts';
import { answerHttp, OPEN_HEADERS, type HttpAsk } from './replay.ts';
import { SEED } from './scenarios.ts';
import { webRtcHandlers } from './webrtc.ts';
import { ws, type WebSocketHandler } from 'msw/ws';

export interface HandlerNeeds {
  readonly services: Services;
  readonly recordings: readonly HttpRecording[];
  readonly scenario: string;
  faults(): readonly Fault[];
  isLoggedIn(): boolean;
  onUnknown(what: string): void;
}

const PLACES = ['secure', 'backup', 'game', 'live', 'log'] as const;

/** `{live}/room/1001/info` of a request to one of the services; null when it is none of them. */
export function askOf(services: Services, method: string, href: string): HttpAsk | null {
  const url = new URL(href);
  const address = `${url.origin}${url.pathname}`;
  for (const place of PLACES) {
    if (address.startsWith(`${services[place]}/`)) {
      return { method, path: `{${place}}${address.slice(services[place].length)}`, query: Object.fromEntries(url.searchParams) };
    }
  }
  return null;
}

/** The tracker of shared streams is a real one, beside the page's server (mocks/origin/tracker.ts): its connections go through. */
const TRACKER = /^wss?:\/\/127\.0\.0\.1:\d+\/?$/;

export function createHandlers(needs: HandlerNeeds): readonly (HttpHandler | WebSocketHandler)[] {
  const used = new Map<HttpExchange, number>();
  const roots = PLACES.map((place) => needs.services[place]);
  const reply = async ({ request }: { readonly request: Request }): Promise<Response> => {
    const ask = askOf(needs.services, request.method, request.url);
    const places = {
      origin: location.origin,
      scenario: needs.scenario,
      isLoggedIn: needs.isLoggedIn(),
      nowS: Math.floor(Date.now() / 1000),
    };
    const answer = ask === null ? ({ at: 'unknown' } as const) : answerHttp(needs.recordings, ask, used, places, needs.faults(), SEED);
    if (answer.at === 'unknown') {
      needs.onUnknown(`${request.method} ${request.url}`);
      return HttpResponse.error();
    }
    if (answer.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
    if (answer.at === 'refused') return HttpResponse.error();
    used.set(answer.exchange, (used.get(answer.exchange) ?? 0) + 1);
    const origin = request.headers.get('origin');
    // A request with credentials may not be answered with `*`.
    const open = origin === null ? {} : { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
    return new HttpResponse(answer.body, { status: answer.status, headers: { ...OPEN_HEADERS, ...answer.headers, ...open } });
  };
  const tracker = ws.link(TRACKER).addEventListener('connection', ({ server }) => server.connect());
  return [...webRtcHandlers(() => needs.faults()), tracker, ...roots.map((root) => http.all(`${root}/*`, reply))];
}
