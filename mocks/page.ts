/** The page's side of the mock: starts MSW behind the service worker, sets the stage for the scenario, and gives the panel its control. */
import { setupWorker } from 'msw/browser';
import { done, err, type Result } from '../src/workers/core/result.ts';
import { STORED_KEYS, writeStored } from '../src/workers/core/room/stored.ts';
import { readServices } from '../src/workers/core/services.ts';
import { CHANNEL, SESSION_CACHE, SESSION_PARTS, type ChannelMessage, type MockControl, type MockState } from './control.ts';
import type { Fault } from './faults.ts';
import { askOf, createHandlers } from './handlers.ts';
import { applyConditions } from './page-conditions.ts';
import { createRecorder } from './recorder.ts';
import { MAX_REPORTS, readReports } from './reports.ts';
import { MAX_RECORDING_BYTES, readHttpRecording, readSession, writeSocketLog, type HttpRecording } from './recording.ts';
import { addressOf, DEFAULT_SCENARIO, isScenarioName, SCENARIO_NAMES, SCENARIOS, type ScenarioName } from './scenarios.ts';

/** What a scenario leaves in local storage is gone after so long. */
const STORED_FOR_S = 60;
/** Requests without a recording that the panel lists. */
const MAX_UNKNOWN = 20;

/** Before any worker starts: a worker that was made earlier would not be controlled by the service worker. */
export async function startMock(scenarioName: string): Promise<MockControl> {
  const name: ScenarioName = isScenarioName(scenarioName) ? scenarioName : DEFAULT_SCENARIO;
  if (scenarioName !== '' && scenarioName !== name) console.warn(`no scenario ${scenarioName}: playing ${name}`);
  const scenario = SCENARIOS[name];
  applyConditions(scenario.page);
  for (const [key, value] of Object.entries(scenario.stored))
    localStorage.setItem(STORED_KEYS[key as keyof typeof STORED_KEYS], writeStored(value, STORED_FOR_S, Date.now()));
  for (const [cookie, value] of Object.entries(scenario.cookies)) document.cookie = `${cookie}=${value}; path=/; samesite=lax`;

  const session = await caches.open(SESSION_CACHE);
  const replayed = await session.match(SESSION_PARTS.http);
  const recordings = scenario.isPassThrough
    ? []
    : [
        ...(replayed ? [readHttpRecording(await replayed.text())] : []),
        ...(await Promise.all([...scenario.http, 'rooms'].map(fetchRecording))),
      ].flatMap((read) => (read.ok ? [read.value] : []));

  let state: MockState = {
    scenario: name,
    about: scenario.about,
    faults: [],
    isReplaying: replayed !== undefined,
    recording: null,
    unknown: [],
    reports: [],
  };
  const listeners = new Set<() => void>();
  const update = (changes: Partial<MockState>): void => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };

  const channel = new BroadcastChannel(CHANNEL);
  const tell = (message: ChannelMessage): void => channel.postMessage(message);
  const recorder = createRecorder((progress) => update({ recording: progress }));
  const shareState = (): void => tell({ kind: 'state', faults: state.faults, isRecording: state.recording !== null });
  channel.addEventListener('message', (event: MessageEvent<ChannelMessage>) => {
    if (event.data.kind === 'hello') shareState();
    else if (event.data.kind === 'stream-bytes') recorder.stream(event.data.name, event.data.bytes);
    else if (event.data.kind === 'socket-record') recorder.socket(event.data.direction, event.data.form, event.data.bytes);
  });

  const { services } = readServices(document.getElementById('services')?.textContent ?? '', location.origin);
  const worker = setupWorker(
    ...(scenario.isPassThrough
      ? []
      : createHandlers({
          services,
          recordings,
          scenario: name,
          faults: () => [...state.faults, ...scenario.faults],
          isLoggedIn: () => /(?:^|;\s*)fx_userid=[1-9]/.test(document.cookie),
          onUnknown(what) {
            console.error(`the mock has no recording of ${what}`);
            update({ unknown: [...state.unknown, what].slice(-MAX_UNKNOWN) });
          },
        })),
  );
  for (const type of ['response:mocked', 'response:bypass'] as const) {
    worker.events.on(type, ({ request, response }) => void recorder.http(services, request, response));
  }
  worker.events.on('request:start', ({ request }) => void seeReport(request));
  async function seeReport(request: Request): Promise<void> {
    const place = /^\{log\}\/([\w-]+)$/.exec(askOf(services, request.method, request.url)?.path ?? '')?.[1];
    if (place === undefined) return;
    const body = await request.clone().text();
    const seen = readReports(place, body, Date.now(), (state.reports.at(-1)?.number ?? 0) + 1);
    for (const { type, problems } of seen) if (problems.length > 0) console.error(`a report of type ${type}: ${problems.join('; ')}`);
    update({ reports: [...state.reports, ...seen].slice(-MAX_REPORTS) });
  }
  await worker.start({
    serviceWorker: { url: '/mock-sw.js' },
    quiet: true,
    onUnhandledFrame: scenario.isPassThrough ? 'bypass' : 'error',
  });
  await controlled();

  const control: MockControl = {
    scenarios: SCENARIO_NAMES.map((each) => ({ name: each, about: SCENARIOS[each].about, address: addressOf(each) })),
    get: () => state,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    switchTo(next) {
      location.assign(addressOf(next));
    },
    inject(fault: Fault) {
      update({ faults: [...state.faults, fault] });
      shareState();
    },
    clearFaults() {
      update({ faults: [] });
      shareState();
    },
    push: (message) => tell({ kind: 'push', message }),
    startRecording() {
      recorder.start();
      shareState();
    },
    async stopRecording() {
      const file = await recorder.stop();
      shareState();
      return file;
    },
    replay,
    stopReplay() {
      void caches.delete(SESSION_CACHE).then(() => location.reload());
    },
  };
  // The end-to-end tests read and do what the panel does.
  Reflect.set(window, 'offlineRoom', control);
  return control;
}

async function fetchRecording(name: string): Promise<Result<HttpRecording>> {
  const response = await fetch(`/fixtures/recordings/${name}.json`);
  const read = response.ok ? readHttpRecording(await response.text()) : err('RECORDING_BAD', String(response.status));
  if (!read.ok) console.error(read.error.code, name, read.error.detail);
  return read;
}

/** Requests of the page's own workers pass through the service worker only when it controls the page. */
async function controlled(): Promise<void> {
  const container = navigator.serviceWorker;
  if (container.controller !== null) return;
  await new Promise<void>((resolve) => container.addEventListener('controllerchange', () => resolve(), { once: true }));
}

async function replay(file: Blob): Promise<Result> {
  if (file.size > MAX_RECORDING_BYTES) return err('RECORDING_BAD', `${file.size} bytes`);
  const read = readSession(new Uint8Array(await file.arrayBuffer()));
  if (!read.ok) return read;
  await caches.delete(SESSION_CACHE);
  const session = await caches.open(SESSION_CACHE);
  await session.put(SESSION_PARTS.http, new Response(JSON.stringify(read.value.http)));
  await session.put(SESSION_PARTS.socket, new Response(writeSocketLog(read.value.socket)));
  for (const [name, bytes] of Object.entries(read.value.streams)) await session.put(`${SESSION_PARTS.stream}${name}`, new Response(bytes));
  location.reload();
  return done;
}
