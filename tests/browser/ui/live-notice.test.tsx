import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { OfflineVideoView } from '../../../src/features/offline-video/rules.ts';
import { AHEAD_MS } from '../../../src/ui/notice/live-notice.ts';
import { openPage, type Page } from './room-page.tsx';

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
  page.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Reflect.deleteProperty(document, 'hidden');
});

async function openAway(nextLiveS = 0): Promise<HTMLElement> {
  page = await openPage('live', { width: 1366, height: 768 });
  const view: OfflineVideoView = { replays: [], index: null, turn: 1, nextLiveS };
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
  const { violations } = await axe.run(button.parentElement!, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] });
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
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

test('P7 a show that has begun earlier than planned is not announced as a coming one', async () => {
  const nextLiveS = Math.ceil(Date.now() / 1_000) + 3_600;
  const button = await openAway(nextLiveS);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  button.click();
  await vi.waitUntil(() => localStorage.getItem('footlight-live-notice') !== null);
  setLive(true);
  vi.advanceTimersByTime(nextLiveS * 1_000 - Date.now());
  expect(shown).toEqual([]);
});
