/** The page's side of the mock: starts MSW in the service worker, applies the scenario, and creates the panel's control. */
import { setupWorker } from 'msw/browser';
import PICTURED from './gallery/scenarios.json' with { type: 'json' };
import type { ScenarioLink } from '../src/ui/offline-room.ts';
import { wrap } from 'comlink';
import type { Decision } from '../src/player/base/machine.ts';
import { done, err, ok, type Result } from '../src/core/errors.ts';
import { LOGIN_COOKIES } from '../src/core/room/start/cookies.ts';
import { STORED_KEYS, writeStored } from '../src/core/room/start/stored.ts';
import { readServices } from '../src/core/services.ts';
import type { IconName } from '../src/design/icons/Icon.tsx';
import { FEATURES } from '../src/features/index.ts';
import { readLanguage } from '../src/design/language.ts';
import { readCookie, writeCookie, writeStorage } from '../src/ui/page/page-input.ts';
import {
  setControlOfPage,
  CHANNEL,
  SESSION_CACHE,
  SESSION_PARTS,
  toAll,
  type ChannelMessage,
  type MockControl,
  type MockState,
} from './control.ts';
import type { Fault } from './backend/faults.ts';
import { openBroadcasts } from './media/webrtc.ts';
import { userIdOf } from './backend/calls.ts';
import type { FollowerStore } from './backend/follow.ts';
import { createFeatureServices, placeOf, ALL_ROOMS, withRoomList } from './backend/feature-services.ts';
import { callOf, createHandlers } from './backend/handlers.ts';
import { readLocalJson, writeLocalJson } from './local-json.ts';
import { holdPushes, createRecorder } from './recordings/recorder.ts';
import { applyConditions, createLiveSwitch } from './page-conditions.ts';
import { endpointAt } from './backend/report-schema.ts';
import { MAX_REPORTS, readReports } from './backend/reports.ts';
import {
  MAX_RECORDING_BYTES,
  isSocketLog,
  readHttpRecording,
  readSession,
  sessionOfSocket,
  writeSocketLog,
  type HttpRecording,
} from './recordings/recording.ts';
import { addressOf, DEFAULT_SCENARIO, groupOf, isScenarioName, SCENARIO_NAMES, scenarioOf, type ScenarioName } from './scenarios.ts';
import { pageClock } from '../src/player/page/clock.ts';
import { within } from '../src/player/base/clock.ts';
import type { SessionCommand } from './sessions/session-host.ts';
import { type FeatureRequest, SESSION_CODE, refused, type SessionAnswer } from './sessions/session.ts';
import type { SessionApi } from './sessions/session-worker.ts';

// The page's connection to the scripted sessions, which all tabs share.

const ANSWER_MS = 5_000;

/** Resolves when viewers can join, before the room's workers start. Without a shared worker recordings are played, and calls fail. */
async function connectSessions(roomId: number) {
  const worker =
    'SharedWorker' in globalThis
      ? new SharedWorker(new URL('./sessions/session-worker.ts', import.meta.url), { type: 'module', name: 'footlight-sessions' })
      : null;
  const remote = worker === null ? null : wrap<SessionApi>(worker.port);
  const within5S = <T>(answer: Promise<T> | undefined): Promise<T | null> =>
    within(pageClock, ANSWER_MS, Promise.resolve(answer ?? null), () => null);
  const isReady = (await within5S(remote?.isReady())) ?? false;
  if (worker !== null && !isReady) console.error('the shared worker of the features did not start');
  return {
    /** Never rejects. */
    call: async (call: FeatureRequest): Promise<SessionAnswer> =>
      (isReady ? await within5S<SessionAnswer>(remote?.call(call)) : null) ?? refused(SESSION_CODE.notNow, 'no answer'),
    command: (name: string, command: SessionCommand): void => void remote?.command(roomId, name, command),
    requestStatus: (): void => void remote?.requestStatus(roomId),
  };
}

/** Expiry in seconds of local storage entries set by a scenario. */
const STORED_FOR_S = 60;
/** Maximum number of requests without a recording listed in the panel. */
const MAX_UNKNOWN = 20;

const followersKey = (roomId: number): string => `footlight-mock-followers-${roomId}`;
/** In local storage like the page's own list of followed rooms, which survives a reload. */
const FOLLOWERS: FollowerStore = {
  read(roomId) {
    const stored = readLocalJson(followersKey(roomId));
    return Array.isArray(stored) ? stored.filter((userId) => Number.isSafeInteger(userId)) : [];
  },
  write: (roomId, userIds) => writeLocalJson(followersKey(roomId), userIds),
};

/** Called before any worker starts, because the service worker does not control workers that were created earlier. */
// Long: a start-up in sequence: each step needs the results of the previous ones, and the control at its end uses all of them.
export async function startMock(scenarioName: string): Promise<MockControl> {
  const name: ScenarioName = isScenarioName(scenarioName) ? scenarioName : DEFAULT_SCENARIO;
  if (scenarioName !== '' && scenarioName !== name) console.warn(`no scenario ${scenarioName}: playing ${name}`);
  // The page shows this error (core/room/start/live-info.ts).
  if (!canMock()) throw new Error('the offline room needs HTTPS or localhost: here the browser has no service worker');
  const scenario = scenarioOf(name);
  applyConditions(scenario.page);
  for (const [key, value] of Object.entries(scenario.stored))
    writeStorage('localStorage', STORED_KEYS[key as keyof typeof STORED_KEYS], writeStored(value, STORED_FOR_S, Date.now()));
  const cookies: Readonly<Record<string, string>> = scenario.cookies;
  for (const [cookie, value] of Object.entries(cookies))
    writeCookie(`${cookie}=${cookie === LOGIN_COOKIES.userId ? viewerOf(value) : value}; path=/; samesite=lax`);

  const session = await caches.open(SESSION_CACHE);
  const replayed = await session.match(SESSION_PARTS.http);
  const recordings = scenario.isPassThrough
    ? []
    : [
        ...(replayed ? [readHttpRecording(await replayed.text())] : []),
        ...(await fetchRecordings([...scenario.http, ALL_ROOMS], scenarioName === '')),
      ].flatMap((read) => (read.ok ? [read.value] : []));

  let state: MockState = {
    scenario: name,
    about: scenario.about,
    faults: [],
    isReplaying: replayed !== undefined,
    recording: null,
    unknown: [],
    reports: [],
    sessions: [],
  };
  const listeners = new Set<() => void>();
  const update = (changes: Partial<MockState>): void => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };

  const roomHere = (): number => Number(/\d+/.exec(location.pathname)?.[0] ?? 0);
  const roomId = roomHere();
  const sessions = await connectSessions(roomId);
  const channel = new BroadcastChannel(CHANNEL);
  const post = (message: ChannelMessage): void => channel.postMessage(message);
  const pushes = holdPushes((message) => post({ kind: 'push', message: toAll(message) }));
  const recorder = createRecorder((progress) => update({ recording: progress }));
  const shareState = (): void =>
    post({ kind: 'state', faults: state.faults, isRecording: state.recording !== null, isEnglish: readLanguage() === 'en' });
  channel.addEventListener('message', (event: MessageEvent<ChannelMessage>) => {
    if (event.data.kind === 'hello') shareState();
    else if (event.data.kind === 'joined') {
      if (event.data.roomId === roomId) pushes.joined();
    } else if (event.data.kind === 'session-status') {
      if (event.data.roomId === roomId) update({ sessions: event.data.statuses });
    } else if (event.data.kind === 'stream-bytes') recorder.stream(event.data.name, event.data.bytes);
    else if (event.data.kind === 'socket-record') recorder.socket(event.data);
  });

  const live = createLiveSwitch();
  const { services } = readServices(document.getElementById('services')?.textContent ?? '', location.origin);
  const listen = (listener: (message: ChannelMessage) => void): void =>
    channel.addEventListener('message', (event: MessageEvent<ChannelMessage>) => listener(event.data));
  const userId = (): number => userIdOf(readCookie());
  const features = createFeatureServices((message) => pushes.push(message));
  listen((message) => {
    if (message.kind === 'recharge') features.recharge(userId(), message.coins);
    if (message.kind === 'call') features.answer('POST', message.path, message.body, () => placeOf(userId(), roomId, recordings, name));
  });
  const worker = setupWorker(
    ...(scenario.isPassThrough
      ? []
      : createHandlers({
          addresses: services,
          services: features,
          recordings,
          scenario: name,
          faults: () => [...state.faults, ...scenario.faults],
          ...openBroadcasts({ post, listen, provider: scenario.provider }),
          followers: FOLLOWERS,
          featureCall: (call) => sessions.call(call),
          change: (path, body) => live.apply(path, body),
          userId,
          roomOf: roomHere,
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
    const path = callOf(services, request.method, request.url)?.path ?? '';
    if (request.method !== 'POST' || endpointAt(path) === null) return;
    const body = await request.clone().text();
    const seen = readReports(path, body, Date.now(), (state.reports.at(-1)?.number ?? 0) + 1);
    for (const { type, problems } of seen) if (problems.length > 0) console.error(`a report of type ${type}: ${problems.join('; ')}`);
    update({ reports: [...state.reports, ...seen].slice(-MAX_REPORTS) });
  }
  await worker.start({
    serviceWorker: { url: '/mock-sw.js' },
    quiet: true,
    onUnhandledRequest: scenario.isPassThrough ? 'bypass' : 'error',
  });
  await controlled();

  sessions.requestStatus();
  let readDecisions = (): Promise<readonly Decision[]> => Promise.resolve([]);
  const control: MockControl = {
    scenarios: SCENARIO_NAMES.map((each) => ({
      name: each,
      group: groupOf(each),
      icon: iconOf(each),
      picture: pictureOf(each),
      about: scenarioOf(each).about,
      address: addressOf(each),
    })),
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
    push(message) {
      live.onPush(message);
      pushes.push(message);
    },
    setLive: (status) => live.onPush({ id: 490_002, body: { status } }),
    session: (feature, command) => sessions.command(feature, command),
    startRecording() {
      recorder.start();
      shareState();
    },
    async stopRecording() {
      const file = recorder.stop(await readDecisions());
      shareState();
      return file;
    },
    async openPanel(decisions) {
      readDecisions = decisions;
      (await import('./panel/PanelView.tsx')).showPanel(control, decisions);
    },
    replay,
    stopReplay() {
      void caches.delete(SESSION_CACHE).then(() => location.reload());
    },
  };
  setControlOfPage(control);
  // For the end-to-end tests, which use the same control as the panel.
  Reflect.set(window, 'offlineRoom', control);
  return control;
}

const SHEET = new URL('./gallery/scenarios.jpg', import.meta.url).href;

function pictureOf(name: ScenarioName): ScenarioLink['picture'] {
  const at = PICTURED.indexOf(name);
  return at < 0 ? null : { sheet: SHEET, at, of: PICTURED.length };
}

const ICON_OF_FAULT = { stream: 'film', http: 'globe', socket: 'chat' } as const;
const ICON_OF_ROOM: Readonly<Record<string, IconName>> = { '/live/1003': 'phone', '/live/1004': 'clock', '/live/1005': 'volume' };

/** A feature has the icon of its entry, a fault what it breaks, a room what it shows. */
function iconOf(name: ScenarioName): IconName {
  const { path, faults, sessions } = scenarioOf(name);
  switch (groupOf(name)) {
    case 'faults':
      return faults[0] === undefined ? 'running' : ICON_OF_FAULT[faults[0].on];
    case 'devices':
      return 'app';
    case 'features': {
      const feature = FEATURES.find((one) => sessions.includes(one.name) || name.startsWith(one.name));
      return (feature?.entry?.icon as IconName | undefined) ?? 'running';
    }
    case 'rooms':
      return path.startsWith('/room/star') ? 'camera' : (ICON_OF_ROOM[path] ?? 'play');
  }
}

/** `?viewer=2`: this tab is another viewer than the scenario's, so that two tabs are two viewers. */
function viewerOf(userId: string): string {
  const number = /^[2-9]$/.exec(new URLSearchParams(location.search).get('viewer') ?? '')?.[0];
  return number === undefined ? userId : String(Number(userId) + Number(number) - 1);
}

/** Service workers and caches exist only on HTTPS and localhost; without them the recordings cannot be served. */
const canMock = (): boolean => 'serviceWorker' in navigator && 'caches' in window;

/** Number of processors from which a visitor gets the 720p recording of the stage. A scenario has the size of its description. */
const SHARP_FROM_CORES = 4;
const sharp = (json: string): string =>
  json
    .replaceAll('stage-852x480', 'stage-1280x720')
    .replaceAll(/("(?:streamW|w)idth": ?)852/g, (_all, field: string) => `${field}1280`)
    .replaceAll(/("(?:streamH|h)eight": ?)480/g, (_all, field: string) => `${field}720`);

async function fetchRecordings(names: readonly string[], isVisit: boolean): Promise<readonly Result<HttpRecording>[]> {
  const response = await fetch('/fixtures/recordings/http.json');
  const isSharp = isVisit && navigator.hardwareConcurrency >= SHARP_FROM_CORES;
  const sent = response.ok ? await response.text() : '';
  const text = isSharp ? sharp(sent) : sent;
  return names.map((name) => {
    const read = response.ok ? readHttpRecording(text, name) : err('RECORDING_BAD', String(response.status));
    if (!read.ok) console.error(read.error.code, name, read.error.detail);
    return read.ok && name === ALL_ROOMS ? ok(withRoomList(read.value)) : read;
  });
}

/** The service worker handles requests of the page's workers only if it controls the page. */
async function controlled(): Promise<void> {
  const container = navigator.serviceWorker;
  if (container.controller !== null) return;
  await new Promise<void>((resolve) => container.addEventListener('controllerchange', () => resolve(), { once: true }));
}

async function replay(file: Blob): Promise<Result> {
  if (file.size > MAX_RECORDING_BYTES) return err('RECORDING_BAD', `${file.size} bytes`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const read = isSocketLog(bytes) ? sessionOfSocket(bytes) : readSession(bytes);
  if (!read.ok) return read;
  await caches.delete(SESSION_CACHE);
  const session = await caches.open(SESSION_CACHE);
  await session.put(SESSION_PARTS.http, new Response(JSON.stringify(read.value.http)));
  await session.put(SESSION_PARTS.socket, new Response(writeSocketLog(read.value.socket)));
  for (const [name, stream] of Object.entries(read.value.streams))
    await session.put(`${SESSION_PARTS.stream}${name}`, new Response(stream));
  location.reload();
  return done;
}
