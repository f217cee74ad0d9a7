/** MSW handlers of the mocked HTTP calls, answered from recordings. Calls without a recording are errors. */
import { http, HttpResponse, ws, type HttpHandler, type WebSocketHandler } from 'msw';
import type { Services } from '../../src/core/services.ts';
import { publishExchange, readPublishCall } from '../sessions/broadcasts.ts';
import { readFeatureRequest, type FeatureRequest } from '../sessions/course-calls.ts';
import type { CourseAnswer } from '../sessions/course.ts';
import type { HttpExchange, HttpRecording } from '../recordings/recording.ts';
import { createFeatureServices, type ServicesDeps } from './feature-services.ts';
import type { LiveSwitch } from '../media/live-switch.ts';
import { answerHttp, exchangeOf, OPEN_HEADERS, type HttpAsk } from '../recordings/replay.ts';
import { SEED } from '../scenarios.ts';
import { webRtcHandlers, type WebRtcDeps } from '../media/webrtc.ts';

export interface HandlerDeps extends WebRtcDeps {
  readonly services: Services;
  readonly recordings: readonly HttpRecording[];
  readonly scenario: string;
  isLoggedIn(): boolean;
  /** Sends a feature's call to the shared scripted sessions. */
  featureCall(call: FeatureRequest): Promise<CourseAnswer>;
  readonly gifts: ServicesDeps;
  readonly live: LiveSwitch;
  onUnknown(what: string): void;
}

const PLACES = ['secure', 'backup', 'game', 'live', 'log'] as const;

/** Converts a request to one of the services into the form `{live}/room/1001/info`; null for other requests. */
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

/** The tracker of shared streams is a real one beside the page's server (mocks/origin/tracker.ts): its connections are passed through. */
const TRACKER = /^wss?:\/\/127\.0\.0\.1:\d+\/?$/;

export function createHandlers(deps: HandlerDeps): readonly (HttpHandler | WebSocketHandler)[] {
  const used = new Map<HttpExchange, number>();
  const roots = PLACES.map((place) => deps.services[place]);
  const gifts = createFeatureServices(deps.gifts);
  const reply = async ({ request }: { readonly request: Request }): Promise<Response> => {
    const ask = askOf(deps.services, request.method, request.url);
    const places = {
      origin: location.origin,
      scenario: deps.scenario,
      isLoggedIn: deps.isLoggedIn(),
      nowS: Math.floor(Date.now() / 1000),
    };
    const text = ask === null ? '' : await request.clone().text();
    const call = ask === null ? null : readFeatureRequest(ask.method, ask.path, text);
    const publish = ask === null ? null : readPublishCall(ask.method, ask.path, text);
    const published = ask === null || publish === null ? null : publishExchange(ask.method, ask.path);
    // A feature's answer is handled like a recorded one, so that the same faults apply.
    const bought = ask === null ? null : await gifts.answer(ask, request);
    const recordings =
      bought !== null
        ? [{ exchanges: [bought] }]
        : call === null || ask === null
          ? [...deps.recordings, { exchanges: published === null ? [] : [published] }]
          : [exchangeOf(ask.path, await deps.featureCall(call))];
    const answer = ask === null ? ({ name: 'unknown' } as const) : answerHttp(recordings, ask, used, places, deps.faults(), SEED);
    if (answer.name === 'unknown') {
      deps.onUnknown(`${request.method} ${request.url}`);
      return HttpResponse.error();
    }
    if (answer.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
    if (answer.name === 'refused') return HttpResponse.error();
    if (call === null) used.set(answer.exchange, (used.get(answer.exchange) ?? 0) + 1);
    const origin = request.headers.get('origin');
    // A response to a request with credentials must not contain `*`.
    const open = origin === null ? {} : { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
    const answered = publish !== null && answer.exchange === published ? JSON.stringify(deps.broadcasts.answer(publish)) : answer.body;
    const body =
      typeof answered === 'string' && ask !== null ? deps.broadcasts.apply(ask.path, deps.live.apply(ask.path, answered)) : answered;
    return new HttpResponse(body, { status: answer.status, headers: { ...OPEN_HEADERS, ...answer.headers, ...open } });
  };
  const tracker = ws.link(TRACKER).addEventListener('connection', ({ server }) => server.connect());
  return [...webRtcHandlers(deps), tracker, ...roots.map((root) => http.all(`${root}/*`, reply))];
}
