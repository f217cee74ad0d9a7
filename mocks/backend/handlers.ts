/** MSW handlers of the mocked HTTP calls. Calls without a recording are errors. */
import { http, HttpResponse, ws, type HttpHandler, type WebSocketHandler } from 'msw';
import { readLanguage } from '../../src/design/language.ts';
import type { Services } from '../../src/core/services.ts';
import { inEnglish } from '../recordings/english.ts';
import type { HttpCall } from '../recordings/replay.ts';
import { createCalls, openHeaders, type CallsDeps } from './calls.ts';
import { createRtc, type RtcDeps } from './rtc.ts';

export interface HandlerDeps extends CallsDeps, RtcDeps {
  readonly services: CallsDeps['services'];
  readonly addresses: Services;
  userId(): number;
  onUnknown(what: string): void;
}

const PLACES = ['secure', 'backup', 'game', 'live', 'log'] as const;

/** Converts a request to one of the services into the form `{live}/room/1001/info`; null for other requests. */
export function callOf(services: Services, method: string, href: string): HttpCall | null {
  const url = new URL(href);
  const address = `${url.origin}${url.pathname}`;
  for (const place of PLACES) {
    if (address.startsWith(`${services[place]}/`)) {
      return { method, path: `{${place}}${address.slice(services[place].length)}`, query: Object.fromEntries(url.searchParams) };
    }
  }
  return null;
}

/** The tracker of shared streams is a real one beside the page's server (mocks/origin/tracker.ts): its connections are passed through. */
const TRACKER = /^wss?:\/\/127\.0\.0\.1:\d+\/?$/;

/** JSON in the language of the page; other answers are unchanged. */
async function inLanguage(answer: Response): Promise<Response> {
  const type = answer.headers.get('content-type') ?? '';
  if (readLanguage() !== 'en' || !type.startsWith('application/json')) return answer;
  const text = await answer.text();
  let shown = text;
  try {
    shown = JSON.stringify(inEnglish(JSON.parse(text)));
  } catch {
    // Damaged by a fault.
  }
  return new HttpResponse(shown, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
}

export function createHandlers(deps: HandlerDeps): readonly (HttpHandler | WebSocketHandler)[] {
  const answerCall = createCalls(deps);
  const answerRtc = createRtc(deps);
  const reply = async ({ request }: { readonly request: Request }): Promise<Response> => {
    const call = callOf(deps.addresses, request.method, request.url);
    const body = await request.clone().text();
    const answer = call === null ? null : await answerCall({ ...call, body, userId: deps.userId(), origin: location.origin });
    if (answer === null) {
      deps.onUnknown(`${request.method} ${request.url}`);
      return HttpResponse.error();
    }
    const shown = await inLanguage(answer);
    for (const [name, value] of Object.entries(openHeaders(request.headers.get('origin')))) {
      if (shown.type !== 'error') shown.headers.set(name, value);
    }
    return shown;
  };
  const tracker = ws.link(TRACKER).addEventListener('connection', ({ server }) => server.connect());
  return [
    http.all('*/rtc/*', ({ request }) => answerRtc(request.method, new URL(request.url), () => request.text())),
    tracker,
    ...PLACES.map((place) => http.all(`${deps.addresses[place]}/*`, reply)),
  ];
}
