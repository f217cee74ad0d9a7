import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FeatureView } from '../../../src/core/feature.ts';
import { createFlightDeck } from '../../../src/features/danmaku/page-flight.ts';
import type { DanmakuView, FlyingLine } from '../../../src/features/danmaku/room.ts';
import type { OfflineVideoView } from '../../../src/features/offline-video/room.ts';
import { RoomTime, roomTime } from '../../../src/ui/features/room-time.ts';
import { AHEAD_MS } from '../../../src/ui/notice/LiveNoticeButton.tsx';
import { expectNoFindings, openPage, type Page } from './room-page.tsx';

interface Shown {
  readonly title: string;
  readonly options: NotificationOptions;
}
let page: Page;
let shown: Shown[] = [];
let asked = 0;
let answer: NotificationPermission = 'granted';

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'default';
  static requestPermission(): Promise<NotificationPermission> {
    asked++;
    FakeNotification.permission = answer;
    return Promise.resolve(answer);
  }
  constructor(title: string, options: NotificationOptions) {
    super();
    shown.push({ title, options });
  }
}

const isHidden = (hidden: boolean): void => void Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });

beforeEach(() => {
  shown = [];
  asked = 0;
  answer = 'granted';
  FakeNotification.permission = 'default';
  localStorage.removeItem('footlight-live-notice');
  vi.stubGlobal('Notification', FakeNotification);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Reflect.deleteProperty(document, 'hidden');
});

async function openAway(nextLiveS = 0): Promise<HTMLElement> {
  page = await openPage('live', { width: 1366, height: 768 });
  const view: OfflineVideoView = { replays: [], index: null, turn: 1, nextLiveS, endedS: 0, wasLive: false };
  const { room } = page.store.get();
  await page.show({
    room: { ...room, liveStatus: 0 },
    stage: { name: 'feature', feature: 'offline-video' },
    features: { 'offline-video': { name: 'shown', view } },
  });
  return page.until(() => page.maybe('[data-live-notice]'));
}
const setLive = (isLive: boolean): void => page.store.patch({ room: { ...page.store.get().room, liveStatus: isLive ? 1 : 0 } });

test('P7 the permission is requested only on a click, and a star who returns while the tab is hidden is announced once', async () => {
  const button = await openAway();
  expect([asked, button.textContent]).toEqual([0, '开播提醒']);
  await expectNoFindings(button.parentElement!, []);
  button.click();
  await page.until(() => button.getAttribute('aria-pressed') === 'true');
  expect([asked, localStorage.getItem('footlight-live-notice')]).toEqual([1, `[${page.store.get().room.roomId}]`]);
  isHidden(true);
  setLive(true);
  setLive(true);
  expect(shown.map(({ title }) => title)).toEqual(['林听夏 开播了']);
});

test('P7 a star who returns while the page is visible is not announced, nor after the request was cancelled', async () => {
  const button = await openAway();
  button.click();
  await page.until(() => button.getAttribute('aria-pressed') === 'true');
  setLive(true);
  expect(shown).toEqual([]);
  setLive(false);
  button.click();
  await page.until(() => button.getAttribute('aria-pressed') === 'false');
  isHidden(true);
  setLive(true);
  expect([shown, localStorage.getItem('footlight-live-notice')]).toEqual([[], '[]']);
});

test('P7 a refused permission is shown, and nothing is stored', async () => {
  answer = 'denied';
  const button = await openAway();
  button.click();
  expect((await page.until(() => page.maybe('[data-tone="bad"]'))).textContent).toContain('浏览器不允许通知');
  expect([button.getAttribute('aria-pressed'), localStorage.getItem('footlight-live-notice')]).toEqual(['false', null]);
});

test('P7 a show with a known time is announced five minutes before it', async () => {
  const nextLiveS = Math.ceil(Date.now() / 1_000) + 3_600;
  const button = await openAway(nextLiveS);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  button.click();
  await vi.waitUntil(() => localStorage.getItem('footlight-live-notice') !== null);
  vi.advanceTimersByTime(nextLiveS * 1_000 - AHEAD_MS - Date.now() - 1_000);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(shown.map(({ title }) => title)).toEqual(['林听夏 将在 5 分钟后开播']);
});

// After a stop of the main thread, a hidden tab or a sleep, everything that was due is placed by its age or left out.

/** The room worker's clock began before the page's. */
const ROOM_AHEAD_MS = 700_000;
const STOP_MS = 4_000;

/** The page receives what the room worker shows; `lateMs`: the main thread was stopped for so long. */
function arrive(features: Readonly<Record<string, FeatureView>>, lateMs: number): void {
  const nowMs = performance.now();
  roomTime.restart();
  roomTime.arrive(nowMs + ROOM_AHEAD_MS, nowMs, []);
  roomTime.arrive(nowMs + ROOM_AHEAD_MS - lateMs, nowMs, Object.values(features));
}
const roomNowMs = (): number => performance.now() + ROOM_AHEAD_MS;
const currentMs = (element: Element): number => Number(element.getAnimations()[0]?.currentTime);

test('S20 lines that were due during a stop fly where they would be, and those that have left are not shown', () => {
  const layer = document.body.appendChild(document.createElement('div'));
  arrive({}, STOP_MS);
  const deck = createFlightDeck(layer, (startMs) => roomTime.ageMs(startMs));
  const line = (id: number, ageMs: number): FlyingLine => ({
    id,
    text: `line ${id}`,
    lane: 0,
    widthPx: 80,
    durationMs: 10_000,
    startMs: roomNowMs() - ageMs,
    isOwn: false,
    isStar: false,
  });
  const lines = [line(1, 12_000), line(2, 4_000), line(3, 2_000), line(4, 0)];
  deck.show({
    generation: 0,
    laneHeightPx: 28,
    layerWidthPx: 600,
    closed: [],
    lines,
  } as unknown as DanmakuView);
  const shown = [...layer.children].map((element) => [element.textContent, Math.abs(Math.round(currentMs(element) / 1_000))]);
  expect(shown).toEqual([
    ['line 2', 4],
    ['line 3', 2],
    ['line 4', 0],
  ]);
  layer.remove();
});

test('S21 P11 banners, mounts and the ring of a combo continue by their age; an effect whose moment is over is left out and reported', async () => {
  const page = await openPage('live');
  const sinceMs = roomNowMs() - 1_500;
  const person = {
    senderId: 0,
    sender: '小鱼',
    receiver: '',
    gift: '玫瑰',
    iconUrl: '',
    label: '',
    round: 0,
    roundTotal: 0,
    fancyNumber: '',
  };
  const banner = { id: 1, lane: 0, isOwn: false, ...person, sum: 1, level: 0, more: 0, sinceMs };
  const effect = {
    id: 7,
    isOwn: false,
    videoUrl: '',
    iconUrl: '',
    gift: '火箭',
    sender: '小鱼',
    tier: 'full',
    sinceMs: roomNowMs() - STOP_MS,
  };
  const rose = { id: 101, name: '玫瑰', price: 10, iconUrl: '' };
  const gifts = {
    isOpen: false,
    wallet: null,
    hasWalletFailed: false,
    pending: 0,
    combo: { gift: rose, count: 1, receiver: '', presses: 2, sinceMs },
    notice: null,
    quick: null,
    recharge: 'none',
  };
  const mount = { id: 3, name: '跑车', welcome: '小鱼', isVideo: false, src: '', sinceMs };
  const features = {
    'gift-effects': { name: 'shown', view: { isOn: true, banners: [banner], effect } },
    mounts: { name: 'shown', view: mount },
    gifts: { name: 'shown', view: gifts },
  } as const satisfies Record<string, FeatureView>;
  arrive(features, STOP_MS);
  await page.show({ features });
  const shownBanner = await page.until(() => page.maybe('[data-banner]'));
  // The animation of the arrival is over: the banner does not arrive again.
  expect(shownBanner.getAnimations()).toEqual([]);
  const words = await page.until(() => [...document.querySelectorAll('p')].find(({ textContent }) => textContent.includes('跑车')));
  const ring = await page.until(() => page.maybe('[data-combo] circle'));
  for (const aged of [words, ring]) {
    const { progress, duration } = aged.getAnimations()[0]!.effect!.getComputedTiming();
    expect(Number(progress) * Number(duration)).toBeGreaterThanOrEqual(1_400);
  }
  await page.until(() => JSON.stringify(page.told('gift-effects')).includes('too late'));
  expect(page.maybe('[data-effect-id]')).toBeNull();
  page.close();
});

test('S36 a countdown counts from the time when the room worker made its view', async () => {
  const { Countdown, ViewMadeContext } = await import('../../../src/ui/features/parts/Countdown.tsx');
  const feature: FeatureView = { name: 'shown', view: { leftMs: 60_000 } };
  arrive({ sample: feature }, 20_000);
  const root = document.body.appendChild(document.createElement('div'));
  const react = createRoot(root);
  const timed = { leftMs: 60_000 };
  flushSync(() =>
    react.render(
      <ViewMadeContext value={() => roomTime.madeMs(feature)}>
        <Countdown timed={timed} format={(seconds) => `left: ${seconds}`} />
      </ViewMadeContext>,
    ),
  );
  await vi.waitFor(() => expect(root.textContent).toBe('left: 40'));
  react.unmount();
  root.remove();
});

test('S36 times of the room worker are ages on the page from the first message on, also after its restart', () => {
  const time = new RoomTime();
  expect(time.ageMs(5_000, 100)).toBe(0);
  // The first message is 30 ms late, the second 2 ms, the third 4 s.
  time.arrive(1_000, 11_030, []);
  expect(time.ageMs(1_000, 11_030)).toBe(0);
  time.arrive(2_000, 12_002, []);
  time.arrive(3_000, 17_000, []);
  expect([time.ageMs(3_000, 17_000), time.ageMs(99_000, 17_000)]).toEqual([3_998, 0]);
  time.restart();
  expect(time.ageMs(3_000, 17_000)).toBe(0);
});
