import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { PlayerActivity } from '../../../src/player/rules/recovery/activity.ts';
import { openPage, type Page } from './room-page.tsx';

let page: Page;
// Countdowns show the same second however long the page takes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => {
  page.close();
  vi.useRealTimers();
});

const showActivity = (activity: PlayerActivity): Promise<void> =>
  page.show({ player: { ...page.store.get().player, status: 'created', activity } });

test('P24 while the room waits for its next attempt the stage shows only the next step with its time and a retry button', async () => {
  page = await openPage('live');
  await showActivity({ name: 'waiting', untilMs: Date.now() + 9_000, next: 'line', round: 1 });
  const hint = await page.until(() => page.maybe('[data-tip="busy-hint"]'));
  expect(hint.textContent).toBe('直播暂时连不上，9 秒后重试立即重试');
  await page.until(() => page.maybe('[data-tip="busy"]')?.textContent === '');
  hint.querySelector('button')!.click();
  expect(page.acts).toContainEqual({ type: 'retry-player' });

  await showActivity({ name: 'connecting', line: 1, lines: 3, round: 0 });
  await page.until(() => page.maybe('[data-tip="busy-hint"]') === null);
  expect(page.find('[data-tip="busy"]').textContent).toBe('正在连接直播');
});

test('P24 P28 a room that gave up shows the time of its next automatic attempt', async () => {
  page = await openPage('fail');
  await showActivity({ name: 'failed', failure: 'TIMEOUT', unsupported: null, retryAtMs: Date.now() + 30_000, isOnline: true });
  const hint = await page.until(() => page.maybe('[data-tip="failure-hint"]'));
  expect(hint.textContent).toBe('30 秒后自动重试');
});

test('P24 S20 the seconds until an automatic attempt are in a timer, so that screen readers do not announce each of them', async () => {
  page = await openPage('fail');
  const { chat } = page.store.get();
  await showActivity({ name: 'failed', failure: 'TIMEOUT', unsupported: null, retryAtMs: Date.now() + 30_000, isOnline: true });
  await page.show({ chat: { ...chat, connection: 'waiting', attempt: 2, retryAtMs: Date.now() + 20_000 } });
  const timers = await page.until(() => {
    const found = [...document.querySelectorAll('[data-tip="failure-hint"] [role="timer"], [data-chat-status] [role="timer"]')];
    return found.length === 2 && found;
  });
  expect(timers.map(({ textContent }) => /\d+/.exec(textContent)?.[0])).toEqual(['30', '20']);
});

test('P24 S20 S21 the message of a failed stream has the middle of the stage: banners and flying chat are hidden, a PK stays', async () => {
  page = await openPage('fail');
  const shows = (region: string): boolean => getComputedStyle(page.find(`[data-region="${region}"]`)).visibility === 'visible';
  await page.show({ tips: { noLive: false, liveFail: true, playerMessage: '' } });
  await page.until(() => !shows('banners') && !shows('flight') && !shows('lower'));
  expect(shows('strips')).toBe(true);
  await page.show({ tips: { noLive: false, liveFail: false, playerMessage: '' } });
  await page.until(() => shows('banners') && shows('flight'));
});

test('S2 S7 without a network the page shows it once, and the chat shows nothing in addition', async () => {
  page = await openPage('reconnecting');
  const status = (): HTMLElement | null => page.maybe('[data-chat-status]');
  expect(status()?.dataset['chatStatus']).toBe('waiting');
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
  dispatchEvent(new Event('offline'));
  await page.until(() => status() === null);
  expect((await page.until(() => page.maybe('[data-notice="offline"]'))).textContent).toContain('网络已断开');
  Reflect.deleteProperty(navigator, 'onLine');
  dispatchEvent(new Event('online'));
  await page.until(status);
});
