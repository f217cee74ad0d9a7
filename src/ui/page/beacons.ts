import type { ErrorCode } from '../../core/errors.ts';
import { transfer } from 'comlink';
import type { AnalyticsInput, EventTypeName, SceneName } from '../../core/reports/analytics.ts';
import type { HeldBeacons } from '../../core/reports/beacons.ts';
import type { PageToStats, StatsApi, StatsToPage } from '../../workers/stats/api.ts';
import type { Spawned } from '../../player/page/spawn.ts';
import { VIEWER_EVENTS, viewerEvent } from '../../core/reports/viewer-events.ts';

/**
 * S33: events of the page itself: an element with `data-evid` is reported when it is clicked and, with `data-expose`, when half of it was
 * visible. `data-scene` and `data-detail` add details. Full screen, scrolling in the chat and a reload have no element. The stats worker
 * validates all events and removes repeated exposures.
 */
const MARKED = '[data-evid]';
const EXPOSED = '[data-evid][data-expose]';
const EXPOSED_SHARE = 0.5;
/** Minimum interval between scroll events of the chat, in milliseconds, because a reading viewer scrolls all the time. */
const SCROLL_EVERY_MS = 30_000;
const CHAT = '[role="log"]';

/** Observes until the returned function is called, including elements added later. */
export function watchPage(root: HTMLElement, report: (event: AnalyticsInput) => void): () => void {
  const clicked = (event: Event): void => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>(MARKED) : null;
    if (element !== null) report(eventOf(element, 'click'));
  };
  root.addEventListener('click', clicked, { capture: true, passive: true });

  // Triggered by a button, a key, a double click or the browser's own exit.
  const resized = (): void => report(viewerEvent('stage_fullscreen', document.fullscreenElement === null ? 'off' : 'on'));
  document.addEventListener('fullscreenchange', resized);

  let scrolledMs = Number.NEGATIVE_INFINITY;
  const scrolled = (event: Event): void => {
    const nowMs = performance.now();
    if (nowMs - scrolledMs < SCROLL_EVERY_MS || !(event.target instanceof Element) || !event.target.matches(CHAT)) return;
    scrolledMs = nowMs;
    report(viewerEvent('chat_scroll'));
  };
  // The list scrolls by itself: only wheel, touch and keys are the viewer's.
  const SCROLLS = ['wheel', 'touchmove', 'keydown'] as const;
  const viewerScrolled = (event: Event): void => {
    const list = event.target instanceof Element ? event.target.closest(CHAT) : null;
    if (list !== null) list.addEventListener('scroll', scrolled, { once: true, passive: true });
  };
  for (const name of SCROLLS) root.addEventListener(name, viewerScrolled, { capture: true, passive: true });

  const [navigation] = performance.getEntriesByType('navigation');
  if (navigation !== undefined && 'type' in navigation && navigation.type === 'reload') report(viewerEvent('page_refresh'));

  const inSight = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        inSight.unobserve(target);
        report(eventOf(target, 'expose'));
      }
    },
    { threshold: EXPOSED_SHARE },
  );
  const observe = (element: Element): void => {
    if (element.matches(EXPOSED)) inSight.observe(element);
    for (const inner of element.querySelectorAll(EXPOSED)) inSight.observe(inner);
  };
  observe(root);
  const added = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof Element) observe(node);
  });
  added.observe(root, { childList: true, subtree: true });

  return () => {
    root.removeEventListener('click', clicked, { capture: true });
    document.removeEventListener('fullscreenchange', resized);
    for (const name of SCROLLS) root.removeEventListener(name, viewerScrolled, { capture: true });
    inSight.disconnect();
    added.disconnect();
  };
}

const sceneOf = (evid = ''): SceneName =>
  Object.hasOwn(VIEWER_EVENTS, evid) ? VIEWER_EVENTS[evid as keyof typeof VIEWER_EVENTS][1] : 'room';

const eventOf = ({ dataset }: HTMLElement, evtype: EventTypeName): AnalyticsInput => ({
  evid: dataset['evid'] ?? '',
  evtype,
  scene: (dataset['scene'] ?? sceneOf(dataset['evid'])) as SceneName,
  detail: dataset['detail'] ?? '',
});

/** One entry per closed page: which reports its beacons contained (core/reports/beacons.ts). Read and removed by the next page. */
const MARKER_KEY = 'footlight.beaconed.';
const NOTHING: HeldBeacons = { requests: [], marker: '' };

/**
 * Beacons of a closing page. The stats worker prepares them beforehand, because workers no longer answer during `pagehide`. `pagehide`
 * instead of `visibilitychange`, because Chromium fires it first on a navigation.
 */
export function createBeacons() {
  let markers = readMarkers();
  let held = NOTHING;
  let port: MessagePort | null = null;
  const post = (message: PageToStats): void => port?.postMessage(message);

  // Not sent through the room worker.
  const report = (event: AnalyticsInput): void => post({ type: 'analytics', event });
  let isWatching = false;

  addEventListener('pagehide', () => {
    const { requests, marker } = held;
    held = NOTHING;
    if (requests.length === 0) return;
    const text = String(Date.now());
    const isSent = requests.map((request) => send({ ...request, body: request.body.replaceAll('"$now"', text) }));
    if (!isSent.every(Boolean)) return;
    writeMarker(marker);
    post({ type: 'beaconed', marker });
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) post({ type: 'back' });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) post({ type: 'hidden' });
  });

  return {
    /** Called after each start of a stats worker: from then on the page keeps the prepared beacons. */
    async connect(stats: Spawned<StatsApi, ErrorCode>) {
      const { port1, port2 } = new MessageChannel();
      port = port1;
      port1.addEventListener('message', ({ data }: MessageEvent<StatsToPage>) => {
        if (port === port1) held = data.held;
      });
      port1.start();
      const earlier = markers;
      markers = [];
      const answer = await stats.start((api) => api.attachPage(transfer(port2, [port2]), earlier));
      if (!answer.ok) console.error(answer.error.code, answer.error.detail);
      if (!isWatching) watchPage(document.body, report);
      isWatching = true;
    },
  };
}

/** Sends a beacon, or a keepalive request if beacons are missing, forbidden or full. */
function send({ url, body, contentType }: HeldBeacons['requests'][number]): boolean {
  try {
    if (navigator.sendBeacon(url, new Blob([body], { type: contentType }))) return true;
  } catch {
    // Fall through: some browsers throw instead of returning false.
  }
  try {
    fetch(url, { method: 'POST', body, headers: { 'content-type': contentType }, credentials: 'same-origin', keepalive: true }).catch(
      () => undefined,
    );
    return true;
  } catch {
    return false;
  }
}

function readMarkers(): readonly string[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(MARKER_KEY));
    const texts = keys.map((key) => localStorage.getItem(key) ?? '');
    for (const key of keys) localStorage.removeItem(key);
    return texts;
  } catch {
    return [];
  }
}

/** Local storage, because it is written synchronously before the page is gone. Without it a report may be sent twice. */
function writeMarker(marker: string): void {
  try {
    localStorage.setItem(`${MARKER_KEY}${performance.timeOrigin}`, marker);
  } catch {
    // Storage is full or forbidden.
  }
}
